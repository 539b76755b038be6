"""The next step of a turn, by a model that uses an agent's tools.

The model is shown the person's words, what the agent always tells, and the rounds so far. It
answers with calls or with words; neither counts before it was checked. Whether a call is allowed,
and what it does, is for whoever carries it out.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import structlog
from pydantic import JsonValue

from adapters.model.gateway import ModelGateway
from adapters.model.prompts import instructions, pages
from adapters.model.question import (
    Called,
    Exchange,
    Json,
    ModelQuestion,
    StepAnswer,
    ToolUse,
    by_rules,
    form,
    newest_first,
)
from adapters.model.reply_evidence import checked_words, refusal
from adapters.model.software_orders import data_only
from domain.errors import AppError, ConfigurationError, InvalidModelOutputError
from domain.history import Entry, Speaker
from domain.messages import CallRequest
from domain.tools import (
    RESULT_TOKENS,
    Round,
    Step,
    StepRequest,
    Tool,
    ToolCall,
    ToolResult,
    ToolSpec,
    ToolStatus,
    spec_of,
)
from domain.understanding import Topic
from domain.waiting import ASKS_ONCE, Wait

PURPOSE = "agent_step"

_TELLS_ROUNDS = 2
"""From so many rounds left on, the model is told: with ten, from the eighth on."""

_MAX_NAME = 64

_log = structlog.get_logger(__name__)


class _Rules(Protocol):
    def step(self, request: StepRequest) -> Step: ...


class Equipment(Protocol):
    """What of an agent with tools is needed here (``agents.parts.ToolKit``)."""

    @property
    def tools(self) -> Sequence[tuple[Tool, object]]: ...
    @property
    def instructions(self) -> str: ...
    @property
    def rules(self) -> _Rules: ...
    def check(self, request: StepRequest, step: Step, /) -> Step: ...
    def objection(self, request: StepRequest, step: Step, /) -> str: ...


class Moderator(Protocol):
    """Says whether words are such that no model should act on them. Raises only ``AppError``."""

    async def flags(self, text: str) -> bool: ...

    async def aclose(self) -> None: ...


class Steps:
    """Asks the models for the next step, then the agent's rules; implements the port ``Stepping``.

    ``kits`` are by the agent's slug.
    """

    def __init__(
        self,
        gateway: ModelGateway,
        kits: Mapping[str, Equipment],
        moderator: Moderator | None = None,
    ) -> None:
        self._gateway = gateway
        self._kits = kits
        self._moderator = moderator

    async def aclose(self) -> None:
        """Closes the connections of the moderator; those of the gateway are not its own."""
        if self._moderator is not None:
            await self._moderator.aclose()

    async def step(self, request: StepRequest, *, wait: Wait = ASKS_ONCE) -> Step:
        """Raises ``ConfigurationError`` for an agent that has no tools here, else as a gateway."""
        kit = self._kits.get(request.agent)
        if kit is None:
            raise ConfigurationError(f"this worker has no tools of an agent {request.agent!r}")
        if _is_command(request):
            return kit.rules.step(request)
        if await self._refused(request):
            return Step(topic=Topic.REFUSAL.value, engine="moderation")
        return await self._gateway.ask(to_step(request, kit, wait))

    async def _refused(self, request: StepRequest) -> bool:
        """Only new words are looked at. A look-up that fails lets them through."""
        if self._moderator is None or not self._gateway.available:
            return False
        heard = request.rounds[-1].heard if request.rounds else request.said
        words = "\n".join(said.text for said in heard)
        if not words.strip():
            return False
        try:
            flagged = await self._moderator.flags(words)
        except AppError as error:
            _log.warning("moderation.failed", code=error.code, reason=str(error))
            return False
        if flagged:
            _log.warning("moderation.flagged", agent=request.agent, round=request.round)
        return flagged


def _is_command(request: StepRequest) -> bool:
    """Whether nothing was said but a command, whose form rules know."""
    heard = (each for done in request.rounds for each in done.heard)
    return all(each.text.startswith("/") for each in (*request.said, *heard))


def to_step(request: StepRequest, kit: Equipment, wait: Wait = ASKS_ONCE) -> ModelQuestion[Step]:
    """What comes next in a turn of an agent with tools."""
    earlier = [_entry(entry) for entry in _before(request)]
    told = instructions("step", agent=kit.instructions.strip(), rounds=_rounds_left(request))
    prompts = (*pages(), kit.instructions)
    return ModelQuestion(
        purpose=PURPOSE,
        instructions=told,
        content={
            "earlier": earlier,
            **_context_of(request),
            "messages": [said.text for said in request.said],
        },
        form=form(StepAnswer, lambda answer, writer: _step(answer, writer, request)),
        check=lambda step: kit.check(request, _harmless(step, prompts)),
        objection=lambda step: (
            refusal(lambda: _harmless(step, prompts)) or kit.objection(request, step)
        ),
        fallback=by_rules(kit.rules.step, request),
        shortenings=(newest_first("earlier", len(earlier)),),
        tool_use=ToolUse(_offered(request, kit), _exchanges(request.rounds, kit)),
        user_id=request.person.user_id,
        task_id=request.task_id,
        agent=request.agent,
        round=request.round,
        wait=wait,
    )


def _before(request: StepRequest) -> list[Entry]:
    """What was said before the words of this turn, which the model is given by themselves."""
    newest = [each.text for each in (*request.said, *(h for r in request.rounds for h in r.heard))]
    before: list[Entry] = []
    for entry in reversed(request.history):
        if entry.speaker is Speaker.PERSON and (own := next(filter(entry.is_of, newest), None)):
            newest.remove(own)
        else:
            before.append(entry)
    return before[::-1]


def _context_of(request: StepRequest) -> dict[str, Json]:
    person = request.person
    known: dict[str, Json] = {"currency": person.currency, "locale": person.locale}
    if request.today is not None:
        known["today"] = f"{request.today:%Y-%m-%d, %A}"
    if request.summary:
        known["summary"] = request.summary
    if request.context:
        # It names what others wrote: products, places.
        known["context"] = data_only(request.context)
    return known


def _entry(entry: Entry) -> Json:
    ours = entry.speaker is Speaker.STEWARD
    return {"speaker": entry.speaker.value, "text": data_only(entry.text) if ours else entry.text}


def _rounds_left(request: StepRequest) -> str:
    if request.closing:
        return "\nTools cannot be used any more: answer the person now, from what is there."
    if request.rounds_left <= _TELLS_ROUNDS:
        left = request.rounds_left
        return f"\nRounds left after this one: {left}. In the last one tools cannot be used."
    return ""


def _offered(request: StepRequest, kit: Equipment) -> tuple[ToolSpec, ...]:
    if request.closing:
        return ()
    own = {tool.name: tool for tool, _ in kit.tools}
    remote = {spec.name: spec for spec in request.remote}
    named = [spec_of(own[n]) if n in own else remote.get(n) for n in request.tools]
    return tuple(s.model_copy(update={"name": wire_name(s.name)}) for s in named if s is not None)


def wire_name(name: str) -> str:
    """As servers take the names of functions: they mind the dot of another server's tool."""
    return name.replace(".", "__")[:_MAX_NAME]


