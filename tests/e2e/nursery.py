"""Processes of a deployment without the seconds that each takes to import: a parent that has
imported the entry points forks them. What runs is a process of its own, with its own environment,
session and output, which can be killed as any other; `tests/local/test_commands.py` starts the real
commands.
"""

import asyncio
import gc
import json
import os
import random
import selectors
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[2]


@dataclass
class Child:
    """One process that was forked."""

    pid: int
    _code: "asyncio.Future[int]"

    @property
    def returncode(self) -> int | None:
        return self._code.result() if self._code.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self._code)

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):  # as asyncio's own: it may be dead already
            if not self._code.done():
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@dataclass
class Nursery:
    """The parent, as the tests see it."""

    _process: asyncio.subprocess.Process
    _born: "asyncio.Queue[int]" = field(default_factory=asyncio.Queue)
    _codes: dict[int, "asyncio.Future[int]"] = field(default_factory=dict)
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(
        self,
        module: str,
        arguments: tuple[str, ...],
        environment: Mapping[str, str],
        folder: Path,
        log: Path,
    ) -> Child:
        """Runs ``main`` of an entry point in ``folder``; its output is added to ``log``."""
        assert self._process.stdin is not None
        wanted = [module, arguments, dict(environment), str(folder), str(log)]
        async with self._one_at_a_time:
            self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
            pid = await self._born.get()
        return Child(pid, self._codes[pid])

    async def listen(self) -> None:
        """Until the parent ends."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            pid, code = json.loads(line)
            if code is None:
                self._codes[pid] = asyncio.get_running_loop().create_future()
                self._born.put_nowait(pid)
            else:
                self._codes.pop(pid).set_result(code)


@asynccontextmanager
async def open_nursery(environment: Mapping[str, str]) -> AsyncIterator[Nursery]:
    """``environment`` is that of the parent: what modules find that look at it while they are
    imported. Children that still live at the end are left to who started them.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",  # what the worker spawns must find no main module to import again
        "from tests.e2e.nursery import main; main()",
        cwd=ROOT,
        env=dict(environment),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    nursery = Nursery(process)
    listening = asyncio.create_task(nursery.listen())
    try:
        yield nursery
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
        await listening


def main() -> NoReturn:
    """The parent: a line of JSON is a process to start; it tells of each birth and death."""
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    with selectors.DefaultSelector() as ready:
        ready.register(0, selectors.EVENT_READ)
        ready.register(woken, selectors.EVENT_READ)
        unread = b""
        while True:
            for key, _ in ready.select():
                read = os.read(key.fd, 65_536)
                if key.fd == woken:
                    _tell_of_the_dead()
                    continue
                if not read:
                    os._exit(0)
                *lines, unread = (unread + read).split(b"\n")
                for line in lines:
                    _start(*json.loads(line))


def _tell_of_the_dead() -> None:
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = found
            _tell(pid, os.waitstatus_to_exitcode(status))


def _tell(pid: int, code: int | None) -> None:
    os.write(1, json.dumps([pid, code]).encode() + b"\n")


def _start(
    module: str, arguments: list[str], environment: dict[str, str], folder: str, log: str
) -> None:
    entry = import_module(module)
    if module == "worker":
        entry.import_agents()
    gc.collect()
    gc.freeze()
    pid = os.fork()
    if pid:
        _tell(pid, None)
        return
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for mine, standard in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(mine, standard)
    os.closerange(3, 1_024)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    random.seed()
    entry.main()
