"""Debts as they were noted; what stands between two is their sum. Each function works in the
transaction of the call that it belongs to.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.debts.debt import DebtBalance
from agents.expenses.store.names import folded
from agents.expenses.store.queue import queue_up
from domain.money import Currency


class NotedDebt(NamedTuple):
    """``amount`` is more than zero for what is owed to the person."""

    name: str
    amount: Decimal
    currency: Currency


async def note(
    connection: Connection, user_id: str, call_id: str, debts: Sequence[NotedDebt]
) -> None:
    """Idempotent on the call."""
    await queue_up(connection, user_id)
    await connection.executemany(
        """
        INSERT INTO debts (user_id, call_id, position, name, name_key, amount, currency)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT DO NOTHING
        """,
        [
            (user_id, call_id, at, debt.name, folded(debt.name), debt.amount, debt.currency)
            for at, debt in enumerate(debts)
        ],
    )


async def hold(
    connection: Connection, user_id: str, call_id: str, *, holds: bool
) -> tuple[str, ...]:
    """Takes back what a call noted, or notes it again; the names of it. Idempotent."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(
        """
        UPDATE debts SET holds = $3, updated_at = now()
        WHERE user_id = $1 AND call_id = $2 RETURNING name
        """,
        user_id,
        call_id,
        holds,
    )
    return tuple(dict.fromkeys(row["name"] for row in rows))


async def open_ones(connection: Connection, user_id: str) -> tuple[DebtBalance, ...]:
    """What is not paid back, of everybody; the largest first."""
    rows = await connection.fetch(
        """
        SELECT (array_agg(name ORDER BY updated_at DESC))[1] AS name, sum(amount) AS amount,
            currency
        FROM debts WHERE user_id = $1 AND holds
        GROUP BY name_key, currency HAVING sum(amount) <> 0
        ORDER BY abs(sum(amount)) DESC, min(name_key)
        """,
        user_id,
    )
    return tuple(map(_balance, rows))


async def of_name(connection: Connection, user_id: str, name: str) -> tuple[DebtBalance, ...]:
    """What stands between the person and this one, by currency, also where all is paid back."""
    rows = await connection.fetch(
        """
        SELECT $3 AS name, coalesce(sum(amount) FILTER (WHERE holds), 0) AS amount, currency
        FROM debts WHERE user_id = $1 AND name_key = $2
        GROUP BY currency ORDER BY currency
        """,
        user_id,
        folded(name),
        name,
    )
    return tuple(map(_balance, rows))


def _balance(row: Row) -> DebtBalance:
    return DebtBalance.model_validate(dict(row))
