"""Recurring expenses and income that a person keeps.

Each function works in the transaction of the call, or of the write, that it belongs to.
"""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from adapters.postgres.conversations import touch
from adapters.postgres.pool import Connection, Row
from agents.expenses.features.recurring.recurring import LIKE, RecurringItem
from agents.expenses.features.recurring.reminders import (
    KeptReminder,
    RecurringDay,
    ReminderKind,
    schedule_of,
)
from agents.expenses.shown import MoneyKind
from agents.expenses.store.names import folded
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import upsert
from domain.money import Currency

_THEN = """CASE WHEN occurred_on >= known.later_from THEN known.later_amount
               ELSE known.amount END"""
"""What a payment was to cost on that day."""

_KEPT = f"""
    SELECT known.name_key, known.name, known.currency, known.every, known.anchor,
           known.kind = 'income' AS income, known.next_due, known.last_due,
           known.later_amount, known.later_from,
           seen.occurred_on AS last,
           CASE WHEN seen.created_at > known.updated_at THEN seen.amount ELSE known.amount END
               AS amount
    FROM recurring AS known
    LEFT JOIN LATERAL (
        SELECT occurred_on, amount, created_at FROM transactions
        WHERE user_id = known.user_id AND name_key = known.name_key AND deleted_at IS NULL
          AND kind = known.kind AND currency = known.currency
          AND abs(amount - {_THEN}) <= {_THEN} * {LIKE}
        ORDER BY occurred_on DESC, created_at DESC LIMIT 1
    ) AS seen ON true
    WHERE known.user_id = $1 AND known.kept
"""  # noqa: S608 - a number of the rules

_NAMED = f"{_KEPT} AND known.name_key = $2 AND known.currency = $3"


async def items(connection: Connection, user_id: str) -> tuple[RecurringItem, ...]:
    rows = await connection.fetch(f"{_KEPT} ORDER BY known.name_key", user_id)
    return tuple(map(_item, rows))


async def of_name(connection: Connection, user_id: str, name: str) -> tuple[RecurringItem, ...]:
    """What is kept of this name, one for each currency."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(f"{_KEPT} AND known.name_key = $2", user_id, folded(name))
    return tuple(map(_item, rows))


class SavedAmount(NamedTuple):
    amount: Decimal
    currency: Currency
    income: bool


_NEWEST_SAVED = """
    SELECT amount, currency, kind = 'income' AS income FROM transactions
    WHERE user_id = $1 AND name_key = $2 AND kind IN ('expense', 'income')
      AND deleted_at IS NULL
    ORDER BY occurred_on DESC, created_at DESC LIMIT 1
"""


async def saved_of_name(connection: Connection, user_id: str, name: str) -> SavedAmount | None:
    """The newest expense or income that is saved under this name."""
    row = await connection.fetchrow(_NEWEST_SAVED, user_id, folded(name))
    return SavedAmount(**row) if row is not None else None


_KEEP_OFFERED = """
    UPDATE recurring SET kept = true, updated_at = now()
    WHERE user_id = $1 AND told_with = $2 RETURNING name_key, currency
"""


async def keep_offered(connection: Connection, user_id: str, task_id: str) -> RecurringItem | None:
    """What was offered with that save, as long as it is there. Idempotent."""
    await queue_up(connection, user_id)
    kept = await connection.fetchrow(_KEEP_OFFERED, user_id, task_id)
    if kept is None:
        return None
    return await _one(connection, user_id, kept["name_key"], kept["currency"])


async def keep(connection: Connection, user_id: str, item: RecurringItem) -> RecurringItem:
    """Keeps an item as it is given. Idempotent on name and currency."""
    await queue_up(connection, user_id)
    values = {
        **item.model_dump(exclude={"last", "income"}),
        "user_id": user_id,
        "name_key": folded(item.name),
        "kind": MoneyKind.INCOME if item.income else MoneyKind.EXPENSE,
        "kept": True,
    }
    await upsert(connection, "recurring", ("user_id", "name_key", "currency"), values)
    return await _one(connection, user_id, folded(item.name), item.currency)


_REMOVE = """
    UPDATE recurring SET kept = false, told_with = '', updated_at = now()
    WHERE user_id = $1 AND name_key = $2 AND currency = coalesce($3, currency)
