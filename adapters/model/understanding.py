"""The platform's own questions: what messages mean, a plain reply, a summary.

What messages are about belongs to agents: each brings a ``Fragment``, and one question understands
all open messages for all agents together.
"""

from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Literal

from adapters.model.act_checks import (
    FallbackRules,
    UnderstoodCheck,
    read_by_rules,
    words_of,
)
from adapters.model.fragment import Fragments, secrets
from adapters.model.gateway import ModelGateway
from adapters.model.prompts import instructions
from adapters.model.question import ModelQuestion, Written, by_rules, form, newest_first
from adapters.model.question_content import (
    agent_chapters,
    agents_listed,
    conversation_before,
    earlier,
    numbers_of,
    person_content,
    tasks_content,
    tasks_in_order,
    tasks_shortening,
)
from adapters.model.reply_evidence import (
    MAX_SUMMARY_LENGTH,
    checked_conversed,
    checked_summarised,
    objection_to,
    refusal,
)
from adapters.model.software_orders import without_orders
from adapters.model.written_acts import form_of_acts
from domain.history import Entry
from domain.understanding import (
    RULES_ENGINE,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    TaskPhase,
    Topic,
    UnderstandRequest,
    Understood,
)
from domain.waiting import ASKS_ONCE, Wait

PURPOSES = frozenset({"understand", "converse", "summarise"})
"""The platform's own."""


class ConverseAnswer(Written):
    about: Literal["chat", "capabilities", "off_limits"]
    reply: str
    calculations: list[str]


class SummariseAnswer(Written):
    summary: str


class Understanding:
    """Asks the models, then the rules; implements the port ``Models``."""

    def __init__(self, gateway: ModelGateway, rules: FallbackRules, fragments: Fragments) -> None:
        self._gateway = gateway
        self._rules = rules
        self._fragments = fragments
        self._prompts = secrets(fragments)

    async def understand(self, request: UnderstandRequest, *, wait: Wait = ASKS_ONCE) -> Understood:
        """Asks once, and once more where the words are handed to an agent whose form was not in the
        first question.
        """
        offered = agents_entered(request) | self._likely(request)
        understood = await self._ask(request, offered, wait)
        agents = {act.agent for act in understood.acts}
        handed = (agents & self._fragments.keys()) - offered
        if not handed or understood.engine == RULES_ENGINE:
            return understood
        if handed == agents and all(self._fragments[s].takes_whole_messages for s in handed):
            return self._with_whole_messages(request, understood, handed)
        again = await self._ask(request, offered | handed, wait)
        costs = [answer.cost for answer in (understood, again) if answer.cost is not None]
        return again.model_copy(update={"cost": sum(costs, Decimal(0)) if costs else None})

    def _likely(self, request: UnderstandRequest) -> frozenset[str]:
        """Returns the agents that words may well be handed to, and that need a form for them: the
        one that was shown last, and those that rules read the words to be for.
        """
        ruled = read_by_rules(self._rules, request)
        read = {act.agent for act in ruled.acts} if ruled is not None else set()
        shown = {request.shown_last.agent} if request.shown_last is not None else set()
        likely = self._fragments.keys() & {card.slug for card in request.agents} & (read | shown)
        return frozenset(s for s in likely if not self._fragments[s].takes_whole_messages)

    def _with_whole_messages(
        self, request: UnderstandRequest, understood: Understood, handed: AbstractSet[str]
    ) -> Understood:
        """The acts; those for the agents that words are handed to have the messages as they are."""
        words = words_of(request)
        acts = (
            self._fragments[act.agent].check(act, words, request) if act.agent in handed else act
            for act in understood.acts
        )
        left = tuple(act for act in acts if act is not None)
        return understood.model_copy(update={"acts": left}) if left else understood

    async def _ask(
        self, request: UnderstandRequest, offered: frozenset[str], wait: Wait
    ) -> Understood:
        fragments = {s: f for s, f in self._fragments.items() if s in offered}
        question = to_understand(request, fragments, self._rules, wait, self._fragments)
        return await self._gateway.ask(question)

    async def converse(self, request: ConverseRequest, *, wait: Wait = ASKS_ONCE) -> Conversed:
        question = to_converse(request, self._fragments, self._rules, wait, self._prompts)
        return await self._gateway.ask(question)

    async def summarise(self, request: SummariseRequest, *, wait: Wait = ASKS_ONCE) -> Summarised:
        return await self._gateway.ask(to_summarise(request, self._prompts, self._rules, wait))


def agents_entered(request: UnderstandRequest) -> frozenset[str]:
    """Returns the agents whose forms a model is always given: the home agent (the first one where
    none is) and those that have a task in the chat. Words for another one are handed to it.
    """
    slugs = [card.slug for card in request.agents]
    with_tasks = {t.agent for t in request.tasks if t.phase is not TaskPhase.DONE}
    return frozenset({request.home or slugs[0], *with_tasks} & set(slugs) if slugs else ())


