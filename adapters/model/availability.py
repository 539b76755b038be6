"""Whether a provider may be asked now: everything that keeps it from being asked, by one clock."""

import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TypeVar

import structlog

from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)

LONGEST_REST = timedelta(minutes=10)
"""Some providers ask for a day, and are back within minutes."""

IN_DOUBT = timedelta(seconds=30)
"""As long as an open circuit rests. Without it, each step of a message would wait anew."""

PROBED = timedelta(seconds=3)
"""How long it rests after a probe in vain: the steps of one message are over by then."""

_KEPT = 20
"""Answers, and waits in vain, by which a provider's own latency is judged."""

_NINE_OF_TEN = 0.9
_SLOW_TWICE = 2

_EARLY = 0.25
"""Seconds by which whoever was told to come again may be early: clocks of two machines decide."""

_LEAST_WAIT = timedelta(seconds=1)
"""While the trial is under way nobody knows how long it takes."""

_MINUTE = 60.0

_log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")
Clock = Callable[[], float]
"""Seconds that only grow."""


class RequestRefusedError(ModelMisconfiguredError):
    """This one request was refused (too long, a parameter that the model does not take).

    The provider itself is up, so its circuit stays closed.
    """

    is_outage = False


class CircuitOpenError(ModelUnavailableError):
    """The provider was not asked at all, because it mostly failed lately.

    Circuits stay open for a while: nobody waits for one.
    """

    was_asked = False
    worth_waiting = False


class RestingError(ModelUnavailableError):
    """The provider was not asked, because it said when to come again and that is not yet."""

    was_asked = False


class RateLimitedError(ModelUnavailableError):
    """The provider was asked more often than it allows, and says so."""


class RateUsedUpError(ModelUnavailableError):
    """The provider was not asked, because it was asked as often as it may be. It may be well."""

    is_outage = False
    was_asked = False


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"
    """The rest is over; one trial at a time is let through."""


@dataclass(frozen=True)
class BreakerPolicy:
    """When a circuit opens: ``failure_share`` of at least ``min_calls`` within ``window``."""

    failure_share: float = 0.5
    min_calls: int = 10
    window: timedelta = timedelta(seconds=60)
    rest: timedelta = timedelta(seconds=30)
    """How long an open circuit lets nothing through."""


