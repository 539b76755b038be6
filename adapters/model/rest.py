"""A provider that says when to come again is left alone until then."""

import math
import time
from collections.abc import Callable
from datetime import timedelta

from domain.errors import AppError, ModelUnavailableError

LONGEST_REST = timedelta(minutes=10)
"""Some say a day, and are back within minutes."""

_EARLY = 0.25
"""Seconds by which whoever was told to come again may be early: clocks of two machines decide."""


class RestingError(ModelUnavailableError):
    """The provider was not asked, because it said when to come again and that is not yet."""

    was_asked = False


class Rest:
    """For one provider and one event loop. ``clock`` returns seconds that only grow."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = -math.inf

    @property
    def is_over(self) -> bool:
        return self._until - self._clock() <= _EARLY

    def check(self) -> None:
        """Raises ``RestingError`` while the provider wants to be left alone."""
        if not self.is_over:
            left = self._until - self._clock()
            msg = "the provider said when to come again, and that is not yet"
            raise RestingError(msg, retry_after=timedelta(seconds=left))

    def heed(self, error: AppError) -> None:
        """Takes what a provider that was asked said about coming again, if it did."""
        if isinstance(error, ModelUnavailableError) and error.was_asked and error.retry_after:
            wait = min(error.retry_after, LONGEST_REST).total_seconds()
            self._until = max(self._until, self._clock() + wait)
