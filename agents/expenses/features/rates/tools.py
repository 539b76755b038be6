"""What can be asked about exchange rates."""

from datetime import timedelta
from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from agents.expenses.rate_arithmetic import ExchangeRate
from domain.commands import CommandForm
from domain.messages import Frozen
from domain.money import Currency
from domain.tools import Arguments, Effect, Tool

_LARGEST_AMOUNT = 10**15
"""What it comes to at the largest rate has all digits of its minor unit."""
_WITH_A_NEW_FILE = timedelta(minutes=1)
"""A file of the bank that is new has to be taken in first."""


class RateSetting(Arguments):
    currency: Currency = Field(description="ISO 4217 code; one unit of it is worth rate")
    into: Currency | None = Field(None, description="ISO 4217; null: the person's")
    rate: Decimal = Field(description="Units of into for one unit of currency")


class AmountToConvert(Arguments):
    amount: Decimal = Field(le=_LARGEST_AMOUNT, description="How much")
    currency: Currency = Field(description="ISO 4217 code")
    into: Currency | None = Field(None, description="ISO 4217; null: the person's")


class RateSelection(Arguments):
    currency: Currency | None = Field(None, description="ISO 4217; null: the person's")
    into: Currency | None = Field(None, description="ISO 4217; null: the person's")
    """With neither, all that the person said are meant."""


class RateProblem(StrEnum):
    """Why a call about rates did nothing."""

    UNCLEAR = "unclear"
    NOT_POSITIVE = "not_positive"
    ABSURD = "absurd"
    SAME_CURRENCY = "same_currency"


class RateSet(Frozen):
    """A rate as it is kept: into the person's own currency wherever one of the two is theirs."""

    rate: ExchangeRate
    rows: int = 0
    """Saved expenses that have it now."""


class ConvertedAmount(Frozen):
    """An amount in another currency; neither ``rate`` nor ``converted`` where there is no rate."""

    amount: Decimal
    currency: Currency
    into: Currency
    rate: ExchangeRate | None = None
    converted: Decimal | None = None


class RatesFound(Frozen):
    """The rate of one pair, if there is one; without a pair all that the person said."""

    currency: Currency | None = None
    into: Currency | None = None
    rates: tuple[ExchangeRate, ...] = ()


SET_RATE = Tool(
    name="set_rate",
    purpose="Keeps what one unit of a currency is worth in another, as the person says, for a "
    "week and the saved expenses of it.",
    arguments=RateSetting,
    result=RateSet,
    effect=Effect.WRITE,
)

CONVERT_AMOUNT = Tool(
    name="convert_amount",
    purpose="Tells what an amount is in another currency, at the rate of today.",
    arguments=AmountToConvert,
    result=ConvertedAmount,
    effect=Effect.READ,
    timeout=_WITH_A_NEW_FILE,
)

SHOW_RATES = Tool(
    name="show_rates",
    purpose="Shows the rate of two currencies; with neither all that the person said.",
    arguments=RateSelection,
    result=RatesFound,
    effect=Effect.READ,
    timeout=_WITH_A_NEW_FILE,
)

COMMANDS = (CommandForm(name="rate", takes_value=True),)
TOOLS = (SET_RATE, CONVERT_AMOUNT, SHOW_RATES)
