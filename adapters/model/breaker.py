"""A circuit breaker for each provider: what mostly fails is left alone, then tried again.

The circuit itself is fluxgate's. What is Steward's own: which errors speak against a provider, and
that nobody waits behind the one trial after the rest.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TypeVar

from fluxgate import AsyncCircuitBreaker
from fluxgate.errors import CallNotPermittedError
from fluxgate.metric import Metric, Record
from fluxgate.permits import All
from fluxgate.retries import Cooldown
from fluxgate.signal import Signal
from fluxgate.trackers import Custom
from fluxgate.trippers import Closed, FailureRate, HalfOpened, MinRequests
from fluxgate.windows import Window

from adapters.model.refusal import RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)

_LEAST_WAIT = timedelta(seconds=1)
"""While the trial is under way nobody knows how long it takes."""

Answer = TypeVar("Answer")


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
    """The rest is over; one trial at a time is let through."""


OnChange = Callable[[BreakerState], None]


class CircuitOpenError(ModelUnavailableError):
    """The provider was not asked at all, because it mostly failed lately.

    Circuits stay open for a while: nobody waits for one.
    """

    was_asked = False
    worth_waiting = False


class RecentCalls(Window):
    """The calls of the last ``span``, by a ``clock`` of seconds that only grow.

    fluxgate's ``TimeWindow`` keeps a second that is over until its slot is needed again: with few
    calls a minute it forgets nothing.
    """

    def __init__(self, span: timedelta, clock: Callable[[], float]) -> None:
        self._span = span.total_seconds()
        self._clock = clock
        self.reset()

    def record(self, record: Record) -> None:
        call = Metric.from_record(record)
        self._calls.append((self._clock(), call))
        self._total += call

    def get_metric(self) -> Metric:
        oldest = self._clock() - self._span
        while self._calls and self._calls[0][0] < oldest:
            self._total -= self._calls.popleft()[1]
        return self._total

    def reset(self) -> None:
        self._calls: deque[tuple[float, Metric]] = deque()
        self._total = Metric.empty()


class CircuitBreaker:
    """For use within one event loop. ``on_change`` hears of each change of state.

    An answer that cannot be used, or a request that is refused, shows that the provider is up. A
    call that is cancelled, or that never reached the provider, says nothing.
    """

    def __init__(
        self,
        policy: BreakerPolicy | None = None,
        *,
        on_change: OnChange | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        policy = policy or BreakerPolicy()
        self._rest = policy.rest
        self._on_change = on_change
        self._trial = False
        often = FailureRate(policy.failure_share)
        self._circuit = AsyncCircuitBreaker(
            window=RecentCalls(policy.window, clock),
            tracker=Custom(_speaks_against),
            # One failed trial is enough; a closed circuit needs more to judge by.
            tripper=(HalfOpened() & often) | (Closed() & MinRequests(policy.min_calls) & often),
            retry=Cooldown(policy.rest.total_seconds()),
            permit=All(),
            max_half_open_calls=1,
            listeners=[self._changed],
        )

    @property
    def state(self) -> BreakerState:
        """As the next call finds it: fluxgate itself stays open until that call comes."""
        state = BreakerState(self._circuit.info().state)
        rested = state is BreakerState.OPEN and self._rest_left() <= timedelta(0)
        return BreakerState.HALF_OPEN if rested else state

    @property
    def retry_after(self) -> timedelta:
        """How long until a call has a chance; zero when it has one now."""
        if self.state is BreakerState.CLOSED:
            return timedelta(0)
        left = self._rest_left()
        if self.state is BreakerState.OPEN and left > timedelta(0):
            return left
        return _LEAST_WAIT if self._trial else timedelta(0)

    async def call(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """What ``ask`` gives or raises.

        Raises ``CircuitOpenError`` without asking while the circuit is open, or while another call
        tries whether it can be closed.
        """
        if self.state is BreakerState.CLOSED:
            return await self._through(ask)
        if self._trial:
            # fluxgate would let this call wait for the end of the trial.
            raise self._left_alone()
        self._trial = True
        try:
            return await self._through(ask)
        finally:
            self._trial = False

    async def _through(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        try:
            answer, error = await self._circuit.call(_settled, ask)
        except CallNotPermittedError:
            refusal = self._left_alone()
        else:
            if error is not None:
                raise error
            return answer[0]
        raise refusal

    def _rest_left(self) -> timedelta:
        return self._rest - timedelta(seconds=time.time() - self._circuit.info().changed_at)

    def _left_alone(self) -> CircuitOpenError:
        return CircuitOpenError(
            "the provider is left alone after too many failures",
            retry_after=self.retry_after or _LEAST_WAIT,
        )

    def _changed(self, signal: Signal) -> None:
        if self._on_change:
            self._on_change(BreakerState(signal.new_state))


async def _settled(
    ask: Callable[[], Awaitable[Answer]],
) -> tuple[tuple[Answer, ...], AppError | None]:
    """The answer, or the error of a provider that is well; other errors are raised."""
    try:
        return (await ask(),), None
    except (InvalidModelOutputError, RequestRefusedError) as error:
        return (), error


def _speaks_against(error: Exception) -> bool:
    """Whether an error counts as a failure of the provider; others say nothing about it."""
    if isinstance(error, ModelUnavailableError):
        return error.was_asked
    # A key that is refused counts as well, so that it is not presented again and again.
    return isinstance(error, ModelMisconfiguredError)
