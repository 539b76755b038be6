"""What crosses between a call and its activities. All of it is stored: new fields get defaults."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, field_serializer

from agents.service_calls.graph.shapes import ActName, Graph
from domain.messages import Frozen
from domain.understanding import EngineAnswer, Person


class CallExchange(Frozen):
    """What the customer said, and what they were answered."""

    customer: str = ""
    agent: str = ""


class Window(Frozen):
    """Days and times that a customer wishes, or that are looked through for free times; UTC."""

    from_ts: datetime
    to_ts: datetime
    hours: tuple[int, int] | None = None
    """Of each day, in minutes by the clock of the business, where no day was named."""
    of_day: tuple[int, int] | None = None
    """The same where a day was named: they hold when another day is wished."""


class Slot(Frozen):
    """A free or booked time of a person of the business; UTC."""

    from_ts: datetime
    to_ts: datetime
    employee_id: str = ""
    employee_name: str = ""
    suits: bool = True
    """It is as the customer wished, and in none of the times that do not suit them."""


class MadeTaskShown(Frozen):
    """A task that a call made, as people speak of it."""

    number: str
    service: str = ""
    about: str = ""
    booked: Slot | None = None
    """None: it is noted, and no time is booked."""


class AskedInCall(Frozen):
    """What every request to an activity from within a call has. ``step``: of the nodes so far."""

    user_id: str
    task_id: str
    step: int


class AskedAtNode(AskedInCall):
    """A question that a node has a model for."""

    node: str
    role: str = ""
    goal: str = ""
    example: str = ""
    """The first 200 characters of the node's template."""
    context: dict[str, JsonValue] = Field(default_factory=dict)
    """Active fields alone."""
    words: tuple[str, ...] = ()
    """The customer's words that it is about."""
    summary: str = ""
    """Of older exchanges, where a summarizer node made one."""


class LoadGraphRequest(Frozen):
    """The newest checked graph, or the one with this sha256."""

    sha256: str = ""


class LoadedGraph(Frozen):
    sha256: str
    graph: Graph

    @field_serializer("graph")
    def _as_written(self, graph: Graph) -> JsonValue:
        """Without what it leaves to defaults: less than half of it stands in each history."""
        shown: JsonValue = graph.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return shown


class RecogniseRequest(Frozen):
    """What do these words do? By rules alone, within milliseconds."""

    words: tuple[str, ...]
    """What was said since the last look, in order; also digits of keys."""
    at: datetime | None = None
    """When the last of it was said, UTC; None: now, by the clock of the activity."""
    timezone: str
    """Of the business, IANA: what "tomorrow" and "three" mean."""
    language: str = ""
    """Of the call so far, ISO 639-1; empty at its beginning: then the person's own counts."""
    locale: str = "en_US"
    """The person's, Babel."""
    region: str = "US"
    """In which numbers without a country are."""
    asked: str = ""
    """The field that was asked for (``customer_name``), ``time`` for a yes to a proposed time,
    ``yes_no`` for another yes or no,
    ``choice`` for one of ``options``, ``need`` for what is wanted, ``more`` for anything else?;
    empty when nothing was asked."""
    options: tuple[str, ...] = ()
    proposed: Slot | None = None
    """The time that was proposed or is booked: "an hour later", "the same day"."""
    wished: Window | None = None
    """The time that the customer wished before."""
    ask: str = ""
    """The matter so far: what is only another word for it is no new one."""
    booked: bool = False
    """Something was booked: "and the gate, too" is a further matter then."""
    task: bool = False
    """A task is made: what asks for no further visit is for whoever does it."""
    visit: Slot | None = None
    """The visit that is booked for the matter: it may be wished again while it is moved."""
    stays: bool = False
    """A visit is booked for another matter: a no to this one may drop it."""
    tasks: tuple[MadeTaskShown, ...] = ()
    """That the call made: one of them may be named."""
    about_visit: bool = False
    """A visit of an earlier call was asked about, and nothing else."""


