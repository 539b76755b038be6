"""The connection pool: opened on first use, healed by itself, its errors translated."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from time import perf_counter
from typing import Any, Literal, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from adapters.postgres.address import DatabaseAddress
from adapters.postgres.errors import translated

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Row: TypeAlias = asyncpg.Record
Isolation: TypeAlias = Literal["read_committed", "repeatable_read", "serializable"]

MAX_CONNECTIONS = 10
"""Per process. Turns spend milliseconds here; PostgreSQL's own default allows 100 in all."""

CONNECT_TIMEOUT = timedelta(seconds=5)
COMMAND_TIMEOUT = timedelta(seconds=10)
"""No statement of Steward takes a tenth of it; a server that hangs is treated as down."""

IDLE_IN_TRANSACTION_TIMEOUT = timedelta(seconds=60)
"""A process frozen in the middle of a transaction must not hold a person's lock for ever."""

NUL = "\x00"
NUL_SHOWN = "\ufffd"
"""Stands in for NUL, the one character that PostgreSQL's text and jsonb cannot hold."""


class Database:
    """Connections to one database. Nothing is opened before the first use, so that a process
    starts while the server is down; connections that a restart killed are replaced on use.

    Raises ``ConfigurationError`` for a URL that cannot be understood.
    """

    def __init__(
        self,
        url: str,
        *,
        max_connections: int = MAX_CONNECTIONS,
        connect_timeout: timedelta = CONNECT_TIMEOUT,
    ) -> None:
        self.address = DatabaseAddress.parse(url)
        self.url = url
        """For a process that connects by itself: with the password."""
        self._max_connections = max_connections
        self._connect_timeout = connect_timeout
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._opening = asyncio.Lock()
        self._closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection whose errors come out as ``AppError``; each statement commits itself."""
        with translated(self.address):
            pool = await self._opened()
            async with pool.acquire(timeout=COMMAND_TIMEOUT.total_seconds()) as connection:
                yield connection

    async def execute(self, statement: str, *arguments: object) -> None:
        """Runs one statement, which commits itself."""
        async with self.connection() as connection:
            await connection.execute(statement, *arguments)

    async def fetch(self, statement: str, *arguments: object) -> list[Row]:
        """Returns the rows of one statement."""
        async with self.connection() as connection:
            return await connection.fetch(statement, *arguments)

    async def fetchrow(self, statement: str, *arguments: object) -> Row | None:
        """Returns the first row of one statement; None where it has none."""
        async with self.connection() as connection:
            return await connection.fetchrow(statement, *arguments)

    async def fetchval(self, statement: str, *arguments: object) -> Any:  # noqa: ANN401 - a column
        """Returns the first column of the first row; None where there is no row."""
        async with self.connection() as connection:
            return await connection.fetchval(statement, *arguments)

    @asynccontextmanager
    async def transaction(
        self, isolation: Isolation = "read_committed", *, readonly: bool = False
    ) -> AsyncIterator[Connection]:
        """All or nothing. A lost connection leaves it open whether the commit took place, so
        every write must be safe to repeat.
        """
        async with (
            self.connection() as connection,
            connection.transaction(isolation=isolation, readonly=readonly),
        ):
            yield connection

    @asynccontextmanager
    async def own_connection(self) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
        """One beside the pool, to listen over for as long as it lives. Errors as of the others."""
        with translated(self.address):
            connection = await asyncpg.connect(
                self.url,
                timeout=self._connect_timeout.total_seconds(),
                command_timeout=COMMAND_TIMEOUT.total_seconds(),
                server_settings={"application_name": "steward"},
            )
            try:
                yield connection
            finally:
                await connection.close(timeout=self._connect_timeout.total_seconds())

    async def ping(self) -> timedelta:
        """How long one round trip takes. Raises what any use of the database would raise."""
        async with self.connection() as connection:
            started = perf_counter()
            await connection.fetchval("SELECT 1")
            return timedelta(seconds=perf_counter() - started)

    async def close(self) -> None:
        """Waits for what is running, at most ``COMMAND_TIMEOUT``, then closes. Idempotent."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            async with asyncio.timeout(COMMAND_TIMEOUT.total_seconds()):
                await pool.close()
        except TimeoutError:
            pool.terminate()

    async def _opened(self) -> "asyncpg.Pool[asyncpg.Record]":
        async with self._opening:
            if self._closed:
                raise asyncpg.InterfaceError("the pool is closed")
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self.url,
                    min_size=0,  # connects nothing yet
                    max_size=self._max_connections,
                    timeout=self._connect_timeout.total_seconds(),
                    command_timeout=COMMAND_TIMEOUT.total_seconds(),
                    statement_cache_size=200,  # more than the adapters have statements
                    init=_prepare,
                    server_settings={
                        "application_name": "steward",
                        "timezone": "UTC",
                        "jit": "off",  # costs more than it saves on statements this small
                        "idle_in_transaction_session_timeout": str(
                            int(IDLE_IN_TRANSACTION_TIMEOUT.total_seconds() * 1000)
                        ),
                    },
                )
            return self._pool


class Store:
    """What is kept in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database


async def _prepare(connection: "asyncpg.Connection[asyncpg.Record] | Connection") -> None:
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", encoder=_to_json, decoder=json.loads
    )
    await connection.set_type_codec(
        "text", schema="pg_catalog", encoder=_without_nul, decoder=str, format="text"
    )


def _without_nul(text: str) -> str:
    return text.replace(NUL, NUL_SHOWN)


def _to_json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # NUL is the only way to this escape but for a backslash that was itself escaped.
    return json.dumps(_cleaned(value), ensure_ascii=False) if "\\u0000" in text else text


def _cleaned(value: object) -> object:
    """``value`` with NUL shown instead of held, in every string at any depth."""
    match value:
        case str():
            return _without_nul(value)
        case list() | tuple():
            return [_cleaned(each) for each in value]
        case dict():
            return {_cleaned(key): _cleaned(each) for key, each in value.items()}
        case _:
            return value
