"""Supervision, with small programs in place of servers."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from local.children import ChildCommand
from local.errors import StackError
from local.logs import LogFile
from local.processes import Steps, matching
from local.supervisor import Supervisor, stop_together
from tests.local.waiting import alive, eventually

DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
LIVE = "open({sign!r}, 'w').write(str(os.getpid())); time.sleep(600)"


class Program:
    """A Python program that answers once it has written its process id to a file."""

    name = "the program"
    ready_seconds = 120.0
    settling_seconds = 0.0
    attempts = 1
    stop: Steps = ((signal.SIGTERM, 0.5), (signal.SIGKILL, 5.0))

    def __init__(self, folder: Path, code: str = "") -> None:
        self.sign = folder / "sign"
        self.log = LogFile(folder / "program.log")
        self.code = f"import os, time\n{code}\n{LIVE.format(sign=str(self.sign))}"

    async def command(self) -> ChildCommand:
        self.sign.unlink(missing_ok=True)
        return ChildCommand((sys.executable, "-c", self.code), {})

    async def answers(self) -> bool:
        return self.sign.exists() and bool(self.sign.read_text())


@asynccontextmanager
async def supervised(program: Program, said: list[str]) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(program, said.append, lambda _: None)
    try:
        await supervisor.start()
        yield supervisor
    finally:
        await supervisor.stop()


async def test_a_program_that_dies_is_started_again_and_that_is_said(tmp_path: Path) -> None:
    program, said = Program(tmp_path), list[str]()
    async with supervised(program, said) as supervisor:
        killed = supervisor.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        await eventually(lambda: said[-1:] == ["the program is back"])
        assert supervisor.pid not in {None, killed}
        assert said[0] == "the program ended unexpectedly, starting it again"


class EndingSoon(Program):
    """Lives the first time and ends soon after each other start: a bot whose token is refused."""

    settling_seconds = 60.0

    def __init__(self, folder: Path) -> None:
        self.starts = folder / "starts"
        again = f"started = open({str(self.starts)!r}, 'a'); started.write('x'); started.close()"
        ends = f"len(open({str(self.starts)!r}).read()) > 1"
        super().__init__(folder, f"{again}\nif {ends}: raise SystemExit('no licence')")

    async def answers(self) -> bool:
        return True


async def test_a_program_that_goes_on_ending_is_not_said_to_be_back(tmp_path: Path) -> None:
    program, said = EndingSoon(tmp_path), list[str]()

    async def started(times: int) -> bool:
        return program.starts.exists() and len(program.starts.read_text()) >= times

    async with supervised(program, said) as supervisor:
        await eventually(partial(started, 1))
        assert supervisor.pid is not None
        os.kill(supervisor.pid, signal.SIGKILL)
        await eventually(partial(started, 4))
    assert said == [
        "the program ended unexpectedly, starting it again",
        "the program ended again (no licence); trying again",
    ]


@pytest.mark.parametrize(("attempts", "comes"), [(2, True), (1, False)])
async def test_a_program_that_ends_while_it_starts_is_started_as_often_as_it_says(
    tmp_path: Path, attempts: int, *, comes: bool
) -> None:
    once = tmp_path / "once"
    program = Program(
        tmp_path,
        f"if not os.path.exists({str(once)!r}):\n"
        f"    open({str(once)!r}, 'w').close()\n    raise SystemExit('too busy')",
    )
    program.attempts = attempts
    if comes:
        async with supervised(program, []) as supervisor:
            assert supervisor.pid is not None
    else:
        with pytest.raises(StackError, match="did not start: too busy"):
            async with supervised(program, []):
                pass


class GivingUp(EndingSoon):
    """Ends at each start; it has no time in which it would have to settle."""

    settling_seconds = 0.0


async def test_a_program_that_said_why_it_ends_is_not_back_before_it_could_say_so_again(
    tmp_path: Path,
) -> None:
    program, said = GivingUp(tmp_path), list[str]()
    program.starts.write_text("x")

    async def started(times: int) -> bool:
        return len(program.starts.read_text()) >= times

    async with supervised(program, said):
        await eventually(partial(started, 4))
    assert said == ["the program ended unexpectedly (no licence), starting it again"]


class Waiting(Program):
    """Writes its process id only when it is let go on; answers before."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "import sys; sys.stdin.readline() or sys.exit()")

    async def command(self) -> ChildCommand:
        return replace(await super().command(), waits=True)

    async def answers(self) -> bool:
        return True


async def test_a_program_that_waits_begins_when_it_is_told_and_at_once_when_it_is_back(
    tmp_path: Path,
) -> None:
    program, said = Waiting(tmp_path), list[str]()

    async def works() -> bool:
        return program.sign.exists() and program.sign.read_text() == str(supervisor.pid)

    async with supervised(program, said) as supervisor:
        assert supervisor.pid is not None
        assert not await works()
        supervisor.begin()
        await eventually(works)
        killed = supervisor.pid
        os.kill(killed, signal.SIGKILL)

        async def is_back() -> bool:
            return supervisor.pid not in {None, killed} and await works()

        await eventually(is_back)


async def test_a_program_that_still_waits_can_be_ended(tmp_path: Path) -> None:
    async with supervised(Waiting(tmp_path), []) as supervisor:
        pid = supervisor.pid
        assert pid is not None
    assert not alive(pid)


class Stopping:
    """Ends, or cannot be ended."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails, self.stopped = fails, False

    async def stop(self) -> None:
        if self.fails:
            raise PermissionError
        await asyncio.sleep(0)
        self.stopped = True


async def test_a_part_that_cannot_be_ended_leaves_no_other_running() -> None:
    parts = [Stopping(fails=True), Stopping(), Stopping()]
    with pytest.raises(PermissionError):
        await stop_together(parts)
    assert [part.stopped for part in parts] == [False, True, True]


async def test_a_process_whose_owner_died_before_it_was_to_begin_ends() -> None:
    code = "from local.own_process import become; become('worker', imports_first=False)"
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", code),
        stdin=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, told = await child.communicate()
    assert (child.returncode, told.decode().strip()) == (
        1,
        "the stack ended before this process was to begin",
    )


async def test_a_program_that_ends_at_once_fails_with_its_last_line(tmp_path: Path) -> None:
    program = Program(tmp_path, "raise SystemExit('no licence on Sundays')")
    with pytest.raises(StackError, match="the program did not start: no licence on Sundays"):
        async with supervised(program, []):
            pass


async def test_a_program_that_never_answers_is_ended(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.ready_seconds = 0.5
    program.sign = tmp_path / "never"
    with pytest.raises(StackError, match="the program does not answer"):
        async with supervised(program, []):
            pass
    assert await matching([("-c", program.code)]) == []


async def test_a_program_that_ignores_the_request_to_end_is_killed(tmp_path: Path) -> None:
    async with supervised(Program(tmp_path, DEAF), []) as supervisor:
        pid = supervisor.pid
        assert pid is not None
    assert not alive(pid)


async def test_processes_that_a_killed_program_started_end_with_it(tmp_path: Path) -> None:
    helper = tmp_path / "helper"
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(helper)!r}, 'w').write(str(child.pid))"
    )
    async with supervised(Program(tmp_path, code), []) as supervisor:
        left = int(helper.read_text())
        assert supervisor.pid is not None
        os.kill(supervisor.pid, signal.SIGKILL)
        await eventually(lambda: not alive(left))
