"""What the conversation says about a call of this feature."""

from decimal import Decimal
from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.calls import call_of
from agents.expenses.features.splits.tools import SPLIT_EXPENSE, ExpenseSplit
from agents.expenses.questions import button
from agents.expenses.replies import Aside, Corrected
from agents.expenses.shown import Card
from agents.expenses.splitting import SPLIT, SplitProblem
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult
from domain.topics import NotFound, PressAction


class SplitUnclear(Aside):
    """Nothing was changed: why, and how it is said. ``told`` is what the parts came to."""

    topic: ClassVar[str] = "expenses.split_unclear"
    card: Card
    problem: SplitProblem = SplitProblem.UNCLEAR
    told: Decimal | None = None


def ask_how(press: ButtonPress) -> CallRequest:
    """Without parts: that is answered with how they are said."""
    return call_of(SPLIT_EXPENSE, task_id=press.subject)


PRESSES = {SPLIT: ask_how}
CONTENTS = (SplitUnclear,)


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of this feature's tool."""
    del call
    if result.error is not None:
        return CallReply(_refused(result.error))
    done = ExpenseSplit.model_validate(result.value)
    corrected = Corrected(card=done.card, changes=done.changes, notices=done.notices)
    taking_back = button(PressAction.UNDO, done.card.task_id, done.change)
    return CallReply(corrected, [taking_back], changed=done.card.model_dump(mode="json"))


def _refused(error: ToolError) -> Content:
    if "card" in error.facts:
        return SplitUnclear.model_validate(error.facts)
    if error.code is ErrorCode.NOT_FOUND:
        return NotFound.model_validate(error.facts)
    return failure_of(error)


REPLIES = {SPLIT_EXPENSE.name: reply}
