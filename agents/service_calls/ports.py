"""What the agent's activities need."""

from collections.abc import Sequence
from typing import Protocol

from agents.service_calls.exchange import (
    CallSummary,
    CatalogItem,
    ChooseToolRequest,
    ExtractRequest,
    Fit,
    LoadedGraph,
    LogLine,
    MadeTaskRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    OpenVisits,
    OpenVisitsRequest,
    Rated,
    RateRequest,
    Recognised,
    RecogniseRequest,
    Recorded,
    RecordRequest,
    SayRequest,
    ServiceToolResult,
    SummariseCallRequest,
    ToolChosen,
    ToolRequest,
    Worded,
)
from domain.events import PersonWanted
from domain.waiting import Wait


class CallRules(Protocol):
    """By rules alone: pure, within milliseconds. Raises nothing for any words."""

    def recognise(self, request: RecogniseRequest) -> Recognised: ...

    def say(self, request: SayRequest) -> Worded: ...

    def fitting(self, wanted: str, items: Sequence[CatalogItem], language: str) -> Fit:
        """Names of the services that fit what a customer wants: one, or several that fit about as
        well; the one for general enquiries where none fits; nothing where there is not even that.
        """


class ServiceModels(Protocol):
    """Questions to models, each with rules to fall back on."""

    async def extract(self, request: ExtractRequest, wait: Wait) -> Recognised: ...

    async def word(self, request: SayRequest, wait: Wait) -> Worded: ...

    async def choose_tool(self, request: ChooseToolRequest, wait: Wait) -> ToolChosen: ...

    async def match(self, request: MatchRequest, wait: Wait) -> Matched: ...

    async def navigate(self, request: NavigateRequest, wait: Wait) -> Navigated: ...

    async def summarise(self, request: SummariseCallRequest, wait: Wait) -> CallSummary: ...


class ToolServers(Protocol):
    """Tools of other servers."""

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        """Never raises for what a server or the way to it does: that is a result, too.

        ``attempt`` beyond the first means that a worker died while it called.
        """


class PersonTaker(Protocol):
    """Implemented by ``agents.parts.People``."""

    async def take(self, wanted: PersonWanted) -> str:
        """Returns what people call it; empty where nobody takes it. Raises ``AppError``."""


class Graphs(Protocol):
    """Checked graphs, stored under their sha256."""

    async def load(self, sha256: str) -> LoadedGraph:
        """The newest for an empty name. Raises ``GraphUnknownError``."""


class CallLog(Protocol):
    """Calls, their log and the audit of their fields. Idempotent on their keys."""

    async def record(self, request: RecordRequest) -> Recorded:
        """The same twice is written once."""

    async def note(self, task_id: str, lines: Sequence[LogLine]) -> None:
        """Lines of a model call, from the activity that made it. Never fails a call."""

    async def rate(self, request: RateRequest) -> Rated:
        """Known: the call is this person's."""

    async def made(self, request: MadeTaskRequest) -> bool:
        """Whether a call of this person made this task."""

    async def open_visits(self, request: OpenVisitsRequest) -> OpenVisits:
        """What calls of this person booked that is still to come, the next one first."""
