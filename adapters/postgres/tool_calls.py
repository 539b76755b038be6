"""Calls of tools: what a call changes and its row are one transaction, so each happens once."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from pydantic import BaseModel, JsonValue

from adapters.postgres.pool import Connection, Database, Row
from domain.errors import OtherCallError
from domain.tools import (
    CallRecord,
    Effect,
    ErrorCode,
    RecordCallsRequest,
    RunToolRequest,
    ToolCall,
    ToolError,
    ToolResult,
    ToolStatus,
)

AT_ONCE = 6
"""Of the pool's connections: a tool holds one while it works, and slow tools must leave some for
words and replies."""

Work = Callable[[Connection], Awaitable[BaseModel]]

_UNDER_WAY = "running"
"""Of a row inside the transaction that carries the call out: nobody else ever sees it."""

_INSERT = """
    INSERT INTO tool_calls (
        call_id, user_id, conversation_id, task_id, agent, turn, round, tool, effect,
        arguments, digest, status, error_code, result, attempts, duration_ms
    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
    ON CONFLICT (call_id) DO NOTHING
    RETURNING true
"""
"""Waits for a transaction that has put the same id there and is not over."""

_FINISH = "UPDATE tool_calls SET status = $2, result = $3, duration_ms = $4 WHERE call_id = $1"

_STORED = "SELECT user_id, digest, result FROM tool_calls WHERE call_id = $1"

_SETTLED = ToolError(
    code=ErrorCode.TIMEOUT,
    message="It took too long and was not carried out: nothing was changed.",
    hint="It may be tried again.",
)


class PostgresToolCalls:
    """Implements ``ToolCalls``. A call's first row counts; the same id for another call raises
    ``OtherCallError``.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._room = asyncio.Semaphore(AT_ONCE)

    async def carry_out(
        self, request: RunToolRequest, effect: Effect, work: Work, *, attempt: int = 1
    ) -> ToolResult:
        """Does the work once: whatever it changes is there if and only if the row is. A second
        attempt, or one that comes late, finds the row and does nothing.

        Raises what ``work`` raises; nothing of it is kept then.
        """
        started = time.perf_counter()
        async with self._room, self._database.transaction() as connection:
            row = _row(request, request, effect, (_UNDER_WAY, None, None), attempt)
            if not await connection.fetchval(_INSERT, *row):
                return await _stored(connection, request.person.user_id, request.call)
            value = await work(connection)
            result = ToolResult(
                call_id=request.call.call_id, value=value.model_dump(mode="json"), recorded=True
            )
            took = round((time.perf_counter() - started) * 1000)
            ended = result.status, result.model_dump(mode="json"), took
            await connection.execute(_FINISH, request.call.call_id, *ended)
        return result

    async def checked(self, work: Work) -> BaseModel:
        """What ``work`` finds out. Whatever it changes is taken back."""
        async with self._room, self._database.connection() as connection:
            trial = connection.transaction()
            await trial.start()
            try:
                return await work(connection)
            finally:
                await trial.rollback()

    async def keep(
        self,
        request: RunToolRequest,
        effect: Effect,
        result: ToolResult,
        *,
        attempt: int = 1,
        took: timedelta = timedelta(0),
    ) -> ToolResult:
        """A call that changed nothing. Gives what was kept of it first."""
        kept = result.model_copy(update={"recorded": True})
        duration = round(took.total_seconds() * 1000)
        row = _row(request, request, effect, _outcome(kept), attempt, duration)
        async with self._database.connection() as connection:
            if await connection.fetchval(_INSERT, *row):
                return kept
            return await _stored(connection, request.person.user_id, request.call)

    async def settle(self, request: RunToolRequest, effect: Effect) -> ToolResult:
        """What became of a call that nobody answered. If it is not there it is put there as not
        executed, so that a late attempt at it does nothing; one under way is waited for.
        """
        nothing = ToolResult(
            call_id=request.call.call_id, status=ToolStatus.NOT_EXECUTED, error=_SETTLED
        )
        return await self.keep(request, effect, nothing)

    async def find(self, user_id: str, call_id: str) -> ToolResult | None:
        """The stored result of this person's call; None where no such call of theirs is stored."""
        row = await self._database.fetchrow(_STORED, call_id)
        if row is None or row["user_id"] != user_id or row["result"] is None:
            return None
        return ToolResult.model_validate(row["result"])

    async def record(self, request: RecordCallsRequest) -> None:
        """Calls that were refused before anything ran."""
        kept = [(c, c.result.model_copy(update={"recorded": True})) for c in request.calls]
        rows = [_row(request, each, each.effect, _outcome(result)) for each, result in kept]
        async with self._database.connection() as connection:
            await connection.executemany(_INSERT, rows)


async def _stored(connection: Connection, user_id: str, call: ToolCall) -> ToolResult:
    row: Row | None = await connection.fetchrow(_STORED, call.call_id)
    if row is None or row["user_id"] != user_id or row["digest"] != call.digest:
        raise OtherCallError(f"the id of the call {call.name} was used for another one")
    return ToolResult.model_validate(row["result"])


def _outcome(result: ToolResult) -> tuple[Any, ...]:
    """Returns the columns ``status``, ``error_code`` and ``result``."""
    code = result.error.code if result.error else None
    return (result.status, code, result.model_dump(mode="json"))


def _row(  # noqa: PLR0913, PLR0917 - the columns
    request: RunToolRequest | RecordCallsRequest,
    made: RunToolRequest | CallRecord,
    effect: Effect | None,
    outcome: tuple[Any, ...],
    attempts: int = 0,
    duration: int = 0,
) -> tuple[Any, ...]:
    """Returns the columns of ``_INSERT``; ``made`` is what holds the call, its turn and round."""
    call = made.call
    user_id = request.user_id if isinstance(request, RecordCallsRequest) else request.person.user_id
    try:
        arguments: JsonValue = json.loads(call.arguments)
    except ValueError:
        arguments = call.arguments
    task = request.conversation_id, request.task_id, request.agent, made.turn, made.round
    tool = call.name, effect, arguments, call.digest
    return (call.call_id, user_id, *task, *tool, *outcome, attempts, duration)
