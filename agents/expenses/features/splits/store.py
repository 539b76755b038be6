"""Splitting a row, in the transaction of its call."""

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.splits.tools import ExpenseSplit
from agents.expenses.ledger import FindRequest, short_id
from agents.expenses.splitting import SplitOrder
from agents.expenses.store import postings, transactions
from agents.expenses.store.feature_notices import notices_of
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import card

_CHANGED_LAST = """
    SELECT change.task_id FROM transaction_changes AS change
    JOIN transactions AS saved USING (task_id)
    WHERE change.user_id = $1 AND change.conversation_id = $2 AND saved.deleted_at IS NULL
    ORDER BY change.position DESC LIMIT 1
"""


async def find(connection: Connection, request: FindRequest) -> Row | None:
    """A live row, held until the transaction ends: by its id, by its number in the conversation, or
    the one that was saved or changed there last. None where there is none.
    """
    await queue_up(connection, request.user_id)
    if not request.number and not request.task_id:
        own = request.user_id, request.conversation_id
        last: str | None = await connection.fetchval(_CHANGED_LAST, *own)
        request = request.model_copy(update={"task_id": last or ""})
    row = await transactions.found(connection, request)
    if row is None or row["deleted_at"] is not None:
        return None
    return await transactions.locked(connection, request.user_id, row["task_id"])


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