"""


async def remove(
    connection: Connection, user_id: str, name: str, currency: Currency | None = None
) -> tuple[RecurringItem, ...]:
    """All kept ones of that name, in this currency if one is given. They are not offered again."""
    gone = await of_name(connection, user_id, name)
    await connection.execute(_REMOVE, user_id, folded(name), currency)
    return tuple(item for item in gone if currency in {None, item.currency})


_DAY = """
    SELECT told, paid_by FROM recurring_days
    WHERE user_id = $1 AND name_key = $2 AND currency = $3 AND day = $4
"""


async def day_of(
    connection: Connection, user_id: str, item: RecurringItem, day: date
) -> RecurringDay:
    """What was told and answered of this day."""
    row = await connection.fetchrow(_DAY, user_id, folded(item.name), item.currency, day)
    return RecurringDay(item=item, day=day, **dict(row or {}))


_NOTE_TOLD = """
    INSERT INTO recurring_days (user_id, name_key, currency, day, told)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, name_key, currency, day) DO UPDATE SET told = excluded.told
"""


async def note_told(
    connection: Connection, user_id: str, item: RecurringItem, day: date, kind: ReminderKind
) -> None:
    """Idempotent."""
    key = folded(item.name), item.currency
    await connection.execute(_NOTE_TOLD, user_id, *key, day, kind.value)


_AGREE = """
    INSERT INTO recurring_days AS known (user_id, name_key, currency, day, paid_by)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, name_key, currency, day) DO UPDATE SET paid_by = excluded.paid_by
        WHERE known.paid_by IN ('', excluded.paid_by)
    RETURNING paid_by
"""


async def agree(
    connection: Connection, user_id: str, item: RecurringItem, day: date, message_id: str
) -> bool:
    """Whether this message is the one that says yes to saving the one of this day. Idempotent."""
    key = folded(item.name), item.currency
    return await connection.fetchrow(_AGREE, user_id, *key, day, message_id) is not None


_NAMES = """
    SELECT merchant, item FROM transactions
    WHERE user_id = $1 AND name_key = $2 AND deleted_at IS NULL
    ORDER BY occurred_on DESC, created_at DESC LIMIT 1
"""


async def names_of(
    connection: Connection, user_id: str, item: RecurringItem
) -> tuple[str | None, str | None]:
    """Who is paid and what for, as the newest row of this name has it; else a name in small letters
    is a thing.
    """
    row = await connection.fetchrow(_NAMES, user_id, folded(item.name))
    if row is not None:
        return row["merchant"], row["item"]
    return (None, item.name) if item.name.islower() else (item.name, None)


_KEEP_REMINDER = """
    INSERT INTO reminders (user_id, schedule_id, conversation_id, timezone)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE SET
        conversation_id = excluded.conversation_id, timezone = excluded.timezone
"""


async def keep_reminder(connection: Connection, kept: KeptReminder) -> None:
    """A person has one, in the conversation that asked last. Idempotent."""
    await touch(connection, kept.conversation_id)
    own = kept.user_id, kept.schedule_id
    await connection.execute(_KEEP_REMINDER, *own, kept.conversation_id, kept.timezone)


_WITHOUT_REMINDERS = """
    SELECT user_id, timezone, said.conversation_id
    FROM users
    JOIN LATERAL (
        SELECT conversation_id FROM transactions
        WHERE transactions.user_id = users.user_id ORDER BY created_at DESC LIMIT 1
    ) AS said ON true
    WHERE user_id IN (SELECT user_id FROM recurring WHERE kept)
      AND user_id NOT IN (SELECT user_id FROM reminders)
"""


async def without_reminders(connection: Connection) -> list[KeptReminder]:
    """Who keeps something, and is to be reminded where they saved something last."""
    rows = await connection.fetch(_WITHOUT_REMINDERS)
    return [KeptReminder(schedule_id=schedule_of(row["user_id"]), **dict(row)) for row in rows]


_REMINDER = """
    SELECT user_id, schedule_id, conversation_id, timezone FROM reminders WHERE schedule_id = $1
"""


async def reminder_of(connection: Connection, schedule_id: str) -> KeptReminder | None:
    row = await connection.fetchrow(_REMINDER, schedule_id)
    return None if row is None else KeptReminder.model_validate(dict(row))


async def drop_reminder(connection: Connection, schedule_id: str) -> None:
    """Idempotent."""
    await connection.execute("DELETE FROM reminders WHERE schedule_id = $1", schedule_id)


async def _one(connection: Connection, user_id: str, key: str, currency: str) -> RecurringItem:
    row = await connection.fetchrow(_NAMED, user_id, key, currency)
    if row is None:
        raise AssertionError("what was just kept is not there")
    return _item(row)


def _item(row: Row) -> RecurringItem:
    return RecurringItem.model_validate(dict(row))
