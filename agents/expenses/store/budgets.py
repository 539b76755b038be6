"""Budgets, how far they are used, and which levels were told already."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from adapters.postgres.pool import Connection, Row
from agents.expenses.budgets import Apart, BudgetNotice, BudgetStanding, SpendingBudget
from agents.expenses.card import MoneyKind
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


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[BudgetNotice, ...]:
    """The levels that a row just written brought its budgets to, each told once in a period.

    Called in the transaction of the write, behind the person's lock. Rows of another period than
    the one of ``today`` are silent.
    """
    if row["kind"] != MoneyKind.EXPENSE or row["deleted_at"] is not None:
        return ()
    budgets = await budgets_of(connection, row["user_id"])
    if not budgets:
        return ()
    day = today or row["occurred_on"]
    booked = await connection.fetch(
        "SELECT DISTINCT lower(category) AS category FROM booked WHERE task_id = $1", row["task_id"]
    )
    categories = {"", *(each["category"] for each in booked)}
    told: list[BudgetNotice] = []
    for budget in budgets:
        since, until = budget.days_around(day)
        if budget.category.lower() in categories and since <= row["occurred_on"] <= until:
            standing = await standing_of(connection, row["user_id"], budget, day)
            told.extend(await note_levels(connection, row["user_id"], standing, told_with))
    return tuple(told)


async def notices_of_many(
    connection: Connection, user_id: str, told_with: str, today: date
) -> tuple[BudgetNotice, ...]:
    """As ``notices_of`` for many rows written at once: each budget is looked at once, behind the
    person's lock, when all are there. A repetition tells the same ones.
    """
    for budget in await budgets_of(connection, user_id):
        standing = await standing_of(connection, user_id, budget, today)
        await note_levels(connection, user_id, standing, told_with)
    return await told_notices(connection, user_id, told_with)


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[BudgetNotice, ...]:
    """What was told with a write that is repeated."""
    rows = await connection.fetch(
        """
        SELECT notice FROM budget_notices
        WHERE user_id = $1 AND told_with = $2 AND notice IS NOT NULL ORDER BY category
        """,
        user_id,
        told_with,
    )
    return tuple(BudgetNotice.model_validate(row["notice"]) for row in rows)


async def note_levels(
    connection: Connection, user_id: str, standing: BudgetStanding, told_with: str
) -> Sequence[BudgetNotice]:
    """Notes the levels that are reached; of those not noted before, the highest is told."""
    new: list[int] = []
    for level in standing.budget.levels_reached(standing.spent):
        noted = await connection.fetchval(
            """
            INSERT INTO budget_notices (user_id, category, starts, level, told_with)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING level
            """,
            user_id,
            standing.budget.category,
            standing.since,
            level,
            told_with,
        )
        new.extend([level] if noted is not None else [])
    known_higher = await connection.fetchval(
        """
        SELECT max(level) FROM budget_notices WHERE user_id = $1 AND category = $2 AND starts = $3
        """,
        user_id,
        standing.budget.category,
        standing.since,
    )
    if not new or not told_with or max(new) < known_higher:
        return ()
    notice = BudgetNotice(standing=standing, level=max(new))
    await connection.execute(
        """
        UPDATE budget_notices SET notice = $5
        WHERE user_id = $1 AND category = $2 AND starts = $3 AND level = $4
        """,
        user_id,
        standing.budget.category,
        standing.since,
        notice.level,
        notice.model_dump(mode="json"),
    )
    return (notice,)


async def budgets_of(connection: Connection, user_id: str) -> tuple[SpendingBudget, ...]:
    rows = await connection.fetch(
        f"SELECT {COLUMNS} FROM budgets WHERE user_id = $1 ORDER BY category",  # noqa: S608
        user_id,
    )
    return tuple(map(budget_in, rows))


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
            Apart(currency=row["currency"], amount=row["apart"], count=row["rows_apart"])
            for row in rows
            if row["rows_apart"]
        ),
    )
