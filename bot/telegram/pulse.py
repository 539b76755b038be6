"""When Telegram was last heard."""

import time
from collections.abc import Callable
from datetime import timedelta


class Pulse:
    """Beats with each answer to a poll and each call of the webhook, whatever was in it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None

    def beat(self) -> None:
        self._last = self._clock()

    def since(self) -> timedelta | None:
        """The time that has passed since the last beat; None when there was none."""
        return None if self._last is None else timedelta(seconds=self._clock() - self._last)
