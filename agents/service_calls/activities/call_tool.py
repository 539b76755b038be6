"""A tool of another server is called."""

from datetime import timedelta

import structlog
from temporalio import activity

from activities.boundary import heartbeating, to_its_end
from agents.service_calls.exchange import ServiceToolResult, ToolRequest
from agents.service_calls.ports import ToolServers

_log = structlog.get_logger(__name__)


class CallTool:
    """What fails is a result. A call that has begun is not broken off by a cancel."""

    def __init__(self, servers: ToolServers) -> None:
        self._servers = servers

    @activity.defn
    async def call_tool(self, request: ToolRequest) -> ServiceToolResult:
        """Idempotent on ``request.key`` where the tool takes one. A further attempt means that the
        worker of the last one died: only what may be repeated is called again.
        """
        async with heartbeating():
            attempt = activity.info().attempt
            result = await to_its_end(self._servers.call(request, attempt))
        labels = {"server": request.server, "tool": request.tool}
        status = result.status.value
        meter = activity.metric_meter()
        calls = meter.create_counter("mcp_tool_calls_total", "Calls of other servers' tools")
        calls.add(1, {**labels, "status": status})
        times = meter.create_histogram_float(
            "mcp_tool_seconds", "Seconds that such a call took, with its second attempt"
        )
        times.record(timedelta(milliseconds=result.milliseconds).total_seconds(), labels)
        _log.info(
            "service_tool.called",
            task_id=request.task_id,
            step=request.step,
            **labels,
            status=status,
            code=result.code,
            attempt=attempt,
            duration_ms=result.milliseconds,
        )
        return result
