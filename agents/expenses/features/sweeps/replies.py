"""What the conversation says about a call of this feature."""

from enum import StrEnum
from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.calls import call_of
from agents.expenses.features.sweeps.sweep import ForAllOutcome
from agents.expenses.features.sweeps.tools import RECATEGORIZE_SHOP, TOOLS, UNCATEGORIZE_SHOP
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult
from domain.topics import StaleButton


class ForAllStage(StrEnum):
    LEARNED = "learned"
    """From now on; nothing saved has another category."""
    OFFERED = "offered"
    """From now on, and what is saved only after a yes."""
    CHANGED = "changed"
    UNDONE = "undone"
    LEFT = "left"
    """What is saved stays as it is."""
    UNCLEAR = "unclear"


class CategoryForAll(Aside):
    """A category for everything from one shop. Choices change what is saved, or change it back."""

    topic: ClassVar[str] = "expenses.for_all"
    outcome: ForAllOutcome = ForAllOutcome()
    stage: ForAllStage = ForAllStage.LEFT


ALL_YES, ALL_NO, ALL_UNDO = "expenses.all_yes", "expenses.all_no", "expenses.all_undo"


def change(press: ButtonPress) -> CallRequest:
    return call_of(RECATEGORIZE_SHOP, sweep=press.subject)


def change_back(press: ButtonPress) -> CallRequest:
    return call_of(UNCATEGORIZE_SHOP, sweep=press.subject)


PRESSES = {ALL_YES: change, ALL_UNDO: change_back}
ANSWERS = {ALL_NO: CategoryForAll(stage=ForAllStage.LEFT)}
CONTENTS = (CategoryForAll,)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    if result.error is not None:
        return CallReply(_refused(result.error))
    outcome = ForAllOutcome.model_validate(result.value)
    if call.name == UNCATEGORIZE_SHOP.name:
        return CallReply(CategoryForAll(outcome=outcome, stage=ForAllStage.UNDONE))
    if call.name == RECATEGORIZE_SHOP.name:
        return _offering(outcome, ForAllStage.CHANGED, ALL_UNDO)
    stage = ForAllStage.OFFERED if outcome.count else ForAllStage.LEARNED
    return _offering(outcome, stage, ALL_YES, ALL_NO)


def _offering(outcome: ForAllOutcome, stage: ForAllStage, *actions: str) -> CallReply:
    """With the buttons, where there is something to change."""
    choices = [button(action, outcome.sweep) for action in actions] if outcome.count else []
    return CallReply(CategoryForAll(outcome=outcome, stage=stage), choices)


def _refused(error: ToolError) -> Content:
    if error.code is ErrorCode.NOT_FOUND:
        return StaleButton()
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        return CategoryForAll(stage=ForAllStage.UNCLEAR)
    return failure_of(error)


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
