"""When a provider is left alone, and when it is tried again."""

import asyncio
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adapters.model.availability import (
    IN_DOUBT,
    LONGEST_REST,
    Availability,
    BreakerPolicy,
    BreakerState,
    CircuitOpenError,
    Rate,
    RateLimitedError,
    RateUsedUpError,
    RequestRefusedError,
    RestingError,
)
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    UnusableAttachmentError,
)
from tests.adapters.model.gateway.doubles import FakeClock

DOWN = ModelUnavailableError("down")
OVER_AT_ONCE = BreakerPolicy(rest=timedelta(0))
"""Its rest is over at once."""


def state_of(breaker: Availability) -> BreakerState:
    return breaker.state


async def answered() -> str:
    return "answer"


async def slow(begun: asyncio.Event, end: asyncio.Event) -> str:
    begun.set()
    await end.wait()
    return "late"


async def call(breaker: Availability, error: AppError | None = None) -> None:
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


async def opened(policy: BreakerPolicy | None = None) -> Availability:
    breaker = Availability(policy)
    for _ in range(10):
        await call(breaker, DOWN)
    return breaker


NONSENSE, REFUSED = InvalidModelOutputError("nonsense"), RequestRefusedError("too long")
ALL_OF_TWO = BreakerPolicy(failure_share=1, min_calls=2)


@pytest.mark.parametrize(
    ("ends", "policy", "state"),
    [
        ([DOWN] * 9, None, BreakerState.CLOSED),
        ([None, DOWN] * 5, None, BreakerState.OPEN),
        ([None, None, DOWN] * 20, None, BreakerState.CLOSED),
        ([None, DOWN, DOWN], ALL_OF_TWO, BreakerState.CLOSED),
        ([DOWN, DOWN], ALL_OF_TWO, BreakerState.OPEN),
        ([NONSENSE, REFUSED] * 10, None, BreakerState.CLOSED),
        ([ModelMisconfiguredError("401")] * 10, None, BreakerState.OPEN),
        ([DOWN] * 9 + [RateUsedUpError("pace")] * 20, None, BreakerState.CLOSED),
        ([DOWN] * 9 + [UnusableAttachmentError("no picture")] * 20, None, BreakerState.CLOSED),
        ([DOWN] * 9 + [RateUsedUpError("pace")] * 20 + [DOWN], None, BreakerState.OPEN),
    ],
    ids=[
        "too few calls", "half of ten", "less than half", "settings", "settings, open",
        "nonsense shows that it is up", "a refused key is not presented again and again",
        "no word about the provider", "no picture", "and the tenth counts",
    ],
)  # fmt: skip
async def test_a_circuit_opens_when_enough_of_enough_calls_failed(
    ends: list[AppError | None], policy: BreakerPolicy | None, state: BreakerState
) -> None:
    breaker = Availability(policy)
    for error in ends:
        await call(breaker, error)
    assert state_of(breaker) is state
    assert (breaker.retry_after > timedelta(0)) is (state is BreakerState.OPEN)
    if state is BreakerState.OPEN:
        with pytest.raises(CircuitOpenError):
            await breaker.call(answered)


async def test_failures_long_ago_keep_it_closed() -> None:
    clock = FakeClock()
    breaker = Availability(clock=clock)
    for _ in range(9):
        await call(breaker, DOWN)
    clock.now += 61
    await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.CLOSED


@pytest.mark.parametrize("error", [NONSENSE, REFUSED])
async def test_a_trial_that_shows_that_the_provider_is_up_closes_it(error: AppError) -> None:
    trial = await opened(OVER_AT_ONCE)
    await call(trial, error)
    assert state_of(trial) is BreakerState.CLOSED


async def test_an_open_circuit_says_how_long_it_rests() -> None:
    breaker = await opened()
    assert timedelta(seconds=29) < breaker.retry_after <= timedelta(seconds=30)
    with pytest.raises(CircuitOpenError) as caught:
        await breaker.call(answered)
    assert caught.value.retry_after is not None
    assert caught.value.retry_after > timedelta(seconds=29)


@pytest.mark.shows("models 3")
async def test_after_the_rest_one_call_tries_and_the_others_do_not_wait_for_it() -> None:
    breaker = await opened(OVER_AT_ONCE)
    begun, end = asyncio.Event(), asyncio.Event()
    trial = asyncio.create_task(breaker.call(lambda: slow(begun, end)))
    await begun.wait()
    assert state_of(breaker) is BreakerState.HALF_OPEN
    for _ in range(3):
        with pytest.raises(CircuitOpenError):
            await breaker.call(answered)
    end.set()
    assert await trial == "late"
    assert state_of(breaker) is BreakerState.CLOSED


