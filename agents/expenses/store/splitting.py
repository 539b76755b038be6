"""Giving one of a person's transactions parts."""

from decimal import Decimal

from adapters.postgres.pool import Database
from agents.expenses.ledger import FindRequest, StoredTransaction
from agents.expenses.splitting import SplitOrder, SplitOutcome, SplitProblem
from agents.expenses.store import postings, transactions
from agents.expenses.store.changes import ChangeKind, recorded
from agents.expenses.store.notices import notices_of, told_notices
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import card, stored
from domain.errors import NotFoundError


class PostgresSplits:
    """Implements ``Splits``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, request: FindRequest) -> StoredTransaction | None:
        """By its task, whichever conversation of this person it is of; a number counts in the
        conversation.
        """
        async with self._database.connection() as connection:
            row = await transactions.found(connection, request)
        return None if row is None else stored(row)

    async def split(self, order: SplitOrder) -> SplitOutcome:
        """Idempotent on ``change_id``. Raises ``NotFoundError`` for a row that is deleted or not
        this person's, ``StorageRejectedError`` for values that break a rule of the table.
        """
        async with self._database.transaction() as connection:
            await queue_up(connection, order.user_id)
            row = await transactions.locked(connection, order.user_id, order.task_id)
            kinds = (ChangeKind.EDITED,)
            done = await recorded(connection, order.user_id, order.change_id, kinds)
            if done is not None:
                told = await told_notices(connection, order.user_id, order.change_id)
                return SplitOutcome(card=card(row), changes=done.changes(), notices=told)
            if row["deleted_at"] is not None:
                msg = "the transaction is deleted"
                raise NotFoundError(msg)
            whole = sum((part.amount for part in order.parts), Decimal(0))
            if whole != row["amount"]:  # it was corrected meanwhile
                return SplitOutcome(card=card(row), problem=SplitProblem.SUM, told=whole)
            row, change = await postings.split(connection, order, row)
            told = await notices_of(connection, row, order.change_id, order.today)
        return SplitOutcome(card=card(row), changes=change.changes(), notices=told)
