"""What an agent brings to a worker process, and what it is lent for that.

``agents/<slug>/bind.py`` has ``bind(lent) -> AgentParts``; wiring calls it without knowing more.
What an agent does with its tables for erasure, retention and export is registered apart, in
``agents/<slug>/store/part.py``: it counts for agents that are not enabled as well.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import BaseModel, JsonValue

from activities.patience import Patience
from activities.ports import AttachmentStore, FirstStep, LookUpForRules
from activities.ports import StepRules as StepRules  # noqa: PLC0414 - agents implement it
from adapters.encryption.keyring import Keyring
from adapters.file_links import FileLinks
from adapters.health.report import PartHealth
from adapters.mcp.sessions import ToolSessions
from adapters.model.fragment import Fragment
from adapters.model.gateway import ModelGateway
from adapters.model.which_agent import AgentRules
from adapters.postgres.pool import Connection, Database
from domain.events import PersonWanted
from domain.replies import Notice
from domain.timetables import Timetable
from domain.tools import Arguments, RunToolRequest, Step, StepRequest, Tool
from domain.understanding import UnderstandRequest, Understood


class Cases(Protocol):
    """Workflows of agents, and conversations, as an activity reaches them.

    All raise ``TemporalUnreachableError`` or ``TemporalRefusedError``: then nothing was said.
    """

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        """Signals a case (its id); it is begun first where it does not run. ``workflow`` is the
        name of its type.
        """

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        """Says something in a conversation, which is begun anew where it has ended."""

    async def keep_schedule(self, schedule: Timetable) -> None:
        """Runs a workflow at set times from now on, in place of an earlier timetable of that id.
        Idempotent. Each run is ``{id}/run-…``, with its time in UTC behind, and gets no input.
        """

    async def drop_schedule(self, schedule: str) -> None:
        """Runs nothing by it any more. Idempotent."""


TakePerson = Callable[[PersonWanted], Awaitable[str]]
"""Hands a wish for a person to people, and returns what they call it (``TKT-…``). Idempotent on the
wish's key. Raises ``AppError``.
"""


class People:
    """The agent whose people answer wishes for a person that come up elsewhere. Which one that is
    is known when all agents are bound.
    """

    def __init__(self) -> None:
        self._take: TakePerson | None = None

    def reach(self, take: TakePerson | None) -> None:
        self._take = take

    async def take(self, wanted: PersonWanted) -> str:
        """Returns what they call it; empty where no agent has people. Raises ``AppError``."""
        return await self._take(wanted) if self._take is not None else ""


@dataclass(frozen=True)
class Lent:
    """What a worker process has once, for all agents. It is not theirs to close."""

    database: Database
    attachments: AttachmentStore
    gateway: ModelGateway
    patience: Patience
    cases: Cases
    timezone: str = "UTC"
    """Of the deployment (``DEFAULT_TIMEZONE``): of a business that names none."""
    keys: Keyring | None = None
    """PAYLOAD_KEYS: what an agent's rows hold of words that nobody must read is sealed with them
    (``adapters.encryption.sealing``)."""
    people: People = field(default_factory=People)
    sessions: ToolSessions = field(default_factory=ToolSessions)
    """With the servers whose tools may be used."""
    links: FileLinks | None = None
    """To files, for such servers; None where the deployment has no address for them."""


@dataclass(frozen=True)
class Processes:
    """Child processes of an agent: the ids of those that run now, and how many there may be."""

    running: Callable[[], Sequence[int]]
    most: int


async def _nothing() -> None:
    """An agent without resources of its own."""


class ToolHandler(Protocol):
    """Carries a tool out inside the transaction that also keeps the call: all of it or nothing.

    With ``request.check`` it changes nothing and gives the facts that a yes would agree to. Raises
    ``ToolRefusedError`` for what the engine is to be told; any other error becomes ``internal``.
    """

    async def __call__(
        self, connection: Connection, request: RunToolRequest, arguments: Arguments
    ) -> BaseModel: ...


class OutsideToolHandler(Protocol):
    """As ``ToolHandler``, for a tool that needs no transaction of the call: it only reads, draws or
    looks elsewhere, or writes in several transactions, each of which is idempotent by itself. What
    it came to is kept when it is done.
    """

    async def __call__(self, request: RunToolRequest, arguments: Arguments) -> BaseModel: ...


@dataclass(frozen=True)
class ToolKit:
    """What the tool loop needs of an agent in a worker process."""

    tools: Sequence[tuple[Tool, ToolHandler]]
    instructions: str
    """For models, about 200 tokens: the agent's own page."""
    rules: StepRules
    check: Callable[[StepRequest, Step], Step] = lambda _, step: step
    """The step with only what results and words support (see ``ModelQuestion.check``)."""
    objection: Callable[[StepRequest, Step], str] = lambda _request, _step: ""
    """Why a model is asked once more for other words (see ``ModelQuestion.objection``)."""


