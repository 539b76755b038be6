"""What the conversation says about a call of this feature."""

from enum import StrEnum
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features.sweeps.sweep import ForAllOutcome
from agents.expenses.features.sweeps.tools import RECATEGORIZE_SHOP, TOOLS, UNCATEGORIZE_SHOP
from agents.expenses.questions import button
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError
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
AGREEING = frozenset({ALL_YES})
ANSWERS = {ALL_NO: CategoryForAll(stage=ForAllStage.LEFT)}
CONTENTS = (CategoryForAll,)


def _tell(call: ToolCall, outcome: ForAllOutcome) -> CallReply:
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


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    if error.code is ErrorCode.NOT_FOUND:
        return StaleButton()
    unclear = error.code is ErrorCode.INVALID_ARGUMENTS
    return CategoryForAll(stage=ForAllStage.UNCLEAR) if unclear else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
