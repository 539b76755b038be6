"""What comes again and again: noticed in the rows, offered once, kept when the person wants it.
Each function works in the transaction of the call, or of the write, that it belongs to.
"""

from datetime import date

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.recurring.recurring import (
    LIKE,
    Occurrence,
    RecurringItem,
    RecurringOffer,
    anchor_before,
    last_on,
    rhythm_of,
)
from agents.expenses.features.recurring.tools import RecurringSetting
from agents.expenses.shown import MoneyKind
from agents.expenses.store.names import folded, name_key
from agents.expenses.store.queue import queue_up

_LOOKED_AT = 40
"""Rows of one name: enough for three of a kind among others."""

_KEPT = f"""
    SELECT known.name_key, known.name, known.currency, known.every, known.anchor,
           seen.occurred_on AS last,
           CASE WHEN seen.created_at > known.updated_at THEN seen.amount ELSE known.amount END
               AS amount
    FROM recurring AS known
    LEFT JOIN LATERAL (
        SELECT occurred_on, amount, created_at FROM transactions
        WHERE user_id = known.user_id AND name_key = known.name_key AND deleted_at IS NULL
          AND kind = 'expense' AND currency = known.currency
          AND abs(amount - known.amount) <= known.amount * {LIKE}
        ORDER BY occurred_on DESC, created_at DESC LIMIT 1
    ) AS seen ON true
    WHERE known.user_id = $1 AND known.kept
"""  # noqa: S608 - a number of the rules

_NAMED = f"{_KEPT} AND known.name_key = $2 AND known.currency = $3"


async def items(connection: Connection, user_id: str) -> tuple[RecurringItem, ...]:
    rows = await connection.fetch(f"{_KEPT} ORDER BY known.name_key", user_id)
    return tuple(map(_item, rows))


async def of_name(
    connection: Connection, user_id: str, name: str, currency: str
) -> RecurringItem | None:
    """What is kept of this name in this currency."""
    await queue_up(connection, user_id)
    row = await connection.fetchrow(_NAMED, user_id, folded(name), currency)
    return None if row is None else _item(row)


async def put_back(connection: Connection, user_id: str, item: RecurringItem) -> RecurringItem:
    """Keeps it as it was. Idempotent on name and currency."""
    await _write(connection, user_id, item)
    return await _one(connection, user_id, folded(item.name), item.currency)


async def keep_offered(connection: Connection, user_id: str, task_id: str) -> RecurringItem | None:
    """What was offered with that save, as long as it is there. Idempotent."""
    await queue_up(connection, user_id)
    kept = await connection.fetchrow(
        """
        UPDATE recurring SET kept = true, updated_at = now()
        WHERE user_id = $1 AND told_with = $2 RETURNING name_key, currency
        """,
        user_id,
        task_id,
    )
    if kept is None:
        return None
    return await _one(connection, user_id, kept["name_key"], kept["currency"])


async def keep(
    connection: Connection, user_id: str, setting: RecurringSetting, today: date
) -> RecurringItem:
    """Keeps what was told, due on the day that was said, else as it was seen last, else from today
    on. ``setting`` has a currency. Idempotent on name and currency.
    """
    anchor = today if setting.due_day is None else last_on(setting.due_day, today, setting.every)
    wanted = RecurringItem(
        name=setting.name,
        amount=setting.amount,
        currency=setting.currency or "",
        every=setting.every,
        anchor=anchor,
    )
    before = await of_name(connection, user_id, setting.name, wanted.currency)
    if before is not None and setting.due_day is None:
        # It is due when it was, also where what was paid last is no longer like it.
        wanted = wanted.model_copy(update={"anchor": anchor_before(before, setting.every)})
    await _write(connection, user_id, wanted)
    item = await _one(connection, user_id, folded(setting.name), wanted.currency)
    if item.last is None or setting.due_day is not None:
        return item
    seen = item.model_copy(update={"anchor": item.last})
    await _write(connection, user_id, seen)
    return seen


