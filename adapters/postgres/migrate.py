"""Brings the schema to the version of this code. Forward only.

The platform has one line of revisions, and each agent of the tree its own, in
``agents/<slug>/store/migrations``. Each line has a table of its own for where it stands, so that a
line whose agent was removed from the tree is left as it is and disturbs no other. The platform goes
first: an agent's tables may refer to its tables, never the other way about.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

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

import agents
from adapters.postgres.address import DatabaseAddress
from adapters.postgres.errors import translated
from adapters.postgres.schema import PLACE, RevisionLine, connect, folder_of, lines, named
from domain.errors import ConfigurationError

_LOCK = 0x5354_4557_4152_44
"""Key of the advisory lock that two processes migrating at once meet at ("STEWARD")."""

_LOCK_TIMEOUT = timedelta(minutes=2)
"""How long to wait for another process that is migrating, or for a table that is in use."""

_log = structlog.get_logger(__name__)


class _Revisions(RevisionLine):
    """A line with its revisions as Alembic runs them."""

    def config(self) -> Config:
        config = Config()
        # A folder may hold a percent sign, which the configuration would take for a variable.
        environment = str(folder_of("migrations")).replace("%", "%%")
        config.set_main_option("script_location", environment)
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", str(self.folder).replace("%", "%%"))
        config.attributes["version_table"] = self.table
        return config

    def _scripts(self) -> ScriptDirectory:
        return ScriptDirectory.from_config(self.config())

    def knows(self, revision: str | None) -> bool:
        return any(script.revision == revision for script in self._scripts().walk_revisions())

    def floor(self) -> str:
        """The oldest revision whose code runs on a database at the newest one: below come only
        revisions that say ``only_adds``.
        """
        newest_first = self._scripts().walk_revisions()
        return next(s.revision for s in newest_first if not getattr(s.module, "only_adds", False))

    def current(self, connection: Connection) -> str | None:
        options = {"version_table": self.table}
        return MigrationContext.configure(connection, opts=options).get_current_revision()

    def upgrade(self, connection: Connection) -> None:
        """A database that a newer version migrated is left as it is: this code runs on it where
        nothing was taken away since.
        """
        current, fact = self.current(connection), f"floor of {self.name}"
        if current is not None and not self.knows(current):
            floor = _fact(connection, fact)
            if floor is not None and self.knows(floor):
                _log.warning("database.newer", line=self.name, revision=current)
                return
        config = self.config()
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            # The only way here: the database is at a revision that this code has never heard of.
            raise ConfigurationError(
                f"the database is newer than this Steward ({error}): "
                "install the version that migrated it"
            ) from error
        _note(connection, fact, self.floor())


async def migrate(database_url: str, slugs: Sequence[str] = agents.SLUGS) -> str:
    """Applies what is missing, in one transaction, and returns the version reached.

    Idempotent, and safe for processes that start at the same time: the second one waits and finds
    nothing to do. Within one process, migrate one database after the other (alembic keeps the
    migration that runs in a global). Raises ``StorageUnavailableError`` or
    ``ConfigurationError``.
    """
    known = [_Revisions(line.name, line.folder, line.table) for line in lines(slugs)]
    async with _connected(database_url) as connection:
        await connection.execute(
            text(f"SET LOCAL lock_timeout = {int(_LOCK_TIMEOUT.total_seconds() * 1000)}")
        )
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        before = await connection.run_sync(_version, known)
        for line in known:
            await connection.run_sync(line.upgrade)
        await connection.run_sync(_leave_a_gap)
        after = await connection.run_sync(_version, known)
    if after is None:
        raise ConfigurationError(
            "the migrations are missing from this installation: install Steward again"
        )
    if before != after:
        _log.info("database.migrated", before=before, after=after)
    return after


NUMBERS_GAP = 100
"""Tasks of one conversation that a backup may lack. Their cards stay in the chat."""


def _leave_a_gap(connection: Connection) -> None:
    """In another place than before, numbers of tasks go on behind a gap: none is given again that
    a card in a chat shows, although the backup does not know of it.
    """
    before, here = _fact(connection, "place"), connection.scalar(text(PLACE))
    if before == here:
        return
    _note(connection, "place", here)
    if before is not None:
        gap = (
            "UPDATE conversations SET tasks_started = tasks_started + :gap WHERE tasks_started > 0"
        )
        connection.execute(text(gap), {"gap": NUMBERS_GAP})
        _log.warning("database.restored", numbers_skipped=NUMBERS_GAP)


def _fact(connection: Connection, name: str) -> str | None:
    if connection.scalar(text("SELECT to_regclass('database_facts')")) is None:
        return None
    found = text("SELECT value FROM database_facts WHERE name = :name")
    value: str | None = connection.scalar(found, {"name": name})
    return value


def _note(connection: Connection, name: str, value: str) -> None:
    noted = """
        INSERT INTO database_facts (name, value) VALUES (:name, :value)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """
    connection.execute(text(noted), {"name": name, "value": value})


def _version(connection: Connection, lines: Sequence[_Revisions]) -> str | None:
    return named({line.name: line.current(connection) for line in lines})


@asynccontextmanager
async def _connected(database_url: str) -> AsyncIterator[AsyncConnection]:
    """One transaction. asyncpg itself reads the URL, so that it means the same as in the pool."""
    address = DatabaseAddress.parse(database_url)

    async def creator(*_: object, **__: object) -> "asyncpg.Connection[asyncpg.Record]":
        return await connect(database_url)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=creator, poolclass=NullPool)
    try:
        with translated(address):
            try:
                async with engine.begin() as connection:
                    yield connection
            except DBAPIError as error:
                # The driver's own error is beneath SQLAlchemy's two wrappers.
                raise (getattr(error.orig, "__cause__", None) or error) from error
    finally:
        await engine.dispose()
