"""Calls of tools, carried out once each; and the next step of a turn by rules alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog
from pydantic import BaseModel, ValidationError
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import StepRules
from domain.errors import AppError, OtherCallError, ToolRefusedError, UnknownToolError
from domain.tools import (
    Arguments,
    Effect,
    ErrorCode,
    RecordCallsRequest,
    RunToolRequest,
    Step,
    StepRequest,
    Tool,
    ToolError,
    ToolResult,
    ToolStatus,
    refused_arguments,
)

_log = structlog.get_logger(__name__)


class ToolCalls(Protocol):
    """The record of calls: one row for each id, and what is there stays."""

    async def keep(
        self,
        request: RunToolRequest,
        effect: Effect,
        result: ToolResult,
        *,
        attempt: int = 1,
        took: timedelta = timedelta(0),
    ) -> ToolResult:
        """Keeps what a call came to that changed nothing. Gives what was kept of it first."""

    async def record(self, request: RecordCallsRequest) -> None:
        """Keeps calls for which nothing was carried out."""


class TookTooLongError(Exception):
    """A tool worked for longer than it may."""


@asynccontextmanager
async def within(limit: timedelta) -> AsyncIterator[None]:
    """Raises ``TookTooLongError`` in place of whatever else comes of work that is ended."""
    clock = asyncio.timeout(limit.total_seconds())
    try:
        async with clock:
            yield
    except Exception as error:
        if clock.expired():
            raise TookTooLongError from error
        raise


@dataclass(frozen=True)
class BoundTool:
    """A tool as a worker has it. ``carry_out`` and ``check`` raise ``ToolRefusedError`` for what
    the engine is told, and ``TookTooLongError``. Waiting for a connection to the database is no
    work of the tool: a database that is away is an outage and not a slow tool.
    """

    tool: Tool
    carry_out: Callable[[RunToolRequest, Arguments, int], Awaitable[ToolResult]]
    """With the number of the attempt. What it changes and what it came to are kept together, or
    not at all; the same id again gives what was kept."""
    check: Callable[[RunToolRequest, Arguments], Awaitable[BaseModel]]
    """Changes nothing: the facts that a yes would agree to."""
    settle: Callable[[RunToolRequest], Awaitable[ToolResult]]
    """What became of a call that nobody answered: from then on it is either done or never will
    be."""


class RunTool:
    """Carries calls out. ``tools`` by agent and name."""

    def __init__(
        self,
        tools: Mapping[str, Mapping[str, BoundTool]],
        calls: ToolCalls,
    ) -> None:
        self._tools = tools
        self._calls = calls

    @activity.defn
    async def run_tool(self, request: RunToolRequest) -> ToolResult:
        """Idempotent on the call's id. What a tool refuses or fails with is a result, too; only a
        database that is away, and a tool that this worker does not know, are failures.
        """
        with app_errors():
            bound = self._tools.get(request.agent, {}).get(request.call.name)
            if bound is None:
                raise UnknownToolError(f"{request.agent} has no tool {request.call.name} here")
            if request.settle:
                return await bound.settle(request)
            started = time.perf_counter()
            result = await self._result(bound, request)
        _log.debug(
            "tool.executed",
            task_id=request.task_id,
            tool=request.call.name,
            status=result.status.value,
            error=result.error.code.value if result.error else None,
            duration_ms=round((time.perf_counter() - started) * 1000),
        )
        return result

    async def _result(self, bound: BoundTool, request: RunToolRequest) -> ToolResult:
        attempt, started = activity.info().attempt, time.perf_counter()
        error = await self._tried(bound, request, attempt)
        if isinstance(error, ToolResult):
            return error
        failed = ToolResult(call_id=request.call.call_id, status=ToolStatus.FAILED, error=error)
        changes = bound.tool.effect is not Effect.READ
        if request.check or (changes and error.code is ErrorCode.TIMEOUT):
            return failed  # of a write that took too long, only settling it tells what became of it
        took = timedelta(seconds=time.perf_counter() - started)
        return await self._calls.keep(
            request, bound.tool.effect, failed, attempt=attempt, took=took
        )

    async def _tried(
        self, bound: BoundTool, request: RunToolRequest, attempt: int
    ) -> ToolResult | ToolError:
        try:
            arguments = bound.tool.arguments.model_validate_json(request.call.arguments)
        except ValidationError as error:
            return refused_arguments(bound.tool, error)
        try:
            if not request.check:
                return await bound.carry_out(request, arguments, attempt)
            facts = await bound.check(request, arguments)
            return ToolResult(call_id=request.call.call_id, value=facts.model_dump(mode="json"))
        except ToolRefusedError as error:
            return ToolError(
                code=ErrorCode(error.refusal),
                message=str(error),
                hint=error.hint,
                details=error.details,
            )
        except TookTooLongError:
            _log.warning("tool.timeout", task_id=request.task_id, tool=request.call.name)
            return _TOOK_TOO_LONG
        except Exception as error:
            if isinstance(error, OtherCallError) or (
                isinstance(error, AppError) and error.retryable
            ):
                raise
            # Its text may hold a path, SQL or what somebody said.
            _log.exception("tool.failed", task_id=request.task_id, tool=request.call.name)
            return _FAILED


class RecordToolCalls:
    """Writes down calls that were not carried out."""

    def __init__(self, calls: ToolCalls) -> None:
        self._calls = calls

    @activity.defn
    async def record_tool_calls(self, request: RecordCallsRequest) -> None:
        """Idempotent on the calls' ids."""
        with app_errors():
            await self._calls.record(request)


class StepByRules:
    """Pure rules, within milliseconds. ``rules`` are by agent."""

    def __init__(self, rules: Mapping[str, StepRules]) -> None:
        self._rules = rules

    @activity.defn
    async def agent_step_by_rules(self, request: StepRequest) -> Step:
        """The next step of a turn, from its words and results."""
        with app_errors():
            rules = self._rules.get(request.agent)
            if rules is None:
                raise UnknownToolError(f"{request.agent} has no rules here")
            return rules.step(request)


_TOOK_TOO_LONG = ToolError(
    code=ErrorCode.TIMEOUT,
    message="It took too long and was ended.",
    hint="Try once more, ask for less, or do something else.",
)

_FAILED = ToolError(
    code=ErrorCode.INTERNAL,
    message="It failed, and not because of how it was called.",
    hint="Do something else, or say that it did not work.",
)
