"""What a save tells about the person's currency: with the one that shows they count in another."""

from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row

_FIRST = 3
"""Rows that tell what somebody pays with; later ones may be of a journey."""

_OFFERED = """
    WITH first AS (
        SELECT task_id, currency, created_at FROM transactions
        WHERE user_id = $1 ORDER BY created_at, task_id LIMIT $2
    )
    SELECT min(first.currency) AS currency, users.currency AS own
    FROM first JOIN users ON users.user_id = $1
    GROUP BY users.currency
    HAVING count(*) = $2 AND count(DISTINCT first.currency) = 1
       AND min(first.currency) <> users.currency
       AND (array_agg(task_id ORDER BY first.created_at DESC, task_id DESC))[1] = $3
"""


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[JsonValue, ...]:
    """Offers a currency with the third row of all, where it and those before have the same one and
    it is not the person's: so it is offered once. Deleted rows count.
    """
    del today
    return await told_notices(connection, row["user_id"], told_with)


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[JsonValue, ...]:
    """What was told with a write that is repeated."""
    row = await connection.fetchrow(_OFFERED, user_id, _FIRST, told_with)
    return () if row is None else (dict(row),)
