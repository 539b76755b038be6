"""The ledger: each write is one transaction, once, with a line in the audit.

All writes of one person queue behind that person's advisory lock. So two saves of the same receipt
cannot both miss each other, and a repeated request waits for its first attempt and then finds what
that did. Other persons are never waited for.
"""

from adapters.postgres.pool import Connection, Database
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.spending import Insight, InsightRequest
from agents.expenses.store import postings, same_receipt, transactions
from agents.expenses.store.changes import ChangeKind, newest_to_undo, recorded, shown_to_undo
from agents.expenses.store.feature_notices import notices_of, told_notices
from agents.expenses.store.imports import (
    import_to_undo,
    is_import,
    restore_import,
    standing_of_import,
    take_back_import,
    taken_back_with,
)
from agents.expenses.store.insights import insight
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import stored
from domain.errors import NotFoundError


class PostgresLedger:
    """Implements ``Ledger``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, request: SaveRequest) -> SaveOutcome:
        """Idempotent on ``task_id``: a repetition returns the row as it is now. Raises
        ``StorageRejectedError`` when the values break a rule of the table.
        """
        async with self._database.transaction() as connection:
            await queue_up(connection, request.user_id)
            known = await transactions.row_of_task(connection, request.user_id, request.task_id)
            if known is not None:
                told = await told_notices(connection, request.user_id, request.task_id)
                return SaveOutcome(saved=stored(known), notices=told)
            if not request.force:
                alike = await same_receipt.alike(connection, request)
                if alike is not None:
                    return SaveOutcome(duplicate_of=stored(alike))
            row = await postings.save(connection, request)
            told = await notices_of(connection, row, request.task_id, request.today)
            return SaveOutcome(saved=stored(row), notices=told)

    async def amend(self, request: AmendRequest) -> AmendOutcome:
        """Idempotent on ``change_id``. Raises ``NotFoundError`` for a row that is deleted or not
        this person's, ``StorageRejectedError`` for values that break a rule of the table.
        """
        async with self._database.transaction() as connection:
            await queue_up(connection, request.user_id)
            row = await transactions.locked(connection, request.user_id, request.task_id)
            done = await recorded(connection, request, ChangeKind.EDITED)
            if done is not None:
                told = await told_notices(connection, request.user_id, request.change_id)
                return AmendOutcome(stored=stored(row), changes=done.changes(), notices=told)
            if row["deleted_at"] is not None:
                raise NotFoundError("the transaction is deleted")
            row, change = await postings.amend(connection, request, row)
            told = await notices_of(connection, row, request.change_id, request.today)
            return AmendOutcome(stored=stored(row), changes=change.changes(), notices=told)

    async def undo(self, request: UndoRequest) -> UndoOutcome:
        """Idempotent on ``change_id``. What was taken back once is not taken back again: the next
        undo finds the change before it, and a button's own change is not found any more.
        """
        async with self._database.transaction() as connection:
            return await undone(connection, request)

    async def restore(self, request: RestoreRequest) -> StoredTransaction:
        """Idempotent on ``change_id``. Raises ``NotFoundError`` for a row that is not this
        person's.
        """
        async with self._database.transaction() as connection:
            await queue_up(connection, request.user_id)
            if await is_import(connection, request.user_id, request.task_id):
                return await _restored_import(connection, request)
            row = await transactions.locked(connection, request.user_id, request.task_id)
            done = await recorded(connection, request, ChangeKind.RESTORED)
            if done is not None:
                return stored(row)
            if row["deleted_at"] is None:
                return stored(row).model_copy(update={"unchanged": True})
            return stored(await postings.restore(connection, request))

    async def find(self, request: FindRequest) -> StoredTransaction | None:
        async with self._database.connection() as connection:
            row = await transactions.found(connection, request)
        if row is None or row["conversation_id"] != request.conversation_id:
            return None
        return stored(row)

    async def find_by_image(
        self, user_id: str, sha256: str, part: int = 0
    ) -> StoredTransaction | None:
        """The live row that this person saved from that very image, of that receipt on it."""
        async with self._database.connection() as connection:
            row = await same_receipt.of_image(connection, user_id, sha256, part)
        return None if row is None else stored(row)

    async def insight(self, request: InsightRequest) -> Insight:
        return await insight(self._database, request)


async def undone(connection: Connection, request: UndoRequest) -> UndoOutcome:
    """As ``PostgresLedger.undo``, within a transaction."""
    await queue_up(connection, request.user_id)
    undoing = ChangeKind.DELETED, ChangeKind.REVERTED, ChangeKind.EDITED
    done = await recorded(connection, request, *undoing)
    if done is not None:
        row = await transactions.locked(connection, request.user_id, done.task_id)
        import_id, rows = await taken_back_with(connection, request, done.task_id)
        return UndoOutcome(
            stored=stored(row), changes=done.changes(), import_id=import_id, import_rows=rows
        )
    whole = await import_to_undo(connection, request)
    if whole is not None:
        taken = await take_back_import(connection, request, whole)
        if taken is None:
            return UndoOutcome()
        return UndoOutcome(stored=stored(taken[0]), import_id=whole, import_rows=taken[1])
    if request.last_import:
        return UndoOutcome()
    if request.task_id is not None and request.shown is not None:
        target = await shown_to_undo(connection, request, request.task_id, request.shown)
    else:
        target = await newest_to_undo(connection, request)
    if target is None:
        return UndoOutcome()
    row, change = await postings.take_back(connection, request, target)
    return UndoOutcome(stored=stored(row), changes=change.changes())


async def _restored_import(connection: Connection, request: RestoreRequest) -> StoredTransaction:
    """As much of an import as was taken back together. Raises ``NotFoundError`` where it is gone
    for good.
    """
    done = await recorded(connection, request, ChangeKind.RESTORED)
    back = None if done is not None else await restore_import(connection, request)
    if back is not None:
        return stored(back[0]).model_copy(update={"import_rows": back[1]})
    first, rows = await standing_of_import(connection, request)
    if first is None:
        raise NotFoundError("nothing of the import is there any more")
    told = rows if done is not None else 0
    return stored(first).model_copy(update={"unchanged": done is None, "import_rows": told})
