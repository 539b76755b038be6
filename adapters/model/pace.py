"""How often one provider is asked by this process."""

from datetime import timedelta

from aiolimiter import AsyncLimiter

from domain.errors import ModelUnavailableError

_MINUTE = timedelta(minutes=1)


class RateUsedUpError(ModelUnavailableError):
    """The provider was not asked, because it was asked as often as it may be. It may be well."""

    is_outage = False
    was_asked = False


class Pace:
    """Lets ``per_minute`` calls through at once, then as many as the minute brings back.

    Never waits: while one provider has no room the next one can answer. For use within one event
    loop.
    """

    def __init__(self, per_minute: int) -> None:
        self._limiter = AsyncLimiter(per_minute, _MINUTE.total_seconds())
        self._one_comes_back = _MINUTE / per_minute

    async def take(self) -> None:
        """Takes one call. Raises ``RateUsedUpError`` when there is none left."""
        if not self._limiter.has_capacity():
            msg = "the provider is asked as often as it may be"
            raise RateUsedUpError(msg, retry_after=self._one_comes_back)
        await self._limiter.acquire()  # does not wait: there is room, and nobody else ran since
