"""Replies to calls of this agent's tools, by the tool's name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agents.contract import CallReply, failure_of
from domain.replies import Content
from domain.tools import Tool, ToolCall, ToolError, ToolResult

Reply = Callable[[ToolCall, ToolResult], CallReply]


def replies_of(
    tools: Sequence[Tool],
    tell: Callable[[ToolCall, Any], CallReply],
    refuse: Callable[[ToolCall, ToolError], Content | CallReply | None] = lambda _call, _error: (
        None
    ),
) -> Mapping[str, Reply]:
    """Returns a reply for each of the tools. ``tell`` is given the typed result of a call that was
    carried out, ``refuse`` the error of another one; what it has no reply for is told in the
    platform's words.
    """

    def reply_as(tool: Tool) -> Reply:
        def reply(call: ToolCall, result: ToolResult) -> CallReply:
            if result.error is None:
                return tell(call, tool.result.model_validate(result.value))
            told = refuse(call, result.error) or failure_of(result.error)
            return told if isinstance(told, CallReply) else CallReply(told)

        return reply

    return {tool.name: reply_as(tool) for tool in tools}
