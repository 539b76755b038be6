"""What is kept of calls, and their figures."""

from collections.abc import Sequence

import structlog
from pydantic import JsonValue
from temporalio import activity

from activities.boundary import app_errors
from agents.service_calls.exchange import (
    CallRow,
    LoadedGraph,
    LoadGraphRequest,
    LogKind,
    LogLine,
    MadeTask,
    MadeTaskRequest,
    OpenVisits,
    OpenVisitsRequest,
    Rated,
    RateRequest,
    RecordRequest,
)
from agents.service_calls.ports import CallLog, Graphs

_MILLISECONDS = 1000
_log = structlog.get_logger(__name__)


class Records:
    def __init__(self, graphs: Graphs, calls: CallLog, timezone: str) -> None:
        self._graphs = graphs
        self._calls = calls
        self._timezone = timezone

    @activity.defn
    async def load_graph(self, request: LoadGraphRequest) -> LoadedGraph:
        """The graph of a call, or the one with which a new call begins; with the time zone of the
        deployment where it names none.
        """
        with app_errors():
            loaded = await self._graphs.load(request.sha256)
        if "timezone" in loaded.graph.model_fields_set:
            return loaded
        graph = loaded.graph.model_copy(update={"timezone": self._timezone})
        return loaded.model_copy(update={"graph": graph})

    @activity.defn
    async def record_call(self, request: RecordRequest) -> None:
        """Keeps what a turn came to; idempotent. Figures are counted of what was not there yet:
        what is not known to be kept is offered again.
        """
        with app_errors():
            await self.write(request)

    async def write(self, request: RecordRequest) -> None:
        """The same within another activity. Raises ``AppError``."""
        new = await self._calls.record(request)
        _measure_lines(request.row.task_id, new.lines)
        if new.ended:
            _measure_end(request.row)

    @activity.defn
    async def find_made_task(self, request: MadeTaskRequest) -> MadeTask:
        """Whether this person may take a task back: a button can be made by hand."""
        with app_errors():
            return MadeTask(known=await self._calls.made(request))

    @activity.defn
    async def find_open_visits(self, request: OpenVisitsRequest) -> OpenVisits:
        """What earlier calls booked for this person."""
        with app_errors():
            return await self._calls.open_visits(request)

    @activity.defn
    async def rate_service_call(self, request: RateRequest) -> Rated:
        """The last opinion counts, and the same one twice is one."""
        with app_errors():
            rated = await self._calls.rate(request)
        if rated.new:
            counter = activity.metric_meter().create_counter(
                "service_feedback_total", "Opinions of calls"
            )
            counter.add(1, {"rating": request.rating})
        return rated


def _measure_lines(task_id: str, lines: Sequence[LogLine]) -> None:
    """What steps took and who decided the way; a line of the process's log for each step, without
    words.
    """
    meter, fields = activity.metric_meter(), dict[JsonValue, JsonValue]()
    for line in lines:
        told = line.body
        match line.kind:
            case LogKind.RESULT:
                fields[told.get("node")] = told.get("fields")
            case LogKind.NAVIGATED:
                meter.create_counter("service_routing_total", "Ways from node to node").add(
                    1, {"by": str(told.get("by", ""))}
                )
            case LogKind.ITERATION_ENDED:
                took = told.get("milliseconds")
                if isinstance(took, int | float):
                    meter.create_histogram_float(
                        "service_iteration_seconds", "One node of a call with its agent"
                    ).record(took / _MILLISECONDS, {"action": str(told.get("action", ""))})
                _log.info(
                    "service_call.step",
                    task_id=task_id,
                    iteration=told.get("number"),
                    node=told.get("node"),
                    replied=told.get("replied"),
                    fields=fields.get(told.get("node")),
                    next=told.get("next"),
                )


def _measure_end(row: CallRow) -> None:
    meter, outcome = activity.metric_meter(), row.outcome.value if row.outcome else ""
    meter.create_counter("service_calls_total", "Calls by how they ended").add(
        1, {"outcome": outcome, "channel": row.channel}
    )
    meter.create_histogram("service_call_nodes", "Nodes that a call ran").record(row.nodes)
    _log.info(
        "service_call.ended",
        task_id=row.task_id,
        outcome=outcome,
        nodes=row.nodes,
        hangup_status=row.hangup_status,
    )
