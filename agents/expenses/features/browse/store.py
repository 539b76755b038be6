"""Rows of one person by their ids, and what one edit did to them."""

from collections.abc import Sequence

from adapters.postgres.pool import Connection, Row
from agents.expenses.store.changes import Recorded
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import rows_where

_OWN = """
    task_id = ANY($1) AND user_id = $2 AND deleted_at IS NULL
    ORDER BY occurred_on DESC, created_at DESC, task_id FOR UPDATE
"""
_OWN_DELETED = _OWN.replace("IS NULL", "IS NOT NULL")


async def hold(
    connection: Connection, user_id: str, task_ids: Sequence[str], *, deleted: bool = False
) -> list[Row]:
    """Returns those of these rows that are this person's, and deleted or not, held until the
    transaction ends.
    """
    await queue_up(connection, user_id)
    which = _OWN_DELETED if deleted else _OWN
    return await rows_where(connection, which, list(task_ids), user_id)


_OF_EDIT = """
    SELECT change_id, task_id, kind, before, after FROM transaction_changes
    WHERE user_id = $1 AND change_id = ANY($2) AND undone_by IS NULL ORDER BY position
"""


async def changes_of(
    connection: Connection, user_id: str, change_ids: Sequence[str]
) -> list[Recorded]:
    """Returns those of these changes that this person made and did not take back."""
    await queue_up(connection, user_id)
    found = await connection.fetch(_OF_EDIT, user_id, list(change_ids))
    return [Recorded.model_validate(dict(row)) for row in found]
