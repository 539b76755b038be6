"""What the conversation says about a call of this feature."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from pydantic import JsonValue

from agents.contract import CallReply, failure_of
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
    RecurringName,
    RecurringOffered,
    RecurringRemoved,
)
from agents.expenses.questions import button
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content, Placement
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult


class RecurringProblem(StrEnum):
    """Why a call changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    NOT_OFFERED = "not_offered"
    UNKNOWN_NAME = "unknown_name"


class RecurringShown(Content):
    topic: ClassVar[str] = "expenses.recurring"
    placement: ClassVar[Placement] = Placement.ASIDE
    found: RecurringList


class RecurringWasKept(Content):
    topic: ClassVar[str] = "expenses.recurring.kept"
    placement: ClassVar[Placement] = Placement.ASIDE
    done: RecurringKept


class RecurringAsBefore(Content):
    """What is kept as it was before it was changed."""

    topic: ClassVar[str] = "expenses.recurring.as_before"
    placement: ClassVar[Placement] = Placement.ASIDE
    found: RecurringList


class RecurringWasRemoved(Content):
    topic: ClassVar[str] = "expenses.recurring.removed"
    placement: ClassVar[Placement] = Placement.ASIDE
    done: RecurringRemoved


class RecurringNotChanged(Content):
    """``named``: the name that the person gave."""

    topic: ClassVar[str] = "expenses.recurring.not_changed"
    placement: ClassVar[Placement] = Placement.ASIDE
    problem: RecurringProblem
    named: str = ""


KEEP_OFFERED = "expenses.keep_recurring"
"""The button below a saved card; its subject is the saved expense."""


def keep_offered(press: ButtonPress) -> CallRequest:
    arguments = RecurringOffered(expense=press.subject).model_dump_json()
    return CallRequest(name=KEEP_RECURRING_OFFER.name, arguments=arguments)


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


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    if result.error is not None:
        return CallReply(_refused(call, result.error))
    if call.name == LIST_RECURRING.name:
        return CallReply(RecurringShown(found=RecurringList.model_validate(result.value)))
    if call.name == REMOVE_RECURRING.name:
        gone = RecurringRemoved.model_validate(result.value)
        return CallReply(RecurringWasRemoved(done=gone), taken_back_by=[_put_back(*gone.items)])
    if call.name == PUT_BACK_RECURRING.name:
        found = RecurringList.model_validate(result.value)
        back = [_as_before(item, found.before) for item in found.items]
        return CallReply(RecurringAsBefore(found=found), taken_back_by=back)
    done = RecurringKept.model_validate(result.value)
    before = (done.before,) if done.before is not None else ()
    return CallReply(RecurringWasKept(done=done), taken_back_by=[_as_before(done.item, before)])


def _as_before(item: RecurringItem, before: Sequence[RecurringItem]) -> CallRequest:
    """The call that keeps again what an item took the place of, or nothing of its name."""
    same = [each for each in before if each.name.casefold() == item.name.casefold()]
    if same:
        return _put_back(*same)
    arguments = RecurringName(name=item.name).model_dump_json()
    return CallRequest(name=REMOVE_RECURRING.name, arguments=arguments)


def _put_back(*items: RecurringItem) -> CallRequest:
    arguments = RecurringAsItWas(items=items).model_dump_json()
    return CallRequest(name=PUT_BACK_RECURRING.name, arguments=arguments)


def _refused(call: ToolCall, error: ToolError) -> Content:
    if error.code is ErrorCode.NOT_FOUND:
        removing = call.name == REMOVE_RECURRING.name
        problem = RecurringProblem.UNKNOWN_NAME if removing else RecurringProblem.NOT_OFFERED
        return RecurringNotChanged(problem=problem, named=str(error.facts.get("named", "")))
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        lacking = call.name == KEEP_RECURRING.name and "amount" not in json.loads(call.arguments)
        problem = RecurringProblem.NO_AMOUNT if lacking else RecurringProblem.UNCLEAR
        return RecurringNotChanged(problem=problem)
    return failure_of(error)


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
