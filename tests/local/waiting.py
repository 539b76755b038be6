"""Waiting for real processes: ask again until it is so."""

import asyncio
import os
import time
from collections.abc import Callable
from inspect import isawaitable
from pathlib import Path

_OFTEN, _SELDOM = 0.05, 0.25
"""Seconds between two looks, at first and after a while: each look is work for who is asked."""


async def eventually(holds: Callable[[], object], within: float = 180.0) -> None:
    """Waits until ``holds`` gives something true, or an awaitable of that."""
    began = time.monotonic()
    while not (await now if isawaitable(now := holds()) else now):
        waited = time.monotonic() - began
        assert waited < within, f"not so within {within} s"
        await asyncio.sleep(min(max(_OFTEN, waited / 20), _SELDOM))


def alive(pid: int) -> bool:
    """A dead process that its parent has not yet reaped counts as dead."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
