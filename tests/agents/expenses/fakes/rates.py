"""Exchange rates in memory."""

from collections.abc import Sequence
from datetime import date

from agents.expenses.rates import ExchangeRate
from agents.expenses.rates_file import ReferenceRate


class InMemoryRates:
    """Implements ``RateStore`` for one person; the bank's rates are only kept."""

    def __init__(self) -> None:
        self.own: dict[tuple[str, str], ExchangeRate] = {}
        self.loaded: list[ReferenceRate] = []

    async def load(self, rates: Sequence[ReferenceRate]) -> None:
        self.loaded.extend(rates)

    async def rate(self, user_id: str, currency: str, into: str, day: date) -> ExchangeRate | None:
        del user_id, day
        return self.own.get((currency, into))

    async def own_rates(self, user_id: str, day: date) -> tuple[ExchangeRate, ...]:
        del user_id, day
        return tuple(self.own.values())

    async def set_rate(self, user_id: str, rate: ExchangeRate) -> int:
        del user_id
        self.own[rate.currency, rate.into] = rate
        return 0
