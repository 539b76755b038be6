"""A business to try calls with, where nobody has a business of their own."""

from pathlib import Path

import pytest

from adapters.postgres.pool import Database
from agents.service_calls.sample import load
from examples.service_tools.schema import prepare


async def employees(database: Database) -> int:
    async with database.connection() as connection:
        count: int = await connection.fetchval("SELECT count(*) FROM services.employees")
    return count


@pytest.fixture(autouse=True)
def _without_servers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SERVICES_DATABASE_URL", "MCP_SERVERS_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DEFAULT_TIMEZONE", "Europe/Berlin")


async def test_a_sample_business_is_loaded_once(database: Database, tmp_path: Path) -> None:
    assert "Harbour Home Services" in await load(database, tmp_path)
    before = await employees(database)
    assert before
    async with database.connection() as connection:
        zones = await connection.fetch("SELECT DISTINCT timezone FROM services.employees")
        hours = await connection.fetchval(
            "SELECT metadata FROM services.settings WHERE category = 'dl__calendar'"
        )
    assert [row["timezone"] for row in zones] == [hours["timezone"]] == ["Europe/Berlin"]
    assert not await load(database, tmp_path)
    assert await employees(database) == before


async def test_tables_that_a_call_made_empty_are_filled_at_the_next_start(
    database: Database, tmp_path: Path
) -> None:
    await prepare(database.url)
    assert await employees(database) == 0
    assert "Harbour Home Services" in await load(database, tmp_path)
    assert await employees(database)


async def test_it_is_never_beside_ones_own(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_SERVERS_FILE", "own.json")
    assert not await load(database, tmp_path)
