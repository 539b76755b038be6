"""A row of ``transactions`` and the domain's view of it."""

from collections.abc import Mapping, Sequence

from adapters.postgres.pool import Connection, Row
from agents.expenses.ledger import StoredTransaction
from agents.expenses.shown import Card, Provenance

COLUMNS = """
    task_id, user_id, conversation_id, number, kind, merchant, item, amount, currency, occurred_on,
    occurred_at, category, payment_method, reference, tax, items, attachment_sha256, provenance,
    created_at, deleted_at, home_currency, rate, rated_on, rate_source, parts
"""
"""What ``stored`` needs; named, so that a later column changes no statement's plan."""

NEWEST_DAY_FIRST = "occurred_on DESC, created_at DESC, task_id"
"""The order of lists and files; the id decides where all else is equal."""


async def rows_where(connection: Connection, which: str, *values: object) -> list[Row]:
    """Returns the rows of ``transactions`` by a condition with its order and limit, a constant."""
    statement = f"SELECT {COLUMNS} FROM transactions WHERE {which}"  # noqa: S608 - constants
    return await connection.fetch(statement, *values)


async def row_where(connection: Connection, which: str, *values: object) -> Row | None:
    found = await rows_where(connection, which, *values)
    return found[0] if found else None


def stored(row: Row) -> StoredTransaction:
    return StoredTransaction(
        card=card(row), saved_at=row["created_at"], deleted=row["deleted_at"] is not None
    )


def card(row: Row) -> Card:
    return Card.model_validate(
        {
            **dict(row),
            "item_count": len(row["items"]),
            "from_photo": row["attachment_sha256"] is not None,
            "parts": row["parts"] or (),
        }
    )


def provenance(row: Row) -> dict[str, Provenance]:
    return {field: Provenance.model_validate(value) for field, value in row["provenance"].items()}


async def insert(
    connection: Connection, table: str, values: Mapping[str, object], then: str = ""
) -> Row | None:
    """Inserts a row. ``then`` is what follows the values, as a clause for conflicts; the row that
    it returns is given back. Table, columns and clause are constants, never a person's words.
    """
    places = ", ".join(f"${at}" for at in range(1, len(values) + 1))
    statement = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places}) {then}"  # noqa: S608
    return await connection.fetchrow(statement, *values.values())


async def upsert(
    connection: Connection, table: str, key: Sequence[str], values: Mapping[str, object]
) -> None:
    """Inserts a row, or gives the one with the same ``key`` the other values."""
    changes = (f"{name} = excluded.{name}" for name in values if name not in key)
    update = f"DO UPDATE SET {', '.join(changes)}, updated_at = now()"
    await insert(connection, table, values, f"ON CONFLICT ({', '.join(key)}) {update}")
