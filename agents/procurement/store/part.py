"""What the platform must do with this agent's tables: delete, show, forget."""

from datetime import datetime

from adapters.postgres.parts import Counts, Rows, TablePart, repeated, rows, run
from adapters.postgres.pool import Connection, Database
from agents.procurement.approvals import WORKFLOW

ROWS_A_BATCH = 1_000
"""What is locked and rolled back together stays small."""

_EXPORT = {
    "carts": "SELECT * FROM carts WHERE user_id = $1",
    "cart_lines": "SELECT * FROM cart_lines WHERE user_id = $1 ORDER BY added_at",
    "purchase_requests": "SELECT * FROM purchase_requests WHERE user_id = $1 ORDER BY number",
    "purchase_changes": """
        SELECT change_id, number, user_id, conversation_id, before, after, undone_by, at,
               CASE WHEN by IN (user_id, 'operator') THEN by ELSE 'approver' END AS by
        FROM purchase_changes WHERE user_id = $1 ORDER BY at
    """,
    "purchase_requests_of_groups": """
        SELECT number, at FROM purchase_requests WHERE author_id = $1 ORDER BY number
    """,
    "purchase_decisions": """
        SELECT number, after, at FROM purchase_changes
        WHERE by = $1 AND user_id <> $1 ORDER BY at
    """,
}
"""The export of an approver has their decisions, without whose requests these were. The export of a
member of a group has the group's requests that this member said yes to.
"""

_FORGET_APPROVER = """
    UPDATE purchase_changes SET by = 'approver', after = after - 'reason'
    WHERE by = $1 AND user_id <> $1
"""
_FORGET_AUTHOR = "UPDATE purchase_requests SET author_id = '' WHERE author_id = $1"
_SHOWN_TO_APPROVERS = """
    WITH shown AS (
        DELETE FROM conversation_messages AS shown USING purchase_requests AS asked
        WHERE asked.user_id = $1 AND shown.user_id <> $1
          AND shown.topic IN ('procurement.ask_approval', 'procurement.ask_decision')
          AND shown.body ~ ('\\mPR-' || asked.number || '\\M')
        RETURNING message_id
    )
    UPDATE channel_events
    SET payload = payload || '{"text": "", "blocks": [], "choices": [], "panel": null}'
    WHERE kind = 'reply' AND key IN (SELECT message_id FROM shown)
"""
"""Of the requests of a person: what stands of them in the chats of approvers."""

_OLD_CHANGES = f"""
    DELETE FROM purchase_changes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM purchase_changes WHERE number IS NULL AND at < $1
        LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
    )) AND at < $1
"""  # noqa: S608 - a number of this module
"""Of carts. Those of requests stay with them."""


async def erase(connection: Connection, user_id: str) -> Counts:
    """Carts, requests and all that changed them, who decided on requests of others, and who said
    yes to those of a group. The catalog is nobody's.
    """
    await run(connection, _FORGET_APPROVER, user_id)
    await run(connection, _FORGET_AUTHOR, user_id)
    await run(connection, _SHOWN_TO_APPROVERS, user_id)
    await run(connection, "DELETE FROM cart_lines WHERE user_id = $1", user_id)
    await run(connection, "DELETE FROM carts WHERE user_id = $1", user_id)
    await run(connection, "DELETE FROM purchase_changes WHERE user_id = $1", user_id)
    sent = await run(connection, "DELETE FROM purchase_requests WHERE user_id = $1", user_id)
    return {"requests": sent}


async def export(connection: Connection, user_id: str) -> Rows:
    return {
        table: await rows(connection, statement, user_id) for table, statement in _EXPORT.items()
    }


async def purge(database: Database, before: datetime) -> Counts:
    """Carts that nobody touched since ``before``, and what changed carts before it. Requests
    stay.
    """
    await repeated(database, _OLD_CHANGES, before)
    total = 0
    while True:
        async with database.transaction() as connection:
            found = await connection.fetch(
                """
                SELECT user_id FROM carts WHERE updated_at < $1
                LIMIT $2 FOR UPDATE SKIP LOCKED
                """,
                before,
                ROWS_A_BATCH,
            )
            if not found:
                return {"carts": total}
            ids = [row["user_id"] for row in found]
            await run(connection, "DELETE FROM cart_lines WHERE user_id = ANY($1)", ids)
            total += await run(connection, "DELETE FROM carts WHERE user_id = ANY($1)", ids)


PART = TablePart(
    tables=(
        "catalog_items",
        "catalog_terms",
        "catalog_versions",
        "catalog_synonyms",
        "carts",
        "cart_lines",
        "purchase_requests",
        "purchase_changes",
    ),
    cases=f"""
        SELECT '{WORKFLOW}:' || number, user_id FROM purchase_requests AS asked
        WHERE status = 'pending' OR EXISTS (
            SELECT FROM purchase_changes AS change
            WHERE change.number = asked.number AND before ->> 'status' = 'pending'
        )
    """,  # noqa: S608 - a literal
    erase=erase,
    export=export,
    purge=purge,
)
"""What the agent keeps in PostgreSQL."""
