"""An expense as the person sees it."""

from datetime import date, time
from decimal import Decimal
from enum import StrEnum

from pydantic import Field, JsonValue

from domain.messages import Frozen
from domain.money import Currency


class MoneyKind(StrEnum):
    """Which way money went."""

    EXPENSE = "expense"
    INCOME = "income"
    """Came in: a salary, a gift, a refund, money paid back."""
    TRANSFER = "transfer"
    """The person's own money, from one place to another: neither of the two."""


class Provenance(Frozen):
    """Where a field's value came from: ``photo``, ``text``, ``injected``, ``answer``, ``inferred``
    or ``learned``, with the evidence (a line of the receipt, the words of the person).
    """

    source: str
    evidence: str = ""


class SplitPart(Frozen):
    """What of an expense belongs to one category, in the expense's currency."""

    category: str
    amount: Decimal


class Card(Frozen):
    """An expense as shown to the person, saved or not. Amounts in ``currency``; the date is the
    person's own.
    """

    task_id: str
    number: int
    """Counts the expenses of a conversation from 1: what "#3" in a reply means."""
    kind: MoneyKind = MoneyKind.EXPENSE
    merchant: str | None = None
    """Of income, who paid it."""
    item: str | None = None
    amount: Decimal | None = None
    currency: Currency | None = None
    occurred_on: date | None = None
    occurred_at: time | None = Field(default=None, exclude_if=lambda at: at is None)
    """The time of day that the receipt has, without a zone."""
    category: str | None = None
    payment_method: str | None = None
    reference: str | None = None
    tax: Decimal | None = None
    item_count: int = 0
    home_currency: Currency | None = None
    """The person's own currency when it was saved."""
    rate: Decimal | None = None
    """Units of ``home_currency`` for one unit of ``currency``; None where there was none."""
    rated_on: date | None = None
    rate_source: str | None = None
    """A ``rates.RateSource``."""
    from_photo: bool = False
    from_table: bool = False
    """It is no expense but a whole table that is being imported."""
    provenance: dict[str, Provenance] = Field(default_factory=dict)
    """By field name."""
    parts: tuple[SplitPart, ...] = ()
    """Of an expense that was split over categories; they add up to ``amount``."""
    # Left out where it is None: what a yes agreed to has a digest of the card as it was before.
    entered_by: str | None = Field(default=None, exclude_if=lambda name: name is None)
    """The member of the household who saved it, by name if one is known; None for the person. It
    has no id and no number then: nobody else changes it.
    """


class Change(Frozen):
    """One field's value before and after a correction, as plain strings; dates in ISO 8601."""

    field: str
    before: str | None
    after: str | None


class FeatureNotice(Frozen):
    """The feature itself words it (``words.notice_line``)."""

    feature: str
    content: JsonValue
