"""What every activity leaves behind, wherever it runs: how long it took, what came of it."""

import asyncio
import time
from typing import Any

import structlog
from temporalio import activity, client, worker
from temporalio.common import MetricMeter
from temporalio.exceptions import ApplicationError

from domain.tools import ErrorCode, RunToolRequest, ToolResult

OK = "ok"
ERROR = "error"
CANCELLED = "cancelled"
REFUSED = "refused"
"""A tool said no, and how it is done: nothing is wrong with it."""

_FAILURES = frozenset({ErrorCode.TIMEOUT, ErrorCode.UNAVAILABLE, ErrorCode.INTERNAL})

_QUIET = frozenset({"understand_by_rules"})
"""Runs within milliseconds for every message; its line is written at DEBUG."""

_log = structlog.get_logger(__name__)


class ActivityTelemetry(client.Interceptor, worker.Interceptor):
    """Measures and logs each attempt at an activity. Never changes what comes of it."""

    def __init__(self, meter: MetricMeter) -> None:
        self.durations = meter.create_histogram_float(
            "agent_tool_duration_seconds", "Time of one attempt at an activity", "s"
        )
        self.errors = meter.create_counter(
            "agent_tool_errors_total", "Failed attempts at activities by error code"
        )

    def intercept_activity(
        self, next: worker.ActivityInboundInterceptor
    ) -> worker.ActivityInboundInterceptor:
        return _Measured(next, self)

    def finished(self, task_id: str, tool: str, outcome: str, seconds: float) -> None:
        """``outcome`` is ``ok``, ``cancelled``, ``refused`` or the code of the error."""
        info = activity.info()
        status = outcome if outcome in {OK, CANCELLED, REFUSED} else ERROR
        self.durations.record(seconds, {"tool": tool, "status": status})
        if status == ERROR:
            self.errors.add(1, {"tool": tool, "error_type": outcome})
        _log.log(
            _DEBUG if info.activity_type in _QUIET else _INFO,
            "activity.finished",
            conversation_id=info.workflow_id,
            task_id=task_id,
            operation=tool,
            attempt=info.attempt,
            duration_ms=round(seconds * 1000),
            outcome=outcome,
        )


_DEBUG, _INFO = 10, 20


class _Measured(worker.ActivityInboundInterceptor):
    def __init__(
        self, next: worker.ActivityInboundInterceptor, telemetry: ActivityTelemetry
    ) -> None:
        super().__init__(next)
        self._telemetry = telemetry

    async def execute_activity(self, input: worker.ExecuteActivityInput) -> Any:  # noqa: ANN401 - the SDK's
        started = time.perf_counter()
        outcome = CANCELLED
        try:
            # Whatever is logged inside, of a prompt or a provider, tells its conversation.
            with structlog.contextvars.bound_contextvars(
                conversation_id=activity.info().workflow_id
            ):
                result = await super().execute_activity(input)
            outcome = _outcome_of(result)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            outcome = code_of(error)
            raise
        else:
            return result
        finally:
            took = time.perf_counter() - started
            self._telemetry.finished(_task_of(input), tool_of(input), outcome, took)


def code_of(error: BaseException) -> str:
    """The stable code of an expected failure, else the class of a defect."""
    if isinstance(error, ApplicationError) and error.type:
        return error.type
    return type(error).__name__


def tool_of(input: worker.ExecuteActivityInput) -> str:
    """What an activity is measured as: a tool by its own name, as one activity runs them all."""
    request = input.args[0] if input.args else None
    if isinstance(request, RunToolRequest):
        return request.call.name
    return activity.info().activity_type


def _outcome_of(result: object) -> str:
    """A tool that fails has a result all the same."""
    error = result.error if isinstance(result, ToolResult) else None
    if error is None:
        return OK
    return error.code.value if error.code in _FAILURES else REFUSED


def _task_of(input: worker.ExecuteActivityInput) -> str:
    """The task that an activity is for, as far as its input says so."""
    request = input.args[0] if input.args else None
    task_id = getattr(request, "task_id", None)
    return task_id if isinstance(task_id, str) else ""
