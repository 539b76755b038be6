import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import agents
from adapters.postgres.migrate import NUMBERS_GAP, migrate
from adapters.postgres.parts import PLATFORM_TABLES, registered
from adapters.postgres.schema import code_version, make_current, schema_version
from adapters.postgres.stores import Stores
from domain.errors import ConfigurationError, StorageUnavailableError
from tests.adapters.postgres.requests import keeping, reopening
from tests.databases import url_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def empty_url(postgres_url: str) -> AsyncIterator[str]:
    connection = await asyncpg.connect(postgres_url)
    try:
        await connection.execute("CREATE DATABASE steward_empty")
        yield url_of(postgres_url, "steward_empty")
        await connection.execute("DROP DATABASE steward_empty WITH (FORCE)")
    finally:
        await connection.close()


async def test_an_empty_database_becomes_the_platform_s_then_an_agent_s(empty_url: str) -> None:
    assert await schema_version(empty_url) is None

    assert await make_current(empty_url, ()) == await schema_version(empty_url, ())
    assert await tables(empty_url) == set(PLATFORM_TABLES)
    assert not agents.SLUGS or await schema_version(empty_url) != code_version()

    assert await make_current(empty_url) == code_version()
    assert await schema_version(empty_url) == code_version()


async def test_migrating_again_changes_nothing_and_loses_nothing(database_url: str) -> None:
    stores = Stores.connect(database_url)
    await stores.drafts.keep(keeping(1))

    assert await migrate(database_url) == await migrate(database_url)

    assert (await stores.drafts.reopen(reopening(1, "m1"))).state is not None
    await stores.close()


async def test_a_current_database_is_found_so_without_loading_alembic(database_url: str) -> None:
    await migrate(database_url)  # a copy: it is somewhere else than what it was copied from
    look = """
import asyncio, sys
from adapters.postgres.schema import make_current
print(asyncio.run(make_current(sys.argv[1])), "alembic" in sys.modules)
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", look, database_url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert told.decode() == f"{code_version()} False\n"


async def selected(url: str, query: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(url)
    rows = await connection.fetch(query)
    await connection.close()
    return [tuple(row) for row in rows]


async def tables(url: str) -> set[str]:
    """All but those in which lines of revisions note where they stand."""
    found = await selected(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {name for (name,) in found if not name.startswith("alembic_version")}


@pytest.mark.shows("platform 18")
async def test_every_table_is_of_the_platform_or_registered_by_one_agent(database_url: str) -> None:
    """Else its rows would be missed when a person is deleted or shown what is kept of them."""
    owned = [*PLATFORM_TABLES, *(table for part in registered() for table in part.tables)]
    assert sorted(owned) == sorted(await tables(database_url))


async def test_a_removed_agent_leaves_its_tables_and_disturbs_nothing(database_url: str) -> None:
    before = await tables(database_url)
    await _executed(
        database_url,
        "CREATE TABLE alembic_version_gone (version_num text)",
        "INSERT INTO alembic_version_gone VALUES ('0007')",
    )

    assert await migrate(database_url, ()) == await schema_version(database_url, ())
    assert await migrate(database_url) == code_version()

    assert await tables(database_url) == before


async def test_tables_of_the_platform_refer_to_no_agents(database_url: str) -> None:
    references = """
        SELECT conrelid::regclass::text, confrelid::regclass::text
        FROM pg_constraint WHERE contype = 'f'
    """
    for source, target in await selected(database_url, references):
        own = next((part.tables for part in registered() if source in part.tables), ())
        assert target in {*PLATFORM_TABLES, *own}, f"{source} refers to {target}"


async def test_two_that_start_at_once_migrate_once(empty_url: str) -> None:
    versions = await asyncio.gather(*(migrate(empty_url) for _ in range(4)))

    assert versions == [code_version()] * 4
    assert await selected(empty_url, "SELECT count(*) FROM alembic_version") == [(1,)]


async def test_a_database_of_a_newer_steward_is_left_alone(database_url: str) -> None:
    await _executed(
        database_url,
        "UPDATE alembic_version SET version_num = '9999'",
        "DROP TABLE database_facts",
    )

    with pytest.raises(ConfigurationError, match="newer than this Steward"):
        await migrate(database_url)

    assert await schema_version(database_url, ()) == "platform 9999"
    assert await schema_version(database_url) != code_version()


async def test_a_server_that_is_down_is_a_passing_fault_and_a_missing_database_is_named(
    postgres_url: str,
) -> None:
    with pytest.raises(StorageUnavailableError, match=r"127\.0\.0\.1:1/steward"):
        await migrate("postgresql://steward:secret@127.0.0.1:1/steward")
    with pytest.raises(ConfigurationError, match="no database 'nowhere'"):
        await migrate(url_of(postgres_url, "nowhere"))


async def _executed(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def test_where_a_newer_steward_only_added_this_one_runs_until_something_is_taken_away(
    database_url: str,
) -> None:
    await migrate(database_url)
    await _executed(
        database_url,
        "ALTER TABLE users ADD COLUMN added_later text",
        "UPDATE alembic_version SET version_num = '9999'",
    )

    assert (await migrate(database_url)).startswith("platform 9999")

    stores = Stores.connect(database_url)
    await stores.drafts.keep(keeping(1))
    assert (await stores.drafts.reopen(reopening(1, "m1"))).state is not None
    await stores.close()

    await _executed(
        database_url,
        "UPDATE database_facts SET value = '9998' WHERE name = 'floor of platform'",
    )
    with pytest.raises(ConfigurationError, match="newer than this Steward"):
        await migrate(database_url)


async def test_numbers_go_on_behind_a_gap_where_a_database_was_restored(
    postgres_url: str, database_url: str
) -> None:
    await migrate(database_url)
    stores = Stores.connect(database_url)
    await stores.drafts.keep(keeping(5))
    await stores.close()
    await migrate(database_url)
    assert await _tasks_started(database_url) == 5
    ((source,),) = await selected(database_url, "SELECT current_database()")
    await _executed(postgres_url, f"CREATE DATABASE steward_restored TEMPLATE {source}")
    restored = url_of(postgres_url, "steward_restored")
    try:
        await make_current(restored)
        await make_current(restored)
        assert await _tasks_started(restored) == 5 + NUMBERS_GAP
    finally:
        await _executed(postgres_url, "DROP DATABASE steward_restored WITH (FORCE)")


async def _tasks_started(url: str) -> int:
    ((started,),) = await selected(url, "SELECT max(tasks_started) FROM conversations")
    return int(started)
