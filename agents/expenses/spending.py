"""Questions about saved spending and their answers in figures."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from agents.expenses.ledger import PersonRequest
from agents.expenses.shown import Card, MoneyKind
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments


class InsightMeasure(StrEnum):
    """What is told of the rows that a question is about, in each currency."""

    TOTAL = "total"
    LIST = "list"
    LARGEST = "largest"
    SMALLEST = "smallest"
    AVERAGE = "average"
    COUNT = "count"
    LINES = "lines"
    """What was bought: the lines of receipts, and what was told without one."""
    FIRST = "first"
    LAST = "last"
    COMPARE = "compare"
    """The total, beside that of other days."""
    SHARE = "share"
    """The total, as a part of everything of those days."""
    BALANCE = "balance"
    """Income less expenses."""


class Grouping(StrEnum):
    SHOP = "shop"
    CATEGORY = "category"
    PAYMENT = "payment"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


class AveragedOver(StrEnum):
    """What an average is taken over."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    VISIT = "visit"
    """One row."""


MAX_RANKED = 20
"""Rows or groups that one answer shows."""


class InsightQuery(Arguments):
    """A question about what is saved. Dates are the person's own, both ends included."""

    measure: InsightMeasure = Field(
        InsightMeasure.TOTAL,
        description="lines: what was bought; balance: income less expenses; share: of everything; "
        "compare: with against_since",
    )
    kind: MoneyKind | None = Field(MoneyKind.EXPENSE, description="expense unless money came in")
    """None: rows of every kind."""
    since: date | None = None
    until: date | None = None
    merchant: str | None = None
    category: str | None = None
    item: str | None = Field(None, description="A thing bought")
    payment_method: str | None = None
    by: Grouping | None = None
    """Of a total: one for each of these."""
    per: AveragedOver | None = None
    """Of an average; None for each of them."""
    top: int = Field(0, ge=0, description="How many rows or groups")
    """0 for the usual number."""
    against_since: date | None = None
    against_until: date | None = None
    ours: bool = Field(False, description="we, the household")  # noqa: FBT003
    member: str | None = Field(None, description="Another member's name")
    into: Currency | None = Field(None, description="Converts a total")


class InsightRequest(PersonRequest):
    query: InsightQuery
    home: Currency | None = None
    """The person's own currency: what others come to in it is told beside, where it is known."""


class CurrencyTotal(Frozen):
    currency: Currency
    amount: Decimal
    count: int


class CategoryTotal(Frozen):
    category: str
    currency: Currency
    amount: Decimal


class GroupTotal(CurrencyTotal):
    """``name`` is a shop, a category, a way of paying (empty where none was told), or in ISO 8601
    the first day of a month or week, or a day.
    """

    name: str


class MemberTotal(CurrencyTotal):
    """What one member of the household entered."""

    name: str = ""
    """Empty where none was told."""
    own: bool = False


class BoughtLine(Frozen):
    """A line of a receipt, or what was told of an expense without one."""

    task_id: str
    name: str
    """Empty where only the shop is known."""
    merchant: str | None = None
    quantity: Decimal | None = None
    amount: Decimal | None = None
    currency: Currency
    occurred_on: date
    entered_by: str | None = None
    """As of a ``Card``."""


class AverageAmount(Frozen):
    """``amount`` for each ``per``; rounded to hundredths."""

    per: AveragedOver
    currency: Currency
    amount: Decimal


class HomeSum(Frozen):
    """Everything in one currency: the person's own at the rates that were kept with the rows,
    another at the rate of each day. ``unrated`` rows have none, and are not in ``amount``.
    """

    currency: Currency
    amount: Decimal
    unrated: int = 0


class Insight(Frozen):
    """The answer in figures; totals are never added over currencies."""

    measure: InsightMeasure
    since: date | None
    until: date | None
    query: InsightQuery = InsightQuery()
    """What was understood."""
    totals: tuple[CurrencyTotal, ...] = ()
    """Of the rows that the question is about; of a balance, the expenses."""
    by_category: tuple[CategoryTotal, ...] = ()
    cards: tuple[Card, ...] = ()
    """The newest first; or the largest of each currency, as was asked."""
    groups: tuple[GroupTotal, ...] = ()
    lines: tuple[BoughtLine, ...] = ()
    cut: bool = False
    """There are more lines than these."""
    averages: tuple[AverageAmount, ...] = ()
    against: tuple[CurrencyTotal, ...] = ()
    """Of a comparison, the other days."""
    against_so_far: tuple[CurrencyTotal, ...] = ()
    """Of those, as many days as the first have; empty where they are all."""
    income: tuple[CurrencyTotal, ...] = ()
    balance: tuple[CurrencyTotal, ...] = ()
    """Income less expenses; ``amount`` may be negative."""
    whole: tuple[CurrencyTotal, ...] = ()
    """Of a share, what it is a part of."""
    home: HomeSum | None = None
    """Only where ``totals`` are of several currencies, or in another than was asked for."""
    shared: bool = False
    """It is of the household: what each member saved since joining."""
    members: tuple[MemberTotal, ...] = ()
    """``totals``, by who entered what."""
    joined_on: date | None = None
    """When the last member joined, where that is not before the days asked about. UTC."""
    unknown_member: bool = False
    """Nobody in the person's household is called as the question says."""
