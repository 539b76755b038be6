"""Tells, sets and applies exchange rates, and takes in files of them."""

import asyncio
from datetime import timedelta
from pathlib import Path

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.ports import RateRules, RateStore
from agents.expenses.rates import (
    ExchangeRate,
    RateOrder,
    RateProblem,
    RateRequest,
    RateSource,
    RatesTold,
    RateWish,
    converted,
)
from agents.expenses.rates_file import RatesFolder, RefusedRatesError, rates_in

_RECENT = timedelta(days=400)
"""Of a file that is found on the way to a save, which must not wait for decades of rates."""

_log = structlog.get_logger()


class RateFiles:
    """What the setting names is in the table before anything is saved or asked for: the last days
    of each file. ``steward rates load`` takes in all of one.
    """

    def __init__(self, folder: RatesFolder, rates: RateStore) -> None:
        self._folder = folder
        self._rates = rates
        self._one_at_a_time = asyncio.Lock()

    async def fresh(self) -> None:
        """Takes in the files that changed. One that is refused is logged, and nothing of it is
        taken; whatever is wrong with a file, expenses are saved.
        """
        async with self._one_at_a_time:
            try:
                for file in await asyncio.to_thread(self._folder.changed):
                    await self._take_in(file)
                    await asyncio.to_thread(self._folder.took, file)
            except OSError as error:
                _log.warning("rates.unreadable", why=str(error.strerror))

    async def _take_in(self, file: Path) -> None:
        try:
            rates = await asyncio.to_thread(rates_in, file)
        except RefusedRatesError as error:
            _log.warning("rates.refused", why=str(error))
            return
        newest = max(rate.day for rate in rates)
        recent = [rate for rate in rates if rate.day > newest - _RECENT]
        await self._rates.load(recent)
        _log.info("rates.loaded", file=file.name, rates=len(recent))


class KeepRates:
    """An order that cannot be carried out changes nothing."""

    def __init__(self, rules: RateRules, rates: RateStore, files: RateFiles) -> None:
        self._rules = rules
        self._rates = rates
        self._files = files

    @activity.defn
    async def keep_rate(self, request: RateRequest) -> RatesTold:
        """What is asked of rates; a rate that is set is idempotent on person, pair and day."""
        with app_errors():
            order = self._rules.rate_order(request)
            if order is None:
                unclear = RateOrder(wish=RateWish.SHOW, problem=RateProblem.UNCLEAR)
                return RatesTold(order=unclear)
            if order.problem is not None:
                return RatesTold(order=order)
            await self._files.fresh()
            return await self._told(order, request)

    async def _told(self, order: RateOrder, request: RateRequest) -> RatesTold:
        user_id, today = request.person.user_id, request.today
        if order.currency is None or order.into is None:
            return RatesTold(order=order, rates=await self._rates.own_rates(user_id, today))
        if order.rate is not None:
            rate = ExchangeRate(
                currency=order.currency,
                into=order.into,
                rate=order.rate,
                day=today,
                source=RateSource.HAND,
            )
            rows = await self._rates.set_rate(user_id, rate)
            return RatesTold(order=order, rates=(rate,), rows=rows)
        found = await self._rates.rate(user_id, order.currency, order.into, today)
        if found is None:
            return RatesTold(order=order)
        result = order.amount and converted(order.amount, found.rate, order.into)
        return RatesTold(order=order, rates=(found,), result=result)
