"""Binds the tools of the enabled agents: each to what carries it out and to the record of calls."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel

from activities.tools import BoundTool, RecordToolCalls, RunTool, StepByRules, ToolCalls, within
from adapters.mcp.errors import RemoteUnknownError
from adapters.mcp.sessions import ToolSessions, sessions_of
from adapters.postgres.pool import Connection
from adapters.postgres.tool_calls import PostgresToolCalls
from agents.parts import AgentParts, OutsideToolHandler, ToolHandler
from agents.registry import optional_part
from domain.errors import ToolRefusedError
from domain.tools import (
    Arguments,
    Effect,
    ErrorCode,
    RemoteCall,
    RemoteResult,
    RunToolRequest,
    Tool,
    ToolError,
    ToolResult,
    ToolSpec,
    ToolStatus,
)
from settings import Settings

if TYPE_CHECKING:  # the library is only loaded where a server is configured
    from adapters.mcp.tools import RemoteTools


class Elsewhere(Protocol):
    """A tool of another server. ``keyed``: the server knows a call that comes again by its id."""

    @property
    def tool(self) -> Tool: ...
    @property
    def keyed(self) -> str: ...
    async def call(self, call_id: str, arguments: Arguments, /) -> RemoteResult:
        """Raises ``RemoteUnknownError`` where it is not known whether it was carried out."""


@dataclass(frozen=True)
class BoundTools:
    """What a worker runs for turns of the tool loop, beside the models."""

    run: RunTool
    record: RecordToolCalls
    by_rules: StepByRules


def bind_tools(
    agents: Sequence[AgentParts],
    calls: PostgresToolCalls,
    timeout: timedelta,
    remote: "RemoteTools | None" = None,
) -> BoundTools:
    """``timeout`` is for tools that name none; ``remote`` are those of other servers."""
    bound = {
        parts.slug: _ToolsOf(
            {bound.tool.name: bound for bound in _bound(parts, calls, timeout)},
            partial(remote.of, parts.slug) if remote and parts.toolkit else tuple,
            calls,
            timeout,
        )
        for parts in agents
    }
    rules = {parts.slug: parts.toolkit.rules for parts in agents if parts.toolkit is not None}
    return BoundTools(
        run=RunTool(bound, calls),
        record=RecordToolCalls(calls),
        by_rules=StepByRules(rules),
    )


def _bound(parts: AgentParts, calls: PostgresToolCalls, timeout: timedelta) -> Iterator[BoundTool]:
    own = parts.toolkit.tools if parts.toolkit is not None else ()
    for tool, handler in (*parts.tools, *own):
        yield in_database(tool, handler, calls, timeout)
    for tool, work in parts.outside:
        yield outside(tool, work, calls, timeout)


class _ToolsOf(Mapping[str, BoundTool]):
    """Of one agent, by name. Those of other servers may come later."""

    def __init__(
        self,
        own: Mapping[str, BoundTool],
        remote: Callable[[], Sequence[Elsewhere]],
        calls: PostgresToolCalls,
        timeout: timedelta,
    ) -> None:
        self._own, self._remote, self._calls, self._timeout = own, remote, calls, timeout

    def __getitem__(self, name: str) -> BoundTool:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[str, BoundTool]:
        there = {
            each.tool.name: elsewhere(each, self._calls, self._timeout) for each in self._remote()
        }
        return {**there, **self._own}


def in_database(
    tool: Tool, handler: ToolHandler, calls: PostgresToolCalls, timeout: timedelta
) -> BoundTool:
    """A tool whose effects are rows: they and the call's own row are one transaction. ``timeout``
    is for a tool that names none.
    """
    limit = tool.timeout or timeout

    async def carry_out(request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        work = partial(timed, request, arguments)
        return await calls.carry_out(request, tool.effect, work, attempt=attempt)

    async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
        return await calls.checked(partial(timed, request, arguments))

    async def timed(
        request: RunToolRequest, arguments: Arguments, connection: Connection
    ) -> BaseModel:
        async with within(limit):
            return await handler(connection, request, arguments)

    async def settle(request: RunToolRequest) -> ToolResult:
        return await calls.settle(request, tool.effect)

    return BoundTool(tool, carry_out, check, settle)


def outside(
    tool: Tool, handler: OutsideToolHandler, calls: PostgresToolCalls, timeout: timedelta
) -> BoundTool:
    """A tool whose work is not one with the call's row: what it came to is kept behind it.
    ``timeout`` is for a tool that names none.
    """
    limit = tool.timeout or timeout

    async def carry_out(request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        return await kept(request, await check(request, arguments), attempt)

    async def kept(request: RunToolRequest, found: BaseModel, attempt: int = 1) -> ToolResult:
        result = ToolResult(call_id=request.call.call_id, value=found.model_dump(mode="json"))
        return await calls.keep(request, tool.effect, result, attempt=attempt)

    async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
        async with within(limit):
            return await handler(request, arguments)

    async def settle(request: RunToolRequest) -> ToolResult:
        """What was written in part is written to its end: each write is idempotent."""
        if tool.effect is Effect.READ:
            return await calls.settle(request, tool.effect)
        arguments = tool.arguments.model_validate_json(request.call.arguments)
        try:
            done = await handler(request, arguments)
        except ToolRefusedError:
            return await calls.settle(request, tool.effect)
        return await kept(request, done)

    return BoundTool(tool, carry_out, check, settle)


async def remote_tools(sessions: ToolSessions) -> "RemoteTools | None":
    """The tools that models may use of these servers, of those that answer now. None where models
    may use no server.
    """
    if not sessions.for_models:
        return None
    remote: RemoteTools = import_module("adapters.mcp.tools").RemoteTools(sessions)
    await remote.load()
    return remote


_LOOKING = timedelta(minutes=1)
"""For a server to start and to say what it has: only an operator waits."""
_one_look_at_a_time = asyncio.Lock()
"""Each look may start processes."""


async def tools_in_use(settings: Settings, agents: Sequence[str]) -> tuple[ToolSpec, ...]:
    """What the servers offer now whose tools these agents, or models in their work, use. Those that
    do not answer are left out. Each is asked anew, and left again.
    """
    sessions = sessions_of(settings)
    for slug in agents:
        own = getattr(optional_part(slug, "doctor"), "own_servers", dict)
        for name, server in own().items():
            sessions.add(name, server)
    module = await asyncio.to_thread(import_module, "adapters.mcp.tools")
    remote: RemoteTools = module.RemoteTools(sessions, _LOOKING, names=sessions.names)
    async with _one_look_at_a_time, aclosing(remote):
        await remote.load()
        return remote.offered()


def elsewhere(remote: Elsewhere, calls: ToolCalls, timeout: timedelta) -> BoundTool:
    """A tool of another server: what it changes is there, what it came to is kept here. ``timeout``
    is for a tool that names none.
    """
    tool = remote.tool
    limit = tool.timeout or timeout

    async def done(request: RunToolRequest, arguments: Arguments) -> ToolResult:
        call_id = request.call.call_id
        try:
            given = await remote.call(call_id, arguments)
        except RemoteUnknownError:
            return ToolResult(call_id=call_id, status=ToolStatus.UNKNOWN, error=_UNKNOWN)
        return ToolResult(call_id=call_id, value=given.value, note=given.note)

    async def carry_out(request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        async with within(limit):
            result = await done(request, arguments)
        return await calls.keep(request, tool.effect, result, attempt=attempt)

    async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
        return RemoteCall(tool=request.call.name, arguments=arguments.model_dump(mode="json"))

    async def settle(request: RunToolRequest) -> ToolResult:
        """Only a server that knows the call by its id can be asked again; of any other nobody can
        tell.
        """
        nothing = ToolResult(
            call_id=request.call.call_id, status=ToolStatus.UNKNOWN, error=_UNKNOWN
        )
        if remote.keyed and tool.timeout is not None:
            arguments = tool.arguments.model_validate_json(request.call.arguments)
            with suppress(TimeoutError, ToolRefusedError):
                async with asyncio.timeout(tool.timeout.total_seconds()):
                    nothing = await done(request, arguments)
        return await calls.keep(request, tool.effect, nothing)

    return BoundTool(tool, carry_out, check, settle)


_UNKNOWN = ToolError(
    code=ErrorCode.TIMEOUT,
    message="The other server did not answer: nobody knows whether it was done.",
    hint="Do not try it again. Tell the person that it is not known.",
)
