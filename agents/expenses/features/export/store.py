"""Live transactions of one person or a household, for files."""

from adapters.postgres.pool import Connection
from agents.expenses.features.export.tools import ExportForm, ExportOrder
from agents.expenses.files.book import MAX_ROWS, ExportedExpense, make_exported
from agents.expenses.store.household import owned_by, owners_of
from agents.expenses.store.rows import COLUMNS, NEWEST_DAY_FIRST
from domain.messages import Frozen

_NEWEST = f"""
    SELECT {COLUMNS}, count(*) OVER () AS total FROM transactions
    WHERE {{owned}} AND deleted_at IS NULL
      AND ($1::date IS NULL OR occurred_on >= $1)
      AND ($2::date IS NULL OR occurred_on <= $2)
      AND (NOT $3 OR attachment_sha256 IS NOT NULL)
    ORDER BY {NEWEST_DAY_FIRST} LIMIT $4
"""  # noqa: S608 - a constant of this agent


class ExportBook(Frozen):
    """The rows, the oldest first. ``total`` counts what the period has."""

    rows: tuple[ExportedExpense, ...] = ()
    total: int = 0
    shared: bool = False
    """It is of a household, which calls the person ``me``."""
    me: str = ""


async def book(
    connection: Connection, user_id: str, order: ExportOrder, most: int = MAX_ROWS
) -> ExportBook:
    """The newest of the period, up to ``most``; for photos those of one's own that have one."""
    photos = order.form is ExportForm.PHOTOS
    owners = await owners_of(connection, user_id, ours=order.ours and not photos)
    values: list[object] = [order.since, order.until, photos, most]
    found = await connection.fetch(_NEWEST.format(owned=owned_by(owners, values)), *values)
    return ExportBook(
        rows=tuple(make_exported(row, owners.card(row)) for row in reversed(found)),
        total=found[0]["total"] if found else 0,
        shared=bool(owners.members),
        me=next((each.name for each in owners.members if each.user_id == user_id), ""),
    )
