"""Keeps one child process alive: started, waited for until it answers, started again."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from local.children import ChildCommand
from local.errors import StackError
from local.logs import LogFile
from local.processes import Steps, kill_group

Report = Callable[[str], None]
"""Takes a short line about progress or trouble, meant for the person at the terminal."""

_FIRST_DELAY_SECONDS = 0.2
_LONGEST_DELAY_SECONDS = 10.0
_STEADY_SECONDS = 30.0  # a process that lived this long starts again without a growing delay
_RELAPSE_SECONDS = 60.0  # one that said why it ended may take so long to find that out again
_POLL_SECONDS = 0.05
_TRIM_SECONDS = 60.0


class Program(Protocol):
    """One program of the stack."""

    name: str
    log: LogFile
    stop: Steps
    ready_seconds: float
    settling_seconds: float
    """It counts as back when it has lived for so long after it answered."""
    attempts: int
    """How often it is started at first, where it ends by itself before it answers."""

    async def command(self) -> ChildCommand:
        """Prepares what the program needs on disk and says how to start it."""

    async def answers(self) -> bool:
        """Whether the program does its work now, asked of the program itself."""


class EndedEarlyError(StackError):
    """A program ended by itself before it answered."""


@dataclass(eq=False)
class Supervisor:
    """One part and its process. ``changed`` is called with the pid after every (re)start."""

    part: Program
    report: Report
    changed: Callable[[int], None]
    _process: asyncio.subprocess.Process | None = None
    _keeper: asyncio.Task[None] | None = None
    _begun: bool = False

    @property
    def pid(self) -> int | None:
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if self._process is not None and running else None

    async def start(self) -> None:
        """Returns when the part answers. Raises ``StackError`` with the reason when it does not."""
        for left in reversed(range(self.part.attempts)):
            try:
                await self._launch()
                break
            except EndedEarlyError:
                if not left:
                    raise
                await self._end_process()
        self._keeper = asyncio.create_task(self._keep(), name=f"keep {self.part.name}")

    def begin(self) -> None:
        """Lets a part that waits go on, now and after each other start."""
        self._begun = True
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(b"\n")
            self._process.stdin.close()

    async def stop(self) -> None:
        """Ends the part and its supervision. Safe to call at any time, more than once."""
        keeper, self._keeper = self._keeper, None
        try:
            if keeper is not None:
                keeper.cancel()
                with suppress(asyncio.CancelledError):
                    await keeper
        finally:
            await self._end_process()

    async def _launch(self) -> None:
        command = await self.part.command()
        self._process = await command.spawn(self.part.log)
        self.changed(self._process.pid)
        if self._begun:
            self.begin()
        deadline = time.monotonic() + self.part.ready_seconds
        while not await self.part.answers():
            process = self._process
            if process is None or process.returncode is not None:
                raise EndedEarlyError(f"{self.part.name} did not start: {self._reason()}")
            if time.monotonic() > deadline:
                await self._end_process()
                raise StackError(f"{self.part.name} does not answer: {self._reason()}")
            await asyncio.sleep(_POLL_SECONDS)

    async def _keep(self) -> None:
        delay = _FIRST_DELAY_SECONDS
        while True:
            began = time.monotonic()
            why = await self._outlive()
            if time.monotonic() - began > _STEADY_SECONDS:
                delay = _FIRST_DELAY_SECONDS
            self.report(f"{self.part.name} ended unexpectedly{why}, starting it again")
            back = False
            while not back:
                await asyncio.sleep(delay)
                delay = min(delay * 2, _LONGEST_DELAY_SECONDS)
                try:
                    await self._launch()
                except (StackError, OSError) as error:
                    self.report(f"{error}; trying again")
                    continue
                again = await self._ended_again(why)
                back = again is None
                if again is not None and again != why:
                    why = again  # said once, not each time
                    self.report(f"{self.part.name} ended again{again}; trying again")
            self.report(f"{self.part.name} is back")

    async def _ended_again(self, why: str) -> str | None:
        """None when it lives on; else why it ended, if it said so, as it did ``why`` before."""
        process = self._process
        if process is None:
            return ""
        try:
            patience = max(self.part.settling_seconds, _RELAPSE_SECONDS if why else 0.0)
            await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            return None
        return await self._ended(process)

    async def _outlive(self) -> str:
        """Waits until the process ends, keeping its log short. Returns why, if it said so."""
        process = self._process
        if process is None:
            return ""
        while process.returncode is None:
            try:
                await asyncio.wait_for(process.wait(), _TRIM_SECONDS)
            except TimeoutError:
                self.part.log.trim()
        return await self._ended(process)

    async def _ended(self, process: asyncio.subprocess.Process) -> str:
        await kill_group(process.pid)
        gave_up = process.returncode is not None and process.returncode > 0
        return f" ({self._reason()})" if gave_up else ""

    async def _end_process(self) -> None:
        process = self._process
        if process is None:
            return
        for number, patience in self.part.stop:
            if process.returncode is not None:
                break
            with suppress(ProcessLookupError):
                process.send_signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), patience)
        self._process = None
        await kill_group(process.pid)

    def _reason(self) -> str:
        return self.part.log.last_line() or f"see {self.part.log.path}"


async def start_together(supervisors: Iterable[Supervisor]) -> None:
    """Raises the first ``StackError``, when nothing more is being started."""
    try:
        async with asyncio.TaskGroup() as group:
            for supervisor in supervisors:
                group.create_task(supervisor.start())
    except ExceptionGroup as several:
        # Not ``except*``: that would wrap what is raised here in a group again.
        expected = [each for each in several.exceptions if isinstance(each, StackError)]
        if not expected:
            raise
        raise expected[0] from several


class Stoppable(Protocol):
    async def stop(self) -> None: ...


async def stop_together(parts: Iterable[Stoppable]) -> None:
    """Stops all of them, also where one fails to; then raises why the first one did."""
    ended = await asyncio.gather(*(part.stop() for part in parts), return_exceptions=True)
    for failure in filter(None, ended):
        raise failure
