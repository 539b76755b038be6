"""Exchange rates: how old they may be, and how amounts are converted.

A rate is units of one currency for one unit of another. Between two currencies that are both
quoted for the euro it is their quotient, to ``DIGITS`` significant digits, half to even. An amount
is multiplied by it and then rounded once, to the minor unit of its new currency, half to even.
"""

from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum

from domain.messages import Frozen
from domain.money import Currency, rounded

BASE = "EUR"
"""What the European Central Bank quotes all others for."""

MAX_AGE = timedelta(days=7)
"""A rate holds on its day and this much longer: over weekends and holidays, and no further."""

DIGITS = 8
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN)
_LARGEST = Decimal(10) ** 9


class RateSource(StrEnum):
    HAND = "hand"
    """The person said it; it comes before the bank's."""
    BANK = "bank"
    """The European Central Bank published it."""


class ExchangeRate(Frozen):
    """``rate`` units of ``into`` for one unit of ``currency``, on ``day``."""

    currency: Currency
    into: Currency
    rate: Decimal
    day: date
    source: RateSource


def cross(per_base: Decimal, into_per_base: Decimal) -> Decimal:
    """The rate between two currencies of which one unit of a third is worth so many each."""
    return _CONTEXT.divide(into_per_base, per_base)


def inverse(rate: Decimal) -> Decimal:
    return _CONTEXT.divide(Decimal(1), rate)


def converted(amount: Decimal, rate: Decimal, into: str) -> Decimal:
    return rounded(amount * rate, into)


def is_rate(number: Decimal) -> bool:
    """Whether a number can be one: finite, more than zero, and neither absurdly large nor small."""
    return number.is_finite() and 1 / _LARGEST <= number <= _LARGEST
