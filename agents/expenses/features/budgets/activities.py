"""Carries out what is asked about budgets. A call that is refused changes nothing."""

from decimal import Decimal
from typing import Any

from babel import Locale

from agents.expenses.categories import CATEGORIES, known_category
from agents.expenses.features.budgets import store
from agents.expenses.features.budgets.budget import SpendingBudget
from agents.expenses.features.budgets.notices import note_levels
from agents.expenses.features.budgets.tools import (
    REMOVE_BUDGET,
    SET_BUDGET,
    SHOW_BUDGETS,
    BudgetProblem,
    BudgetSelection,
    BudgetSet,
    BudgetSetting,
    BudgetsRemoved,
    BudgetStandings,
)
from agents.expenses.parts import PersonCall, binding, refusal
from domain.errors import ToolRefusedError
from domain.money import Currency, amount_limit, rounded
from domain.tools import ErrorCode

_OFFERED = 4
"""Categories that are offered in place of an unknown one."""

_PROBLEMS = {
    BudgetProblem.NOT_POSITIVE: "the amount is not more than zero",
    BudgetProblem.TOO_LARGE: "the amount is too large",
    BudgetProblem.TOO_PRECISE: "the amount has more decimals than its currency",
}


async def set_budget(call: PersonCall[BudgetSetting]) -> BudgetSet:
    """Replaces the budget that the category has. Of one of their own that nobody knows yet, the
    person names what goes there ("put it under pets").
    """
    asked, category = call.asked, await _category(call)
    currency = asked.currency or call.currency
    problem = _problem(asked.amount, currency)
    if problem is not None:
        raise refusal(problem, _PROBLEMS[problem], named=category)
    budget = SpendingBudget(
        category=category,
        amount=asked.amount,
        currency=currency,
        period=asked.period,
        week_starts=Locale.parse(call.request.person.locale).first_week_day,
    )
    done = await store.set_budget(call.connection, call.user_id, budget, call.today)
    # The answer tells the levels that it begins beyond: the next save does not.
    await note_levels(call.connection, call.user_id, done.standing, "")
    return done


async def show_budgets(call: PersonCall[BudgetSelection]) -> BudgetStandings:
    which = await _which(call)
    found = await store.standings(call.connection, call.user_id, call.today, which)
    return BudgetStandings(category=which or "", standings=found)


async def remove_budget(call: PersonCall[BudgetSelection]) -> BudgetsRemoved:
    which = await _which(call)
    gone = await store.remove(call.connection, call.user_id, which)
    return BudgetsRemoved(category=which or "", removed=gone)


bind = binding(
    (SET_BUDGET, set_budget), (SHOW_BUDGETS, show_budgets), (REMOVE_BUDGET, remove_budget)
)


async def _which(call: PersonCall[BudgetSelection]) -> str | None:
    """The category, empty for all spending together; None for every budget. One that nobody knows
    has none.
    """
    if call.asked.category is None and not call.asked.overall:
        return None
    named = (call.asked.category or "").strip()
    return await _known(call, named) or named


async def _known(call: PersonCall[Any], named: str) -> str | None:
    """The name under which a category is stored; None where nobody knows it."""
    return known_category(named) or await store.category_called(
        call.connection, call.user_id, named
    )


async def _category(call: PersonCall[BudgetSetting]) -> str:
    """The name under which the category is stored; empty for none. Raises ``ToolRefusedError``."""
    named = (call.asked.category or "").strip()
    if not named:
        return ""
    found = await _known(call, named) or (named if call.asked.own else None)
    if found is None:
        used = await store.categories_used(call.connection, call.user_id, _OFFERED)
        offered = list(dict.fromkeys((*used, *CATEGORIES)))[:_OFFERED]
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            "There is no category of this name.",
            "Leave it out for all spending, or name one that the person uses.",
            details={
                "problem": BudgetProblem.UNKNOWN_CATEGORY,
                "named": named,
                "offered": [*offered],
            },
        )
    return found


def _problem(amount: Decimal, currency: Currency) -> BudgetProblem | None:
    if not amount.is_finite() or amount > amount_limit(currency):
        return BudgetProblem.TOO_LARGE
    if amount <= 0:
        return BudgetProblem.NOT_POSITIVE
    return None if rounded(amount, currency) == amount else BudgetProblem.TOO_PRECISE
