"""Carries out what is asked about exchange rates. A call that is refused changes nothing."""

from functools import partial

from agents.expenses.features.rates import store
from agents.expenses.features.rates.tools import (
    CONVERT_AMOUNT,
    SET_RATE,
    SHOW_RATES,
    AmountToConvert,
    ConvertedAmount,
    RateProblem,
    RateSelection,
    RateSet,
    RateSetting,
    RatesFound,
)
from agents.expenses.parts import PersonCall, Shared, handler_of, refusal, today_of
from agents.expenses.rate_arithmetic import ExchangeRate, RateSource, converted, inverse, is_rate
from agents.expenses.store.rate_lookup import rate_on
from agents.parts import FeatureParts
from domain.errors import ToolRefusedError
from domain.money import Currency
from domain.tools import Arguments, RunToolRequest

_PROBLEMS = {
    RateProblem.NOT_POSITIVE: "the number is not more than zero",
    RateProblem.ABSURD: "no rate is as large or as small as that",
    RateProblem.SAME_CURRENCY: "both currencies are the same",
}


async def set_rate(call: PersonCall[RateSetting]) -> RateSet:
    """Replaces what the person said of the same pair on the same day."""
    asked, own = call.asked, call.currency
    currency, into = _pair(call.request, asked.currency, asked.into)
    if not is_rate(asked.rate):
        raise _refusal(RateProblem.ABSURD if asked.rate > 0 else RateProblem.NOT_POSITIVE)
    turned = currency == own
    rate = ExchangeRate(
        currency=into if turned else currency,
        into=own if turned else into,
        rate=inverse(asked.rate) if turned else asked.rate,
        day=call.today,
        source=RateSource.HAND,
    )
    rows = await store.set_rate(call.connection, call.user_id, rate)
    return RateSet(rate=rate, rows=rows)


async def convert_amount(
    shared: Shared, request: RunToolRequest, arguments: Arguments
) -> ConvertedAmount:
    asked = AmountToConvert.model_validate(arguments)
    if asked.amount <= 0:
        raise _refusal(RateProblem.NOT_POSITIVE)
    currency, into = _pair(request, asked.currency, asked.into)
    rate = await _rate(shared, request, currency, into)
    return ConvertedAmount(
        amount=asked.amount,
        currency=currency,
        into=into,
        rate=rate,
        converted=None if rate is None else converted(asked.amount, rate.rate, into),
    )


async def show_rates(shared: Shared, request: RunToolRequest, arguments: Arguments) -> RatesFound:
    asked = RateSelection.model_validate(arguments)
    if asked.currency is None and asked.into is None:
        user_id, today = request.person.user_id, today_of(request)
        async with shared.lent.database.connection() as connection:
            return RatesFound(rates=await store.own_rates(connection, user_id, today))
    currency, into = _pair(request, asked.currency, asked.into)
    rate = await _rate(shared, request, currency, into)
    return RatesFound(currency=currency, into=into, rates=() if rate is None else (rate,))


def bind(shared: Shared) -> FeatureParts:
    return FeatureParts(
        tools=((SET_RATE, handler_of(set_rate)),),
        outside=(
            (CONVERT_AMOUNT, partial(convert_amount, shared)),
            (SHOW_RATES, partial(show_rates, shared)),
        ),
    )


async def _rate(
    shared: Shared, request: RunToolRequest, currency: Currency, into: Currency
) -> ExchangeRate | None:
    """The rate of the person's today, also where its file is new."""
    await shared.rate_files.fresh()
    async with shared.lent.database.connection() as connection:
        return await rate_on(connection, request.person.user_id, currency, into, today_of(request))


def _pair(
    request: RunToolRequest, currency: Currency | None, into: Currency | None
) -> tuple[Currency, Currency]:
    """Both currencies, the person's own for one that is not said. Raises ``ToolRefusedError``."""
    own = request.person.currency
    pair = currency or own, into or own
    if pair[0] == pair[1]:
        raise _refusal(RateProblem.SAME_CURRENCY, pair[0])
    return pair


def _refusal(problem: RateProblem, currency: str = "") -> ToolRefusedError:
    return refusal(problem, _PROBLEMS[problem], currency=currency)
