"""The embedded stack: Temporal, PostgreSQL and the worker of one data folder, run as one."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from adapters.postgres.schema import make_current
from domain.messages import Frozen
from local import own_process, postgres, temporal
from local.environment import child_environment
from local.own_process import (
    BotProcess,
    CodecProcess,
    HttpProcess,
    OwnProcess,
    WorkerProcess,
    address_of,
)
from local.ports import LOOPBACK, choose
from local.postgres import PostgresServer
from local.processes import stop_matching
from local.record import (
    StackAddresses,
    StackRecord,
    StackState,
    hold,
    is_held,
    read_record,
    write_record,
)
from local.supervisor import Program, Report, Supervisor, start_together, stop_together
from local.temporal import NAMESPACE, TemporalServer
from local.ui_door import door, hidden_address

PAGE_PORT = 8085
"""Of the HTTP channel, where nobody said another and nobody else has it."""

_LOOKS, _LOOK_SECONDS = 300, 0.1
"""For a worker; without one the channels begin all the same."""


class StackPorts(Frozen):
    """Ports that must be these; None means: as last time when free, else any free one."""

    temporal: int | None = None
    ui: int | None = None


class RunningStack(StackAddresses):
    """Addresses of a stack that runs."""

    data_dir: Path

    def pids(self) -> dict[str, int]:
        """Process ids of the parts at this moment, by the parts' names."""
        return read_record(self.data_dir).pids


def running_stack(data_dir: Path) -> RunningStack | None:
    """The stack that another process runs on this folder and that is ready for use."""
    data_dir = data_dir.expanduser().resolve()
    record = read_record(data_dir)
    if record.state is not StackState.READY or not is_held(data_dir):
        return None
    addresses = record.model_dump(include=set(StackAddresses.model_fields))
    return RunningStack(data_dir=data_dir, **addresses)


