"""The server's own tables: schema ``services``, made and brought forward by the server itself.

They stand apart from Steward's: nothing refers across, and where the database allows it the tools
work under a role that has rights here alone.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlencode

import asyncpg
import structlog

from adapters.postgres.pool import Database

ROLE = "steward_services"
"""Without a login: whoever connects takes it on."""

_MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x5345_5256_4943_4553
"""Key of the advisory lock that two servers starting at once meet at ("SERVICES")."""

_KEPT_KEYS = "90 days"
"""No write is repeated for longer than a call's task may wait."""

_Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Fill: TypeAlias = Callable[[_Connection], Awaitable[None]]

_log = structlog.get_logger(__name__)


async def prepare(url: str, fill: Fill | None = None) -> str:
    """Makes what is missing, and returns the URL under which the tools work. ``fill`` is for a
    schema without any data. Idempotent, and safe for servers that start at the same time. Raises
    as ``Database.connection``.
    """
    database = Database(url)
    async with database.own_connection() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        if not await connection.fetchval("SELECT to_regnamespace('services') IS NOT NULL"):
            await connection.execute("CREATE SCHEMA services")
        await connection.execute("SET LOCAL search_path = services")
        await _migrate(connection)
        role = await _granted(connection)
        await connection.execute(
            f"DELETE FROM idempotency WHERE written_at < now() - interval '{_KEPT_KEYS}'"  # noqa: S608
        )
        if fill is not None and not await connection.fetchval(
            "SELECT EXISTS (SELECT FROM settings) OR EXISTS (SELECT FROM employees)"
        ):
            await fill(connection)
            _log.info("services.sample_loaded")
    if not role:
        _log.warning("services.no_role", role=ROLE)
    return under(url, ROLE if role else "")


def under(url: str, role: str) -> str:
    """The URL with the schema, and the role, that its connections work in."""
    options = {"search_path": "services"} | ({"role": role} if role else {})
    return f"{url}{'&' if '?' in url else '?'}{urlencode(options)}"


async def _migrate(connection: _Connection) -> None:
    """Forward only. A schema that a newer server made is left as it is."""
    if not await connection.fetchval("SELECT to_regclass('services.version') IS NOT NULL"):
        await connection.execute("CREATE TABLE version (number int NOT NULL)")
        await connection.execute("INSERT INTO version VALUES (0)")
    reached = await connection.fetchval("SELECT number FROM version")
    for file in sorted(_MIGRATIONS.glob("*.sql")):
        number = int(file.name.partition("_")[0])
        if number > reached:
            await connection.execute(file.read_text(encoding="utf-8"))
            await connection.execute("UPDATE version SET number = $1", number)
            _log.info("services.migrated", number=number)


async def _granted(connection: _Connection) -> bool:
    """Whether the role is there with its rights; False where the connecting user may not make it.

    A role belongs to the whole server: that of another database may be made at the same moment.
    """
    for _ in range(2):
        try:
            async with connection.transaction():
                known = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)"
                if not await connection.fetchval(known, ROLE):
                    await connection.execute(f"CREATE ROLE {ROLE} NOLOGIN")
                may_take = "SELECT pg_has_role(current_user, $1, 'SET')"
                if not await connection.fetchval(may_take, ROLE):
                    await connection.execute(f"GRANT {ROLE} TO CURRENT_USER")
                await connection.execute(
                    f"""
                    GRANT USAGE ON SCHEMA services TO {ROLE};
                    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA services TO {ROLE};
                    GRANT USAGE ON ALL SEQUENCES IN SCHEMA services TO {ROLE};
                    """
                )
                return True
        except (asyncpg.DuplicateObjectError, asyncpg.UniqueViolationError):
            continue
        except asyncpg.InsufficientPrivilegeError:
            return False
    return False
