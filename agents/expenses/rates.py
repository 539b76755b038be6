"""Exchange rates: where they come from, how old they may be, how amounts are converted.

A rate is units of one currency for one unit of another. Between two currencies that are both
quoted for the euro it is their quotient, to ``DIGITS`` significant digits, half to even. An amount
is multiplied by it and then rounded once, to the minor unit of its new currency, half to even.
"""

from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum

from domain.messages import Frozen
from domain.money import Currency, rounded
from domain.understanding import Person

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


class RateWish(StrEnum):
    SET = "set"
    CONVERT = "convert"
    SHOW = "show"


class RateProblem(StrEnum):
    """Why nothing could be done."""

    UNCLEAR = "unclear"
    NOT_POSITIVE = "not_positive"
    ABSURD = "absurd"
    SAME_CURRENCY = "same_currency"


class RateOrder(Frozen):
    """What is wanted. A rate that is set has the person's own currency as ``into`` wherever one of
    the two is theirs; without currencies, all are to be shown.
    """

    wish: RateWish
    currency: Currency | None = None
    into: Currency | None = None
    amount: Decimal | None = None
    """To be converted."""
    rate: Decimal | None = None
    """To be set."""
    problem: RateProblem | None = None


class RateRequest(Frozen):
    """``asked``: the person's words, or what follows the command; ``today`` is their own date."""

    person: Person
    asked: str
    today: date


class RatesTold(Frozen):
    """What came of it. Without ``rates`` there is none for what was asked."""

    order: RateOrder
    rates: tuple[ExchangeRate, ...] = ()
    result: Decimal | None = None
    """The converted amount, in ``order.into``."""
    rows: int = 0
    """Saved expenses that were given a rate that was set."""


def rate_problem(rate: Decimal) -> RateProblem | None:
    """Why a number is no rate, if it is none."""
    if not rate.is_finite() or rate > _LARGEST or 0 < rate < 1 / _LARGEST:
        return RateProblem.ABSURD
    return RateProblem.NOT_POSITIVE if rate <= 0 else None


def set_order(currency: str, into: str, rate: Decimal, own: str) -> RateOrder:
    """The order that two currencies and a number make, turned towards the person's own currency."""
    problem = RateProblem.SAME_CURRENCY if currency == into else rate_problem(rate)
    if problem is None and currency == own:
        currency, into, rate = into, currency, inverse(rate)
    return RateOrder(wish=RateWish.SET, currency=currency, into=into, rate=rate, problem=problem)
