"""Steward's own processes as parts of the embedded stack: the deployment's entry points."""

import asyncio
import gc
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from local.children import ChildCommand
from local.logs import LogFile
from local.processes import Signature, Steps

STOP: Steps = ((signal.SIGTERM, 8.0), (signal.SIGKILL, 5.0))
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - names of it; nothing is bound


def signatures(data_dir: Path) -> tuple[Signature, ...]:
    """What these processes of this data folder are recognised by; they ignore the arguments."""
    return (_marks(data_dir),)


def _marks(data_dir: Path) -> Signature:
    return ("--stack", str(data_dir))


def become(module: str, *, imports_first: bool) -> NoReturn:
    """Runs an entry point in this process, once its owner lets it begin.

    Importing takes seconds of a processor: ``imports_first`` is for what should be at work as soon
    as the servers answer; anything else leaves the processor to it. Whose owner died before it
    said so ends: the database may not be ready for this version.
    """
    if imports_first:
        with _no_collecting():
            import_module(module).import_agents()
    if not sys.stdin.readline():
        sys.exit("the stack ended before this process was to begin")
    with _no_collecting():
        entry = import_module(module)
    entry.main()
    raise AssertionError  # an entry point ends its process


@contextmanager
def _no_collecting() -> Iterator[None]:
    """While modules are imported nothing is garbage, and looking for it takes a tenth of the time.
    What was imported stays for good, so that no later collection looks through it either.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class OwnProcess:
    """An entry point with the addresses of the stack in its environment.

    Restarted however it dies: conversations wait in Temporal meanwhile and go on afterwards.
    """

    name: str
    module: str
    log_name: str
    imports_first = False
    ready_seconds = 5.0
    settling_seconds = 10.0
    attempts = 1
    stop = STOP

    def __init__(self, data_dir: Path, environment: Mapping[str, str]) -> None:
        # Not ``-m worker``: the reading processes that the worker spawns would import that module,
        # and with it everything, once more, and the first photo would wait for it.
        code = (
            "from local.own_process import become; "
            f"become({self.module!r}, imports_first={self.imports_first})"
        )
        self._arguments = (sys.executable, "-c", code, *_marks(data_dir))
        self._environment = environment
        self.log = LogFile(data_dir / "logs" / self.log_name)

    async def command(self) -> ChildCommand:
        return ChildCommand(self._arguments, self._environment, waits=True)

    async def answers(self) -> bool:
        """Always: what is sent before it listens waits in Temporal, so nobody need wait."""
        return True


class WorkerProcess(OwnProcess):
    """What ``python -m worker`` runs."""

    name = "the worker"
    module = "worker"
    imports_first = True
    log_name = "worker.log"


class BotProcess(OwnProcess):
    """What ``python -m telegram_bot`` runs."""

    name = "the Telegram bot"
    module = "telegram_bot"
    log_name = "bot.log"


class HttpProcess(OwnProcess):
    """What ``python -m http_channel`` runs."""

    name = "the HTTP channel"
    module = "http_channel"
    log_name = "http.log"


class CodecProcess(OwnProcess):
    """What ``python -m codec_server`` runs."""

    name = "the codec server"
    module = "codec_server"
    log_name = "codec.log"


def address_of(listen: str) -> str:
    """By which a browser of this machine reaches who listens at ``listen`` (host:port)."""
    host, _, port = listen.rpartition(":")
    return f"http://{_EVERYWHERE.get(host.strip('[]'), host)}:{port}"


async def reached(address: str) -> bool:
    """Whether somebody listens at ``address`` (http://host:port)."""
    to = urlsplit(address)
    try:
        _, writer = await asyncio.open_connection(to.hostname, to.port)
    except OSError:
        return False
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return True
