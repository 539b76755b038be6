"""One call at its desk: what is known, what it may use, and how changes are noted.

Everything that is known stands in the state, so that a fresh run goes on where the former one was.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypedDict, TypeVar

from pydantic import BaseModel, JsonValue
from temporalio import workflow

from agents.contract import Desk
from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.audit import Audit, unwritten, written
from agents.service_calls.exchange import CallExchange, RecordRequest
from agents.service_calls.graph.shapes import Graph
from agents.service_calls.state import ServiceCallState, ServiceLimits
from domain.activity_calls import ActivityCall
from domain.failures import ActivityFailed

_Request = TypeVar("_Request", bound=BaseModel)
_Answer = TypeVar("_Answer")

UNWRITTEN = 30
"""Lines and changes that may wait for the next words, with which they are written."""
RECORDING = timedelta(seconds=15)


class _OfTheCall(TypedDict):
    user_id: str
    task_id: str
    step: int


@dataclass
class CallAtDesk:
    state: ServiceCallState
    desk: Desk
    graph: Graph
    now: Callable[[], datetime] = workflow.now
    took: int = 0
    """Milliseconds of the node that was run last."""
    limits: ServiceLimits = field(init=False)
    audit: Audit = field(init=False)

    def __post_init__(self) -> None:
        self.limits = self.desk.own_limits(ServiceLimits)
        self.audit = Audit(self.state, self.limits.log)

    @property
    def language(self) -> str:
        """That of the words so far; before any, the person's own."""
        return self.state.language or re.split("[_-]", self.desk.person.locale)[0].lower() or "en"

    @property
    def options(self) -> tuple[str, ...]:
        """What the customer may choose from, as it is called in their language."""
        return tuple(self.graph.service_name(each, self.language) for each in self.state.options)

    @property
    def asking(self) -> _OfTheCall:
        """The fields of ``AskedInCall`` for a request that is made now."""
        return {
            "user_id": self.desk.person.user_id,
            "task_id": self.state.task_id,
            "step": self.state.steps,
        }

    def persona(self, profile: Literal["worker_reply_agent", "node_navigator_agent"]) -> str:
        """Who speaks, in a line."""
        own = getattr(self.graph.agent_profile, profile)
        who = ctx.text(self.state.context, "who_are_you")
        return " ".join(filter(None, (who, own.role, *own.responsibilities)))[:400]

    def exchanges(self, last: int) -> tuple[CallExchange, ...]:
        return tuple(map(CallExchange.model_validate, ctx.exchanges(self.state.context, last)))

    def merge(self, updates: Mapping[str, JsonValue], source: str) -> None:
        state = self.state
        new = ctx.merged(state.context, updates)
        for name in ctx.changed(state.context, new):
            self.note_change(name)
            self.audit.changed(name, state.context.get(name), new[name], source)
        state.context = new

    def note_change(self, name: str) -> None:
        self.state.changes += 1
        self.state.changed_at[name] = self.state.changes

    async def ask_model(
        self, question: ActivityCall[_Request, _Answer], request: _Request
    ) -> _Answer | None:
        """None where no model is or none answers, and where the customer said something meanwhile:
        then the call goes on by rules.
        """
        if not self.desk.limits.has_model:
            return None
        try:
            return await self.desk.consider(question, request, question.name)
        except ActivityFailed as failure:
            workflow.logger.warning(f"{question.name}.failed", extra={"code": failure.code})
            return None

    def unwritten(self) -> RecordRequest | None:
        state = self.state
        return unwritten(state, self.desk) if state.lines or state.audit else None

    async def record(self) -> None:
        """Writes what did not go with the words; what cannot be written now goes with the next."""
        request = self.unwritten()
        if request is None or len(request.lines) + len(request.changes) < UNWRITTEN:
            return
        try:
            await self.desk.consider(
                activity_calls.RECORD_CALL,
                request,
                activity_calls.RECORD_CALL.name,
                within=RECORDING,
            )
        except ActivityFailed as failure:
            workflow.logger.warning("call.not_recorded", extra={"code": failure.code})
            return
        if not self.desk.has_injected:  # the words of the customer go first
            written(self.state, request)
