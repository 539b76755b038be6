"""How often and how long a person's message waits for models, as each attempt tells them."""

from datetime import timedelta

import pytest
from temporalio.common import RetryPolicy

from activities.patience import Patience
from domain.waiting import Wait
from tests.activities.running import Attempt

SECOND = timedelta(seconds=1)
NO_TIME = timedelta(0)
TWELVE = Patience(within=12 * SECOND)


async def wait_of(attempt: Attempt, patience: Patience | None = None) -> Wait:
    async def ask() -> Wait:
        return (patience or TWELVE).of_this_attempt()

    return await attempt.run(ask)


async def retried(
    attempt: Attempt, patience: Patience | None = None, retry_after: timedelta | None = None
) -> bool:
    wait = await wait_of(attempt, patience)
    return wait.allows_another(NO_TIME, retry_after)


async def test_four_attempts_and_no_more_unless_it_is_set_otherwise(attempt: Attempt) -> None:
    asked = [await retried(attempt.repeated(number)) for number in (1, 2, 3, 4, 5)]
    assert asked == [True, True, True, False, False]
    assert not await retried(attempt, Patience(1, 12 * SECOND))
    assert await retried(attempt, Patience(2, 12 * SECOND))
    assert await left(attempt, Patience(within=40 * SECOND)) == 40 * SECOND


async def test_the_next_attempt_has_to_have_time_within_twelve_seconds(attempt: Attempt) -> None:
    for waited, retry in ((8.5, True), (9.5, False), (60, False)):
        late = attempt.repeated(1, waited=timedelta(seconds=waited))
        assert await retried(late) is retry, waited
    wait = await wait_of(attempt)
    assert wait.allows_another(8 * SECOND, None)
    assert not wait.allows_another(9.5 * SECOND, None), "the time that a question takes is gone"
    for seconds, retry in ((0.5, True), (9, True), (11, False), (3600, False)):
        assert await retried(attempt, retry_after=timedelta(seconds=seconds)) is retry, seconds


async def test_pauses_grow_as_the_policy_says_and_its_last_attempt_always_answers(
    attempt: Attempt,
) -> None:
    slow = RetryPolicy(initial_interval=4 * SECOND, backoff_coefficient=2)
    asked = [await retried(attempt.repeated(number).under(slow)) for number in (1, 2, 3)]
    assert asked == [True, True, False]
    policy = RetryPolicy(initial_interval=SECOND, maximum_attempts=2)
    asked = [await retried(attempt.repeated(number).under(policy)) for number in (1, 2)]
    assert asked == [True, False]


async def left(attempt: Attempt, patience: Patience) -> timedelta | None:
    return (await wait_of(attempt, patience)).left


@pytest.mark.parametrize(("waited", "seconds"), [(0, 12), (5, 7), (11, 2), (60, 2)])
async def test_an_attempt_has_what_is_left_and_never_less_than_a_probe(
    attempt: Attempt, waited: float, seconds: float
) -> None:
    late = attempt.repeated(1, waited=timedelta(seconds=waited))
    assert await left(late, TWELVE) == seconds * SECOND


@pytest.mark.parametrize(
    ("number", "took", "retry_after", "in_vain"),
    [(1, 1, None, False), (2, 1, None, True), (1, 6, None, True), (1, 0, 3600, True)],
)
async def test_a_wait_was_in_vain_when_it_was_long_or_not_the_first_or_would_be_too_long(
    attempt: Attempt,
    number: int,
    took: float,
    retry_after: float | None,
    in_vain: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    wait = await wait_of(attempt.repeated(number))
    told = None if retry_after is None else timedelta(seconds=retry_after)
    assert wait.was_in_vain(took * SECOND, told) is in_vain


async def test_where_other_work_comes_first_only_the_models_time_counts(attempt: Attempt) -> None:
    async def ask() -> Wait:
        return TWELVE.of_models_alone(3 * SECOND)

    assert (await attempt.repeated(1, waited=timedelta(minutes=1)).run(ask)).left == 9 * SECOND


async def test_what_is_asked_once_takes_its_time_but_is_never_asked_again(
    attempt: Attempt,
) -> None:
    async def ask() -> tuple[Wait, Wait]:
        patience = Patience(within=40 * SECOND)
        return patience.of_one_attempt(12 * SECOND), patience.of_one_attempt()

    bounded, wait = await attempt.run(ask)
    assert (bounded.left, wait.left) == (12 * SECOND, 40 * SECOND)
    assert not wait.allows_another(NO_TIME, None)


def test_who_can_do_without_an_answer_never_waited_in_vain() -> None:
    assert Wait(SECOND).was_in_vain(SECOND, None)
    assert not Wait(SECOND, spared=True).was_in_vain(SECOND, None)
