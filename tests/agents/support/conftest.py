"""A database of the test, and an operator's place on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.postgres.pool import Database
from tests.agents.operating import Operating

SAMPLES = Path(__file__).parents[3] / "local" / "samples"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def operating(database_url: str) -> Operating:
    return Operating(database_url)
