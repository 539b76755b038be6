"""The order in which one person's writes happen."""

from adapters.postgres.pool import Connection


async def queue_up(connection: Connection, user_id: str) -> None:
    """All writes of one person queue behind this lock, which is held until the transaction ends.
    Two persons may share a key: then they wait, no more.
    """
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", f"ledger:{user_id}"
    )
