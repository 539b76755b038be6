"""The real thing for tests: PostgreSQL, the Temporal server on disk, and a worker process.

Each part can be stopped, killed and started again by itself.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import asyncpg
from temporalio.client import Client

from adapters.postgres.migrate import migrate
from adapters.temporal import connect, embedded
from agents import SLUGS
from domain.health import Health
from local.checks import check_worker
from local.environment import child_environment
from local.own_process import OwnProcess, WorkerProcess
from local.ports import LOOPBACK, choose
from local.postgres import PostgresServer
from local.processes import kill_group
from local.record import make_folder
from local.supervisor import Supervisor
from local.temporal import NAMESPACE, TemporalServer
from tests.e2e.nursery import Child, Nursery, open_nursery
from tests.local.waiting import eventually

ROOT = Path(__file__).parents[2]
_PORTS = ("port", "ui-port", "http-port", "metrics-port")
_SETTINGS_OF_A_DEVELOPER = ("OPENAI_", "LLM_", "TELEGRAM_", "DATABASE_URL", "STEWARD_")
_STOP_SECONDS = 60.0
_READY_SECONDS = 180.0


def clean_environment(**settings: str) -> dict[str, str]:
    """What a process of a test inherits: nothing that points to a developer's own services."""
    inherited = child_environment({"PYTHONPATH": str(ROOT)})
    kept = {k: v for k, v in inherited.items() if not k.startswith(_SETTINGS_OF_A_DEVELOPER)}
    return {**kept, **settings}


@dataclass
class ProcessOnItsOwn:
    """A worker or a bot as a deployment runs it, in a process that a test may kill."""

    data_dir: Path
    environment: Mapping[str, str]
    nursery: Nursery
    kind: type[OwnProcess] = WorkerProcess
    _process: Child | None = None

    @property
    def log(self) -> Path:
        return self.data_dir / "logs" / self.kind.log_name

    @property
    def lives(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._running().pid

    async def start(self) -> None:
        command = await self.kind(self.data_dir, self.environment).command()
        self.log.parent.mkdir(exist_ok=True)
        _, _, _, *arguments = command.arguments  # behind python, -c and what it runs
        self._process = await self.nursery.start(
            self.kind.module,
            tuple(arguments),
            command.environment,
            self.data_dir,  # where no .env lies
            self.log,
        )

    async def kill(self) -> None:
        """As a crash: nothing is finished, nobody is told."""
        process = self._running()
        process.kill()
        await process.wait()
        await kill_group(process.pid)

    async def stop(self) -> int | None:
        """As a deployment stops it; returns the exit code."""
        process = self._running()
        try:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        finally:
            await kill_group(process.pid)
        return process.returncode

    def _running(self) -> Child:
        assert self._process is not None
        return self._process


@dataclass
class House:
    """All parts, with their addresses."""

    data_dir: Path
    client: Client
    database_url: str
    database: Supervisor
    worker: ProcessOnItsOwn
    nursery: Nursery
    temporal_address: str
    metrics_url: str
    """Where the Temporal server says what it did."""

    async def rows(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self.database_url)
        try:
            return await connection.fetch(sql, *arguments)
        finally:
            await connection.close()

    @asynccontextmanager
    async def worker_with(self, **settings: str) -> AsyncIterator[None]:
        """A worker with further settings takes the place of the usual one inside."""
        usual = self.worker
        # One that was started a moment ago cannot hear a signal yet and just ends.
        assert await usual.stop() in {0, -signal.SIGTERM}
        self.worker = replace(usual, environment={**usual.environment, **settings})
        await self.worker.start()
        try:
            yield
        finally:
            try:
                await self.worker.stop()
            finally:  # what follows finds a worker, whatever became of this one
                self.worker = usual
                await usual.start()

    @asynccontextmanager
    async def without_database(self) -> AsyncIterator[None]:
        """PostgreSQL is stopped inside and answers again afterwards."""
        await self.database.stop()
        try:
            yield
        finally:
            await self.database.start()


@asynccontextmanager
async def open_house(data_dir: Path, **settings: str) -> AsyncIterator[House]:
    """Starts everything; ends everything, the worker first and the data last. ``settings`` are
    further ones of its processes.
    """
    make_folder(data_dir)
    ports: dict[str, int] = {}
    for name in _PORTS:
        ports[name] = choose(None, None, ports.values())
    postgres = PostgresServer(data_dir)
    temporal = TemporalServer(data_dir, ports, clean_environment())
    database, server = (Supervisor(part, _unheard, _unheard) for part in (postgres, temporal))
    async with AsyncExitStack() as opened:
        nursery = await opened.enter_async_context(open_nursery(clean_environment()))
        opened.push_async_callback(database.stop)
        opened.push_async_callback(server.stop)
        await asyncio.gather(database.start(), server.start())
        await migrate(postgres.url)
        environment = clean_environment(
            TEMPORAL_ADDRESS=temporal.address,
            TEMPORAL_NAMESPACE=NAMESPACE,
            DATABASE_URL=postgres.url,
            RETRY_DELAY_MS="100",
            **settings,
        )
        worker = ProcessOnItsOwn(data_dir, environment, nursery)
        await worker.start()
        opened.push_async_callback(worker.stop)
        client = await connect(embedded(temporal.address))
        await eventually(partial(_listens, worker, client), within=_READY_SECONDS)
        yield House(
            data_dir=data_dir,
            client=client,
            database_url=postgres.url,
            database=database,
            worker=worker,
            nursery=nursery,
            temporal_address=temporal.address,
            metrics_url=f"http://{LOOPBACK}:{ports['metrics-port']}/metrics",
        )


async def _listens(worker: ProcessOnItsOwn, client: Client) -> bool:
    """Whether the worker has come to every queue."""
    assert worker.lives, worker.log.read_text()[-2_000:]
    return (await check_worker(client, SLUGS)).health is Health.OK


def _unheard(_: object) -> None:
    """Nobody looks at progress or keeps a record of process ids here."""
