"""Live transactions of one person, for files."""

from adapters.postgres.pool import Connection
from agents.expenses.features.export.tools import ExportForm, ExportOrder
from agents.expenses.files.book import MAX_ROWS, ExportedExpense, make_exported
from agents.expenses.store.rows import COLUMNS, NEWEST_DAY_FIRST, card
from domain.messages import Frozen

_NEWEST = f"""
    SELECT {COLUMNS}, count(*) OVER () AS total FROM transactions
    WHERE user_id = $1 AND deleted_at IS NULL
      AND ($2::date IS NULL OR occurred_on >= $2)
      AND ($3::date IS NULL OR occurred_on <= $3)
      AND (NOT $4 OR attachment_sha256 IS NOT NULL)
    ORDER BY {NEWEST_DAY_FIRST} LIMIT $5
"""  # noqa: S608 - a constant of this agent


class ExportBook(Frozen):
    """The rows, the oldest first. ``total`` counts what the period has."""

    rows: tuple[ExportedExpense, ...] = ()
    total: int = 0


async def book(
    connection: Connection, user_id: str, order: ExportOrder, most: int = MAX_ROWS
) -> ExportBook:
    """The newest of the period, up to ``most``; for photos those that have one."""
    scope = user_id, order.since, order.until, order.form is ExportForm.PHOTOS
    found = await connection.fetch(_NEWEST, *scope, most)
    rows = tuple(make_exported(row, card(row)) for row in reversed(found))
    return ExportBook(rows=rows, total=found[0]["total"] if found else 0)
