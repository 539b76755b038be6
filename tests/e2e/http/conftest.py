from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession

from tests.collector import Collector, collecting
from tests.e2e.house import House
from tests.e2e.http.site import Site, Visitor, at, open_site


@pytest.fixture(scope="package")
async def collector() -> AsyncIterator[Collector]:
    async with collecting() as collector:
        yield collector


@pytest.fixture(scope="package")
async def site(house: House, collector: Collector) -> AsyncIterator[Site]:
    traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "100"}
    async with open_site(house, **traced) as site:
        yield site


@pytest.fixture
async def visitor(site: Site) -> AsyncIterator[Visitor]:
    async with ClientSession() as http:
        yield Visitor(http, at(site))
