from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.postgres.stores import Stores
from tests.e2e.business import Business, open_business, write_servers
from tests.e2e.house import House, open_house
from tests.e2e.phone import Phone, phone_on
from tests.local.stack_fixture import short_folder
from tests.metrics import free_port

STAFF_CHAT = -1_002_000_000_001
_SUPPORT = {
    "SUPPORT_STAFF_CHAT": str(STAFF_CHAT),
    "SUPPORT_SEND_DELAY_S": "1",
    "SUPPORT_POLICY": str(Path(__file__).parents[2] / "local/samples/support/support.toml"),
}
"""Here and not for one test's own: a bot and a worker take seconds to start."""


@pytest.fixture(scope="package")
def door() -> int:
    """The port at which workers look for the tools of service calls; no test must serve there."""
    return free_port()


@pytest.fixture(scope="package")
async def house(door: int) -> AsyncIterator[House]:
    with short_folder() as folder:
        servers = folder / "servers.json"
        write_servers(servers, door)
        settings = {**_SUPPORT, "MCP_SERVERS_FILE": str(servers)}
        async with open_house(folder / "data", **settings) as house:
            yield house


@pytest.fixture(scope="package")
async def business(house: House, door: int) -> AsyncIterator[Business]:
    async with open_business(house, door) as business:
        yield business


@pytest.fixture
async def phone(house: House) -> AsyncIterator[Phone]:
    stores = Stores.connect(house.database_url)
    try:
        async with phone_on(house.client, stores) as phone:
            yield phone
    finally:
        await stores.close()
