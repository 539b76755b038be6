"""The commands as a person or a service manager runs them: as processes, with pipes and signals."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession
from temporalio.client import Client

from agents.packages import PACKAGES
from domain.health import Health
from local.checks import check_worker
from local.environment import child_environment
from local.record import StackRecord, read_record
from local.stack import RunningStack, running_stack
from tests.e2e import commands
from tests.e2e.commands import PATIENCE, Ended, end
from tests.local.waiting import alive, eventually

ROOT = Path(__file__).parents[2]


async def begin(*arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Python with these arguments."""
    return await commands.begin((sys.executable, *arguments), child_environment(environment), ROOT)


async def command(*arguments: str, typed: str = "", **environment: str) -> Ended:
    """``steward`` with these arguments, to its end."""
    return await end(await begin("-m", "cli", *arguments, **environment), typed)


async def ready(data_dir: Path, owner: asyncio.subprocess.Process) -> RunningStack:
    async def is_ready() -> bool:
        assert owner.returncode is None, (await end(owner)).err
        return running_stack(data_dir) is not None

    await eventually(is_ready, within=PATIENCE)
    stack = running_stack(data_dir)
    assert stack is not None
    return stack


@asynccontextmanager
async def steward(data_dir: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """``steward run`` without a chat; ended by force if the test did not end it."""
    process = await begin("-m", "cli", "run", "--no-chat", "--data-dir", str(data_dir))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            await end(process)


async def told(process: asyncio.subprocess.Process, line: str) -> None:
    """Waits until the process has written this line for its owner."""
    written = process.stderr
    assert written is not None

    async def is_told() -> bool:
        return (await written.readline()).decode().rstrip() == line

    await eventually(is_told, within=PATIENCE)


def dead(pids: dict[str, int]) -> bool:
    return not any(alive(pid) for pid in pids.values())


@pytest.mark.timeout(900)  # three starts, each of which may take minutes on a busy machine
async def test_others_join_and_one_chat_has_one_terminal_and_what_a_killed_owner_left_is_cleared(
    data_dir: Path,
) -> None:
    """In one folder. Its first start and the next one are interrupted, by which they leave nothing
    and clear nothing less.
    """
    await interrupted(data_dir, signal.SIGHUP, other_than={})
    async with steward(data_dir) as owner:
        stack = await ready(data_dir, owner)
        own = {"the worker", "the HTTP channel", "the codec server"}
        assert set(stack.pids()) == {"PostgreSQL", "Temporal", *own}
        await told(owner, f"page: {stack.page_address}")
        client = await Client.connect(stack.temporal_address)
        assert (await check_worker(client, PACKAGES)).health is Health.OK
        async with ClientSession() as browser, browser.get(stack.page_address) as page:
            assert page.status == 200
        killed = stack.pids()["the worker"]
        os.kill(killed, signal.SIGKILL)
        await a_terminal_keeps_its_chat(data_dir)
        await eventually(lambda: stack.pids()["the worker"] != killed, within=PATIENCE)
        typed = "Starbucks 15.50\n/status\n/quit\n"
        joined = await command("run", "--data-dir", str(data_dir), typed=typed)
        assert joined.code == 0, joined.err
        assert "already runs" in joined.err
        assert "Starbucks" in joined.out
        assert "15.50" in joined.out
        orphans = stack.pids()
        assert all(alive(pid) for pid in orphans.values())
        owner.kill()
        await end(owner)
    assert running_stack(data_dir) is None
    assert any(alive(pid) for pid in orphans.values())

    again = await interrupted(data_dir, signal.SIGINT, other_than=orphans)
    assert dead(orphans)
    assert again.temporal_address == stack.temporal_address
    assert again.database_url == stack.database_url


async def a_terminal_keeps_its_chat(data_dir: Path) -> None:
    """A second one is turned away; ``command`` joins when the first is gone."""
    first = await begin("-m", "cli", "chat", "--data-dir", str(data_dir))
    assert first.stdout is not None
    try:
        await asyncio.wait_for(first.stdout.readline(), PATIENCE)
        names = ("chat", "run")
        for second in await asyncio.gather(
            *(command(name, "--data-dir", str(data_dir), typed="lunch 5\n") for name in names)
        ):
            assert (second.code, second.out) == (1, "")
            assert len(second.err.splitlines()) == 1, second.err
            assert "open in another terminal" in second.err
    finally:
        first.kill()
        await end(first)


async def interrupted(
    data_dir: Path, number: signal.Signals, other_than: Mapping[str, int]
) -> StackRecord:
    """Starts it and sends the signal before it is ready; nothing of it is left. Gives the record as
    it was then; ``other_than`` are processes of an earlier start.
    """
    async with steward(data_dir) as owner:

        async def has_begun() -> bool:
            pids = read_record(data_dir).pids
            return bool(pids) and not set(pids.values()) & set(other_than.values())

        await eventually(has_begun, within=PATIENCE)
        begun = read_record(data_dir)
        owner.send_signal(number)
        ended = await end(owner)
    assert ended.code == 0, ended.err
    assert dead({**begun.pids, **read_record(data_dir).pids})
    return begun


async def test_the_doctor_fails_when_nothing_runs_speaks_json_and_waits_for_nothing_of_the_bot(
    data_dir: Path,
) -> None:
    """Importing aiogram takes seconds."""
    look = "import sys, cli; assert 'aiogram' not in sys.modules; cli.main()"
    ended = await end(await begin("-c", look, "doctor", "--json", "--data-dir", str(data_dir)))
    assert ended.code == 1, ended.err
    assert '"health": "down"' in ended.out
    assert '"OCR"' in ended.out, "agents have checks of their own"
