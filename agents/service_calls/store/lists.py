"""Calls as operators look at them."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring
from adapters.postgres.parts import rows
from adapters.postgres.pool import Database, Row
from agents.service_calls.store.calls import body_of
from domain.errors import NotFoundError

Listed = Sequence[Mapping[str, JsonValue]]

_CALLS = """
    SELECT * FROM service_calls WHERE $1 IN ('', outcome) ORDER BY started_at DESC LIMIT $2
"""
_ONE = """
    SELECT * FROM service_calls
    WHERE task_id = $1 OR starts_with(agent_session_id, $1)
    ORDER BY (task_id = $1 OR agent_session_id = $1) DESC LIMIT 2
"""
_CHANGES = "SELECT * FROM service_call_changes WHERE task_id = $1 ORDER BY n"
_LINES = """
    SELECT * FROM service_call_log
    WHERE ($1 = '' OR task_id = $1) AND ($2 = '' OR kind = $2) AND id > $3 ORDER BY id LIMIT $4
"""
_LAST = """
    SELECT coalesce(min(id), 0) - 1 FROM (
        SELECT id FROM service_call_log
        WHERE ($1 = '' OR task_id = $1) AND ($2 = '' OR kind = $2) ORDER BY id DESC LIMIT $3
    ) AS last
"""
_KINDS = """
    SELECT kind, count(*) FROM service_call_log WHERE $1 IN ('', task_id) GROUP BY 1 ORDER BY 1
"""
_MOST_LINES = 10_000


async def calls(database: Database, outcome: str, limit: int) -> Listed:
    """The newest first."""
    async with database.connection() as connection:
        return await rows(connection, _CALLS, outcome, limit)


async def call(database: Database, name: str) -> Mapping[str, JsonValue]:
    """By its id, or the beginning of its session's. Raises ``NotFoundError``."""
    async with database.connection() as connection:
        found = await rows(connection, _ONE, name)
    exact = [each for each in found if name in {each["task_id"], each["agent_session_id"]}]
    if not name or len(exact or found) != 1:
        raise NotFoundError(f"{name!r} is not one call: `steward calls list`")
    return (exact or found)[0]


async def changes(database: Database, task_id: str) -> Listed:
    async with database.connection() as connection:
        return await rows(connection, _CHANGES, task_id)


async def before_the_last(database: Database, task_id: str, kind: str, limit: int) -> int:
    """Behind which id the last lines are."""
    async with database.connection() as connection:
        return int(await connection.fetchval(_LAST, task_id, kind, limit))


async def lines(
    database: Database, keys: Keyring | None, task_id: str, kind: str = "", behind: int = 0
) -> Listed:
    """As they were written; of any call where ``task_id`` is empty. What cannot be opened says
    so.
    """
    async with database.connection() as connection:
        found = await connection.fetch(_LINES, task_id, kind, behind, _MOST_LINES)
    return [
        {
            "id": row["id"],
            "task_id": row["task_id"],
            "step": row["step"],
            "kind": row["kind"],
            "at": row["at"].isoformat(),
            "body": _readable(row, keys),
        }
        for row in found
    ]


async def kinds(database: Database, task_id: str = "") -> Mapping[str, int]:
    """How many lines there are of each kind."""
    async with database.connection() as connection:
        return {row["kind"]: row["count"] for row in await connection.fetch(_KINDS, task_id)}


def _readable(row: Row, keys: Keyring | None) -> JsonValue:
    try:
        return body_of(row, keys)
    except UnreadablePayloadError as error:
        return {"sealed": error.why}