class Recognised(EngineAnswer):
    """What words do and bring, by rules or a model. A value that is not in the words is never
    here.
    """

    acts: tuple[ActName, ...] = ()
    """In the order of their weight: an emergency first, talk last; none: nothing understood."""
    values: dict[str, str] = Field(default_factory=dict)
    """By field of the context: ask, phone (as it is said back: ``555-1234``), name, email."""
    withdrawn: tuple[str, ...] = ()
    """Fields of which rules found a value, and a model heard none."""
    further: tuple[str, ...] = ()
    """Matters named beside the first one, in the customer's words."""
    trouble: bool = False
    """Something is wrong, and not only wanted ("a plumber", "clean the windows")."""
    wish: Window | None = None
    """A time that the customer wishes; begins in the future."""
    avoid: tuple[Window, ...] = ()
    """Times that do not suit the customer."""
    choice: int | None = None
    """Of the options, from 0."""
    problem: str = ""
    """``phone_short``: something like a number, with fewer than seven digits."""
    question: str = ""
    """The words of a question that nobody here can answer; they go to the task's description."""
    notes: tuple[str, ...] = ()
    """What whoever comes should know: a second number, how to get in."""
    elsewhere: bool = False
    """All of it is about money that was spent: another agent's."""
    aside: str = ""
    """The customer's words that are for another agent, beside those for the business."""
    language: str = "en"
    tasks: dict[ActName, str] = Field(default_factory=dict)
    """By act, the number of the task that it is about, where it was named."""
    sure: bool = True
    """Rules understood all of it: no model needs to be asked."""
    has_number: bool = True
    """Something in the words may be a number to call, right or wrong."""
    by: str = "rules"
    at: datetime | None = None
    """The time that counted, UTC: workflows read no clock."""


class CatalogItem(Frozen):
    """A service of the business, as a tool lists it. ``keywords`` in all its languages."""

    name: str
    description: str = ""
    keywords: tuple[str, ...] = ()


class ServiceToolStatus(StrEnum):
    OK = "ok"
    FAILED = "failed"
    """It was not done."""
    UNKNOWN = "unknown"
    """It was asked for, and nobody knows whether it was done: never asked for again."""
    CONFLICT = "conflict"
    """What was to be booked is taken."""


class ToolRequest(AskedInCall):
    """One call of a tool of another server. Idempotent on ``key`` where the tool takes one."""

    server: str
    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    key: str = ""
    """``{task id}/{tool}/{n}``: the same over attempts; new after a success."""
    photos: str = ""
    """The argument that holds photos, each with its ``sha256``: it gets a link there (``url``),
    where the deployment has an address. A tool that takes no such argument is given none."""
    results: dict[str, str] = Field(default_factory=dict)
    """JSON pointers into the result, by field of the context (or ``slots``)."""
    lists: tuple[str, ...] = ()
    """Of these fields, those that hold lists: they get the names of all items."""
    fits: str = ""
    """What the customer wants, and in which language: of a list for a field that holds text, the
    item that fits best is chosen."""
    language: str = "en"
    chosen: str = ""
    """The item that the customer named when they were asked: it is taken."""
    known: dict[str, str] = Field(default_factory=dict)
    """What was found for such a field before: it stays where it fits about as well as others."""
    wish: Window | None = None
    """Slots outside it are kept behind those inside."""
    avoid: tuple[Window, ...] = ()
    """So are slots in one of these."""
    timezone: str = "UTC"
    """IANA, of the business: in it a booking is put into words (``appointment``)."""
    person: Person | None = None
    """The customer, for Steward's own tools alone; so are the fields below."""
    conversation_id: str = ""
    at: datetime | None = None
    """When they spoke last, UTC."""


class ServiceToolResult(Frozen):
    """What came of it. Nothing that is not named in ``results`` is here; texts are cut at 2,000."""

    status: ServiceToolStatus
    values: dict[str, JsonValue] = Field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    free: tuple[Slot, ...] = ()
    """The first of them of the first days, to choose from."""
    candidates: tuple[str, ...] = ()
    """Names of items that fit about as well as each other: the customer is to say which."""
    offered: tuple[CatalogItem, ...] = ()
    """All items, without their keywords, where rules did not find just one that fits."""
    sought: str = ""
    """The field that one of ``offered`` is for."""
    empty: bool = False
    """It found nothing."""
    replayed: bool = False
    """The server had done it before: this is what it did then."""
    code: str = ""
    """Why it failed, by the server's or our own code; no words of anybody."""
    milliseconds: int = 0


class WithoutText(StrEnum):
    """What a node without a text of its own does: it decides which plain sentence is said there."""

    ASKS = "asks"
    WAITS = "waits"
    ENDS = "ends"
    PASSES = "passes"


class SayPart(Frozen):
    """What one node has to say."""

    node: str
    texts: tuple[str, ...]
    """In the call's language; one of them by ``visit``."""
    visit: int = 1
    fixed: bool = False
    """Never worded by a model."""
    role: str = ""
    goal: str = ""
    example: str = ""
    """The beginning of the node's template."""
    asks: str = ""
    """The field that it asks for."""
    unworded: WithoutText | None = None
    """Set where it has no text: a model words it from its role, goal and example, and rules say a
    plain sentence."""
    about: str = ""
    """What the field is that an unworded part asks for, as the graph describes it."""


