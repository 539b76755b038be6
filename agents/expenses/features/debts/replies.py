"""What the conversation says about a call of this feature."""

import json
from typing import ClassVar

from agents.contract import CallReply, failure_of
from agents.expenses.calls import call_of
from agents.expenses.features.debts.tools import (
    HOLD_DEBTS,
    SHOW_DEBTS,
    TOOLS,
    DebtProblem,
    DebtsFound,
    DebtsNoted,
)
from agents.expenses.replies import Aside
from domain.replies import Content
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult


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


def reply(call: ToolCall, result: ToolResult) -> CallReply:
    """What the person sees of a call of one of this feature's tools."""
    if result.error is not None:
        return CallReply(_refused(call, result.error))
    if call.name == SHOW_DEBTS.name:
        return CallReply(DebtsShown(found=DebtsFound.model_validate(result.value)))
    done = DebtsNoted.model_validate(result.value)
    back = call_of(HOLD_DEBTS, call_id=done.call_id, hold=not done.hold)
    return CallReply(DebtsWereNoted(done=done), taken_back_by=[back])


def _refused(call: ToolCall, error: ToolError) -> Content:
    if "problem" in error.facts:
        problem, named = str(error.facts["problem"]), str(error.facts.get("named", ""))
        return DebtsNotChanged(problem=DebtProblem(problem), named=named)
    if error.code is ErrorCode.INVALID_ARGUMENTS:
        lacking = "entries" not in json.loads(call.arguments)
        return DebtsNotChanged(problem=DebtProblem.NO_AMOUNT if lacking else DebtProblem.UNCLEAR)
    return failure_of(error)


REPLIES = dict.fromkeys((tool.name for tool in TOOLS), reply)
