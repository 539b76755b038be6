"""What the platform must do with this agent's tables: delete, show, forget."""

from datetime import UTC, datetime, timedelta

from adapters.postgres.parts import Counts, Rows, TablePart, repeated, rows, run
from adapters.postgres.pool import Connection, Database
from agents.service_calls.settings import ServiceCallSettings

ROWS_A_BATCH = 1_000
"""What is locked and rolled back together stays small."""

_THEIRS = "task_id IN (SELECT task_id FROM service_calls WHERE user_id = $1)"
_UNRECORDED = """
    (split_part(task_id, '/', 1) = 'conversation:' || $1
    OR starts_with(task_id, 'conversation:' || split_part($1, ':', 1) || ':-')
        AND right(split_part(task_id, '/', 1), length(split_part($1, ':', 2)) + 1)
            = '.' || split_part($1, ':', 2))
"""
"""Lines of a call whose row was never written: of a person's own chat, by its name alone."""

_EXPORT = {
    "service_calls": "SELECT * FROM service_calls WHERE user_id = $1 ORDER BY started_at",
    "service_call_log": f"""
        SELECT task_id, step, kind, at, body FROM service_call_log
        WHERE {_THEIRS} OR {_UNRECORDED} ORDER BY id
    """,  # noqa: S608 - constants of this module
    "service_call_changes": f"""
        SELECT * FROM service_call_changes WHERE {_THEIRS} ORDER BY task_id, n
    """,  # noqa: S608 - as above
}

_OLD_LINES = f"""
    DELETE FROM service_call_log WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM service_call_log WHERE at < $1
        LIMIT {ROWS_A_BATCH} FOR UPDATE SKIP LOCKED
    )) AND at < $1
"""  # noqa: S608 - a number of this module

_OLD_GRAPHS = """
    DELETE FROM service_graphs AS graph
    WHERE stored_at < $1
      AND stored_at < (SELECT max(stored_at) FROM service_graphs)
      AND NOT EXISTS (SELECT FROM service_calls WHERE graph_sha256 = graph.sha256)
"""
"""The newest stays: the next call begins with it."""


_ELSEWHERE = """
    SELECT held.key,
        CASE WHEN EXISTS (
            SELECT FROM service_calls AS other
            WHERE other.customer_ref = held.value AND other.user_id <> call.user_id
        ) THEN '' ELSE held.value END,
        call.user_id
    FROM service_calls AS call, jsonb_each_text(call.erasable) AS held
    UNION ALL
    SELECT 'services', '', user_id FROM service_calls WHERE task_ref <> '' AND erasable = '{}'
"""
"""Customers that a person's calls created. Without a reference, what nobody erases there: a
customer with whom others have made appointments since, and tasks of a customer who was known
before. The person is told which system keeps it.
"""


async def erase(connection: Connection, user_id: str) -> Counts:
    """Calls with their log and the audit. Graphs are nobody's."""
    await run(
        connection,
        f"DELETE FROM service_call_log WHERE {_THEIRS} OR {_UNRECORDED}",  # noqa: S608 - as above
        user_id,
    )
    calls = await run(connection, "DELETE FROM service_calls WHERE user_id = $1", user_id)
    return {"calls": calls}


async def export(connection: Connection, user_id: str) -> Rows:
    """Without the bodies that are sealed: only who has PAYLOAD_KEYS reads them. What they are made
    of is in the audit, and in what was said.
    """
    return {
        table: await rows(connection, statement, user_id) for table, statement in _EXPORT.items()
    }


async def purge(database: Database, before: datetime) -> Counts:
    """Calls stay. Lines of the log go after ``LLM_LOG_RETENTION_DAYS``, graphs when no call names
    them.
    """
    days = ServiceCallSettings.load().llm_log_retention_days
    lines = await repeated(database, _OLD_LINES, datetime.now(UTC) - timedelta(days=days))
    graphs = await repeated(database, _OLD_GRAPHS, before)
    return {"call_lines": lines, "graphs": graphs}


PART = TablePart(
    tables=("service_graphs", "service_calls", "service_call_log", "service_call_changes"),
    erase=erase,
    export=export,
    purge=purge,
    still_to_come="""
        SELECT coalesce(nullif(service, ''), nullif(main_ask, ''), task_ref), booked_until, user_id
        FROM service_calls WHERE booked_until IS NOT NULL
    """,
    elsewhere=_ELSEWHERE,
    conversations="SELECT conversation_id, user_id FROM service_calls",
)
"""What the agent keeps in PostgreSQL."""
