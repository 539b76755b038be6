"""What the platform must do with this agent's tables: delete, show, forget."""

from datetime import UTC, datetime, timedelta

from adapters.postgres.parts import Counts, Rows, TablePart, rows, run
from adapters.postgres.pool import Connection, Database
from agents.support.case.ticket_case import WORKFLOW, case_id
from agents.support.settings import SupportSettings

ROWS_A_BATCH = 1_000
"""What is locked and rolled back together stays small."""

_OF_TICKETS = """
    SELECT {0}.* FROM {0} JOIN support_tickets USING (customer_id, ticket_id)
    WHERE user_id = $1 ORDER BY {0}.at
"""
_WITH_TICKETS = (
    "support_messages", "support_events", "support_runs", "support_ratings", "kb_feedback",
    "kb_drafts",
)  # fmt: skip
_EXPORT = {
    "support_customers": """
        SELECT support_customers.* FROM support_customers JOIN support_links USING (customer_id)
        WHERE user_id = $1
    """,
    "support_links": "SELECT * FROM support_links WHERE user_id = $1",
    "support_tickets": "SELECT * FROM support_tickets WHERE user_id = $1 ORDER BY at",
    **{table: _OF_TICKETS.format(table) for table in _WITH_TICKETS},
}
_CASE = f"'{WORKFLOW}:' || customer_id || ':' || ticket_id"
"""``case_id`` of a row."""
_CASES = f"SELECT {_CASE}, user_id FROM support_tickets"  # noqa: S608 - of this module
_ROOMS = f'{_CASES} WHERE {_CASE} IN (SELECT "case" FROM support_posts)'  # noqa: S608
_POSTS = 'DELETE FROM support_posts WHERE "case" = ANY($1)'

_INCIDENTS = """
    DELETE FROM support_incidents AS known
    WHERE NOT EXISTS (SELECT FROM support_tickets WHERE incident = known.incident)
"""
"""Those without a ticket."""


async def erase(connection: Connection, user_id: str) -> Counts:
    """Tickets with all that belongs to them, and who the person is. A customer that was imported
    is the company's own and stays. Which posts staff were shown goes with the posts.
    """
    gone = await connection.fetch(
        "DELETE FROM support_tickets WHERE user_id = $1 RETURNING customer_id, ticket_id", user_id
    )
    left = await connection.fetch(
        "DELETE FROM support_links WHERE user_id = $1 RETURNING customer_id", user_id
    )
    await run(
        connection,
        """
        DELETE FROM support_customers AS known
        WHERE customer_id = ANY($1) AND source = 'made'
          AND NOT EXISTS (SELECT FROM support_links WHERE customer_id = known.customer_id)
          AND NOT EXISTS (SELECT FROM support_tickets WHERE customer_id = known.customer_id)
        """,
        [row["customer_id"] for row in (*gone, *left)],
    )
    await run(connection, _INCIDENTS)
    return {"tickets": len(gone)}


async def export(connection: Connection, user_id: str) -> Rows:
    return {
        table: await rows(connection, statement, user_id) for table, statement in _EXPORT.items()
    }


async def purge(database: Database, before: datetime) -> Counts:
    """Tickets stay, unless ``SUPPORT_TICKET_RETENTION_DAYS`` says how long: then those go that
    ended longer ago and can no longer be opened again.
    """
    del before
    days = SupportSettings.load().support_ticket_retention_days
    if days is None:
        return {}
    oldest, total = datetime.now(UTC) - timedelta(days=days), 0
    while True:
        async with database.transaction() as connection:
            gone = await connection.fetch(
                """
                DELETE FROM support_tickets WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM support_tickets
                    WHERE closed_at < $1 AND reopen_until < now()
                    LIMIT $2 FOR UPDATE SKIP LOCKED
                )) RETURNING customer_id, ticket_id
                """,
                oldest,
                ROWS_A_BATCH,
            )
            await run(connection, _INCIDENTS)
            await run(connection, _POSTS, [case_id(*row) for row in gone])
        if not gone:
            return {"tickets": total}
        total += len(gone)


PART = TablePart(
    tables=(
        *_EXPORT,
        "support_posts",
        "support_incidents",
        "kb_articles",
        "kb_passages",
    ),
    erase=erase,
    export=export,
    purge=purge,
    conversations="SELECT conversation_id, user_id FROM support_tickets",
    cases=_CASES,
    rooms=_ROOMS,
    files="SELECT attachment ->> 'sha256' FROM support_messages WHERE attachment IS NOT NULL",
)
