"""The details of an act for this agent: one expense as a person mentions it."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Self

from pydantic import field_validator

from agents.contract import Details
from agents.expenses.shown import MoneyKind, SplitPart
from domain.messages import Frozen
from domain.money import AmountOrigin, Currency
from domain.plain_text import one_line


class RowsAction(StrEnum):
    """What becomes of rows of a table that is to be imported."""

    LEAVE_OUT = "leave_out"
    TAKE = "take"
    """After all, though they were left out."""
    ONLY = "only"
    """These and no other ones."""


class RowsWish(Frozen):
    """What the person wants of the rows of a table, by the numbers that were shown, or by what they
    are called.
    """

    leave_out: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    only: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    """What the rows are called with which ``action`` is wanted."""
    action: RowsAction = RowsAction.LEAVE_OUT
    these: tuple[int, ...] = ()
    """Numbers and nothing else: an answer to which rows were meant."""
    all_of_them: bool = False
    """All that have the name, or that were asked about."""
    first: int = 0
    """To be shown, with those up to ``last``; 0 for none."""
    last: int = 0


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
    amount_origin: AmountOrigin | None = None
    """Where ``amount`` comes from; None for what stands in the words."""
    amount_evidence: str | None = None
    """The calculation behind ``amount`` ("12 × 5"), or the text in which it stood before."""
    parts: tuple[SplitPart, ...] = ()
    """Of ``amount``, where the words say what of it is of which category."""
    rows: RowsWish | None = None
    """Of a table that is about to be imported."""
    likely_category: str | None = None
    """A guess at what it belongs to, for where the person's habits say nothing."""

    @field_validator("merchant", "item", "category", "payment_method", "reference", mode="before")
    @classmethod
    def _as_seen(cls, told: object) -> object:
        """Programs and models may send back what keeps a shown name from being a link."""
        return one_line(told) if isinstance(told, str) else told

    def shared(self) -> Self:
        """What may hold for each of several receipts at once: a shop, a date, a way of paying.

        A currency goes with its amount; by itself it may hold for all.
        """
        gone = {
            "amount",
            "ambiguous_amounts",
            "amount_origin",
            "amount_evidence",
            "reference",
            "parts",
        }
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
            own = {"amount_origin": self.amount_origin, "amount_evidence": self.amount_evidence}
            return laid.model_copy(update={"ambiguous_amounts": (), **own})
        return laid.model_copy(update={"amount": None}) if self.ambiguous_amounts else laid


def _plain(value: object) -> object:
    return value.casefold() if isinstance(value, str) else value
