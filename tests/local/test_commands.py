"""The commands as a person or a service manager runs them: as processes, with pipes and signals."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import ClientSession

from local.environment import child_environment
from local.own_process import reached
from local.ports import choose
from local.record import read_record
from local.stack import LocalStack, RunningStack, running_stack
from tests.local.waiting import alive, eventually

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0


class Ended(NamedTuple):
    code: int | None
    out: str
    err: str


async def begin(*arguments: str, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *arguments,
        cwd=ROOT,
        env=child_environment(environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def end(process: asyncio.subprocess.Process, typed: str = "") -> Ended:
    out, err = await asyncio.wait_for(process.communicate(typed.encode()), PATIENCE)
    return Ended(process.returncode, out.decode(), err.decode())


async def command(*arguments: str, typed: str = "", **environment: str) -> Ended:
    return await end(await begin(*arguments, **environment), typed)


async def ready(data_dir: Path) -> RunningStack:
    async def is_ready() -> bool:
        return running_stack(data_dir) is not None

    await eventually(is_ready, within=PATIENCE)
    stack = running_stack(data_dir)
    assert stack is not None
    return stack


@asynccontextmanager
async def steward(data_dir: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """``steward run`` without a chat; ended by force if the test did not end it."""
    process = await begin("cli", "run", "--no-chat", "--data-dir", str(data_dir))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            await end(process)


def dead(pids: dict[str, int]) -> bool:
    return not any(alive(pid) for pid in pids.values())


async def test_a_piped_chat_is_answered_by_a_stack_that_is_stopped_at_the_end(
    data_dir: Path,
) -> None:
    ended = await command(
        "cli",
        "run",
        "--data-dir",
        str(data_dir),
        typed="Starbucks 15.50\n/status\n/quit\n",
    )
    assert ended.code == 0, ended.err
    assert "Starbucks" in ended.out
    assert "15.50" in ended.out
    assert "starting PostgreSQL and Temporal" in ended.err
    record = read_record(data_dir)
    assert (record.state, record.pids) == ("stopped", {})


async def test_a_request_to_end_leaves_no_process_and_others_can_join_before_it(
    data_dir: Path,
) -> None:
    async with steward(data_dir) as owner:
        stack = await ready(data_dir)
        pids = stack.pids()
        own = {"the worker", "the HTTP channel", "the codec server"}
        assert set(pids) == {"PostgreSQL", "Temporal", *own}
        await eventually(partial(reached, stack.page_address), within=PATIENCE)
        async with ClientSession() as browser, browser.get(stack.page_address) as page:
            assert page.status == 200
        joined = await command("cli", "run", "--data-dir", str(data_dir), typed="/quit\n")
        assert joined.code == 0, joined.err
        assert "already runs" in joined.err
        assert not dead(pids)
        owner.send_signal(signal.SIGTERM)
        ended = await end(owner)
    assert ended.code == 0, ended.err
    assert f"page: {stack.page_address}\n" in ended.err
    assert dead(pids)


async def test_a_second_terminal_on_a_chat_is_turned_away_until_the_first_is_gone(
    data_dir: Path,
) -> None:
    async with steward(data_dir):
        await ready(data_dir)
        first = await begin("cli", "chat", "--data-dir", str(data_dir))
        assert first.stdout is not None
        try:
            await asyncio.wait_for(first.stdout.readline(), PATIENCE)
            for name in ("chat", "run"):
                second = await command("cli", name, "--data-dir", str(data_dir), typed="lunch 5\n")
                assert (second.code, second.out) == (1, "")
                assert len(second.err.splitlines()) == 1, second.err
                assert "open in another terminal" in second.err
        finally:
            first.kill()
            await end(first)
        third = await command("cli", "chat", "--data-dir", str(data_dir), typed="/quit\n")
        assert third.code == 0, third.err


async def test_what_a_killed_owner_left_is_cleared_by_the_next_start(data_dir: Path) -> None:
    async with steward(data_dir) as owner:
        stack = await ready(data_dir)
        killed = stack.pids()["the worker"]
        os.kill(killed, signal.SIGKILL)

        async def is_back() -> bool:
            return stack.pids()["the worker"] != killed

        await eventually(is_back)
        orphans = stack.pids()
        owner.kill()
        await end(owner)
        assert running_stack(data_dir) is None
        assert any(alive(pid) for pid in orphans.values())

        async with LocalStack(data_dir).running(worker=False) as again:
            assert dead(orphans)
            assert again == replace(
                stack, codec_address="", page_address=""
            )  # not part of this one


async def test_expected_failures_are_one_line_that_says_what_to_do(
    data_dir: Path, embedded_stack: RunningStack
) -> None:
    nowhere = choose(None, None)
    folder = data_dir.parent
    (folder / "file").write_text("")
    no_database = f"postgresql://me@127.0.0.1:{nowhere}/x"
    database = embedded_stack.database_url
    ended = await asyncio.gather(
        command("worker", DATABASE_URL=no_database),
        command("worker", DATABASE_URL=database, TEMPORAL_ADDRESS=f"127.0.0.1:{nowhere}"),
        command("cli", "chat", "--data-dir", str(data_dir)),
        command("cli", "run", "--data-dir", str(folder / "file")),
    )
    named = (
        "start it, or correct DATABASE_URL",
        "or set TEMPORAL_ADDRESS",
        "start it with `steward run`",
        "choose another one with --data-dir",
    )
    for failure, advice in zip(ended, named, strict=True):
        lines = failure.err.splitlines()
        assert failure.code == 1, failure
        assert len(lines) == 1, failure.err
        assert lines[0].startswith("steward")
        assert advice in lines[0]


async def test_the_doctor_fails_when_nothing_runs_and_speaks_json(data_dir: Path) -> None:
    ended = await command("cli", "doctor", "--json", "--data-dir", str(data_dir))
    assert ended.code == 1, ended.err
    assert '"health": "down"' in ended.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
async def test_a_signal_during_the_start_stops_what_was_started(
    data_dir: Path, number: signal.Signals
) -> None:
    async with steward(data_dir) as owner:

        async def has_begun() -> bool:
            return bool(read_record(data_dir).pids)

        await eventually(has_begun, within=PATIENCE)
        pids = read_record(data_dir).pids
        owner.send_signal(number)
        ended = await end(owner)
    assert ended.code == 0, ended.err
    assert dead({**pids, **read_record(data_dir).pids})


async def test_no_command_waits_for_what_only_the_bot_needs() -> None:
    """Importing aiogram takes seconds."""
    look = "import cli, sys; sys.exit('aiogram' in sys.modules)"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", look, cwd=ROOT)
    assert await process.wait() == 0
