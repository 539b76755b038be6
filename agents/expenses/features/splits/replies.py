"""What the conversation says about a call of this feature."""

from decimal import Decimal
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features.splits.tools import SPLIT_EXPENSE, TOOLS, ExpenseSplit
from agents.expenses.questions import button
from agents.expenses.replies import Aside, Corrected
from agents.expenses.shown import Card
from agents.expenses.splitting import SPLIT, SplitProblem
from domain.messages import ButtonPress, CallRequest
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError
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


def _tell(_call: ToolCall, done: ExpenseSplit) -> CallReply:
    corrected = Corrected(card=done.card, changes=done.changes, notices=done.notices)
    taking_back = button(PressAction.UNDO, done.card.task_id, done.change)
    return CallReply(corrected, [taking_back], changed=[done.card.model_dump(mode="json")])


def _refuse(_call: ToolCall, error: ToolError) -> Content | None:
    if "card" in error.facts:
        return SplitUnclear.model_validate(error.facts)
    return NotFound.model_validate(error.facts) if error.code is ErrorCode.NOT_FOUND else None


REPLIES = replies_of(TOOLS, _tell, _refuse)
