"""What this feature says, once each."""

from agents.expenses.budgets import BudgetPeriod
from agents.expenses.features.budgets.handler import (
    BudgetNotChanged,
    BudgetProblem,
    BudgetsShown,
    BudgetsWereRemoved,
    BudgetWasSet,
)
from agents.expenses.features.budgets.tools import BudgetSet, BudgetsRemoved, BudgetStandings
from tests.bot.samples import BUDGET, STANDING

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
