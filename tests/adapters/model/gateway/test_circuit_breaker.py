from datetime import timedelta

import pytest

from adapters.model.breaker import BreakerState, CircuitBreaker
from tests.adapters.model.gateway.doubles import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def breaker(clock: FakeClock) -> CircuitBreaker:
    return CircuitBreaker(clock=clock)


def call(breaker: CircuitBreaker, *, ok: bool | None) -> None:
    permit = breaker.admit()
    assert permit is not None
    permit.settle(ok=ok)


def opened(breaker: CircuitBreaker) -> None:
    for _ in range(10):
        call(breaker, ok=False)


def test_nine_failures_are_too_few_to_judge_by(breaker: CircuitBreaker) -> None:
    for _ in range(9):
        call(breaker, ok=False)
    assert breaker.state is BreakerState.CLOSED
    assert breaker.retry_after == timedelta(0)


def test_half_of_ten_calls_failing_opens_the_circuit(breaker: CircuitBreaker) -> None:
    for ok in (True, False) * 5:
        call(breaker, ok=ok)
    assert breaker.state is BreakerState.OPEN
    assert breaker.admit() is None


def test_less_than_half_failing_keeps_it_closed(breaker: CircuitBreaker) -> None:
    for _ in range(20):
        for ok in (True, True, False):
            call(breaker, ok=ok)
    assert breaker.state is BreakerState.CLOSED


def test_old_failures_are_forgotten(breaker: CircuitBreaker, clock: FakeClock) -> None:
    for _ in range(9):
        call(breaker, ok=False)
    clock.now += 61
    call(breaker, ok=False)
    assert breaker.state is BreakerState.CLOSED


def test_after_thirty_seconds_one_probe_goes_through(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    opened(breaker)
    clock.now += 29.9
    assert breaker.admit() is None
    assert timedelta(0) < breaker.retry_after < timedelta(seconds=1)
    clock.now += 0.2
    assert breaker.admit() is not None
    assert breaker.state is BreakerState.HALF_OPEN
    assert breaker.admit() is None


def test_a_good_probe_closes_the_circuit_with_a_clean_slate(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    opened(breaker)
    clock.now += 31
    call(breaker, ok=True)
    for _ in range(9):
        call(breaker, ok=False)
    assert breaker.state is BreakerState.CLOSED


def test_a_bad_probe_opens_it_for_another_thirty_seconds(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    opened(breaker)
    clock.now += 31
    call(breaker, ok=False)
    assert breaker.state is BreakerState.OPEN
    clock.now += 29
    assert breaker.admit() is None
    clock.now += 2
    assert breaker.admit() is not None


def test_an_abandoned_probe_leaves_room_for_the_next(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    opened(breaker)
    clock.now += 31
    permit = breaker.admit()
    assert permit is not None
    with permit:
        pass
    assert breaker.state is BreakerState.OPEN
    assert breaker.admit() is not None


def test_a_call_from_before_the_change_says_nothing(
    breaker: CircuitBreaker, clock: FakeClock
) -> None:
    early = breaker.admit()
    assert early is not None
    opened(breaker)
    early.settle(ok=True)
    assert breaker.admit() is None
    clock.now += 31
    probe = breaker.admit()
    assert probe is not None
    early.settle(ok=True)
    assert breaker.admit() is None
    probe.settle(ok=True)
    probe.settle(ok=False)
    assert breaker.state is BreakerState.CLOSED
