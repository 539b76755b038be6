"""What the conversation says about a call of this feature."""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from agents.expenses.features.budgets.tools import (
    REMOVE_BUDGET,
    SET_BUDGET,
    SHOW_BUDGETS,
    TOOLS,
    BudgetSet,
    BudgetsRemoved,
    BudgetStandings,
)
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content, Placement
from domain.tools import ErrorCode, ToolCall, ToolError, ToolResult


class BudgetProblem(StrEnum):
    """Why a call about budgets changed nothing."""

    UNCLEAR = "unclear"
    NO_AMOUNT = "no_amount"
    NOT_POSITIVE = "not_positive"
    TOO_LARGE = "too_large"
    TOO_PRECISE = "too_precise"
    UNKNOWN_CATEGORY = "unknown_category"


class BudgetNotChanged(Content):
    """``named``: the category that the person named."""

    topic: ClassVar[str] = "expenses.budget.not_changed"
    placement: ClassVar[Placement] = Placement.ASIDE
    problem: BudgetProblem
    named: str = ""


class BudgetWasSet(Content):
    topic: ClassVar[str] = "expenses.budget.set"
    placement: ClassVar[Placement] = Placement.ASIDE
    done: BudgetSet


class BudgetsShown(Content):
    topic: ClassVar[str] = "expenses.budget"
    placement: ClassVar[Placement] = Placement.ASIDE
    found: BudgetStandings


class BudgetsWereRemoved(Content):
    topic: ClassVar[str] = "expenses.budget.removed"
    placement: ClassVar[Placement] = Placement.ASIDE
    done: BudgetsRemoved


ALL = "expenses.budgets"
"""The button below a budget that was set: shows all that there are."""
PRESSES = {ALL: CallRequest(name=SHOW_BUDGETS.name)}
UNCLEAR = {"budget": BudgetNotChanged(problem=BudgetProblem.UNCLEAR)}
CONTENTS = (BudgetNotChanged, BudgetWasSet, BudgetsShown, BudgetsWereRemoved)


def told(call: ToolCall, result: ToolResult) -> tuple[Content, Sequence[Choice]]:
    """What the person is told about a call of one of this feature's tools, with its buttons."""
    if result.error is not None:
        return _refused(result.error), ()
    if call.name == SET_BUDGET.name:
        all_of_them = Choice(press=ButtonPress(action=ALL, subject=""))
        return BudgetWasSet(done=BudgetSet.model_validate(result.value)), (all_of_them,)
    if call.name == REMOVE_BUDGET.name:
        return BudgetsWereRemoved(done=BudgetsRemoved.model_validate(result.value)), ()
    return BudgetsShown(found=BudgetStandings.model_validate(result.value)), ()


def _refused(error: ToolError) -> Content:
    """A tool says in its details what it refuses; arguments that do not fit name their fields."""
    details = error.details if isinstance(error.details, dict) else {}
    fields = details.get("fields")
    if error.code is ErrorCode.INVALID_ARGUMENTS and isinstance(fields, list):
        no_amount = "amount" in fields
        return BudgetNotChanged(
            problem=BudgetProblem.NO_AMOUNT if no_amount else BudgetProblem.UNCLEAR
        )
    problem = details.get("problem", BudgetProblem.UNCLEAR)
    named = str(details.get("named", ""))
    return BudgetNotChanged(problem=BudgetProblem(str(problem)), named=named)


TOLD = dict.fromkeys((tool.name for tool in TOOLS), told)
