"""Checks of the acts that a model writes, and the objections for which it is asked once more."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import structlog

from adapters.model.fragment import Fragments
from adapters.model.question_content import tasks_in_order
from adapters.model.reply_evidence import checked_conversed, objection_to
from adapters.model.software_orders import hints_at_orders, speaks_to_software, without_orders
from adapters.model.text_evidence import is_small_talk, takes_back
from adapters.model.written_acts import CARRYING
from domain.errors import InvalidModelOutputError
from domain.understanding import (
    CONFIRM,
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    TaskView,
    UnderstandRequest,
    Understood,
)
from language.yes_no import begins_with_no, confirms, denies, turns_to_clear_yes

_log = structlog.get_logger(__name__)


class FallbackRules(Protocol):
    """Answers without a model."""

    def understand(self, request: UnderstandRequest) -> Understood: ...

    def converse(self, request: ConverseRequest) -> Conversed: ...

    def summarise(self, request: SummariseRequest) -> Summarised: ...


@dataclass(frozen=True)
class UnderstoodCheck:
    """Checks the acts of a model, and its reply."""

    request: UnderstandRequest
    fragments: Fragments
    rules: FallbackRules
    prompts: tuple[str, ...]

    @cached_property
    def _talk(self) -> ConverseRequest:
        """Returns the request by which the reply is checked: all messages as one."""
        request = self.request
        words = "\n".join(said.text for said in request.said)
        return ConverseRequest(
            person=request.person,
            said=request.said[-1].model_copy(update={"text": words}),
            tasks=request.tasks,
            history=request.history,
            agents=request.agents,
        )

    def objection(self, understood: Understood) -> str:
        """Why the acts are not supported, an amount that they leave out, what the reply may not
        say.
        """
        try:
            checked = checked_understood(self.request, understood, self.fragments)
        except InvalidModelOutputError as error:
            return str(error)
        if _count_lists(checked) != _count_lists(understood):
            return "an amount of a call neither stands in the messages nor follows from `formula`"
        if self._omissions(understood):
            return "an amount that stands in the messages is in none of the acts"
        for act in understood.acts:
            if act.say:
                return objection_to(self._talk, Conversed(text=act.say), self.prompts)
        return ""

    def checked(self, understood: Understood) -> Understood:
        """The supported acts; what they leave out is proposed where rules take it for likely, and
        what the reply may not say is left out of it.
        """
        checked = checked_understood(self.request, understood, self.fragments)
        missed = (
            act.model_copy(update={"proposed": True})
            for act in self._omissions(checked)
            if act.sure or act.likely
        )
        acts = (
            *map(self._with_checked_reply, map(self._deleting_whole_task, checked.acts)),
            *missed,
        )
        return checked.model_copy(update={"acts": acts})

    def _deleting_whole_task(self, act: Act) -> Act:
        """An undo that names its task deletes that, whatever was corrected since."""
        fragment = self.fragments.get(act.agent)
        if act.kind is not ActKind.UNDO or act.task_id is None or fragment is None:
            return act
        return act.model_copy(update={"details": fragment.deletion or None})

    def _with_checked_reply(self, act: Act) -> Act:
        if not act.say:
            return act
        try:
            reply = checked_conversed(self._talk, Conversed(text=act.say), self.prompts)
        except InvalidModelOutputError as error:
            _log.warning("reply.refused", reason=str(error))
            reply = Conversed()
        return act.model_copy(update={"say": reply.text})

    @cached_property
    def _by_rules(self) -> Understood | None:
        return read_by_rules(self.rules, self.request)

    def _omissions(self, understood: Understood) -> Sequence[Act]:
        checks = [f.find_omissions for f in self.fragments.values() if f.find_omissions]
        if not checks or self._by_rules is None:
            return ()
        return [act for check in checks for act in check(self.request, understood, self._by_rules)]


def read_by_rules(rules: FallbackRules, request: UnderstandRequest) -> Understood | None:
    """Returns the reading of rules; None where they fail: a model's answer counts without it."""
    try:
        return rules.understand(request)
    except Exception:  # noqa: BLE001 - whatever it is, the model is asked all the same
        _log.exception("understanding.rules_failed")
        return None


def _count_lists(understood: Understood) -> int:
    """How many lists the arguments of its calls have: a check leaves one out as a whole."""
    calls = [json.loads(act.call.arguments) for act in understood.acts if act.call is not None]
    return sum(isinstance(value, list) for each in calls for value in each.values())


_CHANGING = frozenset({ActKind.CANCEL, ActKind.UNDO, ActKind.SET})


def checked_understood(
    request: UnderstandRequest, understood: Understood, fragments: Fragments
) -> Understood:
    """The acts with only what the messages show.

    A model may read, compare and choose among what is offered; it may not add. A value that the
    words do not show is dropped, so that the person is asked for it; an answer of which nothing is
    left, or that names what was not offered, raises ``InvalidModelOutputError`` as a whole.
    """
    words = words_of(request)
    checked = [
        (_press(act, words, request, fragments) or _checked(act, words, request, fragments), act)
        for act in understood.acts
    ]
    acts = _with_yes([act for act, _ in checked if act is not None], request, fragments)
    heard = {message_id for act in acts for message_id in act.message_ids}
    unheard = {i for act, was in checked if act is None for i in was.message_ids} - heard
    if not acts or unheard:
        raise InvalidModelOutputError(
            "no act of the answer is supported by the messages, or by one of them"
        )
    return understood.model_copy(update={"acts": acts})


