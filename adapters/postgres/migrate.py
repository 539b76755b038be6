"""Brings the schema to the version of this code. Forward only."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from adapters.postgres.address import Address
from adapters.postgres.errors import translated
from domain.errors import ConfigurationError

_LOCK = 0x5354_4557_4152_44
"""Key of the advisory lock that two processes migrating at once meet at ("STEWARD")."""

_CONNECT_TIMEOUT = timedelta(seconds=5)
_LOCK_TIMEOUT = timedelta(minutes=2)
"""How long to wait for another process that is migrating, or for a table that is in use."""

_log = structlog.get_logger(__name__)


async def migrate(database_url: str) -> str:
    """Applies what is missing, in one transaction, and returns the version reached.

    Idempotent, and safe for processes that start at the same time: the second one waits and finds
    nothing to do. Within one process, migrate one database after the other (alembic keeps the
    migration that runs in a global). Raises ``StorageUnavailableError`` or
    ``ConfigurationError``.
    """
    config = _config()
    async with _connected(database_url) as connection:
        await connection.execute(
            text(f"SET LOCAL lock_timeout = {int(_LOCK_TIMEOUT.total_seconds() * 1000)}")
        )
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        before = await connection.run_sync(_version)
        await connection.run_sync(_upgrade, config)
        after = await connection.run_sync(_version)
    if after is None:
        msg = "the migrations are missing from this installation: install Steward again"
        raise ConfigurationError(msg)
    if before != after:
        _log.info("database.migrated", before=before, after=after)
    return after


async def schema_version(database_url: str) -> str | None:
    """The version that the database has; None before the first migration."""
    async with _connected(database_url) as connection:
        return await connection.run_sync(_version)


async def is_current(database_url: str) -> bool:
    """Whether the database has exactly the version that this code was written for."""
    return await schema_version(database_url) == code_version()


def code_version() -> str | None:
    """The newest version that this code knows."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    spec = find_spec("migrations")
    if spec is None or spec.origin is None:
        msg = "the migrations are missing from this installation: install Steward again"
        raise ConfigurationError(msg)
    config = Config()
    # The folder may hold a percent sign, which the configuration would take for a variable.
    config.set_main_option("script_location", str(Path(spec.origin).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        # The only way here: the database is at a revision that this code has never heard of.
        msg = (
            f"the database is newer than this Steward ({error}): "
            "install the version that migrated it"
        )
        raise ConfigurationError(msg) from error


@asynccontextmanager
async def _connected(database_url: str) -> AsyncIterator[AsyncConnection]:
    """One transaction. asyncpg itself reads the URL, so that it means the same as in the pool."""
    address = Address.parse(database_url)

    async def connect(*_: object, **__: object) -> "asyncpg.Connection[asyncpg.Record]":
        return await asyncpg.connect(
            database_url,
            timeout=_CONNECT_TIMEOUT.total_seconds(),
            server_settings={"application_name": "steward-migrate"},
        )

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        with translated(address):
            try:
                async with engine.begin() as connection:
                    yield connection
            except DBAPIError as error:
                raise _driver_error(error) from error
    finally:
        await engine.dispose()


def _driver_error(error: DBAPIError) -> BaseException:
    """The driver's own error beneath SQLAlchemy's two wrappers."""
    return getattr(error.orig, "__cause__", None) or error
