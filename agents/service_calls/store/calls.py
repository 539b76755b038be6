"""Calls, their log and the audit of their fields, as rows."""

import json
from collections.abc import Sequence
from enum import StrEnum

import structlog
from pydantic import JsonValue

from adapters.encryption.keyring import Keyring
from adapters.encryption.sealing import Sealed, opened, seal
from adapters.postgres.pool import Connection, Database, Row
from agents.service_calls.exchange import (
    CallRow,
    Change,
    LogLine,
    MadeTaskRequest,
    MadeTaskShown,
    OpenVisits,
    OpenVisitsRequest,
    Rated,
    RateRequest,
    Recorded,
    RecordRequest,
)
from agents.service_calls.tool_results import slot_of
from domain.errors import AppError

_log = structlog.get_logger(__name__)


class Logged(StrEnum):
    """What of calls is logged."""

    OFF = "off"
    METADATA = "metadata"
    """Without words, values and prompts."""
    FULL = "full"


_CALL = """
    INSERT INTO service_calls AS call (
        task_id, agent_session_id, conversation_id, user_id, channel, graph_sha256, started_at,
        ended_at, outcome, hangup_status, nodes, tool_ok, tool_failed, main_ask, service,
        customer_ref, task_ref, erasable, booked_until
    ) VALUES (
        $1, $2, $3, $4, $5, $6, coalesce($7, now()), CASE WHEN $8::boolean THEN now() END,
        $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
    )
    ON CONFLICT (task_id) DO UPDATE SET
        ended_at = coalesce(call.ended_at, excluded.ended_at),
        outcome = coalesce(excluded.outcome, call.outcome),
        hangup_status = excluded.hangup_status, nodes = excluded.nodes,
        tool_ok = excluded.tool_ok, tool_failed = excluded.tool_failed,
        main_ask = excluded.main_ask, service = excluded.service,
        customer_ref = excluded.customer_ref, task_ref = excluded.task_ref,
        erasable = excluded.erasable, booked_until = excluded.booked_until
    WHERE call.nodes <= excluded.nodes
"""
"""What an attempt wrote that came too late does not replace what was written since."""

_LINES = """
    INSERT INTO service_call_log (task_id, step, kind, at, body, sealed, key)
    SELECT task_id, step, kind, coalesce(at, now()), body, sealed, key
    FROM unnest(
        $1::text[], $2::integer[], $3::text[], $4::timestamptz[],
        $5::jsonb[], $6::bytea[], $7::text[]
    ) WITH ORDINALITY AS line (task_id, step, kind, at, body, sealed, key, place)
    ORDER BY place
    ON CONFLICT DO NOTHING RETURNING step, kind
"""

_ONE_MORE = """
    INSERT INTO service_call_log (task_id, step, kind, at, body, sealed, key, n)
    SELECT $1, $2, $3, coalesce($4, clock_timestamp()), $5, $6, $7, count(*)
    FROM service_call_log WHERE task_id = $1 AND step = $2 AND kind = $3
"""
"""Questions to models of one step, one behind the other; each was really asked."""

_CHANGE = """
    INSERT INTO service_call_changes (task_id, n, field, before, after, source)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
"""


_OF_A_VISIT = ("task_number", "appointment_details")
"""Fields of the last matter that a call booked."""
_OPEN_VISITS = """
    SELECT service, main_ask, booked_until, (
        SELECT jsonb_object_agg(field, after) FROM (
            SELECT DISTINCT ON (field) field, after FROM service_call_changes AS change
            WHERE change.task_id = call.task_id AND field = ANY($3)
            ORDER BY field, n DESC
        ) AS last
    ) AS told
    FROM service_calls AS call
    WHERE user_id = $1 AND outcome = 'booked' AND booked_until > $2
    ORDER BY booked_until LIMIT 3
"""


