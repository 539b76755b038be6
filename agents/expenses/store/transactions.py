"""Statements on the table ``transactions``. Each names the person whose row it may touch."""

from collections.abc import Mapping

from adapters.postgres.pool import Connection, Row
from agents.expenses.ledger import FindRequest, SaveRequest
from agents.expenses.shown import Provenance
from agents.expenses.store.changes import FieldValue
from agents.expenses.store.names import name_key, search_key
from agents.expenses.store.rows import COLUMNS
from domain.errors import NotFoundError


async def insert(connection: Connection, request: SaveRequest) -> Row:
    row = await connection.fetchrow(
        f"""
        INSERT INTO transactions (
            task_id, user_id, conversation_id, number, turn_number, merchant, item, name_key,
            search_key, amount, currency, occurred_on, timezone, category, payment_method,
            reference, tax, items, attachment_sha256, provenance, confidence, kind,
            attachment_part
        ) VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
            $20, $21, $22, $23
        ) RETURNING {COLUMNS}
        """,  # noqa: S608 - the columns are a constant
        request.task_id,
        request.user_id,
        request.conversation_id,
        request.number,
        request.turn_number,
        request.merchant,
        request.item,
        name_key(request.merchant, request.item),
        search_key(request.merchant, request.item),
        request.amount,
        request.currency,
        request.occurred_on,
        request.timezone,
        request.category,
        request.payment_method,
        request.reference,
        request.tax,
        [item.model_dump(mode="json") for item in request.items],
        request.attachment_sha256,
        {field: p.model_dump(mode="json") for field, p in request.provenance.items()},
        request.confidence,
        request.kind,
        request.attachment_part,
    )
    return _existing(row)


async def row_of_task(connection: Connection, user_id: str, task_id: str) -> Row | None:
    """Deleted rows included."""
    return await connection.fetchrow(
        f"SELECT {COLUMNS} FROM transactions WHERE task_id = $1 AND user_id = $2",  # noqa: S608
        task_id,
        user_id,
    )


async def numbered(connection: Connection, request: FindRequest) -> Row | None:
    """By what the person calls it. While the database was away a number may have come twice: then
    it is the newest, and of those rather one that is not deleted.
    """
    return await connection.fetchrow(
        f"""
        SELECT {COLUMNS} FROM transactions
        WHERE conversation_id = $1 AND user_id = $2 AND number = $3
        ORDER BY deleted_at IS NULL DESC, created_at DESC LIMIT 1
        """,  # noqa: S608 - the columns are a constant
        request.conversation_id,
        request.user_id,
        request.number,
    )


async def found(connection: Connection, request: FindRequest) -> Row | None:
    """By its task, in whichever conversation; without one, by its number in this conversation."""
    if request.task_id:
        return await row_of_task(connection, request.user_id, request.task_id)
    return await numbered(connection, request)


async def locked(connection: Connection, user_id: str, task_id: str) -> Row:
    """The row, deleted or not, for the rest of the transaction. Raises ``NotFoundError``."""
    row = await connection.fetchrow(
        f"""
        SELECT {COLUMNS} FROM transactions WHERE task_id = $1 AND user_id = $2 FOR UPDATE
        """,  # noqa: S608 - the columns are a constant
        task_id,
        user_id,
    )
    return _existing(row)


async def newest_of_conversation(
    connection: Connection, user_id: str, conversation_id: str, limit: int
) -> list[Row]:
    """Live rows, the last saved first."""
    return await connection.fetch(
        f"""
        SELECT {COLUMNS} FROM transactions
        WHERE conversation_id = $1 AND user_id = $2 AND deleted_at IS NULL
        ORDER BY created_at DESC, number DESC LIMIT $3
        """,  # noqa: S608 - the columns are a constant
        conversation_id,
        user_id,
        limit,
    )


async def update(
    connection: Connection,
    row: Row,
    values: Mapping[str, FieldValue],
    provenance: Mapping[str, Provenance | None],
) -> Row:
    """Gives a locked row other values and says where they came from."""
    new = {**dict(row), **values}
    sources = dict(row["provenance"])
    for field, source in provenance.items():
        sources.pop(field, None)
        if source is not None:
            sources[field] = source.model_dump(mode="json")
    updated = await connection.fetchrow(
        f"""
        UPDATE transactions SET
            merchant = $3, item = $4, name_key = $5, search_key = $6, amount = $7, currency = $8,
            occurred_on = $9, category = $10, payment_method = $11, reference = $12,
            provenance = $13, kind = $14, parts = $15, updated_at = now()
        WHERE task_id = $1 AND user_id = $2
        RETURNING {COLUMNS}
        """,  # noqa: S608 - the columns are a constant
        row["task_id"],
        row["user_id"],
        new["merchant"],
        new["item"],
        name_key(new["merchant"], new["item"]),
        search_key(new["merchant"], new["item"]),
        new["amount"],
        new["currency"],
        new["occurred_on"],
        new["category"],
        new["payment_method"],
        new["reference"],
        sources,
        new["kind"],
        new["parts"],
    )
    return _existing(updated)


async def set_deleted(connection: Connection, user_id: str, task_id: str, *, deleted: bool) -> Row:
    row = await connection.fetchrow(
        f"""
        UPDATE transactions
        SET deleted_at = CASE WHEN $3 THEN now() END, updated_at = now()
        WHERE task_id = $1 AND user_id = $2
        RETURNING {COLUMNS}
        """,  # noqa: S608 - the columns are a constant
        task_id,
        user_id,
        deleted,
    )
    return _existing(row)


def _existing(row: Row | None) -> Row:
    if row is None:
        msg = "no such transaction of this person"
        raise NotFoundError(msg)
    return row