def _exchanges(rounds: Sequence[Round], kit: Equipment) -> tuple[Exchange, ...]:
    tokens = {tool.name: tool.result_tokens for tool, _ in kit.tools}

    def called(call: ToolCall, results: Sequence[ToolResult]) -> Called:
        found = (result for result in results if result.call_id == call.call_id)
        result = next(found, ToolResult(call_id=call.call_id, status=ToolStatus.UNKNOWN))
        most = tokens.get(call.name, RESULT_TOKENS)
        return Called(wire_name(call.name), call.arguments, shown(result), most)

    return tuple(
        Exchange(
            said=each.say,
            calls=tuple(called(call, each.results) for call in each.calls),
            heard=tuple(heard.text for heard in each.heard),
        )
        for each in rounds
    )


def shown(result: ToolResult) -> dict[str, Json]:
    """A result as a model sees it: no ids of ours, nothing empty, and of all texts in it only what
    does not speak to software.
    """
    told: dict[str, Json] = {"status": result.status.value}
    value = _data(result.value)
    if not _empty(value):
        told["value"] = value
    if result.error is not None:
        error = {"code": result.error.code.value, "message": data_only(result.error.message)}
        if result.error.hint:
            error["hint"] = data_only(result.error.hint)
        told["error"] = error
    if result.note:
        told["note"] = data_only(result.note)
    return told


def _data(value: JsonValue) -> Json:
    if isinstance(value, str):
        return data_only(value)
    if isinstance(value, list):
        return [_data(each) for each in value]
    if isinstance(value, dict):
        pairs = ((data_only(key), _data(each)) for key, each in value.items())
        return {key: each for key, each in pairs if not _empty(each)}
    return value


def _empty(value: Json) -> bool:
    return value is None or value in ("", [], {})


def _step(answer: StepAnswer, writer: str, request: StepRequest) -> Step:
    calls = () if request.closing else answer.calls
    words = answer.reply.strip()
    if not calls and not words:
        raise InvalidModelOutputError(f"{writer} wrote nothing for the person")
    if not calls and words.startswith("{") and words.endswith("}"):
        raise InvalidModelOutputError(f"{writer} wrote JSON where words for the person were wanted")
    names = {wire_name(name): name for name in request.tools}
    return Step(
        say=words,
        calls=tuple(
            CallRequest(name=names.get(call.name, call.name), arguments=call.arguments)
            for call in calls
        ),
        engine=writer,
    )


def _harmless(step: Step, prompts: tuple[str, ...]) -> Step:
    """Words that nobody should see make an answer unusable; beside calls they are left out."""
    try:
        words = checked_words(step.say, prompts)
    except InvalidModelOutputError:
        if not step.calls:
            raise
        words = ""
    return step.model_copy(update={"say": words})