class Rate:
    """Lets ``per_minute`` calls through at once, then as many as the minute brings back.

    Never waits: while one provider has no room the next one can answer.
    """

    def __init__(self, per_minute: int, *, clock: Clock = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._used = 0.0
        self._at = clock()

    def take(self) -> None:
        """Takes one call. Raises ``RateUsedUpError`` when there is none left."""
        now = self._clock()
        self._used = max(0.0, self._used - (now - self._at) * self._per_minute / _MINUTE)
        self._at = now
        if self._used + 1 > self._per_minute:
            one_comes_back = timedelta(seconds=_MINUTE / self._per_minute)
            raise RateUsedUpError(
                "the provider is asked as often as it may be", retry_after=one_comes_back
            )
        self._used += 1


class Availability:
    """Of one provider, for use within one event loop.

    - Its circuit: what mostly fails is left alone, then tried again by one call; nobody waits
      behind that trial.
    - Its rest: a provider that says when to come again is left alone until then.
    - Its rate: how often it may be asked. ``rate`` may be shared, as chat and speech do.
    - Its doubt: after a person waited for it in vain, nobody does so again for a moment. One
      question probes it; when that is in vain, too, it rests. One slow answer of a provider that
      does answer is no fault: the second in a row is.
    - Its latency: what it took lately tells how long a probe has.

    An answer that cannot be used, or a request that is refused, shows that the provider is up. A
    call that is cancelled, or that never reached the provider, says nothing. ``on_change`` hears of
    each change of the circuit; ``name`` is the provider's, in logs.
    """

    def __init__(
        self,
        policy: BreakerPolicy | None = None,
        *,
        rate: Rate | None = None,
        on_change: Callable[[BreakerState], None] | None = None,
        clock: Clock = time.monotonic,
        name: str = "",
    ) -> None:
        self._name = name
        self._policy = policy or BreakerPolicy()
        self._rate = rate
        self._on_change = on_change
        self._clock = clock
        self._circuit = BreakerState.CLOSED
        self._changes = 0
        self._opened_at = -math.inf
        self._trial = False
        self._calls: deque[tuple[float, bool]] = deque()
        self._rest_until = -math.inf
        self._doubt_until = -math.inf
        self._latencies: deque[float] = deque(maxlen=_KEPT)
        self._has_answered = False
        self._slow_in_a_row = 0

    @property
    def state(self) -> BreakerState:
        """The circuit as the next call finds it."""
        rested = self._circuit is BreakerState.OPEN and self._circuit_rest() <= 0
        return BreakerState.HALF_OPEN if rested else self._circuit

    @property
    def retry_after(self) -> timedelta:
        """How long until the circuit lets a call through; zero when it does so now."""
        if self.state is BreakerState.OPEN:
            return timedelta(seconds=self._circuit_rest())
        return _LEAST_WAIT if self._trial else timedelta(0)

    @property
    def is_likely(self) -> bool:
        """Whether the provider would be asked now, its rate aside."""
        return self.state is not BreakerState.OPEN and not self._is_resting

    @property
    def in_doubt(self) -> bool:
        """Whether somebody waited for it in vain a moment ago."""
        return self._clock() < self._doubt_until

    @property
    def usual(self) -> timedelta | None:
        """Twice what nine of ten of its last answers took at most; one that was waited for in vain
        counts with the time it was given. None while it has not answered at all.
        """
        if not self._has_answered:
            return None
        ranked = sorted(self._latencies)
        return timedelta(seconds=2 * ranked[math.ceil(_NINE_OF_TEN * len(ranked)) - 1])

    def answered(self, within: timedelta) -> None:
        """It answered, however usefully, after this time."""
        self._has_answered, self._slow_in_a_row = True, 0
        self._latencies.append(within.total_seconds())

    def cut_off(self, after: timedelta) -> None:
        """It was given this time, and did not answer."""
        self._slow_in_a_row += 1
        self._latencies.append(after.total_seconds())

    def doubt(self, *, slow: bool = False) -> None:
        """Somebody waited in vain just now. ``slow``: it did not fail, but took too long."""
        if slow and self._has_answered and self._slow_in_a_row < _SLOW_TWICE:
            return
        if not self.in_doubt:
            self._doubt_until = self._clock() + IN_DOUBT.total_seconds()

    def probed_in_vain(self) -> None:
        """It was asked while in doubt, and was waited for in vain."""
        rested = min(self._clock() + PROBED.total_seconds(), self._doubt_until)
        self._rest_until = max(self._rest_until, rested)

    async def call(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """What ``ask`` gives or raises.

        Raises ``CircuitOpenError``, ``RestingError`` or ``RateUsedUpError`` without asking.
        """
        try:
            trial = self._admit()
        except RateUsedUpError as error:
            self._log_limit(error)
            raise
        before = self._changes
        try:
            answer = await ask()
        except AppError as error:
            self._rest_as_told(error)
            if before == self._changes and (well := _shows_well(error)) is not None:
                self._count(well=well)
            raise
        else:
            if before == self._changes:
                self._count(well=True)
            return answer
        finally:
            if trial:
                self._trial = False

    @property
    def _is_resting(self) -> bool:
        return self._rest_until - self._clock() > _EARLY

    def _admit(self) -> bool:
        """Whether the call is the trial of a circuit that has rested."""
        state = self.state
        if state is BreakerState.OPEN or self._trial:
            raise CircuitOpenError(
                "the provider is left alone after too many failures", retry_after=self.retry_after
            )
        if self._is_resting:
            left = timedelta(seconds=self._rest_until - self._clock())
            raise RestingError(
                "the provider said when to come again, and that is not yet", retry_after=left
            )
        if self._rate:
            self._rate.take()
        if state is BreakerState.CLOSED:
            return False
        self._trial = True
        self._become(BreakerState.HALF_OPEN)
        return True

    def _log_limit(self, error: AppError) -> None:
        wait = None if error.retry_after is None else error.retry_after.total_seconds()
        _log.warning("rate.limited", provider=self._name, retry_after=wait)

    def _rest_as_told(self, error: AppError) -> None:
        if isinstance(error, RateLimitedError):
            self._log_limit(error)
        if isinstance(error, ModelUnavailableError) and error.was_asked and error.retry_after:
            wait = min(error.retry_after, LONGEST_REST).total_seconds()
            self._rest_until = max(self._rest_until, self._clock() + wait)

    def _count(self, *, well: bool) -> None:
        if well:
            self._doubt_until = -math.inf
        if self._circuit is not BreakerState.CLOSED:
            # One trial is enough; a closed circuit needs more to judge by.
            if well:
                self._become(BreakerState.CLOSED)
            else:
                self._open(failures=1)
            return
        now = self._clock()
        self._calls.append((now, well))
        while self._calls[0][0] < now - self._policy.window.total_seconds():
            self._calls.popleft()
        failed = sum(not fine for _, fine in self._calls)
        enough = len(self._calls) >= self._policy.min_calls
        if not well and enough and failed >= self._policy.failure_share * len(self._calls):
            self._open(failed)

    def _open(self, failures: int) -> None:
        share = self._policy.failure_share
        _log.error("circuit.opened", provider=self._name, failures=failures, threshold=share)
        self._become(BreakerState.OPEN)

    def _become(self, state: BreakerState) -> None:
        if state is self._circuit:
            return
        self._circuit = state
        self._changes += 1
        self._calls.clear()
        if state is BreakerState.OPEN:
            self._opened_at = self._clock()
        if self._on_change:
            self._on_change(state)

    def _circuit_rest(self) -> float:
        return self._opened_at + self._policy.rest.total_seconds() - self._clock()


def _shows_well(error: AppError) -> bool | None:
    """Whether an error shows that the provider is well; None when it says nothing about it."""
    if isinstance(error, InvalidModelOutputError | RequestRefusedError):
        return True
    if isinstance(error, ModelUnavailableError):
        return False if error.was_asked else None
    # A key that is refused counts as a failure, so that it is not presented again and again.
    return False if isinstance(error, ModelMisconfiguredError) else None
