"""Budgets as rows. Each function works in the transaction of the call that it carries out."""

from datetime import date

from adapters.postgres.pool import Connection
from agents.expenses.budgets import BudgetStanding, SpendingBudget
from agents.expenses.features.budgets.tools import BudgetSet
from agents.expenses.store.budgets import (
    COLUMNS,
    budget_in,
    budgets_of,
    note_levels,
    standing_of,
)
from agents.expenses.store.queue import queue_up


async def set_budget(
    connection: Connection, user_id: str, budget: SpendingBudget, today: date
) -> BudgetSet:
    """Levels that it begins beyond are not told by the next save: the answer tells them."""
    await queue_up(connection, user_id)
    known = await budgets_of(connection, user_id)
    before = next((b for b in known if b.category == budget.category), None)
    await connection.execute(
        """
        INSERT INTO budgets (user_id, category, amount, currency, period, week_starts)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (user_id, category) DO UPDATE SET
            amount = excluded.amount, currency = excluded.currency,
            period = excluded.period, week_starts = excluded.week_starts,
            updated_at = now()
        """,
        user_id,
        budget.category,
        budget.amount,
        budget.currency,
        budget.period,
        budget.week_starts,
    )
    await connection.execute(
        "DELETE FROM budget_notices WHERE user_id = $1 AND category = $2",
        user_id,
        budget.category,
    )
    standing = await standing_of(connection, user_id, budget, today)
    await note_levels(connection, user_id, standing, "")
    return BudgetSet(standing=standing, before=before)


async def standings(
    connection: Connection, user_id: str, today: date, category: str | None
) -> tuple[BudgetStanding, ...]:
    """Of one category, or with None of all that have a budget."""
    found = await budgets_of(connection, user_id)
    wanted = [b for b in found if category is None or b.category == category]
    return tuple([await standing_of(connection, user_id, b, today) for b in wanted])


async def remove(
    connection: Connection, user_id: str, category: str | None
) -> tuple[SpendingBudget, ...]:
    """One budget, or with None all of them. Idempotent."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(
        f"""
        DELETE FROM budgets WHERE user_id = $1 AND ($2::text IS NULL OR category = $2)
        RETURNING {COLUMNS}
        """,  # noqa: S608 - the columns are a constant
        user_id,
        category,
    )
    return tuple(sorted(map(budget_in, rows), key=lambda budget: budget.category))


async def category_called(connection: Connection, user_id: str, name: str) -> str | None:
    """The category of the person's own that has this name, as it is stored."""
    category: str | None = await connection.fetchval(
        """
        SELECT category FROM booked WHERE user_id = $1 AND lower(category) = lower($2)
        UNION ALL
        SELECT category FROM budgets WHERE user_id = $1 AND lower(category) = lower($2)
        LIMIT 1
        """,
        user_id,
        name,
    )
    return category
