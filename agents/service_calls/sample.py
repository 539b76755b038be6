"""The data of Harbour Home Services, so that a business that has none can be tried at once."""

import asyncio
import os
from asyncio.subprocess import PIPE
from pathlib import Path

import structlog

from adapters.postgres.pool import Database
from agents.service_calls.servers import ours
from settings.variables import variables

_log = structlog.get_logger(__name__)


async def load(database: Database, folder: Path) -> str:
    """Has the tool server fill its tables where they are empty, whoever made them; says so if it
    did. Elsewhere, and where the business has servers of its own, nothing is done. Idempotent: all
    of it is there or nothing, and what could not be loaded now is tried again at the next start.
    """
    del folder
    given = variables()
    if given.get("MCP_SERVERS_FILE") or given.get("SERVICES_DATABASE_URL"):
        return ""
    if await _has_business(database):
        return ""
    server = ours({**given, "DATABASE_URL": database.url})
    env = {name: value.get_secret_value() for name, value in server.env.items()}
    loading = await asyncio.create_subprocess_exec(
        server.command,
        *server.args,
        "--load-sample",
        env={**os.environ, **env},
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        told, wrong = await loading.communicate()  # however long a slow machine takes
    except asyncio.CancelledError:
        loading.kill()
        raise
    if loading.returncode != 0:
        _log.error("sample.not_loaded", reason=wrong.decode(errors="replace")[-500:])
        return ""
    if told.strip() != b"loaded":
        return ""
    return "a sample business, Harbour Home Services, can be called: /service"


async def _has_business(database: Database) -> bool:
    """Asked here as well, for starting the tool server takes a second."""
    async with database.connection() as connection:
        if not await connection.fetchval("SELECT to_regclass('services.employees') IS NOT NULL"):
            return False
        found: bool = await connection.fetchval(
            "SELECT EXISTS (SELECT FROM services.settings)"
            " OR EXISTS (SELECT FROM services.employees)"
        )
    return found
