"""The edge between activities and Temporal: errors out, heartbeats while something takes long."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from typing import TypeVar

from temporalio import activity
from temporalio.exceptions import ApplicationError

from domain.errors import AppError

Result = TypeVar("Result")

BEAT = timedelta(seconds=1)
"""A cancel reaches an activity with the answer to a beat: so soon a request that nobody wants any
longer is ended. Workers have to let beats through as often (``max_heartbeat_throttle_interval``).
It is a tenth of the heartbeat timeout, so a lost beat does not count as a dead worker.
"""


@contextmanager
def app_errors() -> Iterator[None]:
    """Turns an expected failure into Temporal's, once: its code, whether and when to retry.

    The text for the person travels as the only detail.
    """
    try:
        yield
    except AppError as error:
        raise ApplicationError(
            str(error),
            error.user_text,
            type=error.code,
            non_retryable=not error.retryable,
            next_retry_delay=error.retry_after,
        ) from error


async def to_its_end(work: Coroutine[object, object, Result]) -> Result:
    """For what must not be broken off half way: where the workflow that cancels it waits for what
    comes of it, it goes on. It is broken off with its worker, and where nobody waits any more.
    """
    under_way = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(under_way)
    except asyncio.CancelledError:
        told = activity.cancellation_details()
        if told is None or not told.cancel_requested:
            under_way.cancel()
            raise
        return await under_way


@asynccontextmanager
async def heartbeating(
    seconds: float = BEAT.total_seconds(), details: Callable[[], Sequence[object]] = tuple
) -> AsyncIterator[None]:
    """Beats while the body runs, so that a dead worker is noticed within the heartbeat timeout.

    ``details`` are sent with each beat: what a retry should know of this attempt. The first beat
    comes after a pause: most bodies have ended by then, and a beat is a call of the server.
    """

    async def beat() -> None:
        while True:
            await asyncio.sleep(seconds)
            activity.heartbeat(*details())

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
