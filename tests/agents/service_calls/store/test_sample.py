"""A business to try calls with, once, where nobody has a business of their own."""

from datetime import timedelta
from pathlib import Path

import pytest

from adapters.mcp.sessions import ToolSessions
from adapters.postgres.pool import Database
from agents.service_calls.sample import load
from agents.service_calls.servers import McpToolServers


async def test_a_sample_business_is_there_once_and_never_beside_ones_own(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for made in (ToolSessions, McpToolServers):  # a busy machine starts a process slowly
        limits = vars(made)["__init__"].__kwdefaults__
        monkeypatch.setitem(limits, "opening", timedelta(minutes=4))
    monkeypatch.delenv("SERVICES_DATABASE_URL", raising=False)
    monkeypatch.setenv("MCP_SERVERS_FILE", "own.json")
    assert not await load(database, tmp_path)
    monkeypatch.delenv("MCP_SERVERS_FILE")
    assert "Harbour Home Services" in await load(database, tmp_path)
    async with database.connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM services.employees")
    assert not await load(database, tmp_path), "only where it was never begun"
