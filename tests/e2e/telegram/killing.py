"""Kills a process when a workflow has come so far; ``make soak`` at every fourth event."""

import os
import signal
from collections.abc import Awaitable, Callable, Iterable, Mapping

import pytest
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import PATIENCE
from tests.local.waiting import eventually

Kill = Callable[[Telegram], Awaitable[None]]


async def kill_worker(telegram: Telegram) -> None:
    await telegram.house.worker.kill()
    await telegram.house.worker.start()


async def kill_bot(telegram: Telegram) -> None:
    await telegram.bot.kill()
    await telegram.start_bot()


async def kill_database(telegram: Telegram) -> None:
    """Its supervisor starts it again, and it recovers."""
    pid = telegram.house.database.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def killed_at(sweep: Iterable[int], always: Mapping[Kill, int]) -> pytest.MarkDecorator:
    """Parameters ``kill`` and ``at``: ``always`` those, and in ``make soak`` each at each event."""
    points = [pytest.param(kill, at, id=f"{_name(kill)}-{at}") for kill, at in always.items()]
    points += [
        pytest.param(kill, at, id=f"{_name(kill)}-{at}", marks=pytest.mark.soak)
        for kill in (kill_worker, kill_database, kill_bot)
        for at in sweep
        if always.get(kill) != at
    ]
    return pytest.mark.parametrize(("kill", "at"), points)


def _name(kill: Kill) -> str:
    return getattr(kill, "__name__", "")


async def kill_at(
    handle: WorkflowHandle[object, object], event: int, kill: Kill, telegram: Telegram
) -> None:
    """Kills when the workflow's history has so many events."""

    async def so_many() -> bool:
        try:
            described = await handle.describe()
        except RPCError:  # it has not begun
            return False
        return described.raw_description.workflow_execution_info.history_length >= event

    await eventually(so_many, within=PATIENCE)
    await kill(telegram)
