"""Forgets what is no longer needed. Saved transactions, their photos and their audit stay."""

from datetime import datetime, timedelta

import structlog

from adapters.postgres.erased_usage import FORGET_PSEUDONYMS
from adapters.postgres.pool import Connection, Database
from domain.ledger import Purged

BATCH_TIMEOUT = timedelta(seconds=60)
"""For one batch: the bytes of photos take longer than rows."""

ROWS_A_BATCH = 1_000
FILES_A_BATCH = 50
"""At 20 MB at most: a gigabyte. What is locked and rolled back together stays small, and a purge
that is broken off has lost one batch."""

_UNUSED = """
    NOT EXISTS (
        SELECT FROM attachment_owners AS owner
        WHERE owner.sha256 = file.sha256 AND owner.created_at >= $1
    )
    AND NOT EXISTS (
        SELECT FROM transactions AS spent WHERE spent.attachment_sha256 = file.sha256
    )
    AND file.sha256 NOT IN (
        SELECT jsonb_path_query(state, '$.**.sha256 ? (@.type() == "string")') #>> '{}'
        FROM drafts WHERE status <> 'cancelled'
    )
"""
"""Sent by nobody since $1, shown by no transaction, and of no draft that could go on. A transaction
that was taken back keeps its photo as long as it can be restored."""

_log = structlog.get_logger(__name__)


async def purge(database: Database, older_than: timedelta) -> Purged:
    """Deletes what was last touched longer ago than that, in batches that each commit. Idempotent.

    Updates that were refused have people's words in them, so they count among the messages. A
    conversation's counters stay, so that no number comes twice. Drafts and transactions that were
    taken back go first: files that only they showed follow in the same run.
    """
    async with database.connection() as connection:
        before: datetime = await connection.fetchval("SELECT now() - $1::interval", older_than)
    purged = Purged(
        messages=await _aged(database, "conversation_messages", "at", before)
        + await _aged(database, "telegram_refused_updates", "at", before),
        drafts=await _aged(database, "drafts", "updated_at", before),
        model_calls=await _aged(database, "model_calls", "at", before),
        transactions=await _taken_back(database, before),
        files=await _files(database, before),
        readings=await _readings(database),
        notes=await _aged(database, "telegram_progress", "at", before),
    )
    async with database.transaction() as connection:
        for statement in FORGET_PSEUDONYMS:
            await _count(connection, statement)
    _log.info("retention.purged", **purged.model_dump())
    return purged


async def _aged(database: Database, table: str, moment: str, before: datetime) -> int:
    """Rows whose ``moment`` is before ``before``; names are literals of this module."""
    statement = f"""
        DELETE FROM {table} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM {table} WHERE {moment} < $1
            LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
        )) AND {moment} < $1
    """  # noqa: S608 - literals above
    return await _repeated(database, statement, before)


async def _readings(database: Database) -> int:
    """Whose file is gone. A file is stored before it is read, so no young one is without."""
    statement = f"""
        DELETE FROM readings WHERE sha256 IN (
            SELECT sha256 FROM readings AS read
            WHERE NOT EXISTS (SELECT FROM attachments AS file WHERE file.sha256 = read.sha256)
            LIMIT {ROWS_A_BATCH}
        )
    """  # noqa: S608 - a number of this module
    return await _repeated(database, statement)


async def _repeated(database: Database, statement: str, *arguments: object) -> int:
    """Runs a deletion of one batch until it finds nothing more; how many rows went."""
    total = 0
    while True:
        async with database.connection() as connection:
            deleted = await _count(connection, statement, *arguments)
        total += deleted
        if not deleted:
            return total


async def _taken_back(database: Database, before: datetime) -> int:
    """Transactions that were deleted before ``before``, with their audit."""
    total = 0
    while True:
        async with database.transaction() as connection:
            rows = await connection.fetch(
                """
                SELECT task_id FROM transactions WHERE deleted_at < $1
                LIMIT $2 FOR UPDATE SKIP LOCKED
                """,
                before,
                ROWS_A_BATCH,
            )
            if not rows:
                return total
            ids = [row["task_id"] for row in rows]
            await _count(connection, "DELETE FROM transaction_changes WHERE task_id = ANY($1)", ids)
            total += await _count(
                connection, "DELETE FROM transactions WHERE task_id = ANY($1)", ids
            )


async def _files(database: Database, before: datetime) -> int:
    """Unused files with their owners. Goes through all old files once, by their digests."""
    total, after = 0, ""
    while True:
        async with database.transaction() as connection:
            rows = await connection.fetch(
                f"""
                SELECT sha256 FROM attachments AS file
                WHERE created_at < $1 AND sha256 > $2 AND {_UNUSED}
                ORDER BY sha256 LIMIT {FILES_A_BATCH} FOR UPDATE SKIP LOCKED
                """,  # noqa: S608 - constants of this module
                before,
                after,
                timeout=BATCH_TIMEOUT.total_seconds(),
            )
            if not rows:
                return total
            after = rows[-1]["sha256"]
            total += await _delete_files(connection, [row["sha256"] for row in rows], before)


async def _delete_files(connection: Connection, locked: list[str], before: datetime) -> int:
    """Of these files those that are unused. Looked up once more now that they are locked: whoever
    sent one just before is seen, and whoever sends one now waits, and stores it anew.
    """
    rows = await connection.fetch(
        f"SELECT sha256 FROM attachments AS file WHERE sha256 = ANY($2) AND {_UNUSED}",  # noqa: S608
        before,
        locked,
    )
    unused = [row["sha256"] for row in rows]
    await _count(connection, "DELETE FROM attachment_owners WHERE sha256 = ANY($1)", unused)
    return await _count(connection, "DELETE FROM attachments WHERE sha256 = ANY($1)", unused)


async def _count(connection: Connection, statement: str, *arguments: object) -> int:
    status = await connection.execute(statement, *arguments, timeout=BATCH_TIMEOUT.total_seconds())
    return int(status.rpartition(" ")[2])  # the server answers "DELETE 12"
