"""What the conversation says about a call of this feature."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from pydantic import JsonValue

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of, call_with
from agents.expenses.features.recurring.recurring import RecurringItem, RecurringOffer
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    KEEP_RECURRING_OFFER,
    LIST_RECURRING,
    PUT_BACK_RECURRING,
    REMOVE_RECURRING,
    TOOLS,
    RecurringAsItWas,
    RecurringKept,
    RecurringList,
    RecurringRemoved,
)
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content
from domain.tools import ErrorCode, ToolCall, ToolError


class RecurringProblem(StrEnum):
    """Why a call changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    NOT_OFFERED = "not_offered"
    UNKNOWN_NAME = "unknown_name"


class RecurringShown(Aside):
    topic: ClassVar[str] = "expenses.recurring"
    found: RecurringList


class RecurringWasKept(Aside):
    topic: ClassVar[str] = "expenses.recurring.kept"
    done: RecurringKept


class RecurringAsBefore(Aside):
    """What is kept as it was before it was changed."""

    topic: ClassVar[str] = "expenses.recurring.as_before"
    found: RecurringList


class RecurringWasRemoved(Aside):
    topic: ClassVar[str] = "expenses.recurring.removed"
    done: RecurringRemoved


class RecurringNotChanged(Aside):
    """``named``: the name that the person gave."""

    topic: ClassVar[str] = "expenses.recurring.not_changed"
    problem: RecurringProblem
    named: str = ""


KEEP_OFFERED = "expenses.keep_recurring"
"""The button below a saved card; its subject is the saved expense."""


def keep_offered(press: ButtonPress) -> CallRequest:
    return call_of(KEEP_RECURRING_OFFER, expense=press.subject)


PRESSES = {KEEP_OFFERED: keep_offered}
UNCLEAR = {"recurring": RecurringNotChanged(problem=RecurringProblem.UNCLEAR)}
CONTENTS = (
    RecurringShown,
    RecurringWasKept,
    RecurringAsBefore,
    RecurringWasRemoved,
    RecurringNotChanged,
)


def notice_choices(content: JsonValue) -> Sequence[Choice]:
    """The button below the card that an offer comes with."""
    offer = RecurringOffer.model_validate(content)
    return [button(KEEP_OFFERED, offer.task_id)]


def _tell(call: ToolCall, done: RecurringKept | RecurringList | RecurringRemoved) -> CallReply:
    if call.name == LIST_RECURRING.name and isinstance(done, RecurringList):
        return CallReply(RecurringShown(found=done))
    match done:
        case RecurringKept():
            before = (done.before,) if done.before is not None else ()
            back = _as_before((done.item,), before)
            return CallReply(RecurringWasKept(done=done), taken_back_by=[back])
        case RecurringRemoved():
            back, gone = _as_before(before=done.items), done
        case RecurringList():
            back = _as_before(done.items, (*done.before, *done.removed))
            if done.items:
                return CallReply(RecurringAsBefore(found=done), taken_back_by=[back])
            gone = RecurringRemoved(items=done.removed)
    return CallReply(RecurringWasRemoved(done=gone), taken_back_by=[back], takes_away=True)


def _as_before(
    now: Sequence[RecurringItem] = (), before: Sequence[RecurringItem] = ()
) -> CallRequest:
    """The call that keeps again what was kept, and nothing that took no place of such."""
    known = {_key(each) for each in before}
    new = tuple(each for each in now if _key(each) not in known)
    return call_with(PUT_BACK_RECURRING, RecurringAsItWas(items=tuple(before), without=new))


def _key(item: RecurringItem) -> tuple[str, str]:
    return " ".join(item.name.split()).casefold(), item.currency


def _refuse(call: ToolCall, error: ToolError) -> Content | None:
    if error.code is ErrorCode.NOT_FOUND:
        removing = call.name == REMOVE_RECURRING.name
        problem = RecurringProblem.UNKNOWN_NAME if removing else RecurringProblem.NOT_OFFERED
        return RecurringNotChanged(problem=problem, named=str(error.facts.get("named", "")))
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        lacking = call.name == KEEP_RECURRING.name and not json.loads(call.arguments).get("amount")
        problem = RecurringProblem.NO_AMOUNT if lacking else RecurringProblem.UNCLEAR
        return RecurringNotChanged(problem=problem)
    return None


REPLIES = replies_of(TOOLS, _tell, _refuse)
