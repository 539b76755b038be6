"""One trace from a message to its reply, through Temporal.

A conversation lives for days, so nothing of it belongs to the trace that started it. What counts is
the trace of the message that a coroutine works for (``domain.turn``): the signal's header brings it
in, and the headers of the activities carry it on. Headers are no events and no commands, so old
histories replay and replays on other workers agree.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from opentelemetry import context as otel_context
from opentelemetry.trace import Link, SpanContext, SpanKind, get_current_span
from opentelemetry.util.types import AttributeValue
from temporalio import activity, client, worker, workflow
from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadConverter

from adapters.telemetry.activities import tool_of
from adapters.telemetry.spans import (
    Tracing,
    current_traceparent,
    parent_of,
    turn_traceparent,
    wanting_id,
)
from domain.tools import RunToolRequest, ToolResult
from domain.turn import CURRENT_TURN, INCOMING_TRACE, TURN_ANSWERED, Turn

HEADER = "traceparent"
_WRITTEN = re.compile(rb'"(00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})"')
"""As JSON, in the first and only version of the W3C's standard."""

# The context is loaded lazily, by reading files, which the workflow sandbox does not allow.
otel_context.get_current()


class TracingInterceptor(client.Interceptor, worker.Interceptor):
    """For the connection of a process; its workers take it from there."""

    def __init__(self, tracing: Tracing) -> None:
        self._tracing = tracing

    def intercept_client(self, next: client.OutboundInterceptor) -> client.OutboundInterceptor:
        return _Client(next, self._tracing)

    def intercept_activity(
        self, next: worker.ActivityInboundInterceptor
    ) -> worker.ActivityInboundInterceptor:
        return _Activities(next, self._tracing)

    def workflow_interceptor_class(
        self, input: worker.WorkflowInterceptorClassInput
    ) -> type[worker.WorkflowInboundInterceptor]:
        input.unsafe_extern_functions[TURN_ANSWERED] = self._turn_answered
        return _Workflow

    def _turn_answered(self, turn: Turn, at: datetime, channel: str, conversation: str) -> None:
        """Called from the workflow, never during replay."""
        links = [Link(_span_context(other)) for other in turn.links]
        with wanting_id(turn_traceparent(turn.trace)):
            span = self._tracing.tracer.start_span(
                "turn",
                parent_of(turn.trace),
                SpanKind.INTERNAL,
                {
                    "gen_ai.operation.name": "invoke_agent",
                    "gen_ai.agent.name": "steward",
                    # The run's id: the workflow's own id names the person's chat.
                    "gen_ai.conversation.id": conversation,
                    "steward.channel": channel,
                    **(
                        {"steward.rounds": turn.rounds, "steward.calls": turn.calls}
                        if turn.rounds
                        else {}
                    ),
                },
                links,
                start_time=_nanoseconds(turn.started),
            )
        span.end(_nanoseconds(at))


def _nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000_000) * 1_000


def _span_context(traceparent: str) -> SpanContext:
    return get_current_span(parent_of(turn_traceparent(traceparent))).get_span_context()


def _with_trace(headers: Mapping[str, Payload], traceparent: str) -> Mapping[str, Payload]:
    if not traceparent:
        return headers
    payload = PayloadConverter.default.to_payloads([traceparent])[0]
    return {**headers, HEADER: payload}


def _trace_in(headers: Mapping[str, Payload]) -> str:
    """What is no traceparent counts as none: anybody who may send signals may send any header, and
    an error here would hold up the conversation for ever.
    """
    payload = headers.get(HEADER)
    if payload is None or payload.metadata.get("encoding") != b"json/plain":
        return ""
    found = _WRITTEN.fullmatch(payload.data)
    return found[1].decode() if found is not None else ""


class _Client(client.OutboundInterceptor):
    """What a channel hands over carries its trace."""

    def __init__(self, next: client.OutboundInterceptor, tracing: Tracing) -> None:
        super().__init__(next)
        self._tracing = tracing

    async def start_workflow(
        self, input: client.StartWorkflowInput
    ) -> client.WorkflowHandle[Any, Any]:
        if not input.start_signal:
            return await super().start_workflow(input)
        with self._tracing.span(f"signal {input.start_signal}", SpanKind.PRODUCER):
            input.headers = _with_trace(input.headers, current_traceparent())
            return await super().start_workflow(input)

    async def signal_workflow(self, input: client.SignalWorkflowInput) -> None:
        with self._tracing.span(f"signal {input.signal}", SpanKind.PRODUCER):
            input.headers = _with_trace(input.headers, current_traceparent())
            await super().signal_workflow(input)


class _Activities(worker.ActivityInboundInterceptor):
    """A span for each attempt, so that retries are seen; none without a turn behind it."""

    def __init__(self, next: worker.ActivityInboundInterceptor, tracing: Tracing) -> None:
        super().__init__(next)
        self._tracing = tracing

    async def execute_activity(self, input: worker.ExecuteActivityInput) -> Any:  # noqa: ANN401 - the SDK's
        traceparent = _trace_in(input.headers)
        if not traceparent:
            return await super().execute_activity(input)
        info = activity.info()
        attributes: dict[str, AttributeValue] = {"steward.attempt": info.attempt}
        tool, content = tool_of(input), self._tracing.content
        request = input.args[0] if input.args else None
        if tool != info.activity_type:
            attributes |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool}
        if content is not None and isinstance(request, RunToolRequest):
            attributes |= content.of_tool_call(request)
        with self._tracing.span(
            f"activity {tool}" if tool == info.activity_type else f"execute_tool {tool}",
            SpanKind.CONSUMER,
            attributes,
            parent_of(traceparent),
        ) as span:
            result = await super().execute_activity(input)
            if content is not None and isinstance(result, ToolResult):
                span.set_attributes(content.of_tool_result(result))
            return result


class _Workflow(worker.WorkflowInboundInterceptor):
    def init(self, outbound: worker.WorkflowOutboundInterceptor) -> None:
        super().init(_WorkflowOutbound(outbound))

    async def handle_signal(self, input: worker.HandleSignalInput) -> None:
        token = INCOMING_TRACE.set(_trace_in(input.headers))
        try:
            await super().handle_signal(input)
        finally:
            INCOMING_TRACE.reset(token)


class _WorkflowOutbound(worker.WorkflowOutboundInterceptor):
    def start_activity(self, input: worker.StartActivityInput) -> workflow.ActivityHandle[Any]:
        input.headers = _with_trace(input.headers, _turn_trace())
        return super().start_activity(input)


def _turn_trace() -> str:
    turn = CURRENT_TURN.get()
    return turn_traceparent(turn.trace) if turn is not None and turn.trace else ""
