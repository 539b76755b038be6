"""Splitting a row, in the transaction of its call."""

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.splits.tools import ExpenseSplit
from agents.expenses.ledger import FindRequest, short_id
from agents.expenses.splitting import SplitOrder
from agents.expenses.store import postings, transactions
from agents.expenses.store.notices import notices_of
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import card


async def find(
    connection: Connection, user_id: str, conversation_id: str, number: int, task_id: str
) -> Row | None:
    """A live row, held until the transaction ends: by its id, by its number in the conversation, or
    the one that was saved or changed there last. None where there is none.
    """
    await queue_up(connection, user_id)
    if not number and not task_id:
        task_id = await _changed_last(connection, user_id, conversation_id)
    finding = FindRequest(
        user_id=user_id, conversation_id=conversation_id, task_id=task_id, number=number
    )
    row = await transactions.found(connection, finding)
    if row is None or row["deleted_at"] is not None:
        return None
    return await transactions.locked(connection, user_id, row["task_id"])


async def split(connection: Connection, order: SplitOrder, row: Row) -> ExpenseSplit:
    """``row`` is what ``find`` gave, and the parts add up to its amount."""
    row, change = await postings.split(connection, order, row)
    notices = await notices_of(connection, row, order.change_id, order.today)
    return ExpenseSplit(
        card=card(row),
        changes=change.changes(),
        change=short_id(order.change_id),
        notices=notices,
    )


_CHANGED_LAST = """
    SELECT change.task_id FROM transaction_changes AS change
    JOIN transactions AS saved USING (task_id)
    WHERE change.user_id = $1 AND change.conversation_id = $2 AND saved.deleted_at IS NULL
    ORDER BY change.position DESC LIMIT 1
"""


async def _changed_last(connection: Connection, user_id: str, conversation_id: str) -> str:
    task_id: str | None = await connection.fetchval(_CHANGED_LAST, user_id, conversation_id)
    return task_id or ""
