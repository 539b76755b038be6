"""The platform's own questions: what messages mean, a plain reply, a summary.

What messages are about belongs to agents: each brings a ``Fragment``, and one question understands
all open messages for all agents together.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, partial, reduce
from operator import or_
from types import GenericAlias, NoneType
from typing import Literal, Protocol
from zoneinfo import ZoneInfo

import structlog
from pydantic import JsonValue, ValidationError, create_model

from adapters.model import written
from adapters.model.gateway import ModelGateway
from adapters.model.prompts import instructions, pages
from adapters.model.question import (
    Form,
    Json,
    ModelQuestion,
    Shortening,
    Written,
    by_rules,
    form,
    newest_first,
)
from adapters.model.reply_evidence import (
    MAX_SUMMARY_LENGTH,
    checked_conversed,
    checked_summarised,
    objection_to,
)
from adapters.model.software_orders import speaks_to_software, without_orders
from adapters.model.text_evidence import confirms, denies, is_small_talk, takes_back
from domain.agents import AgentCard
from domain.errors import InvalidModelOutputError
from domain.history import Entry, Speaker
from domain.messages import CallRequest
from domain.preferences import PreferenceField, WantedPreference
from domain.understanding import (
    CONFIRM,
    RULES_ENGINE,
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    Person,
    ReadResult,
    Said,
    Summarised,
    SummariseRequest,
    TaskPhase,
    TaskView,
    Topic,
    UnderstandRequest,
    Understood,
)
from domain.waiting import ASKS_ONCE, Wait

_log = structlog.get_logger(__name__)


PURPOSES = frozenset({"understand", "converse", "summarise"})
"""The platform's own."""


class WrittenDetails(Written):
    """What an act says, as a model writes it: each agent has its own form."""

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """The details of an act of this kind, or of several acts if it says so much.

        Raises ``InvalidModelOutputError`` for malformed values.
        """
        del kind
        return (self.model_dump(mode="json"),)

    def called(self) -> CallRequest | None:
        """The tool that an ``OPEN`` asks for, if it asks for one.

        Raises ``InvalidModelOutputError`` for malformed values.
        """
        return None


class WrittenAct(Written):
    reason: str
    kind: Literal[
        "open",
        "general",
        "cancel",
        "undo",
        "detail",
        "dont_know",
        "affirm",
        "deny",
        "unclear",
        "why",
        "restore",
        "set",
    ]
    messages: list[int]
    agent: str
    task: int | None
    details: WrittenDetails | None
    setting: str | None


class UnderstandAnswer(Written):
    acts: Sequence[WrittenAct]
    reply: str | None
    """Words for the person."""
    answer_from_results: bool
    """The result of a call does not say by itself what was asked."""


class ConverseAnswer(Written):
    about: Literal["chat", "capabilities", "off_limits"]
    reply: str
    calculations: list[str]


class SummariseAnswer(Written):
    summary: str


def _never(words: str) -> bool:
    del words
    return False


def _as_it_is(known: JsonValue) -> Json:
    return known


OmissionFinder = Callable[[UnderstandRequest, Understood, Understood], Sequence[Act]]
"""Given a model's acts and those of rules, the acts of rules of which nothing is in the model's."""


@dataclass(frozen=True)
class Fragment:
    """What an agent adds to the question what messages mean.

    ``page`` says how its ``form`` is filled in. ``check`` is given an act that may carry details,
    and the words of the person that are no orders to software; it gives back what they support, or
    None. ``known`` shows a model what is known of a task. ``find_omissions`` gives the acts of the
    agent's rules that a model's acts leave out. ``asks_for_it`` says whether words ask for what
    the agent wants a yes to: then they are one, if a model takes them so. An agent that
    ``takes_whole_messages`` needs no form filled in: what is handed to it is the words. ``prompts``
    are all prompts of the agent, which no reply may repeat.
    """

    form: type[WrittenDetails]
    page: str
    check: Callable[[Act, str, UnderstandRequest], Act | None]
    known: Callable[[JsonValue], Json] = _as_it_is
    find_omissions: "OmissionFinder | None" = None
    asks_for_it: Callable[[str], bool] = _never
    takes_whole_messages: bool = False
    prompts: tuple[str, ...] = ()
    deletion: str = ""
    """Details of an undo that takes back a whole task, not only its last change."""
    purposes: tuple[str, ...] = ()
    """What else can be asked of the agent, a sentence or two each: for small talk about that."""


