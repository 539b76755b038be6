"""Statements on the table ``transactions``. Each names the person whose row it may touch."""

from collections.abc import Mapping

from adapters.postgres.pool import Connection, Row
from agents.expenses.ledger import FindRequest, SaveRequest
from agents.expenses.shown import Provenance
from agents.expenses.store import rows
from agents.expenses.store.changes import AUDITED, FieldValue, stored_parts
from agents.expenses.store.names import name_key, search_key
from agents.expenses.store.rows import COLUMNS, row_where, rows_where
from domain.errors import NotFoundError

_AS_ASKED = (
    "task_id", "user_id", "conversation_id", "number", "turn_number", "merchant", "item", "amount",
    "currency", "occurred_on", "occurred_at", "timezone", "category", "payment_method", "reference",
    "tax", "attachment_sha256", "confidence", "kind", "attachment_part",
)  # fmt: skip
"""Columns that hold what the request has under the same name."""


async def insert(connection: Connection, request: SaveRequest) -> Row:
    values = {
        **{name: getattr(request, name) for name in _AS_ASKED},
        **_keys(request.merchant, request.item),
        "items": [item.model_dump(mode="json") for item in request.items],
        "parts": stored_parts(request.parts),
        "provenance": {field: p.model_dump(mode="json") for field, p in request.provenance.items()},
    }
    return _existing(await rows.insert(connection, "transactions", values, f"RETURNING {COLUMNS}"))


def _keys(merchant: str | None, item: str | None) -> dict[str, str]:
    """The columns by which a row is found by its name."""
    return {"name_key": name_key(merchant, item), "search_key": search_key(merchant, item)}


async def row_of_task(connection: Connection, user_id: str, task_id: str) -> Row | None:
    """Deleted rows included."""
    return await row_where(connection, "task_id = $1 AND user_id = $2", task_id, user_id)


_NUMBERED = """
    conversation_id = $1 AND user_id = $2 AND number = $3
    ORDER BY deleted_at IS NULL DESC, created_at DESC LIMIT 1
"""


async def found(connection: Connection, request: FindRequest) -> Row | None:
    """By its task, in whichever conversation; without one, by its number in this conversation.

    While the database was away a number may have come twice: then it is the newest, and of those
    rather one that is not deleted.
    """
    if request.task_id:
        return await row_of_task(connection, request.user_id, request.task_id)
    return await row_where(
        connection, _NUMBERED, request.conversation_id, request.user_id, request.number
    )


_NUMBERED_ELSEWHERE = """
    user_id = $1 AND number = $2 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT $3
"""


async def numbered_elsewhere(
    connection: Connection, user_id: str, number: int, limit: int
) -> list[Row]:
    """Live rows of this number in any conversation of a person, the last saved first."""
    return await rows_where(connection, _NUMBERED_ELSEWHERE, user_id, number, limit)


async def locked(connection: Connection, user_id: str, task_id: str) -> Row:
    """The row, deleted or not, for the rest of the transaction. Raises ``NotFoundError``."""
    which = "task_id = $1 AND user_id = $2 FOR UPDATE"
    return _existing(await row_where(connection, which, task_id, user_id))


_NEWEST = """
    conversation_id = $1 AND user_id = $2 AND deleted_at IS NULL
    ORDER BY created_at DESC, number DESC LIMIT $3
"""


async def newest_of_conversation(
    connection: Connection, user_id: str, conversation_id: str, limit: int
) -> list[Row]:
    """Live rows of any day and kind, the last saved first."""
    return await rows_where(connection, _NEWEST, conversation_id, user_id, limit)


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
    changed = {name: new[name] for name in AUDITED} | {"provenance": sources}
    changed |= _keys(new["merchant"], new["item"])
    places = ", ".join(f"{name} = ${at}" for at, name in enumerate(changed, start=3))
    statement = f"""
        UPDATE transactions SET {places}, updated_at = now()
        WHERE task_id = $1 AND user_id = $2 RETURNING {COLUMNS}
    """  # noqa: S608 - the columns are constants
    own = row["task_id"], row["user_id"]
    updated = await connection.fetchrow(statement, *own, *changed.values())
    return _existing(updated)


_SET_DELETED = f"""
    UPDATE transactions
    SET deleted_at = CASE WHEN $3 THEN now() END, updated_at = now()
    WHERE task_id = $1 AND user_id = $2
    RETURNING {COLUMNS}
"""  # noqa: S608 - the columns are a constant


async def set_deleted(connection: Connection, user_id: str, task_id: str, *, deleted: bool) -> Row:
    row = await connection.fetchrow(_SET_DELETED, task_id, user_id, deleted)
    return _existing(row)


def _existing(row: Row | None) -> Row:
    if row is None:
        raise NotFoundError("no such transaction of this person")
    return row
