"""The platform's stores with one toy agent's part."""

from collections.abc import AsyncIterator

import pytest

from adapters.postgres.stores import Stores
from tests.adapters.postgres.toy import TABLE, TOY


@pytest.fixture
async def stores(database_url: str) -> AsyncIterator[Stores]:
    """In place of the one with the tree's own agents."""
    stores = Stores.connect(database_url, (TOY,))
    async with stores.database.connection() as connection:
        await connection.execute(TABLE)
    yield stores
    async with stores.database.connection() as connection:
        await connection.execute("DROP TABLE toys")  # else the database is not used again
    await stores.close()
