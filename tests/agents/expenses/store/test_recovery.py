"""What happens to a save when the server goes away under it."""

import asyncio

import asyncpg
import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.expenses.store.stores import ExpenseStores
from domain.errors import StorageUnavailableError
from tests.agents.expenses.store.requests import saving
from tests.conftest import Server


@pytest.mark.shows("11.5")
async def test_a_save_cut_off_by_the_shutdown_is_done_once_when_repeated(
    own_server: Server,
) -> None:
    await migrate(own_server.get_uri())
    stores = Stores.connect(own_server.get_uri())
    await stores.ping()
    expenses = ExpenseStores(stores.database)
    request = saving(60)

    # The save waits behind this lock until the server goes away under both.
    blocker = await asyncpg.connect(own_server.get_uri())
    await blocker.execute(
        "SELECT pg_advisory_lock(hashtextextended($1, 0))", f"ledger:{request.user_id}"
    )
    save = asyncio.ensure_future(expenses.ledger.save(request))
    waiting = """
        SELECT count(*) FROM pg_locks, pg_sleep(0.01)
        WHERE locktype = 'advisory' AND NOT granted
    """
    while not await blocker.fetchval(waiting):
        assert not save.done()

    await asyncio.to_thread(own_server.stop)
    with pytest.raises(StorageUnavailableError):
        await save
    await asyncio.to_thread(own_server.ensure_postgres_running)

    first = await expenses.ledger.save(request)
    assert first.saved is not None
    assert await expenses.ledger.save(request) == first
    await stores.close()