class SayRequest(AskedInCall):
    """Words several nodes' parts as one delivery, by their texts and what is known."""

    parts: Annotated[tuple[SayPart, ...], Field(min_length=1)]
    language: str
    timezone: str
    today_in: str = ""
    """The zone of the customer, whose today and tomorrow are said; empty: ``timezone``."""
    now: datetime | None = None
    """UTC: "tomorrow" is said from it; None: now, by the clock of the activity."""
    context: dict[str, JsonValue] = Field(default_factory=dict)
    """Active fields alone."""
    proposed: Slot | None = None
    booked: Slot | None = None
    free: tuple[Slot, ...] = ()
    """Times to choose from."""
    options: tuple[str, ...] = ()
    matters: tuple[str, ...] = ()
    """All matters of the call, in their order."""
    exchanges: tuple[CallExchange, ...] = ()
    """The last five."""
    persona: str = ""
    """``AGENT_PROFILE`` and ``who_are_you``, for a model."""
    words: tuple[str, ...] = ()
    """The customer's words that are answered."""
    confirmed: tuple[str, ...] = ()
    """What tools did in this call: ``booked``, ``cancelled``, ``task``: nothing else is claimed."""
    summary: str = ""
    """Of older exchanges, where a summarizer node made one."""
    question: str = ""
    """The customer's question that nobody here can answer."""
    trade: str = ""
    """Who does what the customer needs, as in "I'll book a plumber"."""
    stays: tuple[Slot, ...] = ()
    """The visits that are booked for other matters."""
    open_visits: tuple[MadeTaskShown, ...] = ()
    """The visits that were booked in earlier calls."""
    wished: Window | None = None
    """The time that was wished, where nobody is free then."""


class Worded(EngineAnswer):
    """The finished words. ``by``: rules or the name of a model."""

    texts: tuple[str, ...]
    """One for each part that says something, in order; a model may word all as one."""
    by: str = "rules"
    refused: str = ""
    """Why a model's words did not count (a code), for the log."""


class ExtractRequest(AskedAtNode):
    """What of these fields did the customer say? Asked where rules are not sure."""

    fields: dict[str, str] = Field(default_factory=dict)
    """What each field means, by name."""
    exchanges: tuple[CallExchange, ...] = ()
    """The last ten."""
    language: str = "en"
    asked: str = ""
    recognised: Recognised = Recognised()
    """What rules found: the answer where no model gives one."""
    options: tuple[str, ...] = ()
    timezone: str = "UTC"
    """Of the business."""
    proposed: Slot | None = None
    wished: Window | None = None
    """The time that the customer wished before."""
    visit: Slot | None = None
    """The visit that is booked for the matter."""
    tasks: tuple[MadeTaskShown, ...] = ()
    """That the call made, the newest last."""


class MatchRequest(AskedInCall):
    """Which of these services does the customer need? Asked where rules did not find just one."""

    wanted: str
    """The matter, in the customer's words."""
    services: tuple[CatalogItem, ...]
    known: str = ""
    """What they were found to need before."""
    words: tuple[str, ...] = ()
    exchanges: tuple[CallExchange, ...] = ()


class Matched(EngineAnswer):
    """Names of services: the one that is meant, or some of which the customer is to say which;
    none where rules are to decide.
    """

    names: tuple[str, ...] = ()
    by: str = "rules"


class Fit(Frozen):
    """Which items of a catalog fit what somebody wants, the best first."""

    names: tuple[str, ...] = ()
    sure: bool = False
    """It is one, and its name or a keyword of it stands in the words."""


class Way(Frozen):
    """A successor as the navigator sees it."""

    node: str
    role: str = ""
    goal: str = ""
    condition: str = ""


class NavigateRequest(AskedInCall):
    """Which way now? Asked once; a failure leaves the default."""

    node: str
    ways: tuple[Way, ...]
    default: str | None = None
    exchanges: tuple[CallExchange, ...] = ()
    """The last three."""
    context: dict[str, JsonValue] = Field(default_factory=dict)
    flags: dict[str, JsonValue] = Field(default_factory=dict)
    path: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    persona: str = ""
    summary: str = ""


class Navigated(EngineAnswer):
    next_node_to_go_to: str | None
    next_course_of_action: str = ""
    is_on_track: bool = True
    reason: str = ""
    by: str = "default"


