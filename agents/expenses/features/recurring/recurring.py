"""Recurring payments and income: how they are noticed, and when the next one is due."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256
from itertools import count, pairwise

from agents.expenses.months import months_later
from domain.messages import Frozen
from domain.money import Currency, rounded

NAME = "recurring"
"""Of this feature, for what it looks up."""

TIMES = 3
"""So often something must have come to be noticed."""

LIKE = Decimal("0.1")
"""Amounts that differ by this part at most count as the same."""

GRACE = timedelta(days=3)
"""What was due longer ago than this is missing."""


class Every(StrEnum):
    WEEK = "week"
    TWO_WEEKS = "two_weeks"
    MONTH = "month"
    TWO_MONTHS = "two_months"
    QUARTER = "quarter"
    HALF_YEAR = "half_year"
    YEAR = "year"


WEEKS = {Every.WEEK: 1, Every.TWO_WEEKS: 2}
MONTHS = {
    Every.MONTH: 1,
    Every.TWO_MONTHS: 2,
    Every.QUARTER: 3,
    Every.HALF_YEAR: 6,
    Every.YEAR: 12,
}
_GAPS = {
    Every.WEEK: (6, 8),
    Every.TWO_WEEKS: (13, 15),
    Every.MONTH: (26, 35),
    Every.TWO_MONTHS: (56, 66),
    Every.QUARTER: (86, 97),
    Every.HALF_YEAR: (176, 190),
    Every.YEAR: (355, 376),
}
"""Days from one to the next: a payment that falls on a holiday comes a few days later."""


class Occurrence(Frozen):
    day: date
    amount: Decimal


class RecurringOffer(Frozen):
    """What was noticed with the save of ``task_id``, and may be kept."""

    task_id: str
    name: str
    amount: Decimal
    currency: Currency
    every: Every


class RecurringItem(Frozen):
    """Something kept as recurring. ``anchor`` is a day that it was due on; it is not due before
    ``next_due``, nor after ``last_due``.
    """

    name: str
    amount: Decimal
    """As it was paid last, or told since."""
    currency: Currency
    every: Every
    anchor: date
    last: date | None = None
    """The day of the last saved row that is one of it."""
    income: bool = False
    next_due: date | None = None
    last_due: date | None = None
    later_amount: Decimal | None = None
    """The amount of each occurrence from ``later_from`` on."""
    later_from: date | None = None

    @property
    def key(self) -> str:
        """Stands for name and currency on a button."""
        named = f"{' '.join(self.name.split()).casefold()}\n{self.currency}"
        return sha256(named.encode()).hexdigest()[:12]

    @property
    def amount_due(self) -> Decimal:
        """Returns the amount of the next occurrence."""
        return self.amount_on(self.due)

    def amount_on(self, day: date) -> Decimal:
        """Returns the amount of the one that is due on this day."""
        if self.later_amount is None or self.later_from is None or day < self.later_from:
            return self.amount
        return self.later_amount

    @property
    def due(self) -> date:
        """The next one; it may be past."""
        due = after(self.last or self.anchor, self.every, self.anchor)
        return due if self.next_due is None else max(due, self.next_due)

    def due_by(self, today: date) -> date | None:
        """The newest day up to today on which one was due that is not saved; None for none."""
        if self.due > today:
            return None
        days = [self.due]
        while (following := after(days[-1], self.every, self.anchor)) <= today:
            days.append(following)
        return days[-1] if self.last_due is None or days[-1] <= self.last_due else None

    def is_missing(self, today: date, day: date | None = None) -> bool:
        """Whether the one that was due on ``day``, by itself the next one, should be saved now."""
        return (day or self.due) + GRACE < today

    @property
    def is_over(self) -> bool:
        """Whether the last one was paid, or none is left to come."""
        return self.last_due is not None and self.due > self.last_due


def is_like(amount: Decimal, other: Decimal) -> bool:
    return abs(amount - other) <= other * LIKE


def rhythm_of(found: Sequence[Occurrence]) -> Every | None:
    """How often something comes, if the last ones came at like amounts and even distances."""
    if not found:
        return None
    newest = max(found, key=lambda each: each.day)
    days = sorted({each.day for each in found if is_like(each.amount, newest.amount)})[-TIMES:]
    if len(days) < TIMES:
        return None
    gaps = [(later - earlier).days for earlier, later in pairwise(days)]
    fitting = (
        every for every, (least, most) in _GAPS.items() if all(least <= gap <= most for gap in gaps)
    )
    return next(fitting, None)


def after(day: date, every: Every, anchor: date) -> date:
    """The day one period later: of those that come in this rhythm from ``anchor`` on, the one
    nearest to a period from ``day``, which may have been late or early.
    """
    if every in WEEKS:
        week = timedelta(weeks=WEEKS[every])
        return anchor + round((day + week - anchor) / week) * week
    step = MONTHS[every]
    later = months_later(day, step, day.day)
    passed = ((later.year - anchor.year) * 12 + later.month - anchor.month) // step
    due = (months_later(anchor, (passed + more) * step, anchor.day) for more in (-1, 0, 1))
    return min(due, key=lambda each: abs(each - later))


def before(day: date, every: Every, on: int | None = None) -> date:
    """A day that it was due on before ``day``. ``on`` is the day of the month that it is due on,
    which the one found has: what is due on the 31st is not due on the 28th ever after.
    """
    if every in WEEKS:
        return day - timedelta(weeks=WEEKS[every])
    step = MONTHS[every]
    wanted = day.day if on is None or every is Every.YEAR else on
    earlier = (months_later(day, -step * times, wanted) for times in count(1))
    return next(each for each in earlier if each.day == wanted)


def next_on(day: int, today: date, every: Every) -> date:
    """The first one behind today on this day of the week, Monday being 1; else of the month, or the
    last day of a shorter one.
    """
    if every in WEEKS:
        return today + timedelta(days=(day - today.isoweekday() - 1) % 7 + 1)
    this = months_later(today, 0, day)
    return this if this > today else months_later(today, 12 if every is Every.YEAR else 1, day)


def _monthly(amount: Decimal, every: Every) -> Decimal:
    """Returns the amount a month that it comes to, in a year of 52 weeks."""
    if every in WEEKS:
        return amount * 52 / (12 * WEEKS[every])
    return amount / MONTHS[every]


def monthly_sums(items: Iterable[RecurringItem]) -> tuple[tuple[Currency, Decimal], ...]:
    """Returns the monthly total, in each currency, of the items that have not ended."""
    sums: dict[Currency, Decimal] = defaultdict(Decimal)
    for item in items:
        if item.is_over:
            continue
        sums[item.currency] += _monthly(item.amount_due, item.every)
    return tuple((currency, rounded(total, currency)) for currency, total in sorted(sums.items()))
