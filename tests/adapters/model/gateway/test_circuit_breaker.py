"""When a provider is left alone, and when it is tried again."""

import asyncio
from datetime import timedelta

import pytest

from adapters.model.breaker import BreakerPolicy, BreakerState, CircuitBreaker, CircuitOpenError
from adapters.model.pace import Pace, RateUsedUpError
from adapters.model.refusal import RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    UnusableAttachmentError,
)
from tests.adapters.model.gateway.doubles import FakeClock

DOWN = ModelUnavailableError("down")
OVER_AT_ONCE = BreakerPolicy(rest=timedelta(microseconds=1))
"""Its rest is over before the next call."""


def state_of(breaker: CircuitBreaker) -> BreakerState:
    return breaker.state


async def answered() -> str:
    return "answer"


async def call(breaker: CircuitBreaker, error: AppError | None = None) -> None:
    """A call that is let through and ends with ``error``, if any."""

    async def ask() -> None:
        if error:
            raise error

    if error is None:
        await breaker.call(ask)
        return
    with pytest.raises(type(error)) as caught:
        await breaker.call(ask)
    assert caught.value is error


async def opened(policy: BreakerPolicy | None = None) -> CircuitBreaker:
    breaker = CircuitBreaker(policy)
    for _ in range(10):
        await call(breaker, DOWN)
    return breaker


async def test_nine_failures_are_too_few_to_judge_by() -> None:
    breaker = CircuitBreaker()
    for _ in range(9):
        await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.CLOSED
    assert breaker.retry_after == timedelta(0)


async def test_half_of_ten_calls_failing_opens_the_circuit() -> None:
    breaker = CircuitBreaker()
    for _ in range(5):
        await call(breaker)
        await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.OPEN
    with pytest.raises(CircuitOpenError):
        await breaker.call(answered)


async def test_less_than_half_failing_keeps_it_closed() -> None:
    breaker = CircuitBreaker()
    for _ in range(20):
        for error in (None, None, DOWN):
            await call(breaker, error)
    assert state_of(breaker) is BreakerState.CLOSED


async def test_the_share_and_the_number_of_calls_are_settings() -> None:
    breaker = CircuitBreaker(BreakerPolicy(failure_share=1, min_calls=2))
    for error in (None, DOWN, DOWN):
        await call(breaker, error)
    assert state_of(breaker) is BreakerState.CLOSED
    breaker = CircuitBreaker(BreakerPolicy(failure_share=1, min_calls=2))
    for error in (DOWN, DOWN):
        await call(breaker, error)
    assert state_of(breaker) is BreakerState.OPEN


async def test_old_failures_are_forgotten() -> None:
    clock = FakeClock()
    breaker = CircuitBreaker(clock=clock)
    for _ in range(9):
        await call(breaker, DOWN)
    clock.now += 61
    await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.CLOSED


@pytest.mark.parametrize(
    "error", [InvalidModelOutputError("nonsense"), RequestRefusedError("too long")]
)
async def test_nonsense_and_a_refused_request_show_that_the_provider_is_up(error: AppError) -> None:
    breaker = CircuitBreaker()
    for _ in range(20):
        await call(breaker, error)
    assert state_of(breaker) is BreakerState.CLOSED
    trial = await opened(OVER_AT_ONCE)
    await call(trial, error)
    assert state_of(trial) is BreakerState.CLOSED


async def test_a_refused_key_is_not_presented_again_and_again() -> None:
    breaker = CircuitBreaker()
    for _ in range(10):
        await call(breaker, ModelMisconfiguredError("401"))
    assert state_of(breaker) is BreakerState.OPEN


@pytest.mark.parametrize("error", [RateUsedUpError("pace"), UnusableAttachmentError("no picture")])
async def test_what_is_not_about_the_provider_says_nothing(error: AppError) -> None:
    breaker = CircuitBreaker()
    for _ in range(9):
        await call(breaker, DOWN)
    for _ in range(20):
        await call(breaker, error)
    assert state_of(breaker) is BreakerState.CLOSED
    await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.OPEN


async def test_an_open_circuit_says_how_long_it_rests() -> None:
    breaker = await opened()
    assert timedelta(seconds=29) < breaker.retry_after <= timedelta(seconds=30)
    with pytest.raises(CircuitOpenError) as caught:
        await breaker.call(answered)
    assert caught.value.retry_after is not None
    assert caught.value.retry_after > timedelta(seconds=29)


async def test_after_the_rest_one_call_tries_and_the_others_do_not_wait_for_it() -> None:
    breaker = await opened(OVER_AT_ONCE)
    begun, end = asyncio.Event(), asyncio.Event()

    async def slow() -> str:
        begun.set()
        await end.wait()
        return "late"

    trial = asyncio.create_task(breaker.call(slow))
    await begun.wait()
    assert state_of(breaker) is BreakerState.HALF_OPEN
    for _ in range(3):
        with pytest.raises(CircuitOpenError):
            await breaker.call(answered)
    end.set()
    assert await trial == "late"
    assert state_of(breaker) is BreakerState.CLOSED


async def test_a_good_trial_closes_the_circuit_with_a_clean_slate() -> None:
    breaker = await opened(OVER_AT_ONCE)
    await call(breaker)
    for _ in range(9):
        await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.CLOSED


async def test_after_its_rest_a_circuit_is_half_open_before_anybody_calls() -> None:
    breaker = await opened(OVER_AT_ONCE)
    assert state_of(breaker) is BreakerState.HALF_OPEN


async def test_a_bad_trial_opens_it_again() -> None:
    told: list[BreakerState] = []
    breaker = CircuitBreaker(OVER_AT_ONCE, on_change=told.append)
    for _ in range(11):
        await call(breaker, DOWN)
    assert told == [BreakerState.OPEN, BreakerState.HALF_OPEN, BreakerState.OPEN]


async def test_a_cancelled_trial_leaves_room_for_the_next() -> None:
    breaker = await opened(OVER_AT_ONCE)
    begun = asyncio.Event()

    async def endless() -> None:
        begun.set()
        await asyncio.Event().wait()

    trial = asyncio.create_task(breaker.call(endless))
    await begun.wait()
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    assert await breaker.call(answered) == "answer"


async def test_a_call_from_before_the_change_says_nothing() -> None:
    breaker = CircuitBreaker()
    begun, end = asyncio.Event(), asyncio.Event()

    async def slow() -> str:
        begun.set()
        await end.wait()
        return "late"

    early = asyncio.create_task(breaker.call(slow))
    await begun.wait()
    for _ in range(10):
        await call(breaker, DOWN)
    end.set()
    assert await early == "late"
    assert state_of(breaker) is BreakerState.OPEN


async def test_every_change_is_told() -> None:
    told: list[BreakerState] = []
    breaker = CircuitBreaker(OVER_AT_ONCE, on_change=told.append)
    for _ in range(10):
        await call(breaker, DOWN)
    await call(breaker, DOWN)
    await call(breaker)
    half, opened_, closed = BreakerState.HALF_OPEN, BreakerState.OPEN, BreakerState.CLOSED
    assert told == [opened_, half, opened_, half, closed]


async def test_a_rate_that_is_used_up_is_said_at_once_with_the_time_of_the_next_call() -> None:
    pace = Pace(per_minute=2)
    await pace.take()
    await pace.take()
    with pytest.raises(RateUsedUpError) as caught:
        await pace.take()
    assert caught.value.retry_after == timedelta(seconds=30)
