"""Budgets as rows, and how far they are used. Each function works in the transaction of the call,
or of the write, that it belongs to.
"""

from datetime import date
from decimal import Decimal

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.budgets.budget import BudgetStanding, SpendingBudget
from agents.expenses.features.budgets.tools import BudgetSet
from agents.expenses.spending import CurrencyTotal
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import upsert
from domain.money import rounded

COLUMNS = "category, amount, currency, period, week_starts"

_SPENT = """
    SELECT currency,
        sum(CASE WHEN currency = $5 THEN amount
                 WHEN home_currency = $5 THEN amount * rate END) AS counted,
        sum(amount) FILTER (WHERE NOT counts) AS apart,
        count(DISTINCT task_id) FILTER (WHERE NOT counts) AS rows_apart
    FROM (
        SELECT task_id, currency, amount, home_currency, rate,
               currency = $5 OR (home_currency IS NOT DISTINCT FROM $5 AND rate IS NOT NULL)
                   AS counts
        FROM booked
        WHERE user_id = $1 AND kind = 'expense' AND occurred_on BETWEEN $2 AND $3
          AND ($4 = '' OR lower(category) = lower($4))
    ) AS spending
    GROUP BY currency ORDER BY currency
"""


async def set_budget(
    connection: Connection, user_id: str, budget: SpendingBudget, today: date
) -> BudgetSet:
    """Replaces the budget that the category has, and forgets which of its levels were told."""
    await queue_up(connection, user_id)
    known = await budgets_of(connection, user_id)
    before = next((b for b in known if b.category == budget.category), None)
    values = {"user_id": user_id, **budget.model_dump()}
    await upsert(connection, "budgets", ("user_id", "category"), values)
    forgotten = "DELETE FROM budget_notices WHERE user_id = $1 AND category = $2"
    await connection.execute(forgotten, user_id, budget.category)
    standing = await standing_of(connection, user_id, budget, today)
    return BudgetSet(standing=standing, before=before)


async def standings(
    connection: Connection, user_id: str, today: date, category: str | None
) -> tuple[BudgetStanding, ...]:
    """Of one category, or with None of all that have a budget."""
    found = await budgets_of(connection, user_id)
    wanted = [b for b in found if category is None or b.category == category]
    return tuple([await standing_of(connection, user_id, b, today) for b in wanted])


_DELETE = f"""
    DELETE FROM budgets WHERE user_id = $1 AND ($2::text IS NULL OR category = $2)
    RETURNING {COLUMNS}
"""  # noqa: S608 - the columns are a constant


async def remove(
    connection: Connection, user_id: str, category: str | None
) -> tuple[SpendingBudget, ...]:
    """One budget, or with None all of them. Idempotent."""
    await queue_up(connection, user_id)
    rows = await connection.fetch(_DELETE, user_id, category)
    return tuple(sorted(map(budget_in, rows), key=lambda budget: budget.category))


_CATEGORY_OF_NAME = """
    SELECT category FROM booked WHERE user_id = $1 AND lower(category) = lower($2)
    UNION ALL
    SELECT category FROM budgets WHERE user_id = $1 AND lower(category) = lower($2)
    LIMIT 1
"""


async def category_called(connection: Connection, user_id: str, name: str) -> str | None:
    """The category of the person's own that has this name, as it is stored."""
    category: str | None = await connection.fetchval(_CATEGORY_OF_NAME, user_id, name)
    return category


async def budgets_of(connection: Connection, user_id: str) -> tuple[SpendingBudget, ...]:
    which = f"SELECT {COLUMNS} FROM budgets WHERE user_id = $1 ORDER BY category"  # noqa: S608
    return tuple(map(budget_in, await connection.fetch(which, user_id)))


def budget_in(row: Row) -> SpendingBudget:
    return SpendingBudget.model_validate(dict(row))


async def standing_of(
    connection: Connection, user_id: str, budget: SpendingBudget, day: date
) -> BudgetStanding:
    """Converted amounts are added up before they are rounded to the currency's minor unit."""
    since, until = budget.days_around(day)
    rows = await connection.fetch(_SPENT, user_id, since, until, budget.category, budget.currency)
    spent = sum((row["counted"] for row in rows if row["counted"] is not None), Decimal(0))
    return BudgetStanding(
        budget=budget,
        since=since,
        until=until,
        spent=rounded(spent, budget.currency),
        apart=tuple(
            CurrencyTotal(currency=row["currency"], amount=row["apart"], count=row["rows_apart"])
            for row in rows
            if row["rows_apart"]
        ),
    )


_CATEGORIES_USED = """
    SELECT category FROM booked WHERE user_id = $1 AND kind = 'expense'
    GROUP BY category ORDER BY count(*) DESC, category LIMIT $2
"""


async def categories_used(connection: Connection, user_id: str, limit: int) -> tuple[str, ...]:
    """The categories of most of the person's expenses, the most used first."""
    rows = await connection.fetch(_CATEGORIES_USED, user_id, limit)
    return tuple(row["category"] for row in rows)
