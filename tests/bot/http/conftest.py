"""The server of the HTTP channel on a fresh database."""

from collections.abc import AsyncIterator

import pytest

from adapters.postgres.stores import Stores
from tests.bot.http.house import House, chats, house


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    async with house(stores, further=chats) as one:
        yield one
