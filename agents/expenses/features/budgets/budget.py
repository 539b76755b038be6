"""Budgets: what a person means to spend at most in a week or a month, and how far they are."""

from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from agents.expenses.months import last_of_month
from agents.expenses.spending import CurrencyTotal
from domain.messages import Frozen
from domain.money import Currency

LEVELS = (80, 100)
"""Per cent of a budget at which the person is told, once in a period."""

_WEEK = 7


class BudgetPeriod(StrEnum):
    WEEK = "week"
    MONTH = "month"


class SpendingBudget(Frozen):
    """At most ``amount`` in each period. A person has one for a category, and one for all."""

    category: str = ""
    """Empty for all spending together."""
    amount: Decimal
    currency: Currency
    period: BudgetPeriod = BudgetPeriod.MONTH
    week_starts: int = 0
    """The first day of the person's week, Monday being 0."""

    def days_around(self, day: date) -> tuple[date, date]:
        """First and last day of the period that ``day`` lies in."""
        if self.period is BudgetPeriod.WEEK:
            first = day - timedelta(days=(day.weekday() - self.week_starts) % _WEEK)
            return first, first + timedelta(days=_WEEK - 1)
        return day.replace(day=1), last_of_month(day)

    def percent(self, spent: Decimal) -> int:
        """How much of it is used, rounded down: 100 is said only when all of it is."""
        return int(spent * 100 / self.amount)

    def levels_reached(self, spent: Decimal) -> tuple[int, ...]:
        return tuple(level for level in LEVELS if self.percent(spent) >= level)


class BudgetStanding(Frozen):
    """A budget in one period, both days included. ``spent`` is in the budget's currency: foreign
    amounts count at the rates that were kept with them, and those without a rate stay ``apart``.
    """

    budget: SpendingBudget
    since: date
    until: date
    spent: Decimal
    apart: tuple[CurrencyTotal, ...] = ()
    """What is not counted, for want of a rate to the budget's currency."""

    @property
    def left(self) -> Decimal:
        """Below zero when more was spent."""
        return self.budget.amount - self.spent

    def days_left(self, today: date) -> int:
        """Today counts."""
        return max(0, (self.until - today).days + 1)


class BudgetNotice(Frozen):
    """A level that was reached by what was just saved or corrected."""

    standing: BudgetStanding
    level: int