def _with_yes(
    acts: Sequence[Act], request: UnderstandRequest, fragments: Fragments
) -> tuple[Act, ...]:
    """The acts; what is told beside a yes goes along with it where its agent takes both as one."""
    task = next((t for t in request.tasks if t.task_id == request.open_question), None)
    own = fragments.get(task.agent) if task is not None and task.question == CONFIRM else None
    agrees = [a for a in acts if a.kind is ActKind.AFFIRM and a.task_id in {None, _id(task)}]
    told = [
        a for a in acts if task is not None and a.kind is ActKind.OPEN and a.agent == task.agent
    ]
    if task is None or own is None or own.said_with_yes is None or not (agrees and len(told) == 1):
        return tuple(acts)
    join = own.said_with_yes
    return tuple(
        join(act, task.task_id) if act in told else act for act in acts if act not in agrees
    )


def _id(task: TaskView | None) -> str | None:
    return task.task_id if task is not None else None


def _press(act: Act, words: str, request: UnderstandRequest, fragments: Fragments) -> Act | None:
    """The button below the last reply that a yes or a no presses, where no task asks what it
    answers. A yes needs the person's own word of agreement.
    """
    shown = request.shown_last
    task = next((t for t in request.tasks if t.task_id == act.task_id), None)
    asks = task is not None and task.question is not None
    if act.kind not in {ActKind.AFFIRM, ActKind.DENY} or asks or shown is None:
        return None
    yes = act.kind is ActKind.AFFIRM
    if yes and (not agrees(words) or hears_orders(request)):
        return None
    own = fragments.get(shown.agent)
    answers = own.answers if own is not None else {}
    press = next((p for p in shown.presses if answers.get(p.action) is yes), None)
    if press is None:
        return None
    return Act(
        kind=ActKind.OPEN,
        agent=shown.agent,
        press=press,
        message_ids=act.message_ids,
        reason=act.reason,
    )


def agrees(words: str) -> bool:
    """Whether a part of what is said agrees and none ends with a no: "yes, by mail, not by phone"
    and "no I meant support, yes pass it on" agree, "ok, rather no" and "no thanks, ok" do not.
    """
    parts = [part.split() for part in re.split(r"(?<=[.,!?;\n])", words) if part.strip()]
    begins_with_refusal = begins_with_no(words) and not turns_to_clear_yes(words)
    refuses = any(denies(part[-1]) for part in parts) or begins_with_refusal
    return any(confirms(" ".join(part)) for part in parts) and not refuses


def _checked(act: Act, words: str, request: UnderstandRequest, fragments: Fragments) -> Act | None:
    _check_offered(act, request)
    # All messages count, not only those that the act names: models forget to name some, and every
    # one of them is the person's own word. Except for what speaks to software: a model that obeys
    # it would find its values there.
    if act.kind in CARRYING:
        fragment = fragments.get(act.agent)
        if fragment is not None:
            return fragment.check(act, words, request)
        if act.kind is ActKind.OPEN and act.agent:
            return without_details(act)
        return without_details(act, ActKind.UNCLEAR if act.kind is ActKind.DETAIL else None)
    asked_for = takes_back(words) and act.kind is not ActKind.SET
    if act.kind in _CHANGING and not (asked_for or may_take_back(words, request)):
        return None
    if act.kind is ActKind.AFFIRM and not _agree(act, words, request, fragments):
        return without_details(act, ActKind.UNCLEAR)
    kept = act.details if act.kind is ActKind.SET else None
    return without_details(act).model_copy(update={"say": act.say, "details": kept})


def words_of(request: UnderstandRequest) -> str:
    return "\n".join(without_orders(said.text) for said in request.said)


def _agree(act: Act, words: str, request: UnderstandRequest, fragments: Fragments) -> bool:
    """Returns whether words agree. Before what cannot be taken back they need a word of agreement,
    while nothing else goes on that they may be meant for, or have to ask for it; else a yes is what
    the model says.
    """
    about = act.task_id or request.open_question
    task = next((t for t in request.tasks if t.task_id == about), None)
    if task is None or task.question != CONFIRM:
        return bool(words.strip())
    own = fragments.get(task.agent)
    asked_for = own is not None and any(
        own.asks_for_it(each) and not denies(each) for each in re.split(r"[.!?;\n]", words)
    )
    agreed = agrees(words) and not request.has_other_business(task.task_id)
    return agreed or (asked_for and not hears_orders(request))


def hears_orders(request: UnderstandRequest) -> bool:
    """Whether a model may be obeying an order: the words speak to software, or what it is shown of
    earlier ones hints at it. Plain orders among those it is not shown.
    """
    earlier = (request.summary, *(entry.text for entry in request.history))
    return any(speaks_to_software(said.text) for said in request.said) or any(
        hints_at_orders(without_orders(text)) for text in earlier
    )


def may_take_back(words: str, request: UnderstandRequest) -> bool:
    """Whether a model is believed that words take something back or change it, which no list knows
    to do so.

    No list has the words of every language, and what is taken back can be had again. But a model
    that may be obeying an order to software is not: then the words themselves have to ask. And it
    is not believed against words that are known to say otherwise.
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


def _check_offered(act: Act, request: UnderstandRequest) -> None:
    tasks = {None, *(task.task_id for task in tasks_in_order(request))}
    agents = {"", *(card.slug for card in request.agents)}
    messages = {said.message_id for said in request.said}
    for what, is_offered in (
        ("a task", act.task_id in tasks),
        ("an agent", act.agent in agents),
        ("a message", messages.issuperset(act.message_ids)),
    ):
        if not is_offered:
            raise InvalidModelOutputError(f"an act names {what} that was not offered")
