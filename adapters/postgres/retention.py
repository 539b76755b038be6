"""Forgets what is no longer needed. What agents keep, and the files that it shows, stay."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from adapters.postgres.erased_usage import FORGET_PSEUDONYMS
from adapters.postgres.parts import STATEMENT_TIMEOUT, TablePart, added, repeated, run
from adapters.postgres.pool import Database
from domain.retention import Purged

ROWS_A_BATCH = 1_000
FILES_A_BATCH = 50
"""At 20 MB at most: a gigabyte. What is locked and rolled back together stays small, and a purge
that is broken off has lost one batch."""

_OF_DRAFTS = """
    SELECT jsonb_path_query(state, '$.**.sha256 ? (@.type() == "string")') #>> '{}'
    FROM drafts WHERE status <> 'cancelled'
"""
"""The files of drafts that could go on."""


async def purge(database: Database, older_than: timedelta, parts: Sequence[TablePart]) -> Purged:
    """Deletes what was last touched longer ago than that, in batches that each commit. Idempotent.

    A conversation's counters stay, so that no number comes twice. Drafts and what agents give up go
    first: files that only they showed follow in the same run, and then what was made of these.
    """
    async with database.connection() as connection:
        before: datetime = await connection.fetchval("SELECT now() - $1::interval", older_than)
    given_up = [await part.purge(database, before) for part in parts]
    gone = {
        "messages": await _aged(database, "conversation_messages", "at", before),
        "drafts": await _aged(database, "drafts", "updated_at", before),
        "model_calls": await _aged(database, "model_calls", "at", before),
        "tool_calls": await _aged(database, "tool_calls", "at", before),
        "files": await _files(database, before, parts),
        "notes": await _aged(database, "telegram_progress", "at", before),
        "events": await _aged(database, "channel_events", "at", before),
        "sessions": await _sessions(database, before),
        "consents": await repeated(database, _DELETE_LONE_CONSENTS, before),
    }
    swept = [await part.sweep(database, before) for part in parts]
    async with database.transaction() as connection:
        for statement in FORGET_PSEUDONYMS:
            await run(connection, statement)
    return Purged(counts=added(*given_up, gone, *swept))


async def _aged(database: Database, table: str, moment: str, before: datetime) -> int:
    """Rows whose ``moment`` is before ``before``; names are literals of this module."""
    statement = f"""
        DELETE FROM {table} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM {table} WHERE {moment} < $1
            LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
        )) AND {moment} < $1
    """  # noqa: S608 - literals above
    return await repeated(database, statement, before)


_SILENT = """
    NOT EXISTS (
        SELECT FROM channel_events AS event
        WHERE event.conversation_id = session.conversation_id
    )
    AND NOT EXISTS (
        SELECT FROM conversations AS talk WHERE talk.conversation_id = session.conversation_id
    )
"""

_OLD_SESSIONS = f"""
    SELECT conversation_id FROM channel_sessions AS session WHERE created_at < $1 AND {_SILENT}
    LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
"""  # noqa: S608 - constants of this module
_DELETE_SESSIONS = f"""
    DELETE FROM channel_sessions AS session WHERE conversation_id = ANY($1) AND {_SILENT}
"""  # noqa: S608 - as above


_DELETE_LONE_CONSENTS = f"""
    DELETE FROM consents WHERE (user_id, version) IN (
        SELECT user_id, version FROM consents AS given WHERE at < $1
            AND NOT EXISTS (SELECT FROM users WHERE users.user_id = given.user_id)
            AND NOT EXISTS (
                SELECT FROM channel_sessions AS session WHERE session.user_id = given.user_id
            )
        LIMIT {ROWS_A_BATCH}
    )
"""  # noqa: S608 - a number
"""A yes behind which nothing of the person is kept. All others stay: they are its reason."""


async def _sessions(database: Database, before: datetime) -> int:
    """Sessions of which nothing is left but themselves, and that can go on with nothing.

    Looked up once more now that they are locked: what was written meanwhile is seen.
    """
    total = 0
    while True:
        async with database.transaction() as connection:
            limit = STATEMENT_TIMEOUT.total_seconds()
            rows = await connection.fetch(_OLD_SESSIONS, before, timeout=limit)
            old = [row["conversation_id"] for row in rows]
            gone = await run(connection, _DELETE_SESSIONS, old)
        total += gone
        if not gone:
            return total


def _unused(parts: Sequence[TablePart]) -> str:
    """Sent by nobody since $1, shown by no row of a part, and of no draft that could go on."""
    shown = "".join(
        f"""
        AND NOT EXISTS (
            SELECT FROM ({select}) AS shown (sha256) WHERE shown.sha256 = file.sha256
        )
        """
        for select in (_OF_DRAFTS, *(part.files for part in parts if part.files))
    )
    return f"""
        NOT EXISTS (
            SELECT FROM attachment_owners AS owner
            WHERE owner.sha256 = file.sha256 AND owner.created_at >= $1
        )
        {shown}
    """


async def _files(database: Database, before: datetime, parts: Sequence[TablePart]) -> int:
    """Unused files with their owners. Goes through all old files once, by their digests."""
    unused = _unused(parts)
    lock = f"""
        SELECT sha256 FROM attachments AS file WHERE created_at < $1 AND sha256 > $2 AND {unused}
        ORDER BY sha256 LIMIT {FILES_A_BATCH} FOR UPDATE SKIP LOCKED
    """  # noqa: S608 - constants of this module, and what parts register
    look_again = f"SELECT sha256 FROM attachments AS file WHERE sha256 = ANY($2) AND {unused}"  # noqa: S608
    limit = STATEMENT_TIMEOUT.total_seconds()
    total, after = 0, ""
    while True:
        async with database.transaction() as connection:
            locked = [
                row["sha256"] for row in await connection.fetch(lock, before, after, timeout=limit)
            ]
            if not locked:
                return total
            after = locked[-1]
            # Now that they are locked, whoever sent one just before is seen, and whoever sends one
            # now waits, and stores it anew.
            rows = await connection.fetch(look_again, before, locked)
            gone = [row["sha256"] for row in rows]
            await run(connection, "DELETE FROM attachment_owners WHERE sha256 = ANY($1)", gone)
            total += await run(connection, "DELETE FROM attachments WHERE sha256 = ANY($1)", gone)
