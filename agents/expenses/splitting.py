"""One expense over several categories: parts that add up to its amount."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from agents.expenses.ledger import PersonRequest
from agents.expenses.shown import SplitPart
from domain.money import Currency, rounded

MAX_PARTS = 10

SPLIT = "expenses.split"
"""The button that asks how an expense is to be split."""


class Share(NamedTuple):
    """A part as it was said: so much, such a fraction of the whole, or with neither the rest."""

    category: str
    amount: Decimal | None = None
    fraction: Fraction | None = None
    currency: str | None = None
    """Only when said."""


class SplitProblem(StrEnum):
    """Why an expense was not split."""

    UNCLEAR = "unclear"
    """No parts in the words, or one that cannot be."""
    SUM = "sum"
    """They do not add up to the amount."""
    ONE = "one"
    """All of it is of one category."""
    CURRENCY = "currency"
    """A part is in another currency than the expense."""
    KIND = "kind"
    """It is no expense."""


class SplitOrder(PersonRequest):
    """Checked parts for a row."""

    task_id: str
    change_id: str
    parts: tuple[SplitPart, ...]
    today: date | None = None


class Parted(NamedTuple):
    """Parts that may be saved, or why not."""

    parts: tuple[SplitPart, ...]
    problem: SplitProblem | None = None
    told: Decimal | None = None


def parted(shares: Sequence[Share], amount: Decimal, currency: Currency) -> Parted:
    """The parts of an amount. Cents that fractions leave go to the last of them."""
    if not 0 < len(shares) <= MAX_PARTS:
        return Parted((), SplitProblem.UNCLEAR)
    if any(share.currency not in {None, currency} for share in shares):
        return Parted((), SplitProblem.CURRENCY)
    values, told = _values(shares, amount, currency)
    if values is None:
        return Parted((), SplitProblem.SUM if told is not None else SplitProblem.UNCLEAR, told)
    if any(value <= 0 or rounded(value, currency) != value for value in values):
        return Parted((), SplitProblem.UNCLEAR)
    parts = _merged((share.category, value) for share, value in zip(shares, values, strict=True))
    return Parted(parts) if len(parts) > 1 else Parted((), SplitProblem.ONE)


def _values(
    shares: Sequence[Share], amount: Decimal, currency: Currency
) -> tuple[list[Decimal] | None, Decimal | None]:
    """What each share comes to; None, with what all come to, where that is not the amount."""
    given = [_given(share, amount, currency) for share in shares]
    told = sum((value for value in given if value is not None), Decimal(0))
    exact = sum((_exact(share, amount) for share in shares), Fraction(0))
    fractions = [at for at, share in enumerate(shares) if share.fraction is not None]
    open_ends = [at for at, value in enumerate(given) if value is None]
    if len(open_ends) > 1:
        return None, None
    if open_ends and told >= amount:
        return None, told
    left = amount - told
    values = [value or Decimal(0) for value in given]
    if open_ends:
        values[open_ends[0]] = left
    elif fractions and exact == Fraction(amount):
        values[fractions[-1]] += left
    elif left:
        return None, told
    return values, None


def _given(share: Share, amount: Decimal, currency: Currency) -> Decimal | None:
    if share.amount is not None:
        return share.amount
    if share.fraction is None:
        return None
    of = amount * share.fraction.numerator / share.fraction.denominator
    return rounded(of, currency)


def _exact(share: Share, amount: Decimal) -> Fraction:
    if share.amount is not None:
        return Fraction(share.amount)
    return Fraction(amount) * (share.fraction or 0)


def _merged(parts: Iterable[tuple[str, Decimal]]) -> tuple[SplitPart, ...]:
    """Those of one category together."""
    sums: dict[str, Decimal] = {}
    for category, amount in parts:
        sums[category] = sums.get(category, Decimal(0)) + amount
    return tuple(SplitPart(category=name, amount=amount) for name, amount in sums.items())


def scaled(
    parts: Sequence[SplitPart], amount: Decimal, currency: Currency
) -> tuple[SplitPart, ...]:
    """The parts in the same proportions for another amount, so that they add up to it; what
    rounding leaves goes to the largest. Empty where one of them would vanish.
    """
    whole = sum((part.amount for part in parts), Decimal(0))
    amounts = [rounded(part.amount * amount / whole, currency) for part in parts]
    largest = max(range(len(parts)), key=lambda at: parts[at].amount)
    amounts[largest] += amount - sum(amounts, Decimal(0))
    if any(each <= 0 for each in amounts):
        return ()
    return tuple(
        part.model_copy(update={"amount": each}) for part, each in zip(parts, amounts, strict=True)
    )
