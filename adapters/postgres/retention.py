"""Forgets what is no longer needed. Saved transactions and their audit stay."""

from datetime import timedelta

import structlog

from adapters.postgres.pool import Connection, Database
from domain.ledger import Purged

PURGE_TIMEOUT = timedelta(minutes=5)
"""The first purge of a long-lived database has years to go through."""

_log = structlog.get_logger(__name__)


async def purge(database: Database, older_than: timedelta) -> Purged:
    """Deletes transcript, drafts and model calls that were last touched longer ago than that.

    Updates that were refused have people's words in them, so they count among the messages. A
    conversation's counters stay, so that no number comes twice. Idempotent.
    """
    async with database.transaction() as connection:
        purged = Purged(
            messages=await _delete(connection, "conversation_messages", "at", older_than)
            + await _delete(connection, "telegram_refused_updates", "at", older_than),
            drafts=await _delete(connection, "drafts", "updated_at", older_than),
            model_calls=await _delete(connection, "model_calls", "at", older_than),
        )
    _log.info("retention.purged", **purged.model_dump())
    return purged


async def _delete(connection: Connection, table: str, moment: str, older_than: timedelta) -> int:
    status = await connection.execute(
        f"DELETE FROM {table} WHERE {moment} < now() - $1::interval",  # noqa: S608 - literals above
        older_than,
        timeout=PURGE_TIMEOUT.total_seconds(),
    )
    return int(status.rpartition(" ")[2])  # the server answers "DELETE 12"
