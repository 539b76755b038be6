"""What a write to the ledger consists of: the row, its line in the audit, what is learned from it.

Called inside the ledger's transaction, behind the person's lock, once per change.
"""

from collections.abc import Collection

from adapters.postgres.conversations import task_number, touch
from adapters.postgres.pool import Connection, Row
from agents.expenses.ledger import AmendRequest, RestoreRequest, SaveRequest, UndoRequest
from agents.expenses.rules import Source
from agents.expenses.shown import MoneyKind, Provenance
from agents.expenses.splitting import SplitOrder
from agents.expenses.store import transactions
from agents.expenses.store.changes import (
    CORRECTED,
    ChangeKind,
    FieldValue,
    Recorded,
    Side,
    mark_created_undoable,
    mark_undone,
    plain,
    record,
    save_id,
    side_of,
    stored_parts,
    typed,
    wanted,
    with_parts,
)
from agents.expenses.store.learned_categories import forget, learn
from agents.expenses.store.names import name_key
from agents.expenses.store.rate_lookup import rated

_CHOSEN = frozenset({Source.TEXT, Source.INJECTED, Source.ANSWER})
"""Sources that make a category the person's own choice, worth learning."""


async def save(connection: Connection, request: SaveRequest) -> Row:
    number = max(request.number, task_number(request.task_id))
    await touch(connection, request.conversation_id, tasks_started=number)
    row = await transactions.insert(connection, request)
    row = await rated(connection, row, request.home_currency)
    change = Recorded(
        change_id=save_id(request.task_id),
        task_id=request.task_id,
        kind=ChangeKind.CREATED,
        before=Side(),
        after=side_of(row, CORRECTED),
    )
    await record(connection, request, change)
    source = request.provenance.get("category")
    if request.kind is not MoneyKind.EXPENSE:
        return row
    if request.category_chosen or (source is not None and source.source in _CHOSEN):
        await learn(connection, request.user_id, _key(row), request.category)
    return row


async def amend(connection: Connection, request: AmendRequest, row: Row) -> tuple[Row, Recorded]:
    """A correction that changes nothing is recorded too: repeated later, it still does nothing."""
    values = with_parts(row, request.changes, wanted(row, request.changes, request.emptied))
    row, change = await _edit(connection, request, row, values, request.provenance)
    if values:
        row = await _rated_anew(connection, row, values, request.home_currency)
    if "category" in values and "kind" not in values and row["kind"] == MoneyKind.EXPENSE:
        await learn(connection, request.user_id, _key(row), row["category"])
    return row, change


async def split(connection: Connection, order: SplitOrder, row: Row) -> tuple[Row, Recorded]:
    """Gives a row parts, in place of those that it had."""
    values: dict[str, FieldValue] = {"parts": stored_parts(order.parts)}
    return await _edit(connection, order, row, values, Provenance(source=Source.TEXT))


async def _edit(
    connection: Connection,
    request: AmendRequest | SplitOrder,
    row: Row,
    values: dict[str, FieldValue],
    provenance: Provenance,
) -> tuple[Row, Recorded]:
    """Gives a row other values, where there are any, and records that."""
    fields = tuple(values)
    after = Side(
        values={field: plain(value) for field, value in values.items()},
        provenance=dict.fromkeys(fields, provenance),
    )
    change = Recorded(
        change_id=request.change_id,
        task_id=request.task_id,
        kind=ChangeKind.EDITED,
        before=side_of(row, fields),
        after=after,
    )
    if values:
        row = await transactions.update(connection, row, values, after.provenance)
    await record(connection, request, change)
    return row, change


async def take_back(
    connection: Connection, request: UndoRequest, target: Recorded
) -> tuple[Row, Recorded]:
    """Deletes what was created, reverts what was edited, makes again what was reverted."""
    row = await transactions.locked(connection, request.user_id, target.task_id)
    deleting = target.kind is ChangeKind.CREATED
    if deleting:
        kind = ChangeKind.DELETED
        row = await transactions.set_deleted(
            connection, request.user_id, target.task_id, deleted=True
        )
    else:
        # A correction that is made again is one more correction: undo walks back over it.
        kind = ChangeKind.EDITED if target.kind is ChangeKind.REVERTED else ChangeKind.REVERTED
        row = await _revert(connection, row, target)
    change = Recorded(
        change_id=request.change_id,
        task_id=target.task_id,
        kind=kind,
        before=Side() if deleting else target.after,
        after=Side() if deleting else target.before,
    )
    await record(connection, request, change)
    await mark_undone(connection, target.change_id, undone_by=request.change_id)
    return row, change


async def restore(connection: Connection, request: RestoreRequest) -> Row:
    row = await transactions.set_deleted(
        connection, request.user_id, request.task_id, deleted=False
    )
    await mark_created_undoable(connection, request.task_id)
    change = Recorded(
        change_id=request.change_id,
        task_id=request.task_id,
        kind=ChangeKind.RESTORED,
        before=Side(),
        after=Side(),
    )
    await record(connection, request, change)
    return row


async def _revert(connection: Connection, row: Row, target: Recorded) -> Row:
    before = target.before
    values = {field: typed(field, value) for field, value in before.values.items()}
    reverted = await transactions.update(connection, row, values, before.provenance)
    reverted = await _rated_anew(connection, reverted, values)
    if "category" in values and "kind" not in values and row["kind"] == MoneyKind.EXPENSE:
        # Else a slip of the finger would be suggested for this merchant for ever.
        await forget(connection, row["user_id"], _key(row), row["category"])
        if _remembered(before.provenance.get("category")):
            await learn(connection, row["user_id"], _key(reverted), reverted["category"])
    return reverted


async def _rated_anew(
    connection: Connection, row: Row, changed: Collection[str], home: str | None = None
) -> Row:
    """Another day or currency has another rate. Another amount keeps the rate that the row has."""
    if row["rate"] is not None and not {"currency", "occurred_on"} & set(changed):
        return row
    return await rated(connection, row, home)


def _remembered(provenance: Provenance | None) -> bool:
    """Whether the category that comes back was itself learned or chosen."""
    return provenance is not None and provenance.source in _CHOSEN | {Source.LEARNED}


def _key(row: Row) -> str:
    return name_key(row["merchant"], row["item"])
