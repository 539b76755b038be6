"""A tool server on a database of its own, over its standard streams: one for all tests here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests.agents.service_calls.server.business import Business, over_streams
from tests.databases import url_of


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
async def business(postgres_url: str) -> AsyncIterator[Business]:
    async with new_database(postgres_url, "services") as url:
        connection = over_streams(url)
        yield Business(url, connection)
        await connection.aclose()


@pytest.fixture
async def empty_database(postgres_url: str) -> AsyncIterator[str]:
    async with new_database(postgres_url, "services_of_one_test") as url:
        yield url