class PostgresCallLog:
    """Implements ``CallLog``. With ``keys`` the bodies of the log are sealed."""

    def __init__(self, database: Database, logged: Logged, keys: Keyring | None = None) -> None:
        self._database = database
        self._logged = logged
        self._keys = keys

    async def record(self, request: RecordRequest) -> Recorded:
        row = request.row
        async with self._database.transaction() as connection:
            before = await connection.fetchval(
                "SELECT ended_at FROM service_calls WHERE task_id = $1 FOR UPDATE", row.task_id
            )
            await connection.execute(_CALL, *(getattr(row, name) for name in CallRow.model_fields))
            new = await self._written(connection, row.task_id, request.lines)
            await connection.executemany(
                _CHANGE, [_change(row.task_id, change) for change in request.changes]
            )
        return Recorded(ended=row.ended and before is None, lines=new)

    async def note(self, task_id: str, lines: Sequence[LogLine]) -> None:
        if self._logged is Logged.OFF:
            return
        try:
            async with self._database.transaction() as connection:
                await connection.execute("SELECT pg_advisory_xact_lock(hashtext($1))", task_id)
                await connection.executemany(
                    _ONE_MORE, [self._values(task_id, line) for line in lines]
                )
        except AppError as error:
            _log.warning("service_call.not_noted", task_id=task_id, code=error.code)

    async def rate(self, request: RateRequest) -> Rated:
        async with self._database.connection() as connection:
            new = await connection.fetchval(
                """
                WITH known AS (
                    SELECT task_id, rating FROM service_calls
                    WHERE task_id = $1 AND user_id = $2 FOR UPDATE
                )
                UPDATE service_calls AS call SET rating = $3 FROM known
                WHERE call.task_id = known.task_id RETURNING known.rating IS DISTINCT FROM $3
                """,
                request.task_id,
                request.user_id,
                request.rating,
            )
        return Rated(known=new is not None, new=bool(new))

    async def made(self, request: MadeTaskRequest) -> bool:
        async with self._database.connection() as connection:
            found = await connection.fetchval(
                """
                SELECT EXISTS (
                    SELECT FROM service_calls JOIN service_call_changes USING (task_id)
                    WHERE user_id = $1 AND field = 'task_id' AND after = to_jsonb($2::text)
                )
                """,
                request.user_id,
                request.task_ref,
            )
        return bool(found)

    async def open_visits(self, request: OpenVisitsRequest) -> OpenVisits:
        async with self._database.connection() as connection:
            rows = await connection.fetch(
                _OPEN_VISITS, request.user_id, request.at, list(_OF_A_VISIT)
            )
        return OpenVisits(visits=tuple(_visit(row, request.timezone) for row in rows))

    async def _written(
        self, connection: Connection, task_id: str, lines: Sequence[LogLine]
    ) -> tuple[LogLine, ...]:
        """Those that were not there before."""
        if self._logged is Logged.OFF or not lines:
            return ()
        columns = zip(*(self._values(task_id, line) for line in lines), strict=True)
        rows = await connection.fetch(_LINES, *(list(column) for column in columns))
        new = {(row["step"], row["kind"]) for row in rows}
        return tuple(line for line in lines if (line.step, line.kind) in new)

    def _values(self, task_id: str, line: LogLine) -> tuple[object, ...]:
        """The first columns of the log, in their order."""
        place = (task_id, line.step, line.kind, line.at)
        body = line.body
        if self._logged is Logged.FULL and line.private:
            body = {**body, "private": line.private}
        if self._keys is None:
            return *place, body, None, None
        sealed = seal(self._keys, json.dumps(body, ensure_ascii=False).encode(), task_id)
        return *place, None, sealed.content, sealed.key


def body_of(row: Row, keys: Keyring | None) -> dict[str, JsonValue]:
    """The body of a line of the log. Raises ``UnreadablePayloadError``."""
    if row["sealed"] is None:
        return dict(row["body"])
    content = opened(keys, Sealed(row["key"], row["sealed"]), row["task_id"])
    body: dict[str, JsonValue] = json.loads(content)
    return body


def _visit(row: Row, timezone: str) -> MadeTaskShown:
    told = row["told"] or {}
    return MadeTaskShown(
        number=str(told.get("task_number") or ""),
        service=row["service"],
        about=row["main_ask"],
        booked=slot_of(str(told.get("appointment_details") or ""), row["booked_until"], timezone),
    )


def _change(task_id: str, change: Change) -> tuple[object, ...]:
    return task_id, change.n, change.field, change.before, change.after, change.source
