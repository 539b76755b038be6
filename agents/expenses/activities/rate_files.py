"""Takes in files of exchange rates before a rate is looked up."""

import asyncio
from datetime import timedelta
from pathlib import Path

import structlog

from agents.expenses.ports import RateStore
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
