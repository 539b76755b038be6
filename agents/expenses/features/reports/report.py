"""What a report of spending holds: the figures of a period, against the period before."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from agents.expenses.months import last_of_month, months_later
from agents.expenses.spending import CurrencyTotal, HomeSum, MemberTotal
from domain.messages import Frozen
from domain.money import Currency

MAX_SHOPS = 4
_DAYS_BY_DAY, _DAYS_BY_WEEK, _DAYS_BY_MONTH = 31, 186, 1_096
_YEAR = 12


class Look(StrEnum):
    LIGHT = "light"
    DARK = "dark"


class Grain(StrEnum):
    """What one column of the picture stands for; weeks begin on Monday."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Period(Frozen):
    """Whole days, both ends included."""

    since: date
    until: date

    @property
    def days(self) -> int:
        return (self.until - self.since).days + 1

    @property
    def grain(self) -> Grain:
        if self.days <= _DAYS_BY_DAY:
            return Grain.DAY
        if self.days <= _DAYS_BY_WEEK:
            return Grain.WEEK
        return Grain.MONTH if self.days <= _DAYS_BY_MONTH else Grain.YEAR

    @property
    def before(self) -> "Period":
        """What it is compared with: the same days of the month or year before, where it begins
        with one; else as many days right before it.
        """
        if self.since.day == 1:
            if (self.since.year, self.since.month) == (self.until.year, self.until.month):
                return self._months_earlier(1)
            if self.since.month == 1 and self.since.year == self.until.year:
                return self._months_earlier(_YEAR)
        last = self.since - timedelta(days=1)
        return Period(since=last - timedelta(days=self.days - 1), until=last)

    def _months_earlier(self, months: int) -> "Period":
        """A month that is over is compared with the whole month before it."""
        until = months_later(self.until, -months)
        if self.until == last_of_month(self.until):
            until = last_of_month(until)
        return Period(since=months_later(self.since, -months), until=until)

    def starts(self) -> tuple[date, ...]:
        """The first day of each column, also of those in which nothing was spent."""
        found, day = [], start_of(self.since, self.grain)
        while day <= self.until:
            found.append(day)
            day = _following(day, self.grain)
        return tuple(found)


def start_of(day: date, grain: Grain) -> date:
    if grain is Grain.WEEK:
        return day - timedelta(days=day.weekday())
    if grain is Grain.MONTH:
        return day.replace(day=1)
    return day.replace(month=1, day=1) if grain is Grain.YEAR else day


def _following(day: date, grain: Grain) -> date:
    if grain is Grain.DAY:
        return day + timedelta(days=1)
    if grain is Grain.WEEK:
        return day + timedelta(days=7)
    return months_later(day, 1 if grain is Grain.MONTH else _YEAR, 1)


class MoneyTotal(CurrencyTotal):
    """What went one way in one currency, in the period and in the one before."""

    before: Decimal = Decimal(0)
    count: int = 0


class CategoryShare(Frozen):
    category: str
    amount: Decimal


class ColumnTotal(Frozen):
    start: date
    amount: Decimal


class ShopTotal(Frozen):
    name: str
    amount: Decimal
    count: int


class SpendingReport(Frozen):
    """Expenses by category, shop and day are those in the first currency of ``spent``: the
    person's own where they spent in it, else the one of most expenses. Transfers are in nothing.
    """

    period: Period
    spent: tuple[MoneyTotal, ...] = ()
    income: tuple[MoneyTotal, ...] = ()
    home: HomeSum | None = None
    """None where there is one currency only."""
    categories: tuple[CategoryShare, ...] = ()
    """The largest first."""
    columns: tuple[ColumnTotal, ...] = ()
    shops: tuple[ShopTotal, ...] = ()
    """The largest ones."""
    shared: bool = False
    """It is of the household: what each member saved since joining."""
    members: tuple[MemberTotal, ...] = ()
    """Expenses by who entered them."""

    @property
    def empty(self) -> bool:
        """Nothing was saved for the period; what was before it does not count."""
        return not any(total.count for total in (*self.spent, *self.income))

    @property
    def main(self) -> Currency | None:
        """The currency that the picture is about."""
        first = next(iter((*self.spent, *self.income)), None)
        return first.currency if first is not None else None


def ordered(totals: Iterable[MoneyTotal], own: Currency) -> tuple[MoneyTotal, ...]:
    """The person's own currency first, then the one of most rows; those of which the period has
    nothing are left out.
    """
    found = [total for total in totals if total.count]
    return tuple(sorted(found, key=lambda each: (each.currency != own, -each.count, each.currency)))
