"""Live transactions of one person, for files."""

from adapters.postgres.pool import Database
from agents.expenses.exporting import MAX_ROWS, ExportBook, ExportedExpense, ExportForm, ExportOrder
from agents.expenses.reading import LineItem
from agents.expenses.store.rows import COLUMNS, card

_NEWEST = f"""
    SELECT {COLUMNS}, count(*) OVER () AS total FROM transactions
    WHERE user_id = $1 AND deleted_at IS NULL
      AND ($2::date IS NULL OR occurred_on >= $2)
      AND ($3::date IS NULL OR occurred_on <= $3)
      AND (NOT $4 OR attachment_sha256 IS NOT NULL)
    ORDER BY occurred_on DESC, created_at DESC, task_id LIMIT $5
"""  # noqa: S608 - a constant of this agent


class PostgresExports:
    """Implements ``Exports``."""

    def __init__(self, database: Database, most: int = MAX_ROWS) -> None:
        self._database = database
        self._most = most

    async def book(self, user_id: str, order: ExportOrder) -> ExportBook:
        scope = user_id, order.since, order.until, order.form is ExportForm.PHOTOS
        async with self._database.connection() as connection:
            found = await connection.fetch(_NEWEST, *scope, self._most)
        rows = tuple(
            ExportedExpense(
                card=card(row),
                items=tuple(LineItem.model_validate(item) for item in row["items"]),
                photo=row["attachment_sha256"] or "",
            )
            for row in reversed(found)
        )
        return ExportBook(rows=rows, total=found[0]["total"] if found else 0)
