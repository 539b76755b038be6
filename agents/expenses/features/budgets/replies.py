"""What the conversation says about a call of this feature."""

import json
from functools import partial
from typing import ClassVar

from agents.contract import CallReply
from agents.expenses.call_replies import replies_of
from agents.expenses.calls import call_of, call_with
from agents.expenses.features.budgets.budget import BudgetPeriod, SpendingBudget
from agents.expenses.features.budgets.tools import (
    REMOVE_BUDGET,
    SET_BUDGET,
    SHOW_BUDGETS,
    TOOLS,
    BudgetProblem,
    BudgetSelection,
    BudgetSet,
    BudgetSetting,
    BudgetsRemoved,
    BudgetStandings,
)
from agents.expenses.replies import Aside
from domain.messages import ButtonPress, CallRequest
from domain.replies import Choice, Content
from domain.tools import ErrorCode, ToolCall, ToolError


class BudgetNotChanged(Aside):
    """``named``: the category that the person named. Choices set the budget for another one."""

    topic: ClassVar[str] = "expenses.budget.not_changed"
    problem: BudgetProblem
    named: str = ""


class BudgetWasSet(Aside):
    topic: ClassVar[str] = "expenses.budget.set"
    done: BudgetSet


class BudgetsShown(Aside):
    topic: ClassVar[str] = "expenses.budget"
    found: BudgetStandings


class BudgetsWereRemoved(Aside):
    topic: ClassVar[str] = "expenses.budget.removed"
    done: BudgetsRemoved


def show_all(press: ButtonPress) -> CallRequest:
    del press
    return call_of(SHOW_BUDGETS)


ALL = "expenses.budgets"
"""The button below a budget that was set: shows all that there are."""


def set_for(press: ButtonPress, *, own: bool = False) -> CallRequest:
    """For the category of the button, what was asked for an unknown one."""
    amount, _, more = press.value.partition(" ")
    period, _, currency = more.partition(" ")
    return call_of(
        SET_BUDGET,
        category=press.subject,
        amount=amount,
        period=period or BudgetPeriod.MONTH,
        currency=currency or None,
        own=own or None,
    )


FOR_OWN = "expenses.budget_for_own"
"""The button that takes the name for a category of the person's own."""
FOR = "expenses.budget_for"
"""The button that names a category; its subject is the category, its value the budget."""
PRESSES = {ALL: show_all, FOR: set_for, FOR_OWN: partial(set_for, own=True)}
"""The call that a button stands for."""
UNCLEAR = {"budget": BudgetNotChanged(problem=BudgetProblem.UNCLEAR)}
CONTENTS = (BudgetNotChanged, BudgetWasSet, BudgetsShown, BudgetsWereRemoved)


def _tell(_call: ToolCall, done: BudgetSet | BudgetsRemoved | BudgetStandings) -> CallReply:
    match done:
        case BudgetSet():
            every = Choice(press=ButtonPress(action=ALL, subject=""))
            return CallReply(BudgetWasSet(done=done), [every], taken_back_by=[_as_before(done)])
        case BudgetsRemoved():
            back = [_setting(each) for each in done.removed]
            return CallReply(BudgetsWereRemoved(done=done), taken_back_by=back, takes_away=True)
        case BudgetStandings():
            return CallReply(BudgetsShown(found=done))


def _as_before(done: BudgetSet) -> CallRequest:
    """The call that takes the setting of a budget back."""
    if done.before is not None:
        return _setting(done.before)
    category = done.standing.budget.category
    only = BudgetSelection(category=category or None, overall=not category)
    return call_with(REMOVE_BUDGET, only)


def _setting(budget: SpendingBudget) -> CallRequest:
    setting = BudgetSetting(
        amount=budget.amount,
        currency=budget.currency,
        category=budget.category or None,
        period=budget.period,
        own=True,
    )
    return call_with(SET_BUDGET, setting)


def _refuse(call: ToolCall, error: ToolError) -> Content | CallReply | None:
    """A tool says in its details what it refuses; arguments that do not fit name their fields."""
    if "problem" in error.facts:
        return CallReply(BudgetNotChanged.model_validate(error.facts), _instead(call, error))
    if error.code is not ErrorCode.INVALID_ARGUMENTS:
        return None
    fields = error.facts.get("fields")
    if not isinstance(fields, list) or "amount" not in fields:
        return BudgetNotChanged(problem=BudgetProblem.UNCLEAR)
    told = "amount" in json.loads(call.arguments)
    problem = BudgetProblem.SEVERAL_AMOUNTS if told else BudgetProblem.NO_AMOUNT
    return BudgetNotChanged(problem=problem)


def _instead(call: ToolCall, error: ToolError) -> list[Choice]:
    """Categories for which the budget may be meant."""
    offered = error.facts.get("offered")
    if call.name != SET_BUDGET.name or not isinstance(offered, list):
        return []
    asked = BudgetSetting.model_validate_json(call.arguments)
    value = f"{asked.amount:f} {asked.period} {asked.currency or ''}".strip()
    presses = [ButtonPress(action=FOR, subject=str(each), value=value) for each in offered]
    own = ButtonPress(action=FOR_OWN, subject=asked.category or "", value=value)
    return [Choice(press=press, label=press.subject) for press in (*presses, own)]


REPLIES = replies_of(TOOLS, _tell, _refuse)
