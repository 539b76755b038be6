"""The acts that a model writes: their form, and how they are read. What is malformed raises
``InvalidModelOutputError``; whether the messages support an act is for ``act_checks``.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial, reduce
from operator import or_
from types import GenericAlias, NoneType
from typing import Literal

from pydantic import JsonValue, ValidationError, create_model

from adapters.model import written
from adapters.model.fragment import Fragment, Fragments, WrittenDetails
from adapters.model.question import Form, Written, form
from adapters.model.question_content import numbers_of, tasks_in_order
from domain.errors import InvalidModelOutputError
from domain.preferences import PreferenceField, WantedPreference
from domain.understanding import Act, ActKind, TaskView, UnderstandRequest, Understood


class WrittenAct(Written):
    reason: str
    kind: Literal[
        "open", "general", "cancel", "undo", "detail", "dont_know", "affirm", "deny", "unclear",
        "why", "restore", "set",
    ]  # fmt: skip
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


def form_of_acts(request: UnderstandRequest, fragments: Fragments) -> Form[Understood]:
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
        raise InvalidModelOutputError(f"{writer} found no act in the messages")
    parts = [part for one in answer.acts for part in _parts_of(one)]
    restored = {part.task for part in parts if part.kind == "restore"}
    acts = [act for part in parts for act in _acts(part, request, fragments, restored)]
    reply = (answer.reply or "").strip()
    talk = next((n for n, act in enumerate(acts) if act.kind is ActKind.GENERAL), None)
    if reply and talk is not None:
        acts[talk] = acts[talk].model_copy(update={"say": reply})
    if answer.answer_from_results:
        acts = [act.model_copy(update={"answers": act.call is not None}) for act in acts]
    return Understood(acts=tuple(acts), engine=writer)


CARRYING = frozenset({ActKind.OPEN, ActKind.DETAIL, ActKind.WHY})
"""All other kinds carry no details, whatever a model writes."""


def _parts_of(act: WrittenAct) -> Sequence[WrittenAct]:
    """Splits an act that brings a task back and tells details of it into one act for each."""
    if act.kind != "restore" or act.task is None or act.details is None:
        return (act,)
    return act, act.model_copy(update={"kind": "detail"})


def _acts(
    act: WrittenAct,
    request: UnderstandRequest,
    fragments: Fragments,
    restored: AbstractSet[int | None],
) -> Iterable[Act]:
    """One act, or several of one kind. ``restored``: numbers of the tasks that are brought back."""
    messages = [written.numbered(request.said, n, "message") for n in act.messages]
    task = None if act.task is None else numbers_of(tasks_in_order(request)).get(act.task)
    if act.task is not None and task is None:
        raise InvalidModelOutputError(f"task {act.task} was not offered")
    kind, agent = ActKind(act.kind), _agent_of(act, task, request, fragments)
    back = kind is ActKind.RESTORE or (kind is ActKind.DETAIL and act.task in restored)
    if task is not None and (task in request.deleted) is not back:
        raise InvalidModelOutputError(
            "nothing is done with a deleted task that is not restored, and no other is restored"
        )
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
        raise InvalidModelOutputError(
            "a setting is not a currency, language or timezone with its value"
        )
    preference = WantedPreference(field=PreferenceField(field), value=value.strip())
    return preference.model_dump(mode="json")


def _agent_of(
    act: WrittenAct, task: TaskView | None, request: UnderstandRequest, fragments: Fragments
) -> str:
    """Whose act it is: the task says it best, then the name, then the form of the details."""
    if task is not None and act.kind != "open":
        return task.agent
    if act.agent or act.kind not in CARRYING or act.details is None:
        return act.agent
    whose = (card.slug for card in request.agents)
    fitting = [s for s in whose if s in fragments and isinstance(act.details, fragments[s].form)]
    return fitting[0] if len(fitting) == 1 else ""


def _form_of(act: WrittenAct, kind: ActKind, fragment: Fragment | None) -> WrittenDetails | None:
    if kind not in CARRYING or fragment is None or act.details is None:
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
