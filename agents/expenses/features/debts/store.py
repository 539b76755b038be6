"""Debts as they were noted; what stands between two is their sum. Each function works in the
transaction of the call that it belongs to.
"""

from collections.abc import Sequence
from itertools import groupby

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.debts.debt import DebtBalance, DebtReason, NotedDebt, balances_of
from agents.expenses.store.names import folded
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import insert


async def note(
    connection: Connection, user_id: str, call_id: str, debts: Sequence[NotedDebt]
) -> None:
    """Idempotent on the call."""
    await queue_up(connection, user_id)
    for at, debt in enumerate(debts):
        values = {
            **debt.model_dump(exclude={"reason"}),
            **debt.reason.model_dump(),
            "user_id": user_id,
            "call_id": call_id,
            "position": at,
            "name_key": folded(debt.name),
        }
        await insert(connection, "debts", values, "ON CONFLICT DO NOTHING")


_HOLD = """
    UPDATE debts SET holds = $3, updated_at = now()
    WHERE user_id = $1 AND call_id = $2 RETURNING name
"""


async def hold(
    connection: Connection, user_id: str, call_id: str, *, holds: bool
) -> tuple[str, ...]:
    """Takes back what a call noted, or notes it again; the names of it. Idempotent."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(_HOLD, user_id, call_id, holds)
    return tuple(dict.fromkeys(row["name"] for row in rows))


_OF_EVERYBODY = """
    SELECT name_key, name, amount, currency, purpose, day FROM debts
    WHERE user_id = $1 AND holds ORDER BY name_key, created_at, position
"""


async def open_ones(connection: Connection, user_id: str) -> tuple[DebtBalance, ...]:
    """What is not paid back, of everybody; the largest first."""
    rows = await connection.fetch(_OF_EVERYBODY, user_id)
    found = [
        balance
        for _, of_one in groupby(rows, key=lambda row: row["name_key"])
        for balance in balances_of(map(_noted, of_one))
        if balance.amount
    ]
    return tuple(sorted(found, key=lambda each: -abs(each.amount)))


_OF_NAME = """
    SELECT $3 AS name, CASE WHEN holds THEN amount ELSE 0 END AS amount, currency,
        CASE WHEN holds THEN purpose ELSE '' END AS purpose,
        CASE WHEN holds THEN day END AS day
    FROM debts WHERE user_id = $1 AND name_key = $2 ORDER BY created_at, position
"""


async def of_name(connection: Connection, user_id: str, name: str) -> tuple[DebtBalance, ...]:
    """What stands between the person and this one, by currency, also where all is paid back."""
    rows = await connection.fetch(_OF_NAME, user_id, folded(name), name)
    return balances_of(map(_noted, rows))


def _noted(row: Row) -> NotedDebt:
    return NotedDebt(**dict(row), reason=DebtReason(**dict(row)))
