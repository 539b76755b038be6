"""The record of calls in memory, and a box whose tools change what is in it."""

import asyncio
from collections import defaultdict
from datetime import timedelta

from pydantic import BaseModel

from activities.tools import BoundTool, within
from agents.parts import OutsideToolHandler
from domain.errors import AppError, OtherCallError, ToolRefusedError
from domain.tools import (
    Arguments,
    Effect,
    ErrorCode,
    RecordCallsRequest,
    RunToolRequest,
    Tool,
    ToolError,
    ToolResult,
    ToolStatus,
)
from tests.toy.box.things import TOOLS, Put, Things

PATIENT = timedelta(minutes=1)
"""For a tool that names no limit of its own."""


class InMemoryToolCalls:
    """Implements ``ToolCalls``. ``failure`` is a database that is away."""

    def __init__(self) -> None:
        self.rows: dict[str, ToolResult] = {}
        self.digests: dict[str, str] = {}
        self.failure: AppError | None = None
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def stored(self, request: RunToolRequest) -> ToolResult | None:
        if self.failure is not None:
            raise self.failure
        call = request.call
        if self.digests.setdefault(call.call_id, call.digest) != call.digest:
            raise OtherCallError(call.call_id)
        return self.rows.get(call.call_id)

    def lock(self, request: RunToolRequest) -> asyncio.Lock:
        """Held by who carries the call out, as by a transaction."""
        return self._locks[request.call.call_id]

    async def keep(
        self,
        request: RunToolRequest,
        effect: Effect,
        result: ToolResult,
        *,
        attempt: int = 1,
        took: timedelta = timedelta(0),
    ) -> ToolResult:
        del effect, attempt, took
        async with self.lock(request):
            kept = result.model_copy(update={"recorded": True})
            return self.stored(request) or self.rows.setdefault(request.call.call_id, kept)

    async def record(self, request: RecordCallsRequest) -> None:
        if self.failure is not None:
            raise self.failure
        for each in request.calls:
            self.rows.setdefault(each.call.call_id, each.result)


def remembered(tool: Tool, handler: OutsideToolHandler, calls: InMemoryToolCalls) -> BoundTool:
    """A tool that an agent carries out itself, once for each call."""

    async def carry_out(request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        del attempt
        async with calls.lock(request):
            stored = calls.stored(request)
            if stored is not None:
                return stored
            value = (await handler(request, arguments)).model_dump(mode="json")
            result = ToolResult(call_id=request.call.call_id, value=value, recorded=True)
            return calls.rows.setdefault(request.call.call_id, result)

    async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
        return await handler(request, arguments)

    async def settle(request: RunToolRequest) -> ToolResult:
        error = ToolError(code=ErrorCode.TIMEOUT, message="It was not carried out.")
        status = ToolStatus.NOT_EXECUTED
        nothing = ToolResult(call_id=request.call.call_id, status=status, error=error)
        return await calls.keep(request, tool.effect, nothing)

    return BoundTool(tool, carry_out, check, settle)


class Box:
    """``ran`` are the calls that were begun, in order. ``hold`` makes a tool wait before it has
    done anything; ``hold_answers`` afterwards, when all of it is kept.
    """

    def __init__(self) -> None:
        self.calls = InMemoryToolCalls()
        self.things: list[str] = []
        self.ran: list[str] = []
        self.requests: list[RunToolRequest] = []
        self.begun: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.gates: dict[str, asyncio.Event] = {}
        self.answers: dict[str, asyncio.Event] = {}
        self.refusal: ToolRefusedError | None = None
        """Of the next call that burns."""

    def hold(self, name: str) -> asyncio.Event:
        return self.gates.setdefault(name, asyncio.Event())

    def hold_answers(self, name: str) -> asyncio.Event:
        return self.answers.setdefault(name, asyncio.Event())

    def bound(self) -> dict[str, BoundTool]:
        return {tool.name: self._bound(tool) for tool in TOOLS}

    def _bound(self, tool: Tool) -> BoundTool:
        async def carry_out(
            request: RunToolRequest, arguments: Arguments, attempt: int
        ) -> ToolResult:
            del attempt
            async with within(tool.timeout or PATIENT):
                return await once(request, arguments)

        async def once(request: RunToolRequest, arguments: Arguments) -> ToolResult:
            async with self.calls.lock(request):
                stored = self.calls.stored(request)
                if stored is not None:
                    return stored
                value = await self._work(tool, request, arguments)
                result = ToolResult(
                    call_id=request.call.call_id, value=value.model_dump(mode="json"), recorded=True
                )
                self.calls.rows[request.call.call_id] = result
            if tool.name in self.answers:
                await self.answers[tool.name].wait()
            return result

        async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
            del request, arguments
            self.ran.append(f"check {tool.name}")
            if self.calls.failure is not None:
                raise self.calls.failure
            return self.inside

        async def settle(request: RunToolRequest) -> ToolResult:
            self.ran.append(f"settle {tool.name}")
            error = ToolError(code=ErrorCode.TIMEOUT, message="It was not carried out.")
            nothing = ToolResult(
                call_id=request.call.call_id, status=ToolStatus.NOT_EXECUTED, error=error
            )
            return await self.calls.keep(request, tool.effect, nothing)

        return BoundTool(tool, carry_out, check, settle)

    @property
    def inside(self) -> Things:
        return Things(things=tuple(self.things))

    async def _work(self, tool: Tool, request: RunToolRequest, arguments: Arguments) -> Things:
        self.ran.append(tool.name)
        self.requests.append(request)
        self.begun[tool.name].set()
        if tool.name in self.gates:
            await self.gates[tool.name].wait()
        if tool.name == "broken":
            raise RuntimeError("SELECT * FROM secrets failed at /srv/steward")
        if isinstance(arguments, Put):
            self.things += [arguments.thing] * arguments.times
        if tool.name == "burn":
            if self.refusal is not None:
                refusal, self.refusal = self.refusal, None
                raise refusal
            self.things.clear()
        return self.inside
