"""Budgets in memory, of which nothing is ever spent."""

from datetime import date
from decimal import Decimal

from agents.expenses.budgets import BudgetStanding, SpendingBudget


class InMemoryBudgets:
    """Implements ``BudgetStore`` for one person."""

    def __init__(self) -> None:
        self.budgets: dict[str, SpendingBudget] = {}

    async def standings(
        self, user_id: str, today: date, category: str | None
    ) -> tuple[BudgetStanding, ...]:
        del user_id
        found = [b for name, b in self.budgets.items() if category in {None, name}]
        return tuple(_untouched(budget, today) for budget in found)

    async def set_budget(
        self, user_id: str, budget: SpendingBudget, today: date
    ) -> tuple[BudgetStanding, SpendingBudget | None]:
        del user_id
        before = self.budgets.get(budget.category)
        self.budgets[budget.category] = budget
        return _untouched(budget, today), before

    async def remove(self, user_id: str, category: str | None) -> tuple[SpendingBudget, ...]:
        del user_id
        gone = [name for name in self.budgets if category in {None, name}]
        return tuple(self.budgets.pop(name) for name in gone)

    async def category_called(self, user_id: str, name: str) -> str | None:
        del user_id
        return "Pets" if name.casefold() == "pets" else None


def _untouched(budget: SpendingBudget, today: date) -> BudgetStanding:
    since, until = budget.days_around(today)
    return BudgetStanding(budget=budget, since=since, until=until, spent=Decimal(0))
