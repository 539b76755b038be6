"""What a save tells about recurring expenses: an offer with the one that completes the rhythm."""

from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.recurring.recurring import Occurrence, RecurringOffer, rhythm_of
from agents.expenses.shown import MoneyKind
from agents.expenses.store.names import name_key
from agents.expenses.store.rows import insert

_LOOKED_AT = 40
"""Rows of one name: enough for three of a kind among others."""

_LAST_OCCURRENCES = """
    SELECT occurred_on AS day, amount FROM transactions
    WHERE user_id = $1 AND name_key = $2 AND currency = $3 AND kind = 'expense'
      AND deleted_at IS NULL
    ORDER BY occurred_on DESC LIMIT $4
"""


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[JsonValue, ...]:
    """Offers a recurring expense that a row just saved completes, once for each name and currency.
    Only a save offers; a correction or a split does not.

    Called in the transaction of the save, behind the person's lock.
    """
    del today
    if told_with != row["task_id"] or row["kind"] != MoneyKind.EXPENSE:
        return ()
    key = name_key(row["merchant"], row["item"])
    of_name = row["user_id"], key, row["currency"]
    found = await connection.fetch(_LAST_OCCURRENCES, *of_name, _LOOKED_AT)
    occurrences = [Occurrence(**dict(each)) for each in found]
    every = rhythm_of(occurrences)
    if every is None:
        return ()
    values = {
        "user_id": row["user_id"],
        "name_key": key,
        "currency": row["currency"],
        "name": row["merchant"] or row["item"],
        "amount": occurrences[0].amount,
        "every": every,
        "anchor": occurrences[0].day,
        "kept": False,
        "told_with": row["task_id"],
    }
    once = "ON CONFLICT DO NOTHING RETURNING told_with"
    noted = await insert(connection, "recurring", values, once)
    return () if noted is None else await told_notices(connection, row["user_id"], told_with)


_OFFER = """
    SELECT told_with AS task_id, name, amount, currency, every FROM recurring
    WHERE user_id = $1 AND told_with = $2
"""


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[JsonValue, ...]:
    """What was told with a write that is repeated."""
    rows = await connection.fetch(_OFFER, user_id, told_with)
    return tuple(RecurringOffer(**dict(row)).model_dump(mode="json") for row in rows)
