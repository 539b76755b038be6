"""The graph file: what a service call does when, as a business writes it (docs/service_calls.md).

Here are the shapes alone; ``checking`` finds everything that is wrong with a file at once.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

REPLY, MCP, INTERNAL = "reply", "mcp", "internal"
MANDATORY = ("customers_main_ask", "customer_phone_number")
"""No task without both, whatever a file says."""

ENGINE_FIELDS = frozenset({
    "agent_session_id", "next_course_of_action", "next_node_to_go_to", "node_traversal_path",
    "summary_of_conversation_on_each_step_until_now", "flags",
})  # fmt: skip
"""Fields that the engine writes by itself, in every node."""

SLOTS = "slots"
"""In ``results``: the free times that a tool found. The first that fits what the customer wishes is
proposed; no field of the context."""

REPLACES = "replaces"

BESIDE = frozenset({
    "outcome", "priority", "problem", "question", "time_wish", "wish_missed", "proposed", "booked",
    "later", "customer_created", "spoken", "service_options", "further", "trouble", "same_matter",
    "note", "stays", "open_visits", "same_person", "other_task", REPLACES,
})  # fmt: skip
"""What rules may name beside fields of the context, and arguments may take. ``question``: one that
nobody here can answer; ``later``: the node whose tools failed to the end; ``further``: matters that
were named beside the first and are not taken up yet; ``trouble``: something is wrong in the matter,
which is no mere wish; ``same_matter``: what was told last is more of the same one; ``note``:
something for whoever comes, of which the business knows nothing yet; ``stays``: the visits that are
booked for other matters of the call; ``open_visits``: those that were booked in earlier calls;
``same_person``: whoever is booked does what is needed now as well; ``other_task``: something is to
be done to another task next; ``replaces``: the id of the task whose visit the one that is agreed on
takes the place of."""

PLACES = frozenset({
    "first_name", "slot", "slot_person", "booked", "booked_person", "options", "matters",
    "question", "trade", "times", "stays", "open_visits", "visit",
})  # fmt: skip
"""Places in texts for the customer, beside fields of the context."""

TOOL_PLACES = frozenset({"notes", "note", "priority", "call"})
"""Places in texts for tools, beside fields of the context. ``call``: what was said so far."""

STEWARD = "steward"
"""In place of a server: Steward's own tools."""
TICKET_OPEN = "ticket_open"
"""Of Steward: opens a ticket that people answer, and brings its ``ticket_id``."""

APPOINTMENT = "appointment"
"""In ``results``: what was booked, with its times and who comes."""

CREATED = "customer_created"
"""In ``results``: whether the call made the customer."""

OWN_RESULTS = frozenset({SLOTS, APPOINTMENT, CREATED})
"""Results that are not fields of the context."""

Language = str
"""ISO 639-1."""
Wording = tuple[str, ...]
"""One text or several, said in turn; ``{field}`` stands for a value."""


class ActName(StrEnum):
    """What words can do in a call, in the order of its weight: an emergency first, talk last. Each
    fires one condition and is used up.
    """

    EMERGENCY = "emergency"
    ASKS_HUMAN = "asks_human"
    CANCEL_BOOKING = "cancel_booking"
    MAY_CANCEL = "may_cancel"
    """Something was cancelled or is to be, and perhaps what is booked: the customer is asked."""
    NEW_ISSUE = "new_issue"
    """One thing more."""
    ISSUE = "issue"
    """What is wrong, or another thing instead."""
    GIVES_DATA = "gives_data"
    PREFERS_TIME = "prefers_time"
    ASKS_TIMES = "asks_times"
    """When somebody could come, or could come as well."""
    ASKS_VISIT = "asks_visit"
    """Whether or when somebody comes who was booked in an earlier call."""
    AFFIRM = "affirm"
    DENY = "deny"
    KEEP = "keep"
    """The visit that is booked stays as it is."""
    NOTE = "note"
    """Something for whoever comes: what to bring, how to get in."""
    DONT_KNOW = "dont_know"
    GOODBYE = "goodbye"
    REPEAT = "repeat"
    QUESTION = "question"
    CHITCHAT = "chitchat"


class ToolState(StrEnum):
    """What the tools of a node came to, in its last run."""

    OK = "ok"
    FAILED = "failed"
    EMPTY = "empty"
    CONFLICT = "conflict"
    AMBIGUOUS = "ambiguous"