async def _write(connection: Connection, user_id: str, item: RecurringItem) -> None:
    await connection.execute(
        """
        INSERT INTO recurring (user_id, name_key, currency, name, amount, every, anchor, kept)
        VALUES ($1, $2, $3, $4, $5, $6, $7, true)
        ON CONFLICT (user_id, name_key, currency) DO UPDATE SET
            name = excluded.name, amount = excluded.amount, every = excluded.every,
            anchor = excluded.anchor, kept = true, updated_at = now()
        """,
        user_id,
        folded(item.name),
        item.currency,
        item.name,
        item.amount,
        item.every,
        item.anchor,
    )


async def remove_one(
    connection: Connection, user_id: str, name: str, currency: str
) -> RecurringItem | None:
    """What is kept of this name in this currency, which it is no longer."""
    gone = await of_name(connection, user_id, name, currency)
    await connection.execute(
        """
        UPDATE recurring SET kept = false, told_with = '', updated_at = now()
        WHERE user_id = $1 AND name_key = $2 AND currency = $3
        """,
        user_id,
        folded(name),
        currency,
    )
    return gone


async def remove(connection: Connection, user_id: str, name: str) -> tuple[RecurringItem, ...]:
    """All kept ones of that name. They are not offered again."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(_KEPT, user_id)
    gone = [row for row in rows if row["name_key"] == folded(name)]
    await connection.execute(
        """
        UPDATE recurring SET kept = false, told_with = '', updated_at = now()
        WHERE user_id = $1 AND name_key = $2
        """,
        user_id,
        folded(name),
    )
    return tuple(map(_item, gone))


async def offer_of(connection: Connection, row: Row) -> RecurringOffer | None:
    """What a row just saved completes, to be offered with it: once for each name and currency.

    Called in the transaction of the save, behind the person's lock.
    """
    if row["kind"] != MoneyKind.EXPENSE:
        return None
    key = name_key(row["merchant"], row["item"])
    found = await connection.fetch(
        """
        SELECT occurred_on AS day, amount FROM transactions
        WHERE user_id = $1 AND name_key = $2 AND currency = $3 AND kind = 'expense'
          AND deleted_at IS NULL
        ORDER BY occurred_on DESC LIMIT $4
        """,
        row["user_id"],
        key,
        row["currency"],
        _LOOKED_AT,
    )
    occurrences = [Occurrence(day=each["day"], amount=each["amount"]) for each in found]
    every = rhythm_of(occurrences)
    if every is None:
        return None
    noted = await connection.fetchrow(
        """
        INSERT INTO recurring
            (user_id, name_key, currency, name, amount, every, anchor, kept, told_with)
        VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8)
        ON CONFLICT DO NOTHING RETURNING told_with
        """,
        row["user_id"],
        key,
        row["currency"],
        row["merchant"] or row["item"],
        occurrences[0].amount,
        every,
        occurrences[0].day,
        row["task_id"],
    )
    return None if noted is None else await told_offer(connection, row["user_id"], row["task_id"])


async def told_offer(connection: Connection, user_id: str, task_id: str) -> RecurringOffer | None:
    """What was offered with a save that is repeated."""
    row = await connection.fetchrow(
        """
        SELECT told_with AS task_id, name, amount, currency, every FROM recurring
        WHERE user_id = $1 AND told_with = $2
        """,
        user_id,
        task_id,
    )
    return None if row is None else RecurringOffer.model_validate(dict(row))


async def _one(connection: Connection, user_id: str, key: str, currency: str) -> RecurringItem:
    row = await connection.fetchrow(_NAMED, user_id, key, currency)
    if row is None:
        msg = "what was just kept is not there"
        raise AssertionError(msg)
    return _item(row)


def _item(row: Row) -> RecurringItem:
    return RecurringItem.model_validate(dict(row))
