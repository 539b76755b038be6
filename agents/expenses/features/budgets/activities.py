"""Carries out what is asked about budgets. A call that is refused changes nothing."""

from decimal import Decimal

from babel import Locale

from adapters.postgres.pool import Connection
from agents.expenses.categories import CATEGORIES, known_category
from agents.expenses.features.budgets import store
from agents.expenses.features.budgets.budget import SpendingBudget
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
from agents.expenses.parts import Shared, today_of
from agents.parts import FeatureParts
from domain.errors import ToolRefusedError
from domain.money import Currency, amount_limit, rounded
from domain.tools import Arguments, ErrorCode, RunToolRequest

_OFFERED = 4
"""Categories that are offered in place of an unknown one."""

_PROBLEMS = {
    BudgetProblem.NOT_POSITIVE: "the amount is not more than zero",
    BudgetProblem.TOO_LARGE: "the amount is too large",
    BudgetProblem.TOO_PRECISE: "the amount has more decimals than its currency",
}


async def set_budget(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> BudgetSet:
    """Replaces the budget that the category has. Of one of their own that nobody knows yet, the
    person names what goes there ("put it under pets").
    """
    asked = BudgetSetting.model_validate(arguments)
    category = await _category(connection, request, asked)
    currency = asked.currency or request.person.currency
    problem = _problem(asked.amount, currency)
    if problem is not None:
        raise ToolRefusedError(
            ErrorCode.INVALID_ARGUMENTS,
            _PROBLEMS[problem],
            details={"problem": problem, "named": category},
        )
    budget = SpendingBudget(
        category=category,
        amount=asked.amount,
        currency=currency,
        period=asked.period,
        week_starts=Locale.parse(request.person.locale).first_week_day,
    )
    return await store.set_budget(connection, request.person.user_id, budget, today_of(request))


async def show_budgets(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> BudgetStandings:
    asked = BudgetSelection.model_validate(arguments)
    which = await _which(connection, request, asked)
    found = await store.standings(connection, request.person.user_id, today_of(request), which)
    return BudgetStandings(category=which or "", standings=found)


async def remove_budget(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> BudgetsRemoved:
    asked = BudgetSelection.model_validate(arguments)
    which = await _which(connection, request, asked)
    gone = await store.remove(connection, request.person.user_id, which)
    return BudgetsRemoved(category=which or "", removed=gone)


def bind(shared: Shared) -> FeatureParts:
    del shared
    return FeatureParts(
        tools=(
            (SET_BUDGET, set_budget),
            (SHOW_BUDGETS, show_budgets),
            (REMOVE_BUDGET, remove_budget),
        )
    )


async def _which(
    connection: Connection, request: RunToolRequest, asked: BudgetSelection
) -> str | None:
    """The category, empty for all spending together; None for every budget. One that nobody knows
    has none.
    """
    if asked.category is None and not asked.overall:
        return None
    named = (asked.category or "").strip()
    return await _known(connection, request, named) or named


async def _known(connection: Connection, request: RunToolRequest, named: str) -> str | None:
    """The name under which a category is stored; None where nobody knows it."""
    user_id = request.person.user_id
    return known_category(named) or await store.category_called(connection, user_id, named)


async def _category(connection: Connection, request: RunToolRequest, asked: BudgetSetting) -> str:
    """The name under which the category is stored; empty for none. Raises ``ToolRefusedError``."""
    named = (asked.category or "").strip()
    if not named:
        return ""
    found = await _known(connection, request, named) or (named if asked.own else None)
    if found is None:
        user_id = request.person.user_id
        used = await store.categories_used(connection, user_id, _OFFERED)
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