class Part(BaseModel):
    """Something in a graph file. The check refuses what nobody reads; a worker of an older version
    leaves it out.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


def one_of(part: BaseModel) -> None:
    """Raises ``ValueError`` unless exactly one key was written."""
    if sum(getattr(part, name) is not None for name in type(part).model_fields) != 1:
        names = ", ".join(f.alias or n for n, f in type(part).model_fields.items())
        raise ValueError(f"needs exactly one of {names}")


class Rule(Part):
    """One key each. What a key means never changes: running calls are decided by it."""

    visited: str | None = None
    """This node was run in this call."""
    visits: dict[str, int] | None = None
    """Each of these nodes was run at least so often."""
    set: str | None = None
    not_set: str | None = None
    changed: str | None = None
    """The field changed since this node was last run."""
    said: ActName | None = None
    tool: ToolState | None = None
    attempts: Annotated[int, Field(ge=1)] | None = None
    """This node was run at least so often in a row."""
    equals: dict[str, JsonValue] | None = None
    channel: Literal["text", "voice"] | None = None
    all: tuple["Rule", ...] | None = None
    any: tuple["Rule", ...] | None = None
    not_: Annotated["Rule | None", Field(alias="not")] = None

    @model_validator(mode="after")
    def _one(self) -> "Rule":
        one_of(self)
        return self


Texts = dict[Language, str | list[str]]


class Condition(Part):
    """A way out of a node. Without ``when`` it is an intent, which only a model can judge."""

    condition: str
    """What it means, in words: for people, and for the navigator."""
    child_node: str | None
    when: Rule | None = None
    sets: dict[str, str] = Field(default_factory=dict)
    """Values of the context that this way brings."""


class GlobalCondition(Condition):
    """Holds in every node but the two last. Without a ``child_node`` the call stays where it is:
    ``say`` is said, then the node's question once more.
    """

    say: Texts = Field(default_factory=dict)
    repeats: bool = False
    """What was said last is said again."""
    words: Literal["free", "fixed"] = "free"


class Pause(Part):
    text: Annotated[int, Field(ge=0, le=86_400)]
    voice: Annotated[int, Field(ge=0, le=86_400)]


class Waits(Part):
    """Seconds, by the way in which people talk; then the default."""

    seconds: Pause


class Argument(Part):
    """Where a value for a tool comes from."""

    context: str | None = None
    text: str | None = None
    """With ``{field}`` places."""
    slot: Literal["from_ts", "to_ts", "employee_id", "limit"] | None = None
    """Of the time that was proposed; where the call finds free times, of the days to look at."""
    photos: Literal[True] | None = None
    """The photos that were sent and that no tool was given yet."""

    @model_validator(mode="after")
    def _one(self) -> "Argument":
        one_of(self)
        return self


class NodeToolCall(Part):
    """A call of a tool, in the order of the file. Keys of writes are the engine's to give."""

    tool: str
    server: str
    if_: Annotated[Rule | None, Field(alias="if")] = None
    arguments: dict[str, Argument] = Field(default_factory=dict)
    results: dict[str, str] = Field(default_factory=dict)
    """JSON pointers into the structured result. Of a list, a field that is text gets the item that
    fits what the customer wants; one that is a list gets all names."""
    parallel: bool = False
    """It runs beside its neighbours that are parallel, too."""


class SayIf(Part):
    """Said in place of ``say``; the first that holds."""

    when: Rule
    say: Texts


class Node(Part):
    node_name: str
    node_action: Literal["reply", "mcp", "internal"]
    agent_profile_type: Literal["worker_reply_agent", "worker_mcp_agent", "internal", "summarizer"]
    role: str = ""
    node_goal: str = ""
    prompt_templates: str = ""
    default_next_node: str | None
    branching_conditions: tuple[Condition, ...] = ()
    navigator: Literal["rules", "model"] = "rules"
    """``model``: a model may choose another of the node's ways than its rules do."""
    expected_context_fields: tuple[str, ...] = ()
    """What it writes."""
    waits: bool | Waits = False
    asks: tuple[str, ...] = ()
    """It asks for the first of these that is not set, and is skipped when all are."""
    skip_when: Rule | None = None
    say: Texts | dict[str, Texts] = Field(default_factory=dict)
    """With ``asks``, by field."""
    say_if: tuple[SayIf, ...] = ()
    choices: dict[Language, list[str]] = Field(default_factory=dict)
    """Answers to what it asks, shown as buttons: a yes first, then a no."""
    words: Literal["free", "fixed"] = "free"
    """Fixed: never worded by a model."""
    calls: tuple[NodeToolCall, ...] = ()
    """No model is asked."""
    tools: tuple[str, ...] = ()
    """``server.tool``: a model chooses one."""

    @property
    def extracts(self) -> bool:
        return "extract" in self.node_name.casefold() and self.node_action == MCP

    @property
    def replies(self) -> bool:
        return self.node_action == REPLY

    def leaves_words(self, asks: str = "") -> bool:
        """Whether it has no text for what it says, of this field where it asks for one: then a
        model words it from its role, goal and template. A node that has texts for other cases
        (``say_if``) is silent in this one.
        """
        if not self.replies or said_by(self, asks):
            return False
        if self.asks:
            return bool(asks)
        told = self.role or self.node_goal or self.prompt_templates
        return bool(told) and not self.say_if


