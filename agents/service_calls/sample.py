"""The data of Harbour Home Services, so that a business that has none can be tried at once."""

from pathlib import Path

import asyncpg

from adapters.postgres.pool import Database
from agents.service_calls.server.sample import load as fill
from agents.service_calls.server.schema import prepare
from settings.variables import variables


async def load(database: Database, folder: Path) -> str:
    """Fills the tables of the tool server where they are empty, whoever made them; says so if it
    did. Elsewhere, and where the business has servers of its own, nothing is done. Idempotent: all
    of it is there or nothing. Raises as ``Database.connection``.
    """
    del folder
    given = variables()
    if given.get("MCP_SERVERS_FILE") or given.get("SERVICES_DATABASE_URL"):
        return ""
    filled = False

    async def noted(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        nonlocal filled
        await fill(connection)
        filled = True

    await prepare(database.url, noted)
    if not filled:
        return ""
    return "a sample business, Harbour Home Services, can be called: /service"
