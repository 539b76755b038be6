"""How often and how long a person's message waits for models."""

from datetime import timedelta

import pytest
from temporalio.common import RetryPolicy

from activities.patience import Patience
from adapters.model.pace import RateUsedUpError
from domain.errors import ModelUnavailableError
from tests.activities.running import Attempt
from tests.adapters.model.gateway.doubles import FakeClock

SECOND = timedelta(seconds=1)


def busy(seconds: float | None = None) -> ModelUnavailableError:
    wait = None if seconds is None else timedelta(seconds=seconds)
    return ModelUnavailableError("busy", retry_after=wait)


async def retried(
    attempt: Attempt, failure: ModelUnavailableError, patience: Patience | None = None
) -> bool:
    async def ask() -> bool:
        return (patience or Patience()).of_this_attempt().may_retry(failure)

    return await attempt.run(ask)


async def test_four_attempts_and_no_more(attempt: Attempt) -> None:
    asked = [await retried(attempt.repeated(number), busy()) for number in (1, 2, 3, 4, 5)]
    assert asked == [True, True, True, False, False]


async def test_the_number_of_attempts_is_a_setting(attempt: Attempt) -> None:
    assert not await retried(attempt, busy(), Patience(attempts=1))
    assert await retried(attempt, busy(), Patience(attempts=2))


@pytest.mark.parametrize(("waited", "retry"), [(8.5, True), (9.5, False), (60, False)])
async def test_the_next_attempt_has_to_have_time_within_twelve_seconds(
    attempt: Attempt,
    waited: float,
    retry: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    late = attempt.repeated(1, waited=timedelta(seconds=waited))
    assert await retried(late, busy()) is retry


@pytest.mark.parametrize(("wait", "retry"), [(0.5, True), (9, True), (11, False), (3600, False)])
async def test_the_wait_that_a_provider_asks_for_counts(
    attempt: Attempt,
    wait: float,
    retry: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    assert await retried(attempt, busy(wait)) is retry


async def test_pauses_grow_as_the_policy_says(attempt: Attempt) -> None:
    slow = RetryPolicy(initial_interval=4 * SECOND, backoff_coefficient=2)
    assert await retried(attempt.under(slow), busy())
    assert await retried(attempt.repeated(2).under(slow), busy())
    assert not await retried(attempt.repeated(3).under(slow), busy())


async def test_the_last_attempt_that_temporal_makes_always_answers(attempt: Attempt) -> None:
    policy = RetryPolicy(initial_interval=SECOND, maximum_attempts=2)
    assert await retried(attempt.under(policy), busy())
    assert not await retried(attempt.repeated(2).under(policy), busy())


async def test_after_a_wait_in_vain_nobody_waits_for_half_a_minute(attempt: Attempt) -> None:
    clock = FakeClock()
    patience = Patience(clock=clock)
    assert await retried(attempt, busy(), patience)
    assert not await retried(attempt.repeated(4), busy(), patience)
    clock.now += 29
    assert not await retried(attempt, busy(), patience)
    clock.now += 2
    assert await retried(attempt, busy(), patience)


NOT_ASKED = RateUsedUpError("rate", retry_after=timedelta(minutes=1))


async def left(attempt: Attempt, patience: Patience) -> float:
    async def ask() -> float:
        return patience.of_this_attempt().time_left().total_seconds()

    return await attempt.run(ask)


@pytest.mark.parametrize(("waited", "seconds"), [(0, 12), (5, 7), (11, 2), (60, 2)])
async def test_an_attempt_has_what_is_left_and_never_less_than_a_probe(
    attempt: Attempt, waited: float, seconds: float
) -> None:
    late = attempt.repeated(1, waited=timedelta(seconds=waited))
    assert await left(late, Patience(clock=FakeClock())) == seconds


async def test_time_that_passes_within_the_attempt_is_gone(attempt: Attempt) -> None:
    clock = FakeClock()

    async def ask() -> timedelta:
        wait = Patience(clock=clock).of_this_attempt()
        clock.now += 4
        return wait.time_left()

    assert await attempt.run(ask) == 8 * SECOND


async def test_patience_is_a_setting(attempt: Attempt) -> None:
    assert await left(attempt, Patience(within=40 * SECOND, clock=FakeClock())) == 40


async def hung(attempt: Attempt, patience: Patience, clock: FakeClock) -> bool:
    """Asks a model that never answers for as long as the attempt has."""

    async def ask() -> bool:
        wait = patience.of_this_attempt()
        clock.now += wait.time_left().total_seconds()
        return wait.may_retry(busy())

    return await attempt.run(ask)


async def test_a_model_that_hangs_costs_one_wait_and_then_a_short_probe_for_each_step(
    attempt: Attempt,
) -> None:
    clock = FakeClock()
    patience, begun = Patience(clock=clock), clock.now
    assert not await hung(attempt, patience, clock)
    assert not await hung(attempt, patience, clock)
    assert clock.now - begun < 15, "a receipt shall be done within 15 s"
    for _ in range(6):
        assert not await hung(attempt, patience, clock)
    assert clock.now - begun < 12 + 7 * 2.1
    clock.now += 30
    assert await left(attempt, patience) == 12


@pytest.mark.parametrize(
    ("failure", "waited"),
    [(busy(), 60), (NOT_ASKED, 0), (NOT_ASKED, 60)],
    ids=["queue", "rate", "both"],
)
async def test_a_queue_or_a_rate_takes_nobody_elses_patience(
    attempt: Attempt, failure: ModelUnavailableError, waited: float
) -> None:
    patience = Patience(clock=FakeClock())
    late = attempt.repeated(1, waited=timedelta(seconds=waited))
    assert not await retried(late, failure, patience)
    assert await retried(attempt, busy(), patience)


async def test_a_long_wait_that_is_asked_for_is_in_vain_at_once(attempt: Attempt) -> None:
    patience = Patience(clock=FakeClock())
    assert not await retried(attempt, busy(3600), patience)
    assert await left(attempt, patience) == 2


async def test_what_is_asked_once_takes_its_time_but_is_never_asked_again(
    attempt: Attempt,
) -> None:
    async def ask() -> tuple[timedelta, timedelta, bool]:
        patience = Patience(within=40 * SECOND, clock=FakeClock())
        bounded, wait = patience.of_one_attempt(12 * SECOND), patience.of_one_attempt()
        return bounded.time_left(), wait.time_left(), wait.may_retry(busy())

    assert await attempt.run(ask) == (12 * SECOND, 40 * SECOND, False)
