from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from tests.e2e.house import House
from tests.e2e.http.site import Site, Visitor, at, open_site


@pytest.fixture(scope="package")
async def site(house: House) -> AsyncIterator[Site]:
    async with open_site(house) as site:
        yield site


@pytest.fixture
async def visitor(site: Site) -> AsyncIterator[Visitor]:
    async with ClientSession() as http:
        yield Visitor(http, at(site))
