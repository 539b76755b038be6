"""What this feature says, once each, and what it tells with a write."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.budgets.budget import (
    BudgetNotice,
    BudgetPeriod,
    BudgetStanding,
    SpendingBudget,
)
from agents.expenses.features.budgets.replies import (
    BudgetNotChanged,
    BudgetsShown,
    BudgetsWereRemoved,
    BudgetWasSet,
)
from agents.expenses.features.budgets.tools import (
    BudgetProblem,
    BudgetSet,
    BudgetsRemoved,
    BudgetStandings,
)
from agents.expenses.shown import FeatureNotice
from agents.expenses.spending import CurrencyTotal

BUDGET = SpendingBudget(category="Food & Drink", amount=Decimal(500), currency="MYR")
STANDING = BudgetStanding(
    budget=BUDGET,
    since=date(2026, 11, 1),
    until=date(2026, 11, 30),
    spent=Decimal("412.30"),
    apart=(CurrencyTotal(currency="USD", amount=Decimal(30), count=1),),
)
NOTICES = (
    FeatureNotice(
        feature="budgets",
        content=BudgetNotice(standing=STANDING, level=80).model_dump(mode="json"),
    ),
)
SAMPLES = (
    BudgetWasSet(
        done=BudgetSet(
            standing=STANDING, before=BUDGET.model_copy(update={"period": BudgetPeriod.WEEK})
        )
    ),
    BudgetsShown(found=BudgetStandings(standings=(STANDING,))),
    BudgetsWereRemoved(done=BudgetsRemoved(removed=(BUDGET,))),
    BudgetNotChanged(problem=BudgetProblem.UNKNOWN_CATEGORY, named="pets"),
)
