"""Locks rows of one person by their ids, and reads the changes that one edit made."""

from collections.abc import Sequence

from adapters.postgres.pool import Connection, Row
from agents.expenses.store.changes import Recorded
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import NEWEST_DAY_FIRST, rows_where

_OWN = f"""
    task_id = ANY($1) AND user_id = $2 AND (deleted_at IS NOT NULL) = $3
    ORDER BY {NEWEST_DAY_FIRST} FOR UPDATE
"""


async def lock_rows(
    connection: Connection, user_id: str, task_ids: Sequence[str], *, deleted: bool = False
) -> list[Row]:
    """Locks rows until the transaction ends and returns them: of ``task_ids`` those of this person
    that are ``deleted``, or those that are not.
    """
    await queue_up(connection, user_id)
    return await rows_where(connection, _OWN, list(task_ids), user_id, deleted)


_OF_EDIT = """
    SELECT change_id, task_id, kind, before, after FROM transaction_changes
    WHERE user_id = $1 AND change_id = ANY($2) AND undone_by IS NULL ORDER BY position
"""


async def read_changes(
    connection: Connection, user_id: str, change_ids: Sequence[str]
) -> list[Recorded]:
    """Returns the changes of this person with these ids that were not taken back."""
    await queue_up(connection, user_id)
    found = await connection.fetch(_OF_EDIT, user_id, list(change_ids))
    return [Recorded.model_validate(dict(row)) for row in found]
