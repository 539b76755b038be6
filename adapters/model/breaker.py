"""A circuit breaker: stops asking a provider that mostly fails, and tries again after a rest.

The breakers on the package index count failures in a row; a provider that answers every third
call would never trip them. This one looks at the share of failures among recent calls.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import TracebackType
from typing import Self


@dataclass(frozen=True)
class BreakerPolicy:
    """When a circuit opens: ``failure_share`` of at least ``min_calls`` within ``window``."""

    failure_share: float = 0.5
    min_calls: int = 10
    window: timedelta = timedelta(seconds=60)
    rest: timedelta = timedelta(seconds=30)
    """How long an open circuit lets nothing through."""


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"
    """One probe is under way; everything else is refused until it is settled."""


class CircuitBreaker:
    """For use within one event loop. ``clock`` returns seconds that only grow."""

    def __init__(
        self,
        policy: BreakerPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._policy = policy or BreakerPolicy()
        self._clock = clock
        self._outcomes: deque[tuple[float, bool]] = deque()
        self._state = BreakerState.CLOSED
        self._opened_at = 0.0
        # Counts the changes of state. A call that began before the last change says nothing about
        # the present one: a slow success must not close a circuit that opened meanwhile.
        self._epoch = 0

    @property
    def state(self) -> BreakerState:
        return self._state

    @property
    def retry_after(self) -> timedelta:
        """How long until a call has a chance; zero when it has one now."""
        if self._state is BreakerState.CLOSED:
            return timedelta(0)
        left = self._opened_at + self._policy.rest.total_seconds() - self._clock()
        return timedelta(seconds=max(0.0, left))

    def admit(self) -> "Permit | None":
        """A permit for one call, or None when the provider is to be left alone."""
        if self._state is BreakerState.OPEN and not self.retry_after:
            self._change(BreakerState.HALF_OPEN)
            return Permit(self, self._epoch)
        return Permit(self, self._epoch) if self._state is BreakerState.CLOSED else None

    def settle(self, epoch: int, ok: bool | None) -> None:  # noqa: FBT001 - None is a third answer
        """Takes the outcome of a permitted call; None means that it says nothing."""
        if epoch != self._epoch:
            return
        if self._state is BreakerState.HALF_OPEN:
            self._settle_probe(ok)
        elif ok is not None:
            self._count(ok=ok)

    def _settle_probe(self, ok: bool | None) -> None:  # noqa: FBT001 - as in settle
        if ok:
            self._change(BreakerState.CLOSED)
            return
        if ok is False:
            self._opened_at = self._clock()
        # An abandoned probe leaves the time as it was, so that the next call probes again.
        self._change(BreakerState.OPEN)

    def _count(self, *, ok: bool) -> None:
        now = self._clock()
        self._outcomes.append((now, ok))
        while self._outcomes[0][0] < now - self._policy.window.total_seconds():
            self._outcomes.popleft()
        failures = sum(1 for _, good in self._outcomes if not good)
        calls = len(self._outcomes)
        if calls >= self._policy.min_calls and failures >= self._policy.failure_share * calls:
            self._opened_at = now
            self._change(BreakerState.OPEN)

    def _change(self, state: BreakerState) -> None:
        self._state = state
        self._epoch += 1
        self._outcomes.clear()


class Permit:
    """Leave to make one call. Leaving the block unsettled (cancelled, a bug) says nothing."""

    def __init__(self, breaker: CircuitBreaker, epoch: int) -> None:
        self._breaker = breaker
        self._epoch = epoch
        self._settled = False

    def settle(self, *, ok: bool | None) -> None:
        """Only the first answer counts."""
        if not self._settled:
            self._settled = True
            self._breaker.settle(self._epoch, ok)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.settle(ok=None)
