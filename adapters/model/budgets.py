"""How much models may be used in a day, by one person and by everybody."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Protocol

import structlog

from domain.errors import AppError
from domain.usage import Budget, Spent

CHECK_TIMEOUT = timedelta(seconds=1)
"""The person waits for the check; a slow database must not slow down the answer."""

_log = structlog.get_logger(__name__)


class SpentSoFar(Protocol):
    """What model calls used since then. Raises only ``AppError``."""

    async def spent(self, user_id: str | None, since: datetime) -> Spent:
        """By one person, or by everybody when None."""


@dataclass(frozen=True)
class Limit:
    """Tokens (input and output) and US dollars; None means no limit."""

    tokens: int | None = None
    cost: Decimal | None = None

    def __bool__(self) -> bool:
        return self.tokens is not None or self.cost is not None

    def reached(self, spent: Spent) -> bool:
        return (self.tokens is not None and spent.tokens >= self.tokens) or (
            self.cost is not None and spent.cost >= self.cost
        )


def _now() -> datetime:
    return datetime.now(UTC)


class Budgets:
    """Days are those of UTC. Calls under way are not foreseen: the last one may go beyond a limit.

    Without limits nothing is looked up. While it cannot be looked up, models are asked: a broken
    database must not make Steward stupid as well.
    """

    def __init__(
        self,
        spent: SpentSoFar,
        *,
        person: Limit | None = None,
        everybody: Limit | None = None,
        now: Callable[[], datetime] = _now,
        timeout: timedelta = CHECK_TIMEOUT,
    ) -> None:
        self._spent = spent
        self._limits = {Budget.PERSON: person or Limit(), Budget.EVERYBODY: everybody or Limit()}
        self._now = now
        self._timeout = timeout.total_seconds()

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget that keeps models out for this person now, if one does.

        A question that names nobody (an old conversation's) counts for everybody only.
        """
        midnight = self._now().replace(hour=0, minute=0, second=0, microsecond=0)
        try:
            async with asyncio.timeout(self._timeout):
                for budget, limit in self._limits.items():
                    whose = user_id if budget is Budget.PERSON else None
                    if not limit or whose == "":
                        continue
                    if limit.reached(await self._spent.spent(whose, midnight)):
                        _log.info("model.budget_used_up", budget=budget)
                        return budget
        except (AppError, TimeoutError) as error:
            _log.warning("model.budget_not_checked", error=repr(error))
        return None
