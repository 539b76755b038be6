"""Categories for everything from one shop: each changed row with a line of its own in the audit.

A sweep goes through its rows in batches that each commit behind the person's lock. A row that was
changed is not due any more, so that a repetition goes on where the first attempt broke off.
"""

from typing import Literal, get_args

from adapters.postgres.pool import Connection, Database, Row
from agents.expenses.features.sweeps.sweep import ForAllOrder, ForAllOutcome, SweepRequest
from agents.expenses.rules import Source
from agents.expenses.shown import FeatureNotice
from agents.expenses.store.feature_notices import notices_of_many
from agents.expenses.store.learned_categories import forget, learn, learned
from agents.expenses.store.names import folded
from agents.expenses.store.queue import queue_up
from agents.expenses.store.rows import insert

BATCH = 500

# Split rows have their categories from the person, row by row: they stay.
_DUE = """
    user_id = $1 AND deleted_at IS NULL AND kind = 'expense' AND parts IS NULL
    AND (name_key = $2 OR starts_with(name_key, $2 || ' ')) AND category <> $3
"""

_CHANGE = f"""
    WITH due AS (
        SELECT task_id, category, provenance FROM transactions WHERE {_DUE}
        AND NOT EXISTS (
            SELECT FROM transaction_changes AS done
            WHERE done.change_id = transactions.task_id || '/all-' || $4)
        ORDER BY task_id LIMIT {BATCH} FOR UPDATE
    ), noted AS (
        INSERT INTO transaction_changes
            (change_id, task_id, user_id, conversation_id, kind, before, after, sweep)
        SELECT task_id || '/all-' || $4, task_id, $1, $5, 'edited',
            jsonb_build_object(
                'values', jsonb_build_object('category', category),
                'provenance', jsonb_build_object('category', provenance -> 'category')),
            jsonb_build_object(
                'values', jsonb_build_object('category', $3::text),
                'provenance', jsonb_build_object('category', $6::jsonb)),
            $4
        FROM due
    )
    UPDATE transactions SET
        category = $3,
        provenance = transactions.provenance || jsonb_build_object('category', $6::jsonb),
        updated_at = now()
    FROM due WHERE transactions.task_id = due.task_id
"""  # noqa: S608 - constants of this module

# What stands of the sweep: neither taken back by itself nor overtaken by another category.
_STANDS = """
    change.user_id = $1 AND change.sweep = $2 AND change.kind = 'edited'
    AND change.undone_by IS NULL
"""
_OVERTAKEN = """
    (saved.deleted_at IS NOT NULL OR saved.parts IS NOT NULL
     OR saved.category <> change.after -> 'values' ->> 'category')
"""

_CHANGE_BACK = f"""
    WITH due AS (
        SELECT change.change_id, change.task_id, change.before, change.after
        FROM transaction_changes AS change JOIN transactions AS saved USING (task_id)
        WHERE {_STANDS} AND NOT {_OVERTAKEN}
        ORDER BY change.change_id LIMIT {BATCH} FOR UPDATE
    ), noted AS (
        INSERT INTO transaction_changes
            (change_id, task_id, user_id, conversation_id, kind, before, after, sweep)
        SELECT change_id || '/undo', task_id, $1, $3, 'reverted', after, before, $2 FROM due
        RETURNING change_id
    ), undone AS (
        UPDATE transaction_changes AS change SET undone_by = due.change_id || '/undo'
        FROM due WHERE change.change_id = due.change_id
    )
    UPDATE transactions SET
        category = due.before -> 'values' ->> 'category',
        provenance = CASE WHEN jsonb_typeof(due.before -> 'provenance' -> 'category') = 'object'
            THEN transactions.provenance || (due.before -> 'provenance')
            ELSE transactions.provenance - 'category' END,
        updated_at = now()
    FROM due WHERE transactions.task_id = due.task_id
"""  # noqa: S608 - constants of this module


_CATEGORY_OF_NAME = """
    SELECT category FROM booked WHERE user_id = $1 AND lower(category) = lower($2) LIMIT 1
"""
_COUNT_CHANGES = """
    SELECT count(*) FROM transaction_changes
    WHERE user_id = $1 AND sweep = $2 AND kind = $3
"""


Step = Literal["changed_at", "undone_at"]
"""A step of a sweep: the column that tells when it was done."""

_MARK = {
    step: f"UPDATE category_sweeps SET {step} = now() WHERE user_id = $1 AND sweep = $2"  # noqa: S608 - columns
    for step in get_args(Step)
}

_ANSWERED = {"source": Source.ANSWER.value, "evidence": ""}


