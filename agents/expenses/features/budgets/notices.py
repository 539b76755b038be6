"""What a write to the ledger tells about budgets: each level once in a period."""

from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from adapters.postgres.pool import Connection, Row
from agents.expenses.features.budgets.budget import BudgetNotice, BudgetStanding
from agents.expenses.features.budgets.store import budgets_of, standing_of
from agents.expenses.shown import MoneyKind


async def notices_of(
    connection: Connection, row: Row, told_with: str, today: date | None
) -> tuple[JsonValue, ...]:
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
    told: list[JsonValue] = []
    for budget in budgets:
        since, until = budget.days_around(day)
        if budget.category.lower() in categories and since <= row["occurred_on"] <= until:
            standing = await standing_of(connection, row["user_id"], budget, day)
            noted = await note_levels(connection, row["user_id"], standing, told_with)
            told.extend(notice.model_dump(mode="json") for notice in noted)
    return tuple(told)


async def notices_of_many(
    connection: Connection, user_id: str, told_with: str, today: date
) -> tuple[JsonValue, ...]:
    """As ``notices_of`` for many rows written at once: each budget is looked at once, behind the
    person's lock, when all are there. A repetition tells the same ones.
    """
    for budget in await budgets_of(connection, user_id):
        standing = await standing_of(connection, user_id, budget, today)
        await note_levels(connection, user_id, standing, told_with)
    return await told_notices(connection, user_id, told_with)


_TOLD_NOTICES = """
    SELECT notice FROM budget_notices
    WHERE user_id = $1 AND told_with = $2 AND notice IS NOT NULL ORDER BY category
"""


async def told_notices(
    connection: Connection, user_id: str, told_with: str
) -> tuple[JsonValue, ...]:
    """What was told with a write that is repeated."""
    rows = await connection.fetch(_TOLD_NOTICES, user_id, told_with)
    return tuple(row["notice"] for row in rows)


_NOTE_LEVEL = """
    INSERT INTO budget_notices (user_id, category, starts, level, told_with)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING level
"""
_HIGHEST_LEVEL = """
    SELECT max(level) FROM budget_notices WHERE user_id = $1 AND category = $2 AND starts = $3
"""
_TELL_NOTICE = """
    UPDATE budget_notices SET notice = $5
    WHERE user_id = $1 AND category = $2 AND starts = $3 AND level = $4
"""


async def note_levels(
    connection: Connection, user_id: str, standing: BudgetStanding, told_with: str
) -> Sequence[BudgetNotice]:
    """Notes the levels that are reached; of those not noted before, the highest is told."""
    new: list[int] = []
    period = user_id, standing.budget.category, standing.since
    for level in standing.budget.levels_reached(standing.spent):
        noted = await connection.fetchval(_NOTE_LEVEL, *period, level, told_with)
        new.extend([level] if noted is not None else [])
    known_higher = await connection.fetchval(_HIGHEST_LEVEL, *period)
    if not new or not told_with or max(new) < known_higher:
        return ()
    notice = BudgetNotice(standing=standing, level=max(new))
    await connection.execute(_TELL_NOTICE, *period, notice.level, notice.model_dump(mode="json"))
    return (notice,)
