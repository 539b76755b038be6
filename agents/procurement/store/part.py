"""What the platform must do with this agent's tables: delete, show, forget."""

from datetime import datetime

from adapters.postgres.parts import Counts, Rows, TablePart, repeated, rows, run
from adapters.postgres.pool import Connection, Database

ROWS_A_BATCH = 1_000
"""What is locked and rolled back together stays small."""

_EXPORT = {
    "carts": "SELECT * FROM carts WHERE user_id = $1",
    "cart_lines": "SELECT * FROM cart_lines WHERE user_id = $1 ORDER BY added_at",
    "purchase_requests": "SELECT * FROM purchase_requests WHERE user_id = $1 ORDER BY number",
    "purchase_changes": "SELECT * FROM purchase_changes WHERE user_id = $1 ORDER BY at",
}

_OLD_CHANGES = f"""
    DELETE FROM purchase_changes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM purchase_changes WHERE number IS NULL AND at < $1
        LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
    )) AND at < $1
"""  # noqa: S608 - a number of this module
"""Of carts. Those of requests stay with them."""


async def erase(connection: Connection, user_id: str) -> Counts:
    """Carts, requests and all that changed them. The catalog is nobody's."""
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
    erase=erase,
    export=export,
    purge=purge,
)
"""What the agent keeps in PostgreSQL."""
