"""What happens when the server goes away and comes back, on a server of its own."""

import asyncio

import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from domain.errors import StorageUnavailableError
from tests.adapters.postgres.requests import keeping, reopening
from tests.conftest import Server


@pytest.mark.shows("13.4")
async def test_the_pool_works_again_after_the_server_was_restarted(own_server: Server) -> None:
    await migrate(own_server.get_uri())
    stores = Stores.connect(own_server.get_uri())
    await asyncio.gather(*(stores.drafts.keep(keeping(n)) for n in range(1, 9)))

    await asyncio.to_thread(own_server.stop)
    with pytest.raises(StorageUnavailableError):
        await stores.drafts.keep(keeping(20))
    with pytest.raises(StorageUnavailableError):
        await stores.ping()

    await asyncio.to_thread(own_server.ensure_postgres_running)
    await asyncio.gather(*(stores.drafts.keep(keeping(n)) for n in range(20, 32)))

    for number in (1, *range(20, 32)):
        assert (await stores.drafts.reopen(reopening(number, "m1"))).state is not None
    await stores.close()


async def test_a_process_may_start_while_the_server_is_down(own_server: Server) -> None:
    await migrate(own_server.get_uri())
    await asyncio.to_thread(own_server.stop)

    stores = Stores.connect(own_server.get_uri())
    with pytest.raises(StorageUnavailableError):
        await stores.ping()

    await asyncio.to_thread(own_server.ensure_postgres_running)
    await stores.drafts.keep(keeping(40))
    assert (await stores.drafts.reopen(reopening(40, "m1"))).state is not None
    await stores.close()
