"""Binds the tools of the enabled agents: each to what carries it out and to the record of calls."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from pydantic import BaseModel

from activities.tools import BoundTool, RecordToolCalls, RunTool, StepByRules
from adapters.postgres.pool import Connection
from adapters.postgres.tool_calls import PostgresToolCalls
from agents.parts import Handler, ToolKit
from domain.tools import Arguments, RunToolRequest, Tool, ToolResult


@dataclass(frozen=True)
class BoundTools:
    """What a worker runs for turns of the tool loop, beside the models."""

    run: RunTool
    record: RecordToolCalls
    by_rules: StepByRules


def bind_tools(
    toolkits: Mapping[str, ToolKit], calls: PostgresToolCalls, timeout: timedelta
) -> BoundTools:
    """``timeout`` is for tools that name none."""
    bound = {
        slug: {tool.name: in_database(tool, handler, calls) for tool, handler in kit.tools}
        for slug, kit in toolkits.items()
    }
    return BoundTools(
        run=RunTool(bound, calls, timeout),
        record=RecordToolCalls(calls),
        by_rules=StepByRules({slug: kit.rules for slug, kit in toolkits.items()}),
    )


def in_database(tool: Tool, handler: Handler, calls: PostgresToolCalls) -> BoundTool:
    """A tool whose effects are rows: they and the call's own row are one transaction."""

    async def carry_out(request: RunToolRequest, arguments: Arguments, attempt: int) -> ToolResult:
        async def work(connection: Connection) -> BaseModel:
            return await handler(connection, request, arguments)

        return await calls.carry_out(request, tool.effect, work, attempt=attempt)

    async def check(request: RunToolRequest, arguments: Arguments) -> BaseModel:
        return await calls.checked(lambda connection: handler(connection, request, arguments))

    async def settle(request: RunToolRequest) -> ToolResult:
        return await calls.settle(request, tool.effect)

    return BoundTool(tool, carry_out, check, settle)
