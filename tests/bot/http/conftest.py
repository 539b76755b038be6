"""The server of the HTTP channel on a fresh database, alone and with a voice."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from adapters.postgres.stores import Stores
from tests.bot.http.house import House, chats, house
from tests.bot.http.voice_fakes import Exchange


@pytest.fixture
async def http(stores: Stores) -> AsyncIterator[House]:
    async with house(stores, further=chats) as one:
        yield one


@pytest.fixture
async def exchange(stores: Stores) -> AsyncIterator[Exchange]:
    async with AsyncExitStack() as stack:
        yield Exchange(stores, stack)
