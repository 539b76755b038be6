"""Plays a graph without servers: to try one before customers do.

The engine is the real one, and so are the rules for words; the tools are a small business in
memory, on a fixed day.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Protocol, TypeVar, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel, JsonValue

from agents.contract import Desk
from agents.service_calls import activity_calls, context
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.listening import take_in
from agents.service_calls.call.nodes import step
from agents.service_calls.call.outcome import outcome_of
from agents.service_calls.exchange import (
    CallEnd,
    MadeTaskShown,
    OpenVisits,
    OpenVisitsRequest,
    RecogniseRequest,
    SaidAndRecorded,
    SayAndRecord,
    ServiceToolResult,
    ServiceToolStatus,
    ToolRequest,
)
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.ports import CallRules
from agents.service_calls.state import ServiceCallState, ServiceLimits
from agents.service_calls.tool_results import taken
from domain.activity_calls import ActivityCall
from domain.conversation import Limits
from domain.replies import Choice, Content, File
from domain.tasks import Injected
from domain.understanding import Person

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

TASK = "trial/service_calls/1"
LATER = "later"
"""Said in place of words: the pause goes by."""


class TrialService(BaseModel):
    """A category of the catalog, and who does it."""

    name: str
    keywords: tuple[str, ...] = ()
    employee: str = "Jonas Weber"


class TrialTools(Protocol):
    async def call(self, request: ToolRequest) -> ServiceToolResult: ...


@dataclass
class TrialBusiness:
    """A business in memory: each write once by its key. ``failing`` tools fail each time."""

    rules: CallRules
    services: Sequence[TrialService]
    now: datetime
    timezone: str = "America/New_York"
    customers: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    tasks: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    bookings: dict[str, dict[str, JsonValue]] = field(default_factory=dict)
    tickets: list[str] = field(default_factory=list)
    """What people were told of calls of which a person was wanted."""
    hung_up: list[str] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)
    failing_once: list[str] = field(default_factory=list)
    """Tools that fail as often as they stand here."""
    taken: set[str] = field(default_factory=set)
    """Beginnings of slots that somebody else has."""
    called: list[ToolRequest] = field(default_factory=list)
    _done: dict[str, JsonValue] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=lambda: count(1042))

    async def call(self, request: ToolRequest) -> ServiceToolResult:
        self.called.append(request)
        once = request.tool in self.failing_once
        if once:
            self.failing_once.remove(request.tool)
        if once or request.tool in self.failing:
            return ServiceToolResult(status=ServiceToolStatus.FAILED, code="unavailable")
        tool: Callable[[Mapping[str, JsonValue]], JsonValue] | None
        tool = getattr(self, f"_{request.tool}", None)
        if tool is None:
            return ServiceToolResult(status=ServiceToolStatus.FAILED, code="unknown_tool")
        writes = request.tool.endswith(("_create", "_update", "_book", "_cancel", "_note", "_open"))
        if writes and request.key in self._done:
            return taken(request, self._done[request.key], self.rules)
        given = tool(request.arguments)
        if isinstance(given, str):
            return ServiceToolResult(status=ServiceToolStatus.CONFLICT, code=given)
        if writes:
            self._done[request.key] = given
        return taken(request, given, self.rules)

    def _setting_list(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        del asked
        return {
            "items": [
                {"name": s.name, "description": "", "keywords": list(s.keywords)}
                for s in self.services
            ]
        }

    def _entity_list(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        del asked
        return {"items": []}

    def _customer_get(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        phone = asked["phone"]
        known = next((c for c in self.customers.values() if c["phone"] == phone), None)
        return {"found": False} if known is None else {"found": True, **known}

    def _customer_create(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        known = self._customer_get(asked)
        if isinstance(known, dict) and known["found"]:
            return {**known, "created": False}
        customer: dict[str, JsonValue] = {
            "customer_id": f"cust-{len(self.customers) + 1}",
            "phone": asked["phone"],
            "name": asked.get("name", ""),
            "email": asked.get("email", ""),
        }
        self.customers[str(customer["customer_id"])] = customer
        return {**customer, "created": True}

    def _customer_update(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        customer, phone = self.customers[str(asked["customer_id"])], asked.get("phone")
        if any(c is not customer and c["phone"] == phone for c in self.customers.values()):
            return "conflict.phone_taken"
        customer.update({k: v for k, v in asked.items() if k in {"phone", "name", "email"}})
        return {"found": True, **customer}

    def _task_create(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        number = f"T-{next(self._numbers)}"
        name = self._employee(asked.get("service_catalog"))
        task: dict[str, JsonValue] = {
            "project_id": "",
            **asked,
            "task_id": f"task-{number}",
            "number": number,
            "assigned_employee_id": _id_of(name),
            "assigned_employee_name": name,
            "status": "open",
        }
        self.tasks[str(task["task_id"])] = task
        return task

    def _employee(self, service: JsonValue) -> str:
        return next((s.employee for s in self.services if s.name == service), "Jonas Weber")

    def _person_calendar_free(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        name, zone = self._employee(asked.get("service_catalog")), ZoneInfo(self.timezone)
        first = datetime.fromisoformat(str(asked["from_ts"]))
        last = datetime.fromisoformat(str(asked["to_ts"]))
        tomorrow = self.now.astimezone(zone).date() + timedelta(days=1)
        day, slots = max(first.astimezone(zone).date(), tomorrow), list[JsonValue]()
        while day <= last.astimezone(zone).date():
            for begin in self._begins(day, zone):
                if first <= begin < last and not self._busy(name, begin):
                    slots.append(_slot(begin, name))
            day += timedelta(days=1)
        limit = asked.get("limit", 3)
        return {"slots": slots[: limit if isinstance(limit, int) else 3]}

    def _begins(self, day: date, zone: ZoneInfo) -> list[datetime]:
        hours = (10, 12, 14, 16) if day.isoweekday() <= 6 else ()  # noqa: PLR2004 - Sunday is 7
        return [datetime.combine(day, time(hour), zone).astimezone(UTC) for hour in hours]

    def _busy(self, name: str, begin: datetime) -> bool:
        booked = {(b["employee_name"], b["from_ts"]) for b in self.bookings.values()}
        return (name, _stamp(begin)) in booked or _stamp(begin) in self.taken

    def _person_calendar_book(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        begin = datetime.fromisoformat(str(asked["from_ts"]))
        task = str(asked["task_id"])
        name = str(self.tasks[task]["assigned_employee_name"])
        if self._busy(name, begin):
            return "conflict.slot_taken"
        booking = {**_slot(begin, name), "event_id": f"event-{task}"}
        self.bookings[task] = booking
        return dict(booking)

    def _task_cancel(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        task = str(asked["task_id"])
        self.tasks[task]["status"] = "cancelled"
        freed = self.bookings.pop(task, None)
        return {"cancelled": True, "events": int(freed is not None)}

    def _task_note(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        task = self.tasks[str(asked["task_id"])]
        task["description"] = f"{task.get('description', '')} {asked['note']}".strip()
        return {"noted": True}

    def _ticket_open(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        self.tickets.append(str(asked["text"]))
        return {"ticket_id": f"TKT-{len(self.tickets)}"}

    def _call_hangup(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        self.hung_up.append(str(asked["call_session_id"]))
        return {"status": "success"}

    def _verify_address(self, asked: Mapping[str, JsonValue]) -> JsonValue:
        del asked
        return {"address": "12 Harbour Road", "lat_lng": "40.71,-74.00"}


def _id_of(name: str) -> str:
    return "emp-" + name.casefold().replace(" ", "-")


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _slot(begin: datetime, name: str) -> dict[str, JsonValue]:
    return {
        "from_ts": _stamp(begin),
        "to_ts": _stamp(begin + timedelta(hours=2)),
        "employee_id": _id_of(name),
        "employee_name": name,
    }


class TrialDesk:
    """A desk of which a call needs no more: rules answer at once, tools as the business does."""

    conversation_id = "trial"
    channel = "terminal"
    limits = Limits()

    def __init__(self, rules: CallRules, tools: TrialTools, now: datetime) -> None:
        self.person = Person(user_id="trial", locale="en_US", timezone="America/New_York")
        self.said: list[Content] = []
        self.choices: list[Choice] = []
        self.heard: list[Injected] = []
        self.passed_on: list[str] = []
        self.open_visits: tuple[MadeTaskShown, ...] = ()
        self.with_others = False
        self.spoken = False
        self._rules = rules
        self._tools = tools
        self._now = now

    def own_limits(self, kind: type[ServiceLimits]) -> ServiceLimits:
        return kind()

    @property
    def has_injected(self) -> bool:
        return bool(self.heard)

    def injected(self) -> list[Injected]:
        taken_in, self.heard = self.heard, []
        return taken_in

    async def call(
        self, call: ActivityCall[Request, Result], request: Request, doing: str
    ) -> Result:
        del doing
        return cast("Result", await self._answer(call.name, request))

    async def _answer(self, name: str, request: BaseModel) -> BaseModel | None:
        if isinstance(request, RecogniseRequest):
            told = self._rules.recognise(request.model_copy(update={"at": self._now}))
            return told.model_copy(update={"at": self._now})
        if isinstance(request, SayAndRecord):
            return SaidAndRecorded(said=self._rules.say(request.say))
        if isinstance(request, ToolRequest):
            return await self._tools.call(request)
        if name == activity_calls.RECORD_CALL.name:
            return None
        if isinstance(request, OpenVisitsRequest):
            return OpenVisits(visits=self.open_visits)
        raise AssertionError(f"a trial has no {name}")

    async def consider(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        within: timedelta | None = None,
    ) -> Result | None:
        del within
        return await self.call(call, request, doing)

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        del files
        self.said.append(content)
        self.choices = list(choices)

    async def delivered(self) -> None:
        """What is said is heard at once."""

    def pass_on(self, text: str, part: str = "") -> bool:
        """There is nobody else, unless it is played that there is."""
        self.passed_on.append(part or text)
        return self.with_others

    def let_go(self, *, talking: bool = False) -> None:
        """Nobody else has words for it."""
        del talking


class Trial:
    """One call on a graph, spoken to by ``says``. ``state`` is the real one."""

    def __init__(
        self, graph: Graph, rules: CallRules, tools: TrialTools, now: datetime, timezone: str
    ) -> None:
        self.state = ServiceCallState(
            task_id=TASK,
            agent_session_id="trial-session",
            graph_sha256="trial",
            timezone=timezone,
            node=graph.start,
            context=context.begun(graph, "trial-session"),
        )
        self.desk = TrialDesk(rules, tools, now)
        self.call = CallAtDesk(self.state, cast("Desk", self.desk), graph, lambda: now)

    async def says(self, words: str) -> tuple[str, ...]:
        """What is answered."""
        before = len(self.desk.said)
        if words == LATER:
            self.state.acts, self.state.answered = [], True
        elif words:
            self.desk.heard.append(Injected(text=words))
        while self.state.node is not None:
            await take_in(self.call, self.desk.injected())
            if self.state.waiting and not self.state.answered:
                break
            await step(self.call)
        said = self.desk.said[before:]
        return tuple(text for each in said for text in getattr(each, "texts", ()))

    @property
    def over(self) -> bool:
        return self.state.node is None

    @property
    def outcome(self) -> CallEnd:
        return outcome_of(self.state)
