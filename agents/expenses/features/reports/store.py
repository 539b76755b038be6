"""Which digests there are, by the ids of their schedules."""

from adapters.postgres.conversations import touch
from adapters.postgres.pool import Connection
from agents.expenses.features.reports.digests import KeptDigest

_KEEP = """
    INSERT INTO digests (schedule_id, user_id, conversation_id, every, weekday, hour, timezone)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (schedule_id) DO UPDATE SET every = excluded.every, weekday = excluded.weekday,
        hour = excluded.hour, timezone = excluded.timezone
"""
_FIND = """
    SELECT schedule_id, user_id, conversation_id, every, weekday, hour, timezone
    FROM digests WHERE schedule_id = $1
"""


async def keep(connection: Connection, kept: KeptDigest) -> None:
    """Idempotent on the schedule."""
    await touch(connection, kept.conversation_id)
    own = kept.schedule_id, kept.user_id, kept.conversation_id
    when = kept.every.value, kept.weekday, kept.hour, kept.timezone
    await connection.execute(_KEEP, *own, *when)


async def find(connection: Connection, schedule_id: str) -> KeptDigest | None:
    row = await connection.fetchrow(_FIND, schedule_id)
    return None if row is None else KeptDigest.model_validate(dict(row))


async def drop(connection: Connection, schedule_id: str) -> None:
    """Idempotent."""
    await connection.execute("DELETE FROM digests WHERE schedule_id = $1", schedule_id)