@dataclass(frozen=True)
class ModelExample:
    """A message whose right understanding is plain. ``wanted`` says it in words."""

    request: UnderstandRequest
    wanted: Sequence[str]
    is_right: Callable[[Understood], bool]


@dataclass(frozen=True)
class ModelTrial:
    """What an agent tries a model with: ``trial()`` of its module ``model.trial``."""

    slug: str
    fragment: Fragment
    rules: AgentRules
    examples: Sequence[ModelExample]


@dataclass(frozen=True)
class FeatureParts:
    """The tools and activities of a feature in a worker process; fields as in ``AgentParts``."""

    tools: Sequence[tuple[Tool, ToolHandler]] = ()
    outside: Sequence[tuple[Tool, OutsideToolHandler]] = ()
    activities: Mapping[str, Sequence[Callable[..., object]]] = field(default_factory=dict)
    """Those that its workflows call, by task queue."""
    look_ups: Sequence[LookUpForRules] = ()
    erase_elsewhere: Callable[[str, str], Awaitable[bool]] | None = None
    prepare: Callable[[], Awaitable[None]] = _nothing


def joined(features: Sequence[FeatureParts]) -> FeatureParts:
    """Returns the parts of several features as those of one."""
    queues = dict.fromkeys(queue for own in features for queue in own.activities)
    erasers = [own.erase_elsewhere for own in features if own.erase_elsewhere is not None]

    async def erase_elsewhere(system: str, reference: str) -> bool:
        """Whether one of them had it erased. Raises ``AppError``."""
        for erase in erasers:
            if await erase(system, reference):
                return True
        return False

    async def prepare() -> None:
        for own in features:
            await own.prepare()

    return FeatureParts(
        tools=[tool for own in features for tool in own.tools],
        outside=[tool for own in features for tool in own.outside],
        activities={
            q: [each for own in features for each in own.activities.get(q, ())] for q in queues
        },
        look_ups=[look_up for own in features for look_up in own.look_ups],
        erase_elsewhere=erase_elsewhere if erasers else None,
        prepare=prepare,
    )


@dataclass(frozen=True)
class AgentParts:
    """One agent in a worker process. Close it when the workers have stopped."""

    slug: str
    activities: Mapping[str, Sequence[Callable[..., object]]]
    """By task queue."""
    rules: AgentRules | None = None
    look_ups: Sequence[LookUpForRules] = ()
    first_step: FirstStep | None = None
    """What it does at once with words that are read surely."""
    fragment: Fragment | None = None
    """Its part of the question what messages mean; None where rules alone understand it."""
    tools: Sequence[tuple[Tool, ToolHandler]] = ()
    """What can be asked of it without a turn of the tool loop (``FeatureOwner.feature_tools``)."""
    outside: Sequence[tuple[Tool, OutsideToolHandler]] = ()
    """Those of them that need no transaction of the call."""
    toolkit: ToolKit | None = None
    """None for an agent that has no turns of the tool loop."""
    limits: JsonValue = None
    """Its own limits, as ``Limits.agents`` carries them; None for its defaults."""
    at_once: Mapping[str, int] = field(default_factory=dict)
    """Activities that this process may run at once, by queue, where that is limited."""
    processes: Processes | None = None
    take_person: TakePerson | None = None
    """Set where its people answer a wish for a person that comes up with another agent."""
    erase_elsewhere: Callable[[str, str], Awaitable[bool]] | None = None
    """Has another system (``TablePart.elsewhere`` names it and what it holds) erase that; False
    where the system cannot. Raises ``AppError``. Idempotent."""
    prepare: Callable[[], Awaitable[None]] = _nothing
    """Brings what it keeps at Temporal up to date, before a worker begins. Raises ``AppError``.
    Idempotent."""
    checks: Mapping[str, Callable[[], Awaitable[PartHealth]]] = field(default_factory=dict)
    """Of its own parts, for /health, by name. They raise ``AppError`` for what does not answer."""
    close: Callable[[], Awaitable[None]] = _nothing
