"""Tools that an agent may use, and the loop in which a model or rules use them.

A turn is a row of rounds: an engine says what to do next (``Step``), its calls are carried out, the
results go into the next round, until it answers without calls. The loop itself is the platform's
(``workflows/tool_loop.py``); an agent brings its tools, and reaches the loop through its desk.
"""

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from domain.activity_calls import BY_RULES, HEARTBEAT, MODEL_QUEUE, ActivityCall, Retries
from domain.history import Entry
from domain.messages import CallRequest, Frozen
from domain.understanding import RULES_ENGINE, EngineAnswer, Person

TOOL_QUEUE = "steward-tools"
"""Apart, so that slow tools hold up neither words nor replies."""

TOOL_TIMEOUT = timedelta(seconds=5)
"""Of a tool that names none of its own, where the settings say nothing else."""
MAX_CALLS_A_ROUND = 5
RESULT_TOKENS = 400
"""Of one result, as a model is shown it."""


class Effect(StrEnum):
    READ = "read"
    """Changes nothing; calls of one round run at the same time."""
    WRITE = "write"
    """Can be taken back; calls run one after the other, behind the reads."""
    IRREVERSIBLE = "irreversible"
    """Only after the person's yes to exactly what was shown."""


class Arguments(BaseModel):
    """What a tool is called with. The same model validates a call and makes the tool's schema, so
    each field's description and range say to a model what is allowed.

    Nothing in it may name a person, an address, a path or SQL: who calls is known already.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoArguments(Arguments):
    """Of a tool that takes nothing."""


@dataclass(frozen=True)
class Tool:
    """``name`` and what it does are permanent: they stand in histories and in ``tool_calls``."""

    name: str
    purpose: str
    """For the model: what it does, and when to use it. Short: definitions count as tokens."""
    arguments: type[Arguments]
    result: type[BaseModel]
    effect: Effect
    timeout: timedelta | None = None
    """None leaves it to the settings."""
    result_tokens: int = RESULT_TOKENS
    internal: bool = False
    """Only rules and buttons call it: models and programs do not see it."""
    by_conversation: bool = False
    """No activity carries it out, but the conversation: a task is opened or changed, or what a
    command does is done. Programs call it; words and models say the same in their own ways."""
    for_models: bool = True
    """False where it names what only lists give ids of: pages and programs call it."""
    beside_records: bool = False
    """What it is told of stands beside what is recorded, also with the same amount."""
    repeatable: bool = True
    """Whether the same ``call_id`` twice is one call. Somebody else's server may not know it: then
    a call is attempted once, and what is not known of it stays unknown."""


class ToolSpec(Frozen):
    """A tool as a model sees it; ``parameters`` is a JSON schema of a closed object."""

    name: str
    purpose: str
    parameters: dict[str, JsonValue]
    effect: Effect = Effect.READ
    timeout: timedelta | None = None
    repeatable: bool = True
    """As of ``Tool``: for tools of other servers, which a conversation knows by this alone."""


def spec_of(tool: Tool) -> ToolSpec:
    return ToolSpec(
        name=tool.name,
        purpose=tool.purpose,
        parameters=tool.arguments.model_json_schema(),
        effect=tool.effect,
    )


class RemoteArguments(Arguments):
    """Of a tool of another server, whose own schema says more: the worker holds them to it."""

    model_config = ConfigDict(extra="allow", frozen=True)


class RemoteResult(Frozen):
    """``value`` is what another server gave, cut where it was too long, which ``note`` says."""

    value: JsonValue = None
    note: str = ""


class RemoteCall(Frozen):
    """What a yes to a call of another server agrees to."""

    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


def remote_tool(spec: ToolSpec) -> Tool:
    """A tool of another server as a conversation knows it."""
    return Tool(
        name=spec.name,
        purpose=spec.purpose,
        arguments=RemoteArguments,
        result=RemoteResult,
        effect=spec.effect,
        timeout=spec.timeout,
        repeatable=spec.repeatable,
    )


class ErrorCode(StrEnum):
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    TIMEOUT = "timeout"
    UNAVAILABLE = "unavailable"
    NOT_FOUND = "not_found"
    NOT_OFFERED = "not_offered"
    REPEATED = "repeated"
    ALREADY_DONE = "already_done"
    TOO_MANY_CALLS = "too_many_calls"
    ONE_AT_A_TIME = "one_at_a_time"
    DECLINED = "declined"
    LIMIT = "limit"
    OUT_OF_STOCK = "out_of_stock"
    OTHER_CURRENCY = "other_currency"
    INTERNAL = "internal"


class ToolError(Frozen):
    """For the model, in plain words: never a path, SQL or a stack. ``hint`` says what to do next:
    which field, which values are allowed, what is settled already.
    """

    code: ErrorCode
    message: str
    hint: str = ""
    details: JsonValue = None
    """For the agent's own words to the person (the article, what there is of it): never shown to a
    model as it is."""

    @property
    def facts(self) -> dict[str, JsonValue]:
        """Its details by name; empty where there are none."""
        return self.details if isinstance(self.details, dict) else {}


MAX_FIELDS_NAMED = 20
"""Of what is wrong with a call: whoever sends thousands of fields is not told of each."""


def refused_arguments(tool: Tool, error: ValidationError) -> ToolError:
    """Names each field that is wrong, and what is allowed there."""
    properties = tool.arguments.model_json_schema().get("properties", {})
    wrong: dict[str, str] = {}
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    for each in errors[:MAX_FIELDS_NAMED]:
        wrong.setdefault(".".join(map(str, each["loc"])) or "arguments", each["msg"])
    allowed = {
        field: _allowed(properties[name])
        for field in wrong
        if (name := field.partition(".")[0]) in properties
    }
    return ToolError(
        code=ErrorCode.INVALID_ARGUMENTS,
        message="; ".join(f"{field}: {said}" for field, said in wrong.items()),
        hint="; ".join(f"{field} is {said}" for field, said in allowed.items() if said)
        or f"allowed are {', '.join(properties) or 'no arguments'}",
        details={"fields": list(wrong)},
    )


def _allowed(schema: dict[str, Any]) -> str:
    """A field of a JSON schema in words: its type and range."""
    options = schema.get("anyOf") or [schema]
    said = []
    for option in options:
        if "enum" in option:
            said.append("one of " + ", ".join(map(str, option["enum"])))
            continue
        low, high = option.get("minimum"), option.get("maximum")
        parts = [str(option.get("type", ""))]
        if low is not None or high is not None:
            parts.append(_range(low, high))
        if "maxLength" in option:
            parts.append(f"of at most {option['maxLength']} characters")
        said.append(" ".join(filter(None, parts)))
    return " or ".join(dict.fromkeys(filter(None, said)))


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"from {low} to {high}"


class ToolStatus(StrEnum):
    OK = "ok"
    FAILED = "failed"
    NOT_EXECUTED = "not_executed"
    """Certainly not carried out: declined, or settled after a timeout."""
    UNKNOWN = "unknown"
    """Nobody can tell (yet): the database, or somebody else's server, does not answer."""