class ChooseToolRequest(AskedAtNode):
    """Which of the node's tools, with which free texts? Ids come from the context."""

    tools: tuple[str, ...]
    purposes: dict[str, str] = Field(default_factory=dict)
    """What each tool does, in its server's words."""
    takes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Names of the free texts that each tool takes; of a tool that is not here nobody knows."""


class ToolChosen(EngineAnswer):
    """Empty ``tool``: none is needed, or no model could say."""

    tool: str = ""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    by: str = "rules"


class SummariseCallRequest(AskedInCall):
    """Puts older exchanges into a few sentences, at most 600 characters."""

    exchanges: tuple[CallExchange, ...]
    previous: str = ""
    language: str = "en"


class CallSummary(EngineAnswer):
    summary: str
    by: str = "rules"


class LogKind(StrEnum):
    """Kinds of lines of a call's log."""

    STARTED = "call.started"
    ENDED = "call.ended"
    ITERATION_STARTED = "iteration.started"
    ITERATION_ENDED = "iteration.ended"
    CONTEXT = "context"
    MODEL_CALL = "model.call"
    MODEL_ANSWER = "model.answer"
    RESULT = "agent.result"
    NAVIGATED = "navigator"
    TURN = "turn"
    TOOL = "tool"


class LogLine(Frozen):
    """``words`` and prompts stand in ``private``: stored only where ``LLM_LOG`` is ``full``."""

    step: int
    kind: LogKind
    at: datetime | None = None
    """UTC; None: when it is written."""
    body: dict[str, JsonValue] = Field(default_factory=dict)
    private: dict[str, JsonValue] = Field(default_factory=dict)


class Change(Frozen):
    """A field that changed: the audit keeps what it was."""

    n: int
    """Counted in the call."""
    field: str
    before: JsonValue = None
    after: JsonValue = None
    source: str = ""
    """A node, or ``engine``."""


class CallEnd(StrEnum):
    """``outcome`` of a call."""

    BOOKED = "booked"
    NOTED = "noted"
    """The customer's wish is kept, and nothing was booked."""
    UNCONFIRMED = "unconfirmed"
    CALLBACK = "callback"
    NO_CONTACT = "no_contact"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"
    FAILED = "failed"


class CallRow(Frozen):
    """A call as the table ``service_calls`` has it, as far as it is known."""

    task_id: str
    agent_session_id: str
    conversation_id: str
    user_id: str
    channel: str
    graph_sha256: str
    started_at: datetime | None = None
    """None: when it is first written."""
    ended: bool = False
    """From the first write with it on, the call counts as ended."""
    outcome: CallEnd | None = None
    hangup_status: str = ""
    nodes: int = 0
    tool_ok: int = 0
    tool_failed: int = 0
    main_ask: str = ""
    service: str = ""
    customer_ref: str = ""
    task_ref: str = ""
    erasable: dict[str, str] = Field(default_factory=dict)
    """Customers that this call created, by server: erasure takes them away there."""
    booked_until: datetime | None = None
    """The end of the latest booking, UTC: erasure asks about one that is still to come."""


class RecordRequest(Frozen):
    """Writes what a turn came to. Idempotent: a call by its id, lines by step and kind, changes by
    their number.
    """

    row: CallRow
    lines: tuple[LogLine, ...] = ()
    changes: tuple[Change, ...] = ()


class Recorded(Frozen):
    """What a write of a turn brought that was not there before."""

    ended: bool = False
    """The call counts as ended from now on."""
    lines: tuple[LogLine, ...] = ()


class RateRequest(Frozen):
    """The customer's opinion of a call; the last one counts."""

    user_id: str
    task_id: str
    rating: Literal["up", "down"]


class MadeTaskRequest(Frozen):
    """Whether a call of this person made a task of the business."""

    user_id: str
    task_ref: str
    """As the business's own tools name it."""


class MadeTask(Frozen):
    known: bool


class OpenVisitsRequest(Frozen):
    """What is booked for this person and still to come?"""

    user_id: str
    at: datetime
    timezone: str
    """Of the business, IANA."""


class OpenVisits(Frozen):
    visits: tuple[MadeTaskShown, ...] = ()
    """The next one first."""


class Rated(Frozen):
    known: bool
    new: bool = False
    """It was not this person's opinion before."""


class SayAndRecord(Frozen):
    """Words a delivery by rules and, in the same moment, writes what the turn came to so far."""

    say: SayRequest
    record: RecordRequest | None = None


class SaidAndRecorded(Frozen):
    """``recorded``: it is written. Else it is offered again: no reply waits for a database."""

    said: Worded
    recorded: bool = False
