from collections.abc import AsyncIterator

import pytest

from adapters.postgres.stores import Stores
from tests.e2e.house import House, open_house
from tests.e2e.phone import Phone, phone_on
from tests.local.stack_fixture import short_folder


@pytest.fixture(scope="package")
async def house() -> AsyncIterator[House]:
    with short_folder() as folder:
        async with open_house(folder / "data") as house:
            yield house


@pytest.fixture
async def phone(house: House) -> AsyncIterator[Phone]:
    stores = Stores.connect(house.database_url)
    try:
        async with phone_on(house.client, stores) as phone:
            yield phone
    finally:
        await stores.close()
