"""A tool server on a database of its own, over its standard streams: one for all tests here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from adapters.mcp.connection import Connection
from tests.databases import url_of
from tests.examples.service_tools.business import Business, over_streams


@asynccontextmanager
async def new_database(server_url: str, name: str) -> AsyncIterator[str]:
    """One without any table."""
    connection = await asyncpg.connect(server_url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
        yield url_of(server_url, name)
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()


@pytest.fixture(scope="package")
async def services_url(postgres_url: str) -> AsyncIterator[str]:
    async with new_database(postgres_url, "services") as url:
        yield url


@pytest.fixture(scope="package")
async def connection(services_url: str) -> AsyncIterator[Connection]:
    connection = over_streams(services_url)
    yield connection
    await connection.aclose()


@pytest.fixture(scope="package")
def business(services_url: str, connection: Connection) -> Business:
    return Business(services_url, connection)


@pytest.fixture
async def empty_database(postgres_url: str) -> AsyncIterator[str]:
    async with new_database(postgres_url, "services_of_one_test") as url:
        yield url