Fragments = Mapping[str, Fragment]
"""By the agent's slug. An agent without one can be named, and its acts carry nothing."""


class FallbackRules(Protocol):
    """Answers without a model."""

    def understand(self, request: UnderstandRequest) -> Understood: ...

    def converse(self, request: ConverseRequest) -> Conversed: ...

    def summarise(self, request: SummariseRequest) -> Summarised: ...


def secrets(fragments: Fragments) -> tuple[str, ...]:
    """Every instruction that models are given, as it is sent: what no reply may repeat."""
    own = (text for f in fragments.values() for text in (*f.prompts, f.page))
    return (*pages(), *own)


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
        offered = entered(request)
        understood = await self._asked(request, offered, wait)
        agents = {act.agent for act in understood.acts}
        handed = (agents & self._fragments.keys()) - offered
        if not handed or understood.engine == RULES_ENGINE:
            return understood
        if handed == agents and all(self._fragments[s].takes_whole_messages for s in handed):
            return self._with_whole_messages(request, understood, handed)
        again = await self._asked(request, offered | handed, wait)
        costs = [answer.cost for answer in (understood, again) if answer.cost is not None]
        return again.model_copy(update={"cost": sum(costs, Decimal(0)) if costs else None})

    def _with_whole_messages(
        self, request: UnderstandRequest, understood: Understood, handed: AbstractSet[str]
    ) -> Understood:
        """The acts; those for the agents that words are handed to have the messages as they are."""
        words = _words_of(request)
        acts = (
            self._fragments[act.agent].check(act, words, request) if act.agent in handed else act
            for act in understood.acts
        )
        left = tuple(act for act in acts if act is not None)
        return understood.model_copy(update={"acts": left}) if left else understood

    async def _asked(
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


def entered(request: UnderstandRequest) -> frozenset[str]:
    """The agents whose forms a model is given at once: the home agent (the first one where none is)
    and those that have a task in the chat. Words for another one are handed to it.
    """
    slugs = [card.slug for card in request.agents]
    with_tasks = {t.agent for t in request.tasks if t.phase is not TaskPhase.DONE}
    return frozenset({request.home or slugs[0], *with_tasks} & set(slugs) if slugs else ())


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
    listed, before = _listed(request), _before(request.history, request.said)
    numbers = {task.task_id: n for n, task in numbers_of(listed).items()}
    spoken_of = {request.open_question, *(said.reply_to_task for said in request.said)}
    prompts = secrets(others or fragments)
    check = _UnderstoodCheck(request, fragments, rules, prompts)
    return ModelQuestion(
        purpose="understand",
        instructions=instructions(
            "understand",
            agents=_chapters([c for c in request.agents if c.slug not in handed], fragments),
            others=_agents([c for c in request.agents if c.slug in handed], others or {}),
        ),
        content={
            "earlier": earlier(before),
            **_person(request.person, request.said[-1]),
            "summary": request.summary,
            "tasks": _tasks(listed, fragments, request.deleted),
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
        shortenings=(
            _tasks_first(listed, spoken_of),
            newest_first("earlier", len(before)),
        ),
        form=_understood_in(request, fragments),
        in_context=True,
        check=check.checked,
        objection=check.objection,
        fallback=by_rules(rules.understand, request),
        user_id=request.person.user_id,
        wait=wait,
    )


def _before(history: Sequence[Entry], said: Sequence[Said]) -> Sequence[Entry]:
    """The conversation up to these messages, which stand at its end when they are looked at."""
    own = [each.text for each in said]
    end = len(history)
    while end and history[end - 1].speaker is Speaker.PERSON and history[end - 1].text in own:
        end -= 1
    return history[:end]


def _listed(request: UnderstandRequest) -> tuple[TaskView, ...]:
    """The tasks in the order in which a model is shown them."""
    return (*request.deleted, *request.tasks)


def numbers_of(tasks: Sequence[TaskView]) -> dict[int, TaskView]:
    """The tasks by the number that a model names each by: what its card shows ("#12"); of one
    without a card, or with the number of an earlier one, the next that is free.
    """
    numbers: dict[int, TaskView] = {}
    free = 1 + max((task.number for task in tasks), default=0)
    for task in tasks:
        number = task.number
        if not number or number in numbers:
            number, free = free, free + 1
        numbers[number] = task
    return numbers


class _UnderstoodCheck:
    """Checks the acts of a model, and its reply."""

    def __init__(
        self,
        request: UnderstandRequest,
        fragments: Fragments,
        rules: FallbackRules,
        prompts: tuple[str, ...],
    ) -> None:
        self._request = request
        self._fragments = fragments
        self._rules = rules
        self._prompts = prompts
        self._talk = ConverseRequest(
            person=request.person,
            said=request.said[-1].model_copy(
                update={"text": "\n".join(said.text for said in request.said)}
            ),
            tasks=request.tasks,
            history=request.history,
            agents=request.agents,
        )

    def objection(self, understood: Understood) -> str:
        """Why the acts are not supported, an amount that they leave out, what the reply may not
        say.
        """
        try:
            checked = checked_understood(self._request, understood, self._fragments)
        except InvalidModelOutputError as error:
            return str(error)
        if _lists_in(checked) != _lists_in(understood):
            return "an amount of a call neither stands in the messages nor follows from `formula`"
        if self._omissions(understood):
            return "an amount that stands in the messages is in none of the acts"
        for act in understood.acts:
            if act.say:
                return objection_to(self._talk, Conversed(text=act.say), self._prompts)
        return ""

    def checked(self, understood: Understood) -> Understood:
        """The supported acts; what they leave out is proposed where rules take it for likely, and
        what the reply may not say is left out of it.
        """
        checked = checked_understood(self._request, understood, self._fragments)
        missed = (
            act.model_copy(update={"proposed": True})
            for act in self._omissions(checked)
            if act.sure or act.likely
        )
        acts = (*map(self._worded, map(self._deleting, checked.acts)), *missed)
        return checked.model_copy(update={"acts": acts})

    def _deleting(self, act: Act) -> Act:
        """An undo that names its task deletes that, whatever was corrected since."""
        fragment = self._fragments.get(act.agent)
        if act.kind is not ActKind.UNDO or act.task_id is None or fragment is None:
            return act
        return act.model_copy(update={"details": fragment.deletion or None})

    def _worded(self, act: Act) -> Act:
        if not act.say:
            return act
        try:
            reply = checked_conversed(self._talk, Conversed(text=act.say), self._prompts)
        except InvalidModelOutputError as error:
            _log.warning("reply.refused", reason=str(error))
            reply = Conversed()
        return act.model_copy(update={"say": reply.text})

    @cached_property
    def _by_rules(self) -> Understood | None:
        """Returns the reading of rules; None where they fail: this is only a check."""
        try:
            return self._rules.understand(self._request)
        except Exception:  # noqa: BLE001 - whatever it is, the model's answer still counts
            _log.exception("understanding.rules_failed")
            return None

    def _omissions(self, understood: Understood) -> Sequence[Act]:
        checks = [
            f.find_omissions for f in self._fragments.values() if f.find_omissions is not None
        ]
        if not checks or self._by_rules is None:
            return ()
        return [act for check in checks for act in check(self._request, understood, self._by_rules)]


def to_converse(
    request: ConverseRequest,
    fragments: Fragments,
    rules: FallbackRules,
    wait: Wait = ASKS_ONCE,
    prompts: tuple[str, ...] = (),
) -> ModelQuestion[Conversed]:
    """A reply to what no agent is for. ``prompts`` are what it may not repeat."""
    before = _before(request.history, (request.said,))
    return ModelQuestion(
        purpose="converse",
        instructions=instructions("converse", agents=_agents(request.agents, fragments)),
        content={
            "earlier": earlier(before),
            **_person(request.person, request.said),
            "summary": request.summary,
            "tasks": _tasks(request.tasks, fragments),
            "message": request.said.text,
            **(
                {"results": [_result_document(each) for each in request.results]}
                if request.results
                else {}
            ),
        },
        shortenings=(
            _tasks_first(request.tasks, {request.said.reply_to_task}),
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


def _result_document(found: ReadResult) -> Json:
    return {"tool": found.call.name, "arguments": found.call.arguments, "result": found.value}


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
        content={"previous": request.previous, "entries": earlier(request.entries)},
        shortenings=(newest_first("entries", len(request.entries)),),
        form=form(SummariseAnswer, _summarised),
        check=lambda summarised: checked_summarised(request, summarised, prompts),
        fallback=by_rules(rules.summarise, request),
        user_id=request.person.user_id,
        wait=wait,
    )


def _understood_in(request: UnderstandRequest, fragments: Fragments) -> Form[Understood]:
    offered = (fragments.get(card.slug) for card in request.agents)
    forms = tuple(dict.fromkeys(fragment.form for fragment in offered if fragment))
    return form(_answer_of(forms), partial(_understood, request, fragments))


@cache
def _answer_of(forms: tuple[type[WrittenDetails], ...]) -> type[UnderstandAnswer]:
    """The answer with the agents' own forms in it."""
    details = reduce(or_, (*forms, NoneType))
    act = create_model(WrittenAct.__name__, __base__=WrittenAct, details=(details, ...))
    name, acts = UnderstandAnswer.__name__, GenericAlias(list, (act,))
    return create_model(name, __base__=UnderstandAnswer, acts=(acts, ...))


def _understood(
    request: UnderstandRequest, fragments: Fragments, answer: UnderstandAnswer, writer: str
) -> Understood:
    if not answer.acts:
        msg = f"{writer} found no act in the messages"
        raise InvalidModelOutputError(msg)
    acts = [act for one in answer.acts for act in _acts(one, request, fragments)]
    reply = (answer.reply or "").strip()
    talk = next((n for n, act in enumerate(acts) if act.kind is ActKind.GENERAL), None)
    if reply and talk is not None:
        acts[talk] = acts[talk].model_copy(update={"say": reply})
    if answer.answer_from_results:
        acts = [act.model_copy(update={"answers": act.call is not None}) for act in acts]
    return Understood(acts=tuple(acts), engine=writer)


def _lists_in(understood: Understood) -> int:
    """How many lists the arguments of its calls have: a check leaves one out as a whole."""
    calls = [json.loads(act.call.arguments) for act in understood.acts if act.call is not None]
    return sum(isinstance(value, list) for each in calls for value in each.values())


_CARRYING = frozenset({ActKind.OPEN, ActKind.DETAIL, ActKind.WHY})
"""All other kinds carry no details, whatever a model writes."""


def _acts(act: WrittenAct, request: UnderstandRequest, fragments: Fragments) -> Iterable[Act]:
    """One act, or several of one kind."""
    messages = [written.numbered(request.said, n, "message") for n in act.messages]
    task = None if act.task is None else numbers_of(_listed(request)).get(act.task)
    if act.task is not None and task is None:
        msg = f"task {act.task} was not offered"
        raise InvalidModelOutputError(msg)
    kind, agent = ActKind(act.kind), _agent_of(act, task, request, fragments)
    if task is not None and (task in request.deleted) is not (kind is ActKind.RESTORE):
        msg = "only a deleted task is restored, and nothing else is done with one"
        raise InvalidModelOutputError(msg)
    if kind is ActKind.OPEN and not agent:
        kind = ActKind.GENERAL
    form = _form_of(act, kind, fragments.get(agent))
    bare = Act(
        kind=kind,
        agent="" if kind is ActKind.GENERAL else agent,
        task_id=task.task_id if task else None,
        message_ids=tuple(dict.fromkeys(said.message_id for said in messages)),
        reason=written.brief(act.reason),
    )
    if kind is ActKind.SET:
        yield bare.model_copy(update={"details": _preference(act.setting)})
        return
    told = [bare.model_copy(update={"details": each}) for each in form.told(kind)] if form else []
    call = form.called() if form is not None and kind is ActKind.OPEN else None
    if call is not None:
        told.append(bare.model_copy(update={"call": call}))
    yield from told or [bare]


def _preference(setting: str | None) -> JsonValue:
    """As in "language German"."""
    told = (written.text(setting) or "").replace(":", " ").replace("time zone", "timezone")
    field, _, value = told.partition(" ")
    field = field.casefold()
    if field not in set(PreferenceField) or not value.strip():
        msg = "a setting is not a currency, language or timezone with its value"
        raise InvalidModelOutputError(msg)
    preference = WantedPreference(field=PreferenceField(field), value=value.strip())
    return preference.model_dump(mode="json")


def _agent_of(
    act: WrittenAct, task: TaskView | None, request: UnderstandRequest, fragments: Fragments
) -> str:
    """Whose act it is: the task says it best, then the name, then the form of the details."""
    if task is not None and act.kind != "open":
        return task.agent
    if act.agent or act.kind not in _CARRYING or act.details is None:
        return act.agent
    whose = (card.slug for card in request.agents)
    fitting = [s for s in whose if s in fragments and isinstance(act.details, fragments[s].form)]
    return fitting[0] if len(fitting) == 1 else ""


def _form_of(act: WrittenAct, kind: ActKind, fragment: Fragment | None) -> WrittenDetails | None:
    if kind not in _CARRYING or fragment is None or act.details is None:
        return None
    details = act.details
    if not isinstance(details, fragment.form):
        # Where two forms have the same fields, either may have been taken for the other.
        try:
            details = fragment.form.model_validate(details.model_dump())
        except ValidationError:
            failure = InvalidModelOutputError("the details of an act are those of another agent")
            raise failure from None
    return details


_CHANGING = frozenset({ActKind.CANCEL, ActKind.UNDO, ActKind.SET})


def checked_understood(
    request: UnderstandRequest, understood: Understood, fragments: Fragments
) -> Understood:
    """The acts with only what the messages show.

    A model may read, compare and choose among what is offered; it may not add. A value that the
    words do not show is dropped, so that the person is asked for it; an answer of which nothing is
    left, or that names what was not offered, raises ``InvalidModelOutputError`` as a whole.
    """
    checked = [(_checked(act, request, fragments), act) for act in understood.acts]
    acts = tuple(act for act, _ in checked if act is not None)
    heard = {message_id for act in acts for message_id in act.message_ids}
    unheard = {i for act, was in checked if act is None for i in was.message_ids} - heard
    if not acts or unheard:
        msg = "no act of the answer is supported by the messages, or by one of them"
        raise InvalidModelOutputError(msg)
    return understood.model_copy(update={"acts": acts})


def _checked(act: Act, request: UnderstandRequest, fragments: Fragments) -> Act | None:
    _offered(act, request)
    # All messages count, not only those that the act names: models forget to name some, and every
    # one of them is the person's own word. Except for what speaks to software: a model that obeys
    # it would find its values there.
    words = _words_of(request)
    if act.kind in _CARRYING:
        fragment = fragments.get(act.agent)
        if fragment is not None:
            return fragment.check(act, words, request)
        if act.kind is ActKind.OPEN and act.agent:
            return without_details(act)
        return without_details(act, ActKind.UNCLEAR if act.kind is ActKind.DETAIL else None)
    asked_for = takes_back(words) and act.kind is not ActKind.SET
    if act.kind in _CHANGING and not (asked_for or may_take_back(words, request)):
        return None
    if act.kind is ActKind.AFFIRM and not _agreed(act, words, request, fragments):
        return without_details(act, ActKind.UNCLEAR)
    kept = act.details if act.kind is ActKind.SET else None
    return without_details(act).model_copy(update={"say": act.say, "details": kept})


def _words_of(request: UnderstandRequest) -> str:
    return "\n".join(without_orders(said.text) for said in request.said)


def _agreed(act: Act, words: str, request: UnderstandRequest, fragments: Fragments) -> bool:
    """Returns whether words agree. Before what cannot be taken back they need a word of agreement,
    or have to ask for it; else a yes is what the model says.
    """
    about = act.task_id or request.open_question
    task = next((t for t in request.tasks if t.task_id == about), None)
    if task is None or task.question != CONFIRM:
        return bool(words.strip())
    own = fragments.get(task.agent)
    asked_for = own is not None and any(
        own.asks_for_it(each) and not denies(each) for each in re.split(r"[.!?;\n]", words)
    )
    return confirms(words) or (asked_for and not hears_orders(request))


def hears_orders(request: UnderstandRequest) -> bool:
    """Whether a model has read an order to software in what people said: it may be obeying it."""
    read = (*(said.text for said in request.said), request.summary)
    heard = (entry.text for entry in request.history)
    return any(speaks_to_software(text) for text in (*read, *heard))


def may_take_back(words: str, request: UnderstandRequest) -> bool:
    """Whether a model is believed that words take something back or change it, which no list knows
    to do so.

    No list has the words of every language, and what is taken back can be had again. But a model
    that has read an order to software may be obeying it, wherever that stood: then the words
    themselves have to ask. And it is not believed against words that are known to say otherwise.
    """
    return not is_small_talk(words) and not hears_orders(request)


def without_details(act: Act, kind: ActKind | None = None) -> Act:
    """The envelope alone, as an act of ``kind`` if that is given."""
    return Act(
        kind=kind or act.kind,
        message_ids=act.message_ids,
        agent=act.agent,
        task_id=act.task_id,
        reason=act.reason,
    )


def _offered(act: Act, request: UnderstandRequest) -> None:
    if act.task_id is not None and act.task_id not in {t.task_id for t in _listed(request)}:
        msg = "an act names a task that was not offered"
        raise InvalidModelOutputError(msg)
    if act.agent and act.agent not in {card.slug for card in request.agents}:
        msg = "an act names an agent that was not offered"
        raise InvalidModelOutputError(msg)
    if not {said.message_id for said in request.said}.issuperset(act.message_ids):
        msg = "an act names a message that was not offered"
        raise InvalidModelOutputError(msg)


def _conversed(answer: ConverseAnswer, _writer: str) -> Conversed:
    if answer.about == "off_limits":
        return Conversed(topic=Topic.REFUSAL)
    return Conversed(text=answer.reply.strip(), calculations=tuple(answer.calculations[:_FIGURES]))


_FIGURES = 10


def _summarised(answer: SummariseAnswer, _writer: str) -> Summarised:
    return Summarised(summary=answer.summary.strip()[:MAX_SUMMARY_LENGTH])


def earlier(entries: Sequence[Entry]) -> list[Json]:
    """The conversation before, as models are shown it."""
    return [{"speaker": entry.speaker.value, "text": entry.text} for entry in entries]


def _tasks_first(tasks: Sequence[TaskView], spoken_of: set[str | None]) -> Shortening:
    """Tasks that the messages answer always stay; of the others the oldest go first."""
    needed = [n for n, task in enumerate(tasks) if task.task_id in spoken_of]
    others = [n for n in reversed(range(len(tasks))) if n not in needed]
    return Shortening("tasks", (*needed, *others), least=len(needed))


def _person(person: Person, said: Said) -> dict[str, Json]:
    today = said.sent_at.astimezone(ZoneInfo(person.timezone))
    return {
        "today": f"{today:%Y-%m-%d, %A}",
        "currency": person.currency,
        "locale": person.locale,
    }


def _agents(cards: Sequence[AgentCard], fragments: Fragments) -> str:
    """Cards and purposes are Steward's own words, so they may stand among the instructions."""
    lines: list[str] = []
    for card in cards:
        lines.append(f"- `{card.slug}`: {_introduced(card)}")
        if card.slug in fragments:
            lines += [f"  - {purpose}" for purpose in fragments[card.slug].purposes]
    return "\n".join(lines) or "- none"


def _chapters(cards: Sequence[AgentCard], fragments: Fragments) -> str:
    """Each agent with how its details are written, in the order in which they are enabled."""
    chapters = []
    for card in cards:
        page = fragments[card.slug].page.strip() if card.slug in fragments else _NO_DETAILS
        chapters.append(f"## `{card.slug}`\n\n{_introduced(card)}\n\n{page}")
    return "\n\n".join(chapters) or "There are none."


_NO_DETAILS = "`details` is null."
_EXAMPLES = 2


def _introduced(card: AgentCard) -> str:
    examples = "; ".join(card.examples[:_EXAMPLES])
    examples = f" For example: {examples}." if examples else ""
    return f"{card.purpose}{examples}"


def _tasks(
    tasks: Sequence[TaskView], fragments: Fragments, deleted: Sequence[TaskView] = ()
) -> list[Json]:
    return [
        _task(n, task, fragments.get(task.agent), deleted=task in deleted)
        for n, task in numbers_of(tasks).items()
    ]


def _task(number: int, task: TaskView, fragment: Fragment | None, *, deleted: bool) -> Json:
    return {
        "number": number,
        "agent": task.agent,
        "phase": "deleted" if deleted else task.phase.value,
        **({"doing": task.activity} if task.activity else {}),
        **({"question": task.question} if task.question else {}),
        "known": fragment.known(task.known) if fragment else task.known,
        **({"choices": task.choices} if task.choices else {}),
    }