class Sweeps:
    """Each person's own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def offer(self, user_id: str, sweep: str, order: ForAllOrder) -> ForAllOutcome:
        """Learns the category for the name and counts the rows that have another. Idempotent on
        ``sweep``.
        """
        key = folded(order.name)
        async with self._database.transaction() as connection:
            await queue_up(connection, user_id)
            known = await _row(connection, user_id, sweep)
            if known is not None:
                return ForAllOutcome(sweep=sweep, order=_order(known), count=known["counted"])
            before = await learned(connection, user_id, key)
            due = f"SELECT count(*) FROM transactions WHERE {_DUE}"  # noqa: S608 - a constant
            count = await connection.fetchval(due, user_id, key, order.category)
            await learn(connection, user_id, key, order.category)
            values = {
                "user_id": user_id,
                "sweep": sweep,
                "name": order.name,
                "name_key": key,
                "category": order.category,
                "learned": before,
                "counted": count,
            }
            await insert(connection, "category_sweeps", values)
        return ForAllOutcome(sweep=sweep, order=order, count=count)

    async def change(self, request: SweepRequest) -> ForAllOutcome:
        """Nothing more is changed of a sweep that was undone."""
        row = await self._in_batches(request, "changed_at")
        if row is None:
            return ForAllOutcome()
        request = request.model_copy(update={"sweep": row["sweep"]})
        count = await self._count(request, "edited")
        notices = await self._notices(request)
        return ForAllOutcome(sweep=request.sweep, order=_order(row), count=count, notices=notices)

    async def change_back(self, request: SweepRequest) -> ForAllOutcome:
        """Changes back what stands of it, and knows the category that was known before."""
        row = await self._in_batches(request, "undone_at")
        if row is None:
            return ForAllOutcome()
        request = request.model_copy(update={"sweep": row["sweep"]})
        count = await self._count(request, "reverted")
        kept = await self._count(request, "edited") - count
        return ForAllOutcome(sweep=request.sweep, order=_order(row), count=count, kept=kept)

    async def _in_batches(self, request: SweepRequest, step: Step) -> Row | None:
        """Carries one step of a sweep out for all its rows. Returns the sweep, or None where there
        is none that may take this step.
        """
        undoing = step == "undone_at"
        while True:
            async with self._database.transaction() as connection:
                await queue_up(connection, request.user_id)
                row = await _row(connection, request.user_id, request.sweep)
                if row is None or (row["changed_at"] is None if undoing else row["undone_at"]):
                    return None
                if row[step] is not None:
                    return row
                own = request.user_id, row["sweep"], request.conversation_id
                if undoing:
                    status = await connection.execute(_CHANGE_BACK, *own)
                else:
                    due = request.user_id, row["name_key"], row["category"]
                    status = await connection.execute(_CHANGE, *due, *own[1:], _ANSWERED)
                if int(status.rpartition(" ")[2]) == BATCH:  # the server answers "UPDATE 12"
                    continue
                if undoing:
                    await _learn_as_before(connection, row)
                await connection.execute(_MARK[step], *own[:2])
                return row

    async def category_called(self, user_id: str, name: str) -> str | None:
        """The category of the person's own that has this name, as it is stored."""
        async with self._database.connection() as connection:
            category: str | None = await connection.fetchval(_CATEGORY_OF_NAME, user_id, name)
        return category

    async def _notices(self, request: SweepRequest) -> tuple[FeatureNotice, ...]:
        if request.today is None:
            return ()
        async with self._database.transaction() as connection:
            await queue_up(connection, request.user_id)
            told_with = f"all-{request.sweep}"
            return await notices_of_many(connection, request.user_id, told_with, request.today)

    async def _count(self, request: SweepRequest, kind: str) -> int:
        async with self._database.connection() as connection:
            count: int = await connection.fetchval(
                _COUNT_CHANGES, request.user_id, request.sweep, kind
            )
        return count


_SWEEP = """
    SELECT * FROM category_sweeps WHERE user_id = $1 AND ($2 = '' OR sweep = $2)
    ORDER BY created_at DESC LIMIT 1
"""


async def _row(connection: Connection, user_id: str, sweep: str) -> Row | None:
    """The newest, where none is named."""
    return await connection.fetchrow(_SWEEP, user_id, sweep)


async def _learn_as_before(connection: Connection, sweep: Row) -> None:
    user_id, key = sweep["user_id"], sweep["name_key"]
    await forget(connection, user_id, key, sweep["category"])
    if sweep["learned"] is not None and await learned(connection, user_id, key) is None:
        await learn(connection, user_id, key, sweep["learned"])


def _order(row: Row) -> ForAllOrder:
    return ForAllOrder(name=row["name"], category=row["category"])
