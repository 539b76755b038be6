"""A call with all that must survive a new run of the conversation; below 64 kB."""

from datetime import datetime, timedelta

from pydantic import BaseModel, Field

from agents.service_calls.context import Context
from agents.service_calls.exchange import (
    CallEnd,
    Change,
    LogLine,
    MadeTaskShown,
    SayPart,
    Slot,
    ToolRequest,
    Window,
)
from agents.service_calls.graph.shapes import ActName, ToolState
from domain.messages import Attachment, Frozen

KEPT_EXCHANGES = 40
"""Of one call; the rest stands in its log."""
KEPT_OF_WORDS = 600
"""Characters of what either side said in an exchange."""
EXAMPLE = 400
"""Characters of a node's template that a model is shown."""
KEPT_PHOTOS = 10

KEPT_QUESTIONS = 15
"""That nobody here can answer, the last ones: they go into a task's description."""


class ServiceLimits(Frozen):
    """Read anew at the start of each run of a conversation."""

    log: str = "metadata"
    """``LLM_LOG``: off, metadata or full."""
    nodes_per_turn: int = 16
    nodes_per_call: int = 100
    tools_later_hours: int = 24
    region: str = "US"
    """In which numbers without a country are."""


class Visit(BaseModel):
    """A node's runs in this call."""

    times: int = 0
    in_a_row: int = 0
    at: int = 0
    """The number of changes when it was run last."""
    before: int = 0
    """The same of the run before that."""


class ActsOnTask(BaseModel):
    """What was said of another task than the one that is spoken of."""

    number: str
    """Empty: something new is needed."""
    acts: list[ActName] = Field(default_factory=list)
    wish: Window | None = None
    ask: str = ""
    """What is needed, where that was said."""


class ServiceCallState(BaseModel):
    """New fields get defaults."""

    task_id: str
    number: int = 0
    agent_session_id: str = ""
    graph_sha256: str = ""
    started_at: datetime | None = None
    node: str | None = None
    """The node that is run next, or at which the call waits; None: the call is over."""
    came_from: str = ""
    """The node that was run before."""
    waiting: bool = False
    """At ``node`` the customer is to say something: it was run."""
    entered: str = ""
    """The node that is being run: a new run of the conversation goes on in it."""
    calls_made: int = 0
    """Of its tools, those that are through."""
    answered: bool = False
    """They have, and the way on is to be found."""
    joined: bool = False
    """The last words were said while nodes were run."""
    interrupted: bool = False
    """Something was said between the goodbye and the end."""
    ending: bool = False
    """It has taken so many nodes that it is led to its end."""
    turn_nodes: int = 0
    """Nodes run since the customer spoke last."""
    last_waited: str = ""
    context: Context = Field(default_factory=dict)
    visits: dict[str, Visit] = Field(default_factory=dict)
    changes: int = 0
    changed_at: dict[str, int] = Field(default_factory=dict)
    """By field, the number of the change that made it what it is."""
    acts: list[ActName] = Field(default_factory=list)
    """What the customer's words did and no condition has used up."""
    told: dict[str, str] = Field(default_factory=dict)
    """Values that the customer said and no node has taken in."""
    unheard: list[str] = Field(default_factory=list)
    """The customer's words that were not recognised yet."""
    words: list[str] = Field(default_factory=list)
    """The customer's words since they were answered last."""
    now: datetime | None = None
    """When the customer spoke last, UTC."""
    problem: str = ""
    trouble: bool = False
    """Something is wrong in the matter that was named last."""
    question: str = ""
    """The last one that nobody here can answer."""
    wish: Window | None = None
    avoid: tuple[Window, ...] = ()
    """Times that do not suit the customer."""
    wish_missed: bool = False
    """What is proposed is not the time that was wished, which was not said yet."""
    missed_before: tuple[int, datetime] | None = None
    """The change that brought the wish that was missed last, and when the nearest time begins."""
    proposed: Slot | None = None
    free: tuple[Slot, ...] = ()
    """Beside it: some free times of the next days."""
    booked: Slot | None = None
    ask_before: str = ""
    """The matter before it was told in other words, until it is known whether it is the same."""
    same_matter: bool = False
    """What was told last is more of the matter that is known."""
    corrected: Context = Field(default_factory=dict)
    """The matter and the service of the visit that is booked, while another service is proposed in
    its place."""
    same_person: bool = False
    """Whoever is booked does what is needed now as well."""
    replaces: str = ""
    """The task whose visit the new one takes the place of: it is cancelled when that is booked."""
    told_by_model: bool = False
    """The words for the matter were told by a model: they are the whole of it."""
    further: list[str] = Field(default_factory=list)
    """Matters that were named beside the first: taken up when that one is booked."""
    options: tuple[str, ...] = ()
    """What the customer may choose from."""
    chosen: str = ""
    ends: datetime | None = None
    """The end of the latest booking of earlier matters, UTC."""
    language: str = ""
    locale: str = ""
    """The customer's, when they spoke last: one that they set since is the call's language."""
    tool_state: ToolState | None = None
    """Of the node that was run last."""
    tools_done: dict[str, int] = Field(default_factory=dict)
    """Confirmed successes by tool."""
    confirmed: list[str] = Field(default_factory=list)
    pending: ToolRequest | None = None
    """A tool call in flight."""
    unknown: list[str] = Field(default_factory=list)
    """Tools of which nobody knows whether they were carried out: they are not asked again."""
    later_from: str | None = None
    """The node whose tools are tried again when the call has ended."""
    waited: timedelta = timedelta(0)
    """For that, since the call has ended."""
    gone: str = ""
    """Why the customer is not on the line any more."""
    issues: list[Context] = Field(default_factory=list)
    """Other matters of this call, each with its visit (``booked``)."""
    asked_of_visit: bool = False
    open_visits: tuple[MadeTaskShown, ...] = ()
    """Booked in earlier calls of the customer."""
    later_acts: list[ActsOnTask] = Field(default_factory=list)
    """They are dealt with when the task that is spoken of is."""
    questions: list[str] = Field(default_factory=list)
    """What nobody here could answer: for the task's description."""
    notes: list[str] = Field(default_factory=list)
    """What whoever comes should know, and the business was not told yet."""
    priority: str = "normal"
    said_last: list[str] = Field(default_factory=list)
    saying: list[SayPart] = Field(default_factory=list)
    """Parts that are worded together when the turn ends."""
    summary: str = ""
    steps: int = 0
    outcome: CallEnd | None = None
    hung_up: bool = False
    spoken: bool = False
    tool_ok: int = 0
    tool_failed: int = 0
    created: dict[str, str] = Field(default_factory=dict)
    """Customers that this call created, by server."""
    logged: int = 0
    """Lines of the log so far."""
    audited: int = 0
    """Changes of fields so far."""
    lines: list[LogLine] = Field(default_factory=list)
    """Of the log, not written yet."""
    audit: list[Change] = Field(default_factory=list)
    """Not written yet."""
    photos: int = 0
    """Pictures that came with the matter."""
    files: list[Attachment] = Field(default_factory=list)
    """Those of them that no tool was given yet, at most ``KEPT_PHOTOS``."""
    timezone: str = "UTC"
    """Of the business."""
    graph_version: str = ""
