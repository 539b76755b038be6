import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from adapters.postgres.migrate import code_version, is_current, migrate, schema_version
from adapters.postgres.stores import Stores
from domain.errors import ConfigurationError, StorageUnavailableError
from tests.adapters.postgres.requests import saving
from tests.conftest import url_of


@pytest.fixture
async def empty_url(postgres_url: str) -> AsyncIterator[str]:
    connection = await asyncpg.connect(postgres_url)
    try:
        await connection.execute("CREATE DATABASE steward_empty")
        yield url_of(postgres_url, "steward_empty")
        await connection.execute("DROP DATABASE steward_empty WITH (FORCE)")
    finally:
        await connection.close()


async def test_an_empty_database_becomes_current(empty_url: str) -> None:
    assert await schema_version(empty_url) is None
    assert not await is_current(empty_url)

    assert await migrate(empty_url) == code_version()

    assert await is_current(empty_url)


async def test_migrating_again_changes_nothing_and_loses_nothing(database_url: str) -> None:
    stores = Stores.connect(database_url)
    await stores.ledger.save(saving(1))

    assert await migrate(database_url) == await migrate(database_url)

    assert (await stores.ledger.save(saving(1))).saved is not None
    await stores.close()


async def test_a_worker_of_the_version_before_may_still_record_its_calls(
    database_url: str,
) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        """
        INSERT INTO model_calls
            (provider, model, task, outcome, latency_ms, input_tokens, output_tokens)
        VALUES ('p', 'm', 'understand', 'ok', 1, 1, 1)
        """
    )
    assert await connection.fetchval("SELECT purpose FROM model_calls") == ""
    await connection.close()


async def test_two_that_start_at_once_migrate_once(empty_url: str) -> None:
    versions = await asyncio.gather(*(migrate(empty_url) for _ in range(4)))

    assert versions == [code_version()] * 4
    connection = await asyncpg.connect(empty_url)
    assert await connection.fetchval("SELECT count(*) FROM alembic_version") == 1
    await connection.close()


async def test_a_database_of_a_newer_steward_is_left_alone(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    await connection.close()

    with pytest.raises(ConfigurationError, match="newer than this Steward"):
        await migrate(database_url)

    assert await schema_version(database_url) == "9999"
    assert not await is_current(database_url)


async def test_a_server_that_is_down_is_a_passing_fault() -> None:
    with pytest.raises(StorageUnavailableError, match=r"127\.0\.0\.1:1/steward"):
        await migrate("postgresql://steward:secret@127.0.0.1:1/steward")


async def test_a_database_that_does_not_exist_is_named(postgres_url: str) -> None:
    with pytest.raises(ConfigurationError, match="no database 'nowhere'"):
        await migrate(url_of(postgres_url, "nowhere"))