@dataclass(frozen=True)
class OwnProcesses:
    """What runs besides the worker, and what all of ours find in their environment."""

    bot: bool = False
    codec: bool = False
    """The server that decrypts payloads; it needs PAYLOAD_KEYS and CODEC_TOKEN."""
    http: bool = False
    http_listen: str | None = None
    """host:port of the HTTP channel; None: on loopback, at a port of its choice."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """On top of the environment that we have ourselves."""
    fill: Callable[[str], Awaitable[None]] | None = None
    """Puts into the database, whose URL it gets, what people should find there: the worker begins
    meanwhile, and channels after that.
    """


class LocalStack:
    """The stack of one data folder.

    ``report`` gets what goes wrong, and ``progress`` what is done next, in short lines for the
    person at the terminal.
    """

    def __init__(
        self,
        data_dir: Path,
        ports: StackPorts | None = None,
        report: Report = lambda _: None,
        own: OwnProcesses | None = None,
        progress: Report = lambda _: None,
    ) -> None:
        self._data_dir = data_dir.expanduser().resolve()
        self._ports = ports or StackPorts()
        self._report = report
        self._progress = progress
        self._own = own or OwnProcesses()
        self._record = StackRecord()

    @asynccontextmanager
    async def running(self, *, worker: bool = True) -> AsyncIterator[RunningStack]:
        """Starts everything, and stops everything at the end: our own processes first, then the
        servers.

        The worker may take seconds more to be at work, and channels begin after it: what is sent
        meanwhile waits in Temporal. Raises ``StackBusyError`` when another process holds the
        folder, ``StackError`` when a part cannot start. Cancelling it at any time stops what was
        started.
        """
        with hold(self._data_dir):
            # First: what an earlier run left would still hold its ports.
            await self._clear_orphans()
            last = read_record(self._data_dir)
            ports = self._choose_ports(last)
            codec = self._codec_listen(last, ports)
            page = self._page_listen(last, {**ports, "codec": urlsplit(f"//{codec}").port or 0})
            database = PostgresServer(self._data_dir)
            address = f"http://{codec}" if codec else ""
            server = TemporalServer(
                self._data_dir,
                {**ports, "ui-port": choose(None, None, ports.values())},
                child_environment({}),
                address,
                hidden_address(),
            )
            running = RunningStack(
                data_dir=self._data_dir,
                temporal_address=server.address,
                ui_address=f"http://{LOOPBACK}:{ports['ui-port']}",
                database_url=database.url,
                codec_address=address,
                page_address=address_of(page) if page else "",
            )
            servers = [self._supervised(part) for part in (database, server)]
            hands = [self._supervised(part) for part in self._hands(running, page, worker=worker)]
            async with AsyncExitStack() as parts:
                self._begin_record(running, ports)
                parts.callback(self._note, state=StackState.STOPPED, owner_pid=None, pids={})
                parts.push_async_callback(stop_together, servers)
                await parts.enter_async_context(door(ports["ui-port"], server.ui_address, address))
                parts.push_async_callback(stop_together, hands)
                self._progress("Starting PostgreSQL and Temporal …")
                await start_together([*servers, *hands])
                self._progress("Making the database ready …")
                await make_current(database.url)
                if hands:
                    hands[0].begin()
                if self._own.fill is not None:
                    await self._own.fill(database.url)
                if hands:
                    beginning = asyncio.create_task(_begin_after_worker(hands[1:], server))
                    parts.callback(beginning.cancel)
                self._note(state=StackState.READY)
                parts.callback(self._progress, "Stopping …")
                parts.callback(self._note, state=StackState.STOPPING)
                yield running

    def _hands(self, running: RunningStack, page: str, *, worker: bool) -> list[Program]:
        """Steward's own processes. ``page`` is where the HTTP channel listens."""
        environment = {**_own_environment(running), **self._own.settings}
        if page:
            environment["HTTP_LISTEN"] = page
        kinds: tuple[tuple[type[OwnProcess], bool], ...] = (
            (WorkerProcess, worker),
            (BotProcess, self._own.bot),
            (HttpProcess, bool(page)),
            (CodecProcess, bool(running.codec_address)),
        )
        return [kind(self._data_dir, environment) for kind, wanted in kinds if wanted]

    def _supervised(self, part: Program) -> Supervisor:
        return Supervisor(part, self._report, partial(self._note_pid, part.name))

    async def _clear_orphans(self) -> None:
        """Stops what a killed owner left behind, in the same order as a regular stop."""
        stopped = 0
        for part in (own_process, temporal, postgres):
            stopped += await stop_matching(part.signatures(self._data_dir), part.STOP)
        if stopped:
            self._report("stopped what an earlier run left behind")

    def _choose_ports(self, last: StackRecord) -> dict[str, int]:
        """Ports by the names that the Temporal server's flags have."""
        ports: dict[str, int] = {}
        for name, wanted, remembered in (
            ("port", self._ports.temporal, last.temporal_port),
            ("ui-port", self._ports.ui, last.ui_port),
            ("http-port", None, last.http_port),
            ("metrics-port", None, last.metrics_port),
        ):
            ports[name] = choose(wanted, remembered, ports.values())
        return ports

    def _codec_listen(self, last: StackRecord, ports: Mapping[str, int]) -> str:
        """host:port of the codec server; empty without one."""
        if not self._own.codec:
            return ""
        return f"{LOOPBACK}:{choose(None, last.codec_port, ports.values())}"

    def _page_listen(self, last: StackRecord, ports: Mapping[str, int]) -> str:
        """host:port of the HTTP channel; empty without one."""
        if not self._own.http:
            return ""
        if self._own.http_listen is not None:
            return self._own.http_listen
        return f"{LOOPBACK}:{choose(None, last.page_port or PAGE_PORT, ports.values())}"

    def _begin_record(self, running: RunningStack, ports: dict[str, int]) -> None:
        self._record = StackRecord(
            owner_pid=os.getpid(),
            **running.model_dump(exclude={"data_dir"}),
            temporal_port=ports["port"],
            ui_port=ports["ui-port"],
            http_port=ports["http-port"],
            metrics_port=ports["metrics-port"],
            codec_port=urlsplit(running.codec_address).port,
            page_port=urlsplit(running.page_address).port,
        )
        self._note(state=StackState.STARTING)

    def _note_pid(self, name: str, pid: int) -> None:
        self._note(pids={**self._record.pids, name: pid})

    def _note(self, **changes: object) -> None:
        self._record = self._record.model_copy(update=changes)
        write_record(self._data_dir, self._record)


async def _begin_after_worker(channels: Sequence[Supervisor], server: TemporalServer) -> None:
    """Lets the channels begin once the worker, which began before, is at work: together they would
    keep it waiting, and the person before the terminal with it.
    """
    for _ in range(_LOOKS):
        if await server.has_worker():
            break
        await asyncio.sleep(_LOOK_SECONDS)
    for supervisor in channels:
        supervisor.begin()


def _own_environment(running: RunningStack) -> dict[str, str]:
    own = {
        "TEMPORAL_ADDRESS": running.temporal_address,
        "TEMPORAL_NAMESPACE": NAMESPACE,
        "DATABASE_URL": running.database_url,
        "STEWARD_DATA_DIR": str(running.data_dir),
    }
    if running.codec_address:
        own["CODEC_LISTEN"] = urlsplit(running.codec_address).netloc
        own["CODEC_UI_ORIGIN"] = running.ui_address
    return child_environment(own)
