"""Whether a receipt was saved before: by its image, else by what it says."""

from datetime import timedelta

from adapters.postgres.pool import Connection, Row
from agents.expenses.ledger import SaveRequest
from agents.expenses.store.names import name_key
from agents.expenses.store.rows import row_where

SAME_TIME = timedelta(minutes=5)
"""The receipt of a till and the slip of the card are printed within minutes."""

_ALIKE = """
    user_id = $1 AND deleted_at IS NULL AND task_id <> $2
      AND (attachment_sha256 = $3 AND attachment_part = $8
           OR name_key = $4 AND amount = $5 AND currency = $6 AND occurred_on = $7
              AND kind = $9
              AND coalesce(abs(extract(epoch FROM occurred_at - $10::time)) <= $11, true))
    ORDER BY attachment_sha256 IS NOT DISTINCT FROM $3 AND attachment_part = $8 DESC, created_at
    LIMIT 1
"""


async def alike(connection: Connection, request: SaveRequest) -> Row | None:
    """The live row that ``request`` seems to repeat: the same receipt on the same image, else the
    same name, amount, currency, date and kind from another task. Two receipts whose times of day
    are further apart than ``SAME_TIME`` are two. The same image wins, then the oldest row.
    """
    return await row_where(
        connection,
        _ALIKE,
        request.user_id,
        request.task_id,
        request.attachment_sha256,
        name_key(request.merchant, request.item),
        request.amount,
        request.currency,
        request.occurred_on,
        request.attachment_part,
        request.kind,
        request.occurred_at,
        SAME_TIME.total_seconds(),
    )


_OF_IMAGE = """
    user_id = $1 AND attachment_sha256 = $2 AND attachment_part = $3 AND deleted_at IS NULL
    ORDER BY created_at LIMIT 1
"""


async def of_image(connection: Connection, user_id: str, sha256: str, part: int = 0) -> Row | None:
    """The oldest live row that came from this receipt on this image."""
    return await row_where(connection, _OF_IMAGE, user_id, sha256, part)