def _asking(request: UnderstandRequest, fragments: Fragments) -> Entry | None:
    """The last reply, where a yes or a no presses a button of it."""
    shown = request.shown_last
    own = fragments.get(shown.agent) if shown is not None else None
    if shown is None or own is None:
        return None
    return shown if any(press.action in own.answers for press in shown.presses) else None


def to_understand(
    request: UnderstandRequest,
    fragments: Fragments,
    rules: FallbackRules,
    wait: Wait = ASKS_ONCE,
    others: Fragments | None = None,
) -> ModelQuestion[Understood]:
    """Asks what the open messages mean together, and for the reply to what is talk.

    ``fragments`` are those of the agents whose forms are given; ``others`` of all, for the rest of
    which only a purpose is given.
    """
    handed = (others or {}).keys() - fragments.keys()
    listed, before = tasks_in_order(request), conversation_before(request.history, request.said)
    numbers = {task.task_id: n for n, task in numbers_of(listed).items()}
    spoken_of = {request.open_question, *(said.reply_to_task for said in request.said)}
    prompts = secrets(others or fragments)
    check = UnderstoodCheck(request, fragments, rules, prompts)
    return ModelQuestion(
        purpose="understand",
        instructions=instructions(
            "understand",
            agents=agent_chapters([c for c in request.agents if c.slug not in handed], fragments),
            others=agents_listed([c for c in request.agents if c.slug in handed], others or {}),
        ),
        content={
            "earlier": earlier(before, _asking(request, others or fragments)),
            **person_content(request.person, request.said[-1]),
            "summary": without_orders(request.summary),
            "tasks": tasks_content(listed, fragments, request.deleted),
            "open_question": numbers.get(request.open_question or ""),
            "messages": [
                {
                    "number": n,
                    "text": said.text,
                    "reply_to_task": numbers.get(said.reply_to_task or ""),
                    **({"edited": True} if said.edited else {}),
                    **({"caption": True} if said.caption else {}),
                }
                for n, said in enumerate(request.said, start=1)
            ],
        },
        shortenings=(tasks_shortening(listed, spoken_of), newest_first("earlier", len(before))),
        form=form_of_acts(request, fragments),
        in_context=True,
        check=check.checked,
        objection=check.objection,
        fallback=by_rules(rules.understand, request),
        user_id=request.person.user_id,
        wait=wait,
    )


def to_converse(
    request: ConverseRequest,
    fragments: Fragments,
    rules: FallbackRules,
    wait: Wait = ASKS_ONCE,
    prompts: tuple[str, ...] = (),
) -> ModelQuestion[Conversed]:
    """A reply to what no agent is for. ``prompts`` are what it may not repeat."""
    before = conversation_before(request.history, (request.said,))
    results = [
        {"tool": each.call.name, "arguments": each.call.arguments, "result": each.value}
        for each in request.results
    ]
    return ModelQuestion(
        purpose="converse",
        instructions=instructions("converse", agents=agents_listed(request.agents, fragments)),
        content={
            "earlier": earlier(before),
            **person_content(request.person, request.said),
            "summary": without_orders(request.summary),
            "tasks": tasks_content(request.tasks, fragments),
            "message": request.said.text,
            **({"results": results} if results else {}),
        },
        shortenings=(
            tasks_shortening(request.tasks, {request.said.reply_to_task}),
            newest_first("earlier", len(before)),
        ),
        form=form(ConverseAnswer, _conversed),
        check=lambda conversed: checked_conversed(request, conversed, prompts),
        objection=lambda conversed: objection_to(request, conversed, prompts),
        fallback=by_rules(rules.converse, request),
        talk=True,
        user_id=request.person.user_id,
        wait=wait,
    )


def to_summarise(
    request: SummariseRequest,
    prompts: tuple[str, ...],
    rules: FallbackRules,
    wait: Wait = ASKS_ONCE,
) -> ModelQuestion[Summarised]:
    """The older part of a conversation in short. ``prompts`` are what it may not repeat."""
    return ModelQuestion(
        purpose="summarise",
        instructions=instructions("summarise", max_length=str(MAX_SUMMARY_LENGTH)),
        content={
            "previous": without_orders(request.previous),
            "entries": earlier(request.entries, zone=request.person.timezone),
        },
        shortenings=(newest_first("entries", len(request.entries)),),
        form=form(
            SummariseAnswer,
            lambda answer, _: Summarised(summary=answer.summary.strip()[:MAX_SUMMARY_LENGTH]),
        ),
        check=lambda summarised: checked_summarised(request, summarised, prompts),
        objection=lambda summarised: refusal(
            lambda: checked_summarised(request, summarised, prompts)
        ),
        fallback=by_rules(rules.summarise, request),
        user_id=request.person.user_id,
        wait=wait,
    )


def _conversed(answer: ConverseAnswer, _writer: str) -> Conversed:
    if answer.about == "off_limits":
        return Conversed(topic=Topic.REFUSAL)
    return Conversed(text=answer.reply.strip(), calculations=tuple(answer.calculations[:_FIGURES]))


_FIGURES = 10
