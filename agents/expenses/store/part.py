"""What the platform must do with this agent's tables: delete, show, forget, recall."""

from datetime import datetime

from adapters.postgres.parts import Counts, Rows, TablePart, repeated, rows, run
from adapters.postgres.pool import Connection, Database
from agents.expenses.card import CARD
from agents.expenses.store.rows import card
from agents.expenses.store.transactions import newest_of_conversation
from domain.conversation import RecalledTask

ROWS_A_BATCH = 1_000
"""What is locked and rolled back together stays small."""

_CHANGES = """
    DELETE FROM transaction_changes WHERE user_id = $1
       OR task_id IN (SELECT task_id FROM transactions WHERE user_id = $1)
"""
_READINGS = """
    DELETE FROM readings
    WHERE sha256 IN (SELECT sha256 FROM attachment_owners WHERE user_id = $1)
      AND NOT EXISTS (
          SELECT FROM attachment_owners AS others
          WHERE others.sha256 = readings.sha256 AND others.user_id <> $1
      )
"""
"""A reading is of a file, not of a person: it stays as long as somebody else has the file."""

_REFUSALS = f"""
    DELETE FROM refused_files WHERE sha256 IN (
        SELECT sha256 FROM refused_files WHERE created_at < $1 LIMIT {ROWS_A_BATCH}
    )
"""  # noqa: S608 - a number of this module

_NEWS = "DELETE FROM household_news WHERE told_with IS NOT NULL AND created_at < $1"

_ORDERED_BY = {
    "transactions": "created_at",
    "transaction_changes": "position",
    "category_preferences": "merchant_key",
    "category_sweeps": "created_at",
    "budget_notices": "created_at",
    **dict.fromkeys(("budgets", "own_rates", "recurring", "debts"), "updated_at"),
    "recurring_days": "day",
    "household_members": "joined_at",
    "household_tries": "tried_at",
}
"""Tables of which a row is a person's and is shown as it is, with the column that orders them."""

_EXPORT = {
    table: f"SELECT * FROM {table} WHERE user_id = $1 ORDER BY {column}"  # noqa: S608 - literals
    for table, column in _ORDERED_BY.items()
} | {
    "digests": """
        SELECT user_id, conversation_id, every, timezone, created_at FROM digests
        WHERE user_id = $1 ORDER BY created_at
    """,
    "reminders": """
        SELECT user_id, conversation_id, timezone, created_at FROM reminders WHERE user_id = $1
    """,
    "household_invitations": """
        SELECT user_id, created_at, expires_at FROM household_invitations
        WHERE user_id = $1 ORDER BY created_at
    """,
    "household_news": """
        SELECT user_id, name, joined, created_at FROM household_news
        WHERE user_id = $1 ORDER BY created_at
    """,
    "readings": """
        SELECT readings.* FROM readings JOIN attachment_owners USING (sha256)
        WHERE user_id = $1 ORDER BY readings.created_at
    """,
}


async def erase(connection: Connection, user_id: str) -> Counts:
    await run(connection, _CHANGES, user_id)
    gone = {
        table: await run(connection, f"DELETE FROM {table} WHERE user_id = $1", user_id)  # noqa: S608
        for table in (*_ORDERED_BY, "digests", "reminders", "household_invitations")
    }
    await run(connection, "DELETE FROM household_news WHERE $1 IN (user_id, about)", user_id)
    await run(connection, _READINGS, user_id)
    return {"expenses": gone["transactions"]}


_TAKEN_BACK = """
    SELECT task_id FROM transactions WHERE deleted_at < $1
    LIMIT $2 FOR UPDATE SKIP LOCKED
"""


async def purge(database: Database, before: datetime) -> Counts:
    """Expenses that were taken back before ``before``, with their audit. Saved ones stay. What was
    refused as long ago may be tried again.
    """
    await repeated(database, _REFUSALS, before)
    await repeated(database, _NEWS, before)
    total = 0
    while True:
        async with database.transaction() as connection:
            found = await connection.fetch(_TAKEN_BACK, before, ROWS_A_BATCH)
            if not found:
                return {"expenses": total}
            ids = [row["task_id"] for row in found]
            await run(connection, "DELETE FROM transaction_changes WHERE task_id = ANY($1)", ids)
            total += await run(connection, "DELETE FROM transactions WHERE task_id = ANY($1)", ids)


async def sweep(database: Database, before: datetime) -> Counts:
    """Readings whose file is gone. A file is stored before it is read, so no young one is
    without.
    """
    del before
    statement = f"""
        DELETE FROM readings WHERE sha256 IN (
            SELECT sha256 FROM readings AS read
            WHERE NOT EXISTS (SELECT FROM attachments AS file WHERE file.sha256 = read.sha256)
            LIMIT {ROWS_A_BATCH}
        )
    """  # noqa: S608 - a number of this module
    return {"readings": await repeated(database, statement)}


async def export(connection: Connection, user_id: str) -> Rows:
    return {
        table: await rows(connection, statement, user_id) for table, statement in _EXPORT.items()
    }


async def recent(
    connection: Connection, user_id: str, conversation_id: str, limit: int
) -> tuple[RecalledTask, ...]:
    """The expenses saved last, those that were taken back left out."""
    saved = await newest_of_conversation(connection, user_id, conversation_id, limit)
    cards = [card(row) for row in reversed(saved)]
    return tuple(
        RecalledTask(
            task_id=each.task_id,
            agent=CARD.slug,
            number=each.number,
            card=each.model_dump(mode="json"),
        )
        for each in cards
    )


PART = TablePart(
    tables=(*_EXPORT, "refused_files", "reference_rates"),
    erase=erase,
    export=export,
    purge=purge,
    sweep=sweep,
    conversations="""
        SELECT conversation_id, user_id FROM transactions
        UNION ALL SELECT conversation_id, user_id FROM digests
        UNION ALL SELECT conversation_id, user_id FROM reminders
    """,
    # The runs of a schedule are named after it.
    cases="""
        SELECT schedule_id AS workflow_id, user_id FROM digests
        UNION ALL SELECT schedule_id AS workflow_id, user_id FROM reminders
    """,
    elsewhere="""
        SELECT 'digest' AS system, schedule_id AS reference, user_id FROM digests
        UNION ALL SELECT 'reminder' AS system, schedule_id AS reference, user_id FROM reminders
    """,
    # One that was taken back keeps its photo as long as it can be restored.
    files="SELECT attachment_sha256 FROM transactions",
    recent=recent,
)
