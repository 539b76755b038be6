"""Live transactions of one person, for files."""

from adapters.postgres.pool import Connection
from agents.expenses.features.export.book import MAX_ROWS, ExportBook, ExportedExpense
from agents.expenses.features.export.tools import ExportForm, ExportOrder
from agents.expenses.reading import LineItem
from agents.expenses.store.rows import COLUMNS, NEWEST_DAY_FIRST, card

_NEWEST = f"""
    SELECT {COLUMNS}, count(*) OVER () AS total FROM transactions
    WHERE user_id = $1 AND deleted_at IS NULL
      AND ($2::date IS NULL OR occurred_on >= $2)
      AND ($3::date IS NULL OR occurred_on <= $3)
      AND (NOT $4 OR attachment_sha256 IS NOT NULL)
    ORDER BY {NEWEST_DAY_FIRST} LIMIT $5
"""  # noqa: S608 - a constant of this agent


async def book(
    connection: Connection, user_id: str, order: ExportOrder, most: int = MAX_ROWS
) -> ExportBook:
    """The newest of the period, up to ``most``; for photos those that have one."""
    scope = user_id, order.since, order.until, order.form is ExportForm.PHOTOS
    found = await connection.fetch(_NEWEST, *scope, most)
    rows = tuple(
        ExportedExpense(
            card=card(row),
            items=tuple(LineItem.model_validate(item) for item in row["items"]),
            photo=row["attachment_sha256"] or "",
        )
        for row in reversed(found)
    )
    return ExportBook(rows=rows, total=found[0]["total"] if found else 0)