class ToolCall(Frozen):
    """A call in its place. ``call_id`` is the idempotency key of whatever the call changes: in a
    turn ``{task_id}/t{turn}/r{round}/c{n}``; of a message, a command or a button
    ``{message_id}/{n}``.
    """

    call_id: str
    name: str
    arguments: str = "{}"
    digest: str = ""
    """sha256 of the tool's name and its arguments in canonical form; see ``digest_of``."""


def digest_of(name: str, arguments: str) -> str:
    """Equal for equal calls, however their JSON is written; what is no JSON counts as it is."""
    try:
        told: Any = json.loads(arguments or "{}")
    except ValueError:
        told = arguments
    canonical = json.dumps([name, told], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def call_of(call_id: str, wanted: CallRequest) -> ToolCall:
    return ToolCall(
        call_id=call_id,
        name=wanted.name,
        arguments=wanted.arguments,
        digest=digest_of(wanted.name, wanted.arguments),
    )


class ToolResult(Frozen):
    """What a call came to. ``value`` is the tool's own result model as JSON: agents make what the
    person sees from it, models are shown it cut to the tool's ``result_tokens``.
    """

    call_id: str
    status: ToolStatus = ToolStatus.OK
    value: JsonValue = None
    error: ToolError | None = None
    note: str = ""
    """For the model, beside the value: that it is the first result again, that it was cut."""
    recorded: bool = False
    """It stands in ``tool_calls``."""


class Heard(Frozen):
    """Words of the person that the loop took in."""

    message_id: str = ""
    text: str


class Round(Frozen):
    """One step of a turn and what came of it. ``heard`` are words taken in behind its results."""

    say: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    """One for each call, in the order of the calls."""
    heard: tuple[Heard, ...] = ()
    by_model: bool = False
    """Whether a model asked for it; rules go on by themselves."""


class StepRequest(Frozen):
    """Asks for the next step of a turn. ``said`` are the words that the turn began with."""

    person: Person
    agent: str
    task_id: str
    turn: int = 1
    round: int = 1
    rounds_left: int = 1
    """Without this one."""
    today: date | None = None
    """The person's own date; None where it is not known: then no day can be resolved."""
    context: str = ""
    """What the agent always tells, as plain text: the cart."""
    known: JsonValue = None
    """The agent's own model of what was shown last, for its rules: what "the second one" means."""
    said: tuple[Heard, ...] = ()
    rounds: tuple[Round, ...] = ()
    tools: tuple[str, ...] = ()
    """Names of the tools that are legal now; empty in a closing round."""
    remote: tuple[ToolSpec, ...] = ()
    """Those of them that other servers brought; the worker knows the agent's own."""
    history: tuple[Entry, ...] = ()
    summary: str = ""
    closing: bool = False
    """No tools any more: only a sentence for the person is asked for."""


class Step(EngineAnswer):
    """What to do next: calls, or an answer when there are none.

    Of an answer, ``say`` is a model's own words; ``topic`` and ``content`` are of rules, which have
    no words: the agent words them. The topic ``refusal`` is the platform's own: moderation refused
    what was said, and no model saw it.
    """

    say: str = ""
    topic: str = ""
    content: JsonValue = None
    calls: tuple[CallRequest, ...] = ()
    engine: str = ""
    """Who wrote it: ``rules``, or the provider and its model."""

    @property
    def by_model(self) -> bool:
        return self.engine not in {"", RULES_ENGINE}


class RunToolRequest(Frozen):
    """Carries one call out, once: the same ``call_id`` again gives the stored result.

    With ``settle`` nothing is carried out: the stored result if the call was committed, else a row
    that says it was not executed, so that a late commit of it fails.
    """

    person: Person
    conversation_id: str
    task_id: str
    agent: str
    call: ToolCall
    turn: int = 0
    round: int = 0
    check: bool = False
    """Only looks whether it could be done now, and gives the facts to be shown before a yes."""
    confirmed_by: str = ""
    """Id of the message that said yes to ``confirmed`` (``IRREVERSIBLE`` only)."""
    author_id: str = ""
    """Who wrote that message, in a conversation of a group that shares all; else empty."""
    confirmed: JsonValue = None
    """The facts that were shown and agreed to."""
    settle: bool = False
    today: date | None = None
    """The person's own date when it was called; None where it is not known."""
    seen: tuple[str, ...] = ()
    """What the person or earlier results of this session named: ids that the tool may be given."""


class TurnReason(StrEnum):
    ANSWERED = "answered"
    PARTIAL = "partial"
    """Ended by a limit (rounds, calls, time): the person is told what there is, with a warning."""
    CANCELLED = "cancelled"
    FAILED = "failed"


class TurnEnd(Frozen):
    """How a turn ended. ``rounds`` has everything that was called in it."""

    reason: TurnReason
    say: str = ""
    topic: str = ""
    content: JsonValue = None
    rounds: tuple[Round, ...] = ()


class Pending(Frozen):
    """An irreversible call that waits for the person's yes to ``facts``."""

    call: ToolCall
    facts: JsonValue = None
    attempt: int = 1
    """What was agreed to can turn out to be no longer so: then it is asked for anew."""
    confirmed_by: str = ""
    """Id of the message that said yes."""
    author_id: str = ""
    """Who wrote it, in a conversation of a group that shares all; else empty."""


class CallRecord(Frozen):
    """A call that nothing was carried out for: refused, declined, or one of a tool that is none."""

    call: ToolCall
    result: ToolResult
    effect: Effect | None = None
    turn: int = 0
    round: int = 0


class LoopState(BaseModel):
    """A turn under way, as part of an agent's state: a fresh run goes on behind the last finished
    call. Between turns ``said`` and ``rounds`` are empty.
    """

    turn: int = 0
    said: tuple[Heard, ...] = ()
    rounds: tuple[Round, ...] = ()
    working: Round | None = None
    """The round whose calls are being carried out; of its results those that there are so far, in
    any order."""
    taken: tuple[str, ...] = ()
    """Ids of its calls whose results the agent took in."""
    pending: Pending | None = None
    idle_rounds: Annotated[int, Field(ge=0)] = 0
    """Rounds in a row in which nothing new ran."""
    no_more_tools: bool = False
    """What was repeated too often ended the tools, until the person says something."""
    left: timedelta | None = None
    """Of the time that the turn may take; None at its beginning."""
    cost: Decimal | None = None
    """US dollars of the turn's model rounds so far, of those whose price is known; None for none.
    What was abandoned for new words is not in it."""
    unrecorded: tuple[CallRecord, ...] = ()
    """Calls that were not carried out and are still to be written down."""

    @property
    def under_way(self) -> bool:
        return bool(self.said)


class RecordCallsRequest(Frozen):
    """Idempotent on the ids of the calls: what stands in ``tool_calls`` is left as it is."""

    user_id: str
    conversation_id: str
    task_id: str
    agent: str
    calls: tuple[CallRecord, ...] = ()


AGENT_STEP = ActivityCall(
    "agent_step",
    StepRequest,
    Step,
    timedelta(seconds=60),
    retries=Retries.MODELS,
    queue=MODEL_QUEUE,
    heartbeat=HEARTBEAT,
)
AGENT_STEP_BY_RULES = ActivityCall(
    "agent_step_by_rules",
    StepRequest,
    Step,
    BY_RULES,
)
"""Where no model is configured, and where none answers."""

RUN_TOOL = ActivityCall(
    "run_tool",
    RunToolRequest,
    ToolResult,
    TOOL_TIMEOUT + timedelta(seconds=10),
    # The activity itself ends a tool that takes too long: further attempts are for dead workers and
    # for a database that is away for a moment.
    retries=Retries.CONFIGURED,
    queue=TOOL_QUEUE,
    committing=True,
)

BEYOND_THE_TOOL = timedelta(seconds=10)
"""What an attempt at a call may take beside the tool itself: the worker ends a tool that takes too
long, so only one that is dead or stuck comes to this."""


def run_tool_of(
    tool: Tool, timeout: timedelta, *, committing: bool
) -> ActivityCall[RunToolRequest, ToolResult]:
    """The activity call that carries this tool out. ``timeout`` is for a tool that names none."""
    return replace(
        RUN_TOOL,
        start_to_close=(tool.timeout or timeout) + BEYOND_THE_TOOL,
        committing=committing,
        retries=RUN_TOOL.retries if tool.repeatable else Retries.ONCE,
    )


RECORD_TOOL_CALLS = ActivityCall(
    "record_tool_calls", RecordCallsRequest, type(None), BY_RULES, retries=Retries.ONCE
)
"""What was refused is rare, and nobody waits for its row: what cannot be written now is written
with the next."""
