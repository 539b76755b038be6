"""Waiting for real processes: ask again until it is so."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

_POLL_SECONDS = 0.05


async def eventually(ask: Callable[[], Awaitable[bool]], within: float = 60.0) -> None:
    deadline = time.monotonic() + within
    while not await ask():
        assert time.monotonic() < deadline, f"not so within {within} s"
        await asyncio.sleep(_POLL_SECONDS)


def alive(pid: int) -> bool:
    """A dead process that its parent has not yet reaped counts as dead."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
