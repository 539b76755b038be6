"""What the conversation says about a call of this feature."""

import json
from enum import StrEnum
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.features.sweeps.sweep import ForAllOutcome
from agents.expenses.features.sweeps.tools import (
    CATEGORIZE_SHOP,
    RECATEGORIZE_SHOP,
    TOOLS,
    UNCATEGORIZE_SHOP,
)
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content, Placement
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult
from domain.topics import Failed, StaleButton


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


class CategoryForAll(Content):
    """A category for everything from one shop. Choices change what is saved, or change it back."""

    topic: ClassVar[str] = "expenses.for_all"
    placement: ClassVar[Placement] = Placement.ASIDE
    outcome: ForAllOutcome = ForAllOutcome()
    stage: ForAllStage = ForAllStage.LEFT


ALL_YES, ALL_NO, ALL_UNDO = "expenses.all_yes", "expenses.all_no", "expenses.all_undo"


def change(press: ButtonPress) -> CallRequest:
    return _call(RECATEGORIZE_SHOP.name, press)


def change_back(press: ButtonPress) -> CallRequest:
    return _call(UNCATEGORIZE_SHOP.name, press)


def _call(name: str, press: ButtonPress) -> CallRequest:
    return CallRequest(name=name, arguments=json.dumps({"sweep": press.subject}))


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
    actions = (ALL_UNDO,) if call.name == RECATEGORIZE_SHOP.name else (ALL_YES, ALL_NO)
    stage = ForAllStage.CHANGED
    if call.name == CATEGORIZE_SHOP.name:
        stage = ForAllStage.OFFERED if outcome.count else ForAllStage.LEARNED
    presses = [ButtonPress(action=action, subject=outcome.sweep) for action in actions]
    choices = [Choice(press=press) for press in presses] if outcome.count else []
    return CallReply(CategoryForAll(outcome=outcome, stage=stage), choices)


def _refused(error: ToolError) -> Content:
    if error.code is ErrorCode.NOT_FOUND:
        return StaleButton()
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        return CategoryForAll(stage=ForAllStage.UNCLEAR)
    return Failed(code=f"tool.{error.code}")


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
