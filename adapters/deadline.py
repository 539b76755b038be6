"""Waiting no longer than promised, even for what takes its time to be cancelled."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_given_up: set["asyncio.Future[Any]"] = set()
"""What was cancelled and has not ended yet: a loop alone would not keep it alive."""


async def within(limit: timedelta, asked: Awaitable[Answer]) -> Answer:
    """The answer. Raises what was asked raises, and ``TimeoutError`` after ``limit``.

    Unlike ``asyncio.timeout``, does not wait for the end of what it cancels: a query at a server
    that was frozen ends only once its connection has given the server up.
    """
    task = asyncio.ensure_future(asked)
    try:
        done, _ = await asyncio.wait({task}, timeout=limit.total_seconds())
    finally:
        if not task.done():
            _give_up(task)
    if not done:
        raise TimeoutError
    return task.result()


def _give_up(task: "asyncio.Future[Answer]") -> None:
    _given_up.add(task)
    task.add_done_callback(_ended)
    task.cancel()


def _ended(task: "asyncio.Future[Answer]") -> None:
    _given_up.discard(task)
    if not task.cancelled():
        task.exception()  # looked at, so that nobody is told that it never was
