"""Databases for tests on one server: migrated once, copied when another is needed, and used again
as soon as they are empty. A copy takes thirty times as long as to empty one.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import asyncpg

from adapters.postgres.migrate import migrate

_TEMPLATE = "steward_template"

_SHAPE = """
    SELECT md5(string_agg(concat(relname, relkind, relnatts, relhastriggers), ' ' ORDER BY relname))
    FROM pg_class
    WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%')
"""
"""Another one when a test has changed tables."""

_TABLES = """
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
"""
_SEQUENCES = """
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences
"""
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@dataclass
class Databases:
    """Its template is made first."""

    server_url: str
    _numbers: "count[int]" = field(default_factory=lambda: count(1))
    _free: list[str] = field(default_factory=list)
    _kept: dict[str, str] = field(default_factory=dict)
    """The rows of the tables that are not empty in the template, as JSON."""
    _shape: str = ""

    @asynccontextmanager
    async def one(self) -> AsyncIterator[str]:
        """The URL of a database at the newest version with nothing in it."""
        name = self._free.pop() if self._free else await self._copied()
        yield url_of(self.server_url, name)
        if await self._emptied(name):
            self._free.append(name)
        else:
            await self._execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def _copied(self) -> str:
        name = f"steward_test_{next(self._numbers)}"
        await self._execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        return name

    async def _emptied(self, name: str) -> bool:
        """False where it can't be used again: it was changed, or somebody still uses it."""
        try:
            connection = await asyncpg.connect(url_of(self.server_url, name))
        except asyncpg.PostgresError:
            return False
        try:
            if await connection.fetchval(_OTHERS) or await self._changed(connection):
                return False
            tables = [row[0] for row in await connection.fetch(_TABLES)]
            await connection.execute("SET session_replication_role = replica")
            await connection.execute(";".join(f"DELETE FROM {t}" for t in tables))  # noqa: S608
            await connection.execute(_SEQUENCES)
            for table, rows in self._kept.items():
                given = f"json_populate_recordset(NULL::{table}, $1)"
                again = f"INSERT INTO {table} SELECT * FROM {given}"  # noqa: S608 - our own
                await connection.execute(again, rows)
        finally:
            await connection.close()
        return True

    async def _changed(self, connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
        return bool(await connection.fetchval(_SHAPE) != self._shape)

    async def make_template(self) -> None:
        # The data is thrown away in any case, so nothing needs to reach the disk.
        await self._execute("ALTER SYSTEM SET fsync = off")
        await self._execute("SELECT pg_reload_conf()")
        await self._execute(f"CREATE DATABASE {_TEMPLATE}")
        await migrate(url_of(self.server_url, _TEMPLATE))
        connection = await asyncpg.connect(url_of(self.server_url, _TEMPLATE))
        self._shape = await connection.fetchval(_SHAPE)
        for (table,) in await connection.fetch(_TABLES):
            rows = await connection.fetchval(f"SELECT json_agg(t) FROM {table} t")  # noqa: S608
            if rows is not None:
                self._kept[table] = rows
        await connection.close()

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self.server_url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def url_of(server_url: str, database: str) -> str:
    """The URL of another database on the same server."""
    return server_url.replace("/postgres?", f"/{database}?", 1)
