"""The edge between activities and Temporal."""

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from temporalio.activity import ActivityCancellationDetails
from temporalio.exceptions import ApplicationError

from activities.boundary import app_errors, heartbeating, to_its_end
from domain import errors
from domain.errors import AppError
from tests.activities.running import Attempt

EXPECTED = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AppError)
]


def translated(error: Exception) -> ApplicationError:
    with pytest.raises(ApplicationError) as caught, app_errors():
        raise error
    return caught.value


def test_a_failure_keeps_its_code_its_wait_and_whether_another_attempt_can_help() -> None:
    for kind in EXPECTED:
        made = partial(kind, "limit") if kind is errors.ToolRefusedError else kind
        failure = translated(made("for operators"))
        assert failure.type == kind.code
        assert failure.non_retryable is not kind.retryable
        assert failure.next_retry_delay is None
        assert failure.message == "for operators"
    wait = timedelta(seconds=17)
    failure = translated(errors.ModelUnavailableError("429", retry_after=wait))
    assert failure.next_retry_delay == wait
    failure = translated(errors.StorageRejectedError("row 7 of users", user_text="I could not."))
    assert failure.details == ("I could not.",), "only the words for the person travel with it"


def test_codes_are_stable_and_name_one_failure_each() -> None:
    codes = [kind.code for kind in EXPECTED if "code" in vars(kind)]
    assert len(set(codes)) == len(codes)
    assert {kind.code for kind in EXPECTED} == set(codes), "else it is of its parent's"


@pytest.mark.parametrize("bug", [ValueError("a bug"), KeyError("x"), asyncio.CancelledError()])
def test_a_bug_or_a_cancellation_is_not_dressed_up(bug: BaseException) -> None:
    with pytest.raises(type(bug)) as caught, app_errors():
        raise bug
    assert caught.value is bug


class TestHeartbeating:
    async def test_it_beats_for_as_long_as_the_work_takes_and_stops_with_it(
        self, attempt: Attempt
    ) -> None:
        async def work() -> int:
            async with heartbeating(0):
                await attempt.beaten(3)
            beats = len(attempt.beats)
            for _ in range(50):
                await asyncio.sleep(0)
            return beats

        assert await attempt.run(work) == len(attempt.beats)

    async def test_it_stops_when_the_work_fails_and_hides_no_failure(
        self, attempt: Attempt
    ) -> None:
        before = asyncio.all_tasks()
        error = errors.ReadingFailedError("broken")

        async def work() -> None:
            with app_errors():
                async with heartbeating(0):
                    raise error

        failure = await attempt.fails(work)
        assert failure.type == "reading.failed"
        assert asyncio.all_tasks() <= before

    async def test_a_cancelled_activity_stops_at_once(self, attempt: Attempt) -> None:
        started = asyncio.Event()

        async def work() -> None:
            async with heartbeating(0):
                started.set()
                await asyncio.Event().wait()

        running = asyncio.create_task(attempt.run(work))
        await started.wait()
        attempt.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running


@pytest.mark.parametrize(
    ("told", "goes_on"),
    [
        (ActivityCancellationDetails(cancel_requested=True), True),
        (ActivityCancellationDetails(worker_shutdown=True), False),
        (ActivityCancellationDetails(not_found=True), False),
    ],
    ids=["its-workflow-waits", "its-worker-ends", "nobody-waits"],
)
async def test_what_is_half_way_goes_on_while_its_workflow_waits_for_it(
    attempt: Attempt, told: ActivityCancellationDetails, *, goes_on: bool
) -> None:
    begun, gate, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await gate.wait()
        done.set()

    running = asyncio.create_task(attempt.run(partial(to_its_end, work())))
    await begun.wait()
    attempt.cancel(told)
    gate.set()
    await asyncio.gather(running, return_exceptions=True)
    assert running.cancelled() is not goes_on
    assert done.is_set() is goes_on