async def test_after_its_rest_a_good_trial_closes_the_circuit_and_every_change_is_told() -> None:
    told: list[BreakerState] = []
    breaker = Availability(OVER_AT_ONCE, on_change=told.append)
    begun, end = asyncio.Event(), asyncio.Event()
    early = asyncio.create_task(breaker.call(lambda: slow(begun, end)))
    await begun.wait()
    for _ in range(10):
        await call(breaker, DOWN)
    end.set()
    assert await early == "late"
    assert state_of(breaker) is BreakerState.HALF_OPEN, "a call from before the change says nothing"
    await call(breaker, DOWN)
    await call(breaker)
    for _ in range(9):  # a clean slate
        await call(breaker, DOWN)
    assert state_of(breaker) is BreakerState.CLOSED
    half, opened_, closed = BreakerState.HALF_OPEN, BreakerState.OPEN, BreakerState.CLOSED
    assert told == [opened_, half, opened_, half, closed]


async def test_a_cancelled_trial_leaves_room_for_the_next() -> None:
    breaker = await opened(OVER_AT_ONCE)
    begun = asyncio.Event()
    trial = asyncio.create_task(breaker.call(lambda: slow(begun, asyncio.Event())))
    await begun.wait()
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    assert await breaker.call(answered) == "answer"


def test_a_rate_that_is_used_up_is_said_at_once_with_the_time_of_the_next_call() -> None:
    clock = FakeClock()
    rate = Rate(2, clock=clock)
    rate.take()
    rate.take()
    with pytest.raises(RateUsedUpError) as caught:
        rate.take()
    assert caught.value.retry_after == timedelta(seconds=30)
    clock.now += 30
    rate.take()


async def test_chat_and_speech_share_a_rate_and_not_a_circuit() -> None:
    clock = FakeClock()
    rate = Rate(11, clock=clock)
    chat, speech = (Availability(rate=rate, clock=clock) for _ in range(2))
    for _ in range(10):
        await call(chat, DOWN)
    assert await speech.call(answered) == "answer"
    with pytest.raises(RateUsedUpError):
        await speech.call(answered)
    assert (state_of(chat), state_of(speech)) == (BreakerState.OPEN, BreakerState.CLOSED)


@pytest.mark.parametrize(("failures", "wait", "rest"), [(1, 86_400, 600), (10, 5, 5)])
async def test_a_provider_is_left_alone_until_the_time_it_names_and_no_trial_is_spent(
    failures: int, wait: int, rest: int
) -> None:
    clock = FakeClock()
    available = Availability(OVER_AT_ONCE, clock=clock)
    for _ in range(failures - 1):
        await call(available, DOWN)
    await call(available, ModelUnavailableError("429", retry_after=timedelta(seconds=wait)))
    assert not available.is_likely
    with pytest.raises(RestingError) as caught:
        await available.call(answered)
    assert caught.value.retry_after == timedelta(seconds=rest) <= LONGEST_REST
    clock.now += rest
    assert await available.call(answered) == "answer"


async def test_doubt_passes_with_time_or_with_an_answer() -> None:
    clock = FakeClock()
    available = Availability(clock=clock)
    available.doubt()
    clock.now += IN_DOUBT.total_seconds() - 1
    available.doubt()
    assert available.in_doubt
    clock.now += 1
    assert not available.in_doubt, "doubt is not prolonged by those who only looked"
    available.doubt()
    await call(available)
    assert not available.in_doubt


async def test_an_open_circuit_and_a_used_up_rate_are_logged() -> None:
    named = Availability(BreakerPolicy(), rate=Rate(11), name="openai")
    limited = RateLimitedError("too often", retry_after=timedelta(0))
    with capture_logs() as logs:
        await call(named, limited)
        for _ in range(9):
            await call(named, DOWN)
        with pytest.raises(CircuitOpenError):
            await named.call(answered)
    limit, circuit = logs
    assert limit == {
        "event": "rate.limited", "log_level": "warning", "provider": "openai", "retry_after": 0.0,
    }  # fmt: skip
    assert circuit == {
        "event": "circuit.opened", "log_level": "error", "provider": "openai",
        "failures": 10, "threshold": 0.5,
    }  # fmt: skip
    busy = Availability(BreakerPolicy(), rate=Rate(1), name="gemini")
    await busy.call(answered)
    with capture_logs() as logs, pytest.raises(RateUsedUpError):
        await busy.call(answered)
    assert [(line["event"], line["provider"], line["retry_after"]) for line in logs] == [
        ("rate.limited", "gemini", 60.0)
    ]
