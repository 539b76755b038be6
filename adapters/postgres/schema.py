"""At which version a database is, and which one this code knows; and how the one becomes the other.

Without Alembic, which takes half a second to import and is needed only where something is missing:
a process that starts again after a crash should be back soon.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

import asyncpg

import agents
from adapters.postgres.address import DatabaseAddress
from adapters.postgres.errors import translated
from domain.errors import ConfigurationError

_CONNECT_TIMEOUT = timedelta(seconds=5)

_Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

PLACE = """
    SELECT concat_ws('/', system_identifier, timeline_id, oid)
    FROM pg_control_system(), pg_control_checkpoint(), pg_database
    WHERE datname = current_database()
"""
"""Where a database is. One that was filled from a backup is in another place."""


@dataclass(frozen=True)
class RevisionLine:
    """One line of revisions, each a file ``{revision}_{words}.py``; ``table`` holds where a
    database stands in it.
    """

    name: str
    folder: Path
    table: str

    def newest(self) -> str | None:
        found = (path.stem.partition("_")[0] for path in self.folder.glob("[0-9]*_*.py"))
        return max(found, default=None)


def lines(slugs: Sequence[str]) -> list[RevisionLine]:
    """The platform's first, then those of the agents that have tables."""
    platform = RevisionLine("platform", folder_of("migrations") / "versions", "alembic_version")
    folders = {slug: folder_of(f"agents.{slug}") / "store" / "migrations" for slug in slugs}
    return [
        platform,
        *(
            RevisionLine(slug, folder, f"alembic_version_{slug}")
            for slug, folder in folders.items()
            if folder.is_dir()
        ),
    ]


def folder_of(package: str) -> Path:
    """Raises ``ConfigurationError``."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ConfigurationError(
            f"{package} is missing from this installation: install Steward again"
        )
    return Path(spec.origin).parent


def named(revisions: Mapping[str, str | None]) -> str | None:
    """``platform 0002, {slug} 0001``; None before the first migration."""
    known = {line: revision for line, revision in revisions.items() if revision is not None}
    return ", ".join(f"{line} {revision}" for line, revision in known.items()) or None


async def make_current(database_url: str, slugs: Sequence[str] = agents.SLUGS) -> str:
    """As ``adapters.postgres.migrate.migrate``, which it calls where something is missing."""
    known = lines(slugs)
    async with _connected(database_url) as connection:
        found = await _revisions(connection, known)
        if found == {line.name: line.newest() for line in known} and await _at_home(connection):
            return named(found) or ""
    from adapters.postgres.migrate import migrate  # noqa: PLC0415 - as said above

    return await migrate(database_url, slugs)


async def schema_version(database_url: str, slugs: Sequence[str] = agents.SLUGS) -> str | None:
    """The version that the database has, by line; None before the first migration."""
    async with _connected(database_url) as connection:
        return named(await _revisions(connection, lines(slugs)))


def code_version() -> str | None:
    """The newest version that this code knows."""
    return named({line.name: line.newest() for line in lines(agents.SLUGS)})


async def _revisions(
    connection: _Connection, known: Sequence[RevisionLine]
) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for line in known:
        there = await connection.fetchval("SELECT to_regclass($1)::text", line.table)
        asked = f"SELECT version_num FROM {line.table}"  # noqa: S608 - a name of ours
        found[line.name] = await connection.fetchval(asked) if there else None
    return found


async def _at_home(connection: _Connection) -> bool:
    """Whether it was migrated where it is."""
    noted = "SELECT value FROM database_facts WHERE name = 'place'"
    return bool(await connection.fetchval(noted) == await connection.fetchval(PLACE))


async def connect(database_url: str) -> _Connection:
    """For looking at the schema and changing it. Raises what asyncpg raises."""
    return await asyncpg.connect(
        database_url,
        timeout=_CONNECT_TIMEOUT.total_seconds(),
        server_settings={"application_name": "steward-migrate"},
    )


@asynccontextmanager
async def _connected(database_url: str) -> AsyncIterator[_Connection]:
    with translated(DatabaseAddress.parse(database_url)):
        connection = await connect(database_url)
        try:
            yield connection
        finally:
            await connection.close(timeout=_CONNECT_TIMEOUT.total_seconds())
