"""What this feature says, once each."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.rates.replies import (
    AmountWasConverted,
    RateRefused,
    RatesShown,
    RateWasSet,
)
from agents.expenses.features.rates.tools import ConvertedAmount, RateProblem, RateSet, RatesFound
from agents.expenses.rate_arithmetic import ExchangeRate, RateSource
from agents.expenses.shown import FeatureNotice

RATE = ExchangeRate(
    currency="USD",
    into="MYR",
    rate=Decimal("4.45"),
    day=date(2026, 11, 21),
    source=RateSource.HAND,
)
NOTICES: tuple[FeatureNotice, ...] = ()
SAMPLES = (
    RateWasSet(done=RateSet(rate=RATE, rows=2)),
    AmountWasConverted(
        found=ConvertedAmount(
            amount=Decimal(20), currency="USD", into="MYR", rate=RATE, converted=Decimal(89)
        )
    ),
    RatesShown(found=RatesFound(rates=(RATE,))),
    RateRefused(problem=RateProblem.SAME_CURRENCY, currency="MYR"),
)