class AgentProfile(Part):
    role: str
    responsibilities: tuple[str, ...] = ()


class Profiles(Part):
    worker_reply_agent: AgentProfile
    worker_mcp_agent: AgentProfile
    node_navigator_agent: AgentProfile


class ArrayRule(Part):
    rule: Literal["APPEND"]


class ScalarRule(Part):
    rule: Literal["UPDATE if meaningful"]


class MergeBehavior(Part):
    arrays: ArrayRule
    scalar_fields: ScalarRule


class ContextUpdateRules(Part):
    merge_behavior: MergeBehavior


class FieldSemantics(Part):
    type: Literal["string", "array", "object", "boolean", "number"]
    mandatory: bool = False
    description: str = ""
    updated_by: tuple[str, ...] = ()
    """Names of nodes; ``engine`` or ``template`` for what no node writes."""


class ContextSchema(Part):
    mandatory_fields: tuple[str, ...]
    field_semantics: dict[str, FieldSemantics]


class ContextTemplate(Part):
    template: dict[str, JsonValue]


class ServiceWords(Part):
    """What a service of the catalog is called, by language. Where a language is missing, the
    customer hears the name that the catalog has, and no trade.
    """

    names: dict[Language, str] = Field(default_factory=dict)
    trade: dict[Language, str] = Field(default_factory=dict)
    """Who does it, as it stands in the texts of the graph: "a plumber"."""


class Graph(Part):
    """A whole file."""

    name: str
    version: str = ""
    agent_profile: Annotated[Profiles, Field(alias="AGENT_PROFILE")]
    context_update_rules: ContextUpdateRules
    nodes: Annotated[tuple[Node, ...], Field(min_length=1, max_length=200)]
    start_node: str = ""
    """The first where it is empty."""
    global_conditions: tuple[GlobalCondition, ...] = ()
    global_context_schema_semantics: ContextSchema
    initial_context_template: ContextTemplate
    timezone: str = "America/New_York"
    """IANA zone of the business: times are said in it. Where a file names none, it is the one of
    the deployment (``DEFAULT_TIMEZONE``), and this one in a trial."""
    services: dict[str, ServiceWords] = Field(default_factory=dict)
    """By the name that the catalog has."""
    navigator: Literal["needed", "always"] = "needed"
    """``always``: a model is asked behind every node, for comparison."""

    @property
    def start(self) -> str:
        return self.start_node or self.nodes[0].node_name

    @property
    def fields(self) -> dict[str, FieldSemantics]:
        return self.global_context_schema_semantics.field_semantics

    @property
    def extracted(self) -> set[str]:
        """Names of the fields, and flags, that its extraction nodes take in."""
        return {f for n in self.nodes if n.extracts for f in n.expected_context_fields}

    def service_name(self, service: str, language: Language) -> str:
        """What a service of the catalog is called in a language."""
        known = self.services.get(service, ServiceWords())
        return known.names.get(language, service)

    def trade(self, service: str, language: Language) -> str:
        """Who does a service; empty where the graph does not say it in this language."""
        return self.services.get(service, ServiceWords()).trade.get(language, "")

    def node(self, name: str) -> Node:
        """Raises ``KeyError``; in a checked graph every name that stands in it is there."""
        for node in self.nodes:
            if node.node_name == name:
                return node
        raise KeyError(name)


def texts(said: Texts, language: Language) -> Wording:
    """What is said in a language; in English, or the first there is, where it has none."""
    known = said.get(language) or said.get("en") or next(iter(said.values()), ())
    return (known,) if isinstance(known, str) else tuple(known)


def choices(node: Node, language: Language) -> Wording:
    """What may be answered to a node, in a language or as ``texts`` does; none where it asks
    nothing of the kind.
    """
    return texts(dict(node.choices), language) if node.choices else ()


def said_by(node: Node, asks: str = "") -> Texts:
    """What a node says; of one that asks for fields, what it says to ask for this one."""
    said = node.say.get(asks, {}) if asks else node.say
    if not isinstance(said, dict):
        return {}
    return {k: v for k, v in said.items() if isinstance(v, str | list)}
