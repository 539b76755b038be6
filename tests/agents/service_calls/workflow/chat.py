"""A chat with the agent of service calls: the real workflow, rules and graph. The tools are a
business in memory, on Monday 23 November 2026, 12:00 in New York.
"""

import asyncio
from collections.abc import Sequence

from temporalio.testing import WorkflowEnvironment

from activities.patience import Patience
from agents.parts import AgentParts
from agents.service_calls.activities.asking import Asking
from agents.service_calls.activities.call_log import Records
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.activities.words import WordsByRules
from agents.service_calls.bind import by_queue
from agents.service_calls.card import CARD
from agents.service_calls.errors import GraphUnknownError
from agents.service_calls.exchange import (
    CallRow,
    Change,
    LoadedGraph,
    LogLine,
    MadeTaskRequest,
    OpenVisits,
    OpenVisitsRequest,
    Rated,
    RateRequest,
    Recorded,
    RecordRequest,
    ServiceToolResult,
    ServiceToolStatus,
    ToolRequest,
)
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.offline.engine import CallUnderstanding, OfflineCalls
from agents.service_calls.ports import ServiceModels
from agents.service_calls.trial import TrialBusiness
from domain.conversation import Limits
from domain.errors import StorageUnavailableError
from domain.replies import Reply
from tests.agents.service_calls.plays import NOW, ZONE, business, shipped
from tests.workflows.chat import Chat


class InMemoryGraphs:
    """Implements ``Graphs``: ``put`` makes a graph the newest."""

    def __init__(self) -> None:
        self._known: dict[str, Graph] = {}

    def put(self, sha256: str, graph: Graph) -> None:
        self._known[sha256] = graph

    async def load(self, sha256: str) -> LoadedGraph:
        key = sha256 or next(reversed(self._known), "")
        if key not in self._known:
            raise GraphUnknownError(key)
        return LoadedGraph(sha256=key, graph=self._known[key])


class InMemoryCallLog:
    """Implements ``CallLog``. ``away``: it cannot be reached."""

    def __init__(self) -> None:
        self.rows: dict[str, CallRow] = {}
        self.lines: dict[tuple[str, int, str], LogLine] = {}
        self.changes: dict[tuple[str, int], Change] = {}
        self.ratings: dict[str, str] = {}
        self.away = False

    async def record(self, request: RecordRequest) -> Recorded:
        if self.away:
            raise StorageUnavailableError("away")
        row = request.row
        known = self.rows.get(row.task_id)
        self.rows[row.task_id] = row
        self.lines |= {(row.task_id, each.step, each.kind.value): each for each in request.lines}
        self.changes |= {(row.task_id, each.n): each for each in request.changes}
        new = row.ended and (known is None or not known.ended)
        return Recorded(ended=new, lines=request.lines)

    async def note(self, task_id: str, lines: Sequence[LogLine]) -> None:
        self.lines |= {(task_id, each.step, each.kind.value): each for each in lines}

    async def rate(self, request: RateRequest) -> Rated:
        new = self.ratings.get(request.task_id) != request.rating
        known = request.task_id in self.rows
        if known:
            self.ratings[request.task_id] = request.rating
        return Rated(known=known, new=new and known)

    async def open_visits(self, request: OpenVisitsRequest) -> OpenVisits:
        del request
        return OpenVisits()

    async def made(self, request: MadeTaskRequest) -> bool:
        return any(
            self.rows[task].user_id == request.user_id
            and (change.field, change.after) == ("task_id", request.task_ref)
            for (task, _), change in self.changes.items()
        )


class GatedServers:
    """Implements ``ToolServers`` over a business in memory. A tool may be held, or answer with what
    a test says.
    """

    def __init__(self, tools: TrialBusiness) -> None:
        self.business = tools
        self.answers: dict[str, list[ServiceToolResult]] = {}
        self.begun = asyncio.Event()
        self._held: dict[str, asyncio.Event] = {}

    def hold(self, tool: str) -> None:
        self.begun.clear()
        self._held[tool] = asyncio.Event()

    def release(self, tool: str) -> None:
        self._held.pop(tool).set()

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        del attempt
        gate = self._held.get(request.tool)
        if gate is not None:
            self.begun.set()
            await gate.wait()
        scripted = self.answers.get(request.tool)
        if scripted:
            return scripted.pop(0)
        return await self.business.call(request)


FAILED = ServiceToolResult(status=ServiceToolStatus.FAILED, code="unavailable")
UNKNOWN = ServiceToolResult(status=ServiceToolStatus.UNKNOWN, code="timeout")


class CallChat(Chat):
    """``models``: what stands for a model; without, rules alone."""

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        models: ServiceModels | None = None,
        graph: Graph | None = None,
        locale: str = "en_US",
    ) -> None:
        own = limits.model_copy(
            update={
                "enabled": (CARD.slug,),
                "home_agents": {"test": CARD.slug},
                "has_model": models is not None,
            }
        )
        super().__init__(env, own, locale)
        self.servers = GatedServers(business())
        self.graphs = InMemoryGraphs()
        self.graphs.put("first", graph or shipped())
        self.log = InMemoryCallLog()
        self.models = models
        self.bring(self.parts())

    def parts(self) -> AgentParts:
        records = Records(self.graphs, self.log, ZONE)
        words = WordsByRules(OfflineCalls(), records.write, lambda: NOW)
        asking = Asking(self.models, self.log, Patience()) if self.models else None
        activities = by_queue(words, records, CallTool(self.servers), asking)
        return AgentParts(CARD.slug, activities, CallUnderstanding())

    @property
    def business(self) -> TrialBusiness:
        return self.servers.business

    def words(self, reply: Reply) -> str:
        """Without its buttons."""
        return self.wording(reply).text()

    @property
    def row(self) -> CallRow:
        """The call that began last."""
        return list(self.log.rows.values())[-1]
