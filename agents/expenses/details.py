"""What an act carries for this agent: an expense as mentioned, or a question about spending."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Self

from pydantic import Field

from agents.contract import Details
from agents.expenses.shown import MoneyKind
from domain.messages import Frozen
from domain.money import Currency

MAX_TAKEN_BACK = 20
"""Expenses that one order takes back."""


class Mention(Details):
    """One expense as mentioned in words. None means not mentioned; nothing is ever filled in."""

    kind: MoneyKind | None = None
    """Only when the words tell of something else than an expense, or say that it is one after all.
    """
    merchant: str | None = None
    """Who was paid, only when the text names somebody: "Starbucks", not "coffee". Of income, who
    paid it.
    """
    item: str | None = None
    """What it was for, when the text says so: "lunch", "gas"."""
    amount: Decimal | None = None
    """As written, sign kept ("-5" is -5); shorthand expanded ("15k" is 15000)."""
    currency: Currency | None = None
    """Only when written: a symbol, code or word."""
    occurred_on: date | None = None
    """Resolved against the person's own today ("yesterday")."""
    category: str | None = None
    """Only when the person names it."""
    payment_method: str | None = None
    reference: str | None = None
    ambiguous_amounts: tuple[Decimal, ...] = ()
    """Set instead of ``amount`` when the notation reads in two ways ("1.250"): ask which."""

    def shared(self) -> Self:
        """What may hold for each of several receipts at once: a shop, a date, a way of paying.

        A currency goes with its amount; by itself it may hold for all.
        """
        gone = {"amount", "ambiguous_amounts", "reference"}
        if self.amount is not None or self.ambiguous_amounts:
            gone.add("currency")
        blank = type(self)()
        return self.model_copy(update={name: getattr(blank, name) for name in gone})

    def beyond(self, known: Self) -> Self:
        """Names count as the same in any spelling of upper and lower case."""
        blank = type(self)()
        same = {
            name: getattr(blank, name)
            for name in type(self).model_fields
            if _plain(getattr(self, name)) == _plain(getattr(known, name))
        }
        return self.model_copy(update=same)

    def laid_over(self, known: Self) -> Self:
        laid = super().laid_over(known)
        if self.amount is not None:
            return laid.model_copy(update={"ambiguous_amounts": ()})
        return laid.model_copy(update={"amount": None}) if self.ambiguous_amounts else laid


def _plain(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value


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
    NONE = ""
    SHOP = "shop"
    CATEGORY = "category"
    PAYMENT = "payment"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


class AveragedOver(StrEnum):
    """What an average is taken over."""

    EVERY = ""
    """Each of the others is told."""
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    VISIT = "visit"
    """One row."""


MAX_RANKED = 20
"""Rows or groups that one answer shows."""


class InsightQuery(Frozen):
    """A question about what is saved. Dates are the person's own, both ends included."""

    measure: InsightMeasure = InsightMeasure.TOTAL
    kind: MoneyKind | None = MoneyKind.EXPENSE
    """None: rows of every kind."""
    since: date | None = None
    until: date | None = None
    merchant: str | None = None
    category: str | None = None
    item: str | None = None
    """A word of what was bought; looked for on receipts too."""
    payment_method: str | None = None
    by: Grouping = Grouping.NONE
    """Of a total: told for each of these."""
    per: AveragedOver = AveragedOver.EVERY
    """Of an average."""
    top: int = Field(default=0, ge=0)
    """So many of the largest or smallest rows, or of the groups; 0 for what is usual."""
    against_since: date | None = None
    """Of a comparison: the days that the others are held against."""
    against_until: date | None = None


class Hint(StrEnum):
    """What rules understood to be wanted, without knowing of which expense or in which form."""

    CHANGE = "change"
    TAKE_BACK = "take_back"
    BRING_BACK = "bring_back"
    SPENDING = "spending"


class BankNotice(StrEnum):
    """What a bank's notice tells that is no expense."""

    CODE = "code"
    """To sign in or to pay with."""
    DECLINED = "declined"
    MONEY_IN = "money_in"
    """Came in, but not from whom or as what; otherwise it is income."""
    DUE = "due"
    """To be paid, and not paid yet."""
    MOVED = "moved"
    """The person's own money, from one place to another; with one amount it is a transfer."""
    OFFER = "offer"
    BALANCE = "balance"


class ExpenseDetails(Mention):
    """The details of an act. With ``query`` it asks about recorded spending and opens no task;
    with ``hint`` the person is told which words would work, and what was ``heard``; with
    ``notice`` what a bank's message is instead of an expense; with ``take_back`` the last ones go.
    """

    query: InsightQuery | None = None
    hint: Hint | None = None
    heard: str = ""
    notice: BankNotice | None = None
    take_back: int = 0
    """So many of the last expenses are to be taken back."""
