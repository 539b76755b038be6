"""What the conversation says about a call of this feature."""

import json
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of
from agents.expenses.features.debts.tools import (
    HOLD_DEBTS,
    TOOLS,
    DebtProblem,
    DebtsFound,
    DebtsNoted,
)
from agents.expenses.replies import Aside
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError


class DebtsShown(Aside):
    topic: ClassVar[str] = "expenses.debts"
    found: DebtsFound


class DebtsWereNoted(Aside):
    topic: ClassVar[str] = "expenses.debts.noted"
    done: DebtsNoted


class DebtsNotChanged(Aside):
    """``named``: the one whom the person named."""

    topic: ClassVar[str] = "expenses.debts.not_changed"
    problem: DebtProblem
    named: str = ""


UNCLEAR = {"debts": DebtsNotChanged(problem=DebtProblem.UNCLEAR)}
CONTENTS = (DebtsShown, DebtsWereNoted, DebtsNotChanged)


def _tell(_call: ToolCall, done: DebtsFound | DebtsNoted) -> CallReply:
    if isinstance(done, DebtsFound):
        return CallReply(DebtsShown(found=done))
    back = call_of(HOLD_DEBTS, call_id=done.call_id, hold=not done.hold)
    return CallReply(DebtsWereNoted(done=done), taken_back_by=[back])


def _refuse(call: ToolCall, error: ToolError) -> Content | None:
    if "problem" in error.facts:
        return DebtsNotChanged.model_validate(error.facts)
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return None
    lacking = "entries" not in json.loads(call.arguments)
    return DebtsNotChanged(problem=DebtProblem.NO_AMOUNT if lacking else DebtProblem.UNCLEAR)


REPLIES = replies_of(TOOLS, _tell, _refuse)
