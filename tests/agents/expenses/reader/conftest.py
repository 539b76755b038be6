"""One reading process for all tests of the package: to load its models takes seconds."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest_asyncio

from agents.expenses.reader.engine import OcrPool
from agents.expenses.reader.reader import LocalReceiptReader
from tests.agents.expenses.reader.paper import TODAY

NOW = datetime(TODAY.year, TODAY.month, TODAY.day, 4, 0, tzinfo=UTC)


@pytest_asyncio.fixture(scope="package")
async def pool() -> AsyncIterator[OcrPool]:
    pool = OcrPool()
    yield pool
    await pool.close()


@pytest_asyncio.fixture(scope="package")
async def reader(pool: OcrPool) -> LocalReceiptReader:
    return LocalReceiptReader(pool, now=lambda: NOW)
