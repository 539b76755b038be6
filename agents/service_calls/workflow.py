"""The service call: a graph run for one customer, from the greeting until the call is ended."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import Self

from pydantic import ValidationError
from temporalio import workflow

from agents.contract import (
    Agent,
    Desk,
    DirectAnswers,
    FileTaker,
    GraphWalker,
    Handler,
    HandlerDesk,
    Opening,
    Outcome,
    OutsideWork,
)
from agents.service_calls import activity_calls, pressed
from agents.service_calls import context as ctx
from agents.service_calls.audit import unwritten
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.listening import take_in
from agents.service_calls.call.nodes import step
from agents.service_calls.call.outcome import outcome_of
from agents.service_calls.call.tools_later import finish
from agents.service_calls.card import CARD, CallCard
from agents.service_calls.details import CallDetails
from agents.service_calls.exchange import (
    CallEnd,
    LoadGraphRequest,
    MadeTaskRequest,
    RateRequest,
    ServiceToolStatus,
    ToolRequest,
)
from agents.service_calls.graph.next_node import HANG_UP
from agents.service_calls.graph.shapes import Graph, Waits, choices
from agents.service_calls.replies import (
    CallOver,
    CancelledCall,
    NotUndone,
    StillInCall,
    ThanksForRating,
    Undone,
)
from agents.service_calls.state import ServiceCallState
from domain.failures import ActivityFailed
from domain.messages import Attachment, ButtonPress
from domain.replies import Choice, Content
from domain.tasks import Injected, Place
from domain.topics import StaleButton
from domain.understanding import TaskPhase, TaskView

OWN_SERVER = "services"
"""Where a call is hung up that no node of its graph could hang up any more."""


class ServiceCallAgent(Agent[ServiceCallState], DirectAnswers, FileTaker, GraphWalker, OutsideWork):
    """One call. What is said in it is its own, word for word, until it is over."""

    card = CARD
    details = CallDetails

    def __init__(self, state: ServiceCallState) -> None:
        super().__init__(state)
        self._graph: Graph | None = None

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        details = CallDetails.model_validate(opening.details or {})
        state = ServiceCallState(
            task_id=opening.task_id,
            number=opening.number,
            agent_session_id=str(workflow.uuid4()),
            started_at=workflow.now(),
            spoken=desk.spoken,
        )
        words = details.words if opening.details is not None else opening.evidence
        if opening.caption and not words and workflow.patched("a-caption-opens-a-call"):
            words = opening.caption
        state.unheard = [words] if words else []
        if opening.attachment is not None:
            state.photos, state.files = 1, [opening.attachment]
        return cls(state)

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(ServiceCallState.model_validate_json(state))

    async def run(self, desk: Desk) -> Outcome:
        state, call = self.state, await self._call(desk)
        if state.hung_up:
            desk.let_go()
        while state.node is not None and not state.hung_up:
            await take_in(call, _heard(desk))
            await self._store_photos(desk)
            if state.gone:
                desk.let_go()
                await _end_for_business(state, desk)
                break
            if not state.waiting or state.answered:
                await step(call)
                continue
            await call.record()
            if not desk.has_injected:
                await self._answered(desk, call)
        self._end(desk, call)
        await finish(call)
        return Outcome.DONE

    async def _store_photos(self, desk: Desk) -> None:
        """Has photos stored that only their channel holds. One that cannot be had is left out."""
        state = self.state
        if all(each.sha256 for each in state.files) or not workflow.patched("photos-are-stored"):
            return
        stored = list[Attachment]()
        for each in state.files:
            with suppress(ActivityFailed):
                stored.append(await desk.fetch(each))
        state.files = stored

    async def _call(self, desk: Desk) -> CallAtDesk:
        """The call with its graph: that it began with, or the newest one."""
        state = self.state
        if self._graph is None:
            request = LoadGraphRequest(sha256=state.graph_sha256)
            loaded = await desk.call(
                activity_calls.LOAD_GRAPH, request, activity_calls.LOAD_GRAPH.name
            )
            self._graph = loaded.graph
            if not state.graph_sha256:
                state.graph_sha256, state.timezone = loaded.sha256, loaded.graph.timezone
                state.graph_version = loaded.graph.version
                state.context = ctx.begun(loaded.graph, state.agent_session_id)
                state.node = loaded.graph.start
                CallAtDesk(state, desk, loaded.graph).audit.started()
        return CallAtDesk(state, desk, self._graph)

    async def _answered(self, desk: Desk, call: CallAtDesk) -> None:
        """Waits for the customer. A pause that is over takes the default way; any other silence
        the conversation deals with: it keeps the call as a draft.
        """
        state = self.state
        node = call.graph.node(state.node or call.graph.start)
        if not isinstance(node.waits, Waits):
            await desk.listen()
            return
        seconds = node.waits.seconds.voice if state.spoken else node.waits.seconds.text
        if not seconds or not await desk.listen(timedelta(seconds=seconds)):
            state.acts, state.answered = [], True

    def _end(self, desk: Desk, call: CallAtDesk) -> None:
        """The call is over: said once, and counted."""
        state = self.state
        if state.hung_up:
            return
        state.hung_up, state.waiting = True, False
        state.outcome = outcome_of(state)
        if state.gone and state.outcome is CallEnd.NOTED:
            state.outcome = CallEnd.ABANDONED
        status = ctx.text(state.context, "hangup_status") or "failed"
        call.audit.ended(state.outcome, ctx.missing(state.context))
        if state.gone:
            desk.let_go()
            return
        ended = CallOver(
            hangup_status=status,
            outcome=state.outcome,
            at_node=state.came_from,
            spoken=state.spoken,
            language=state.language,
        )
        desk.say(ended, pressed.below_call_ended(state.task_id, self._booked()))
        desk.let_go()

    # What others see

    def view(self) -> TaskView:
        return TaskView(
            task_id=self.state.task_id,
            agent=CARD.slug,
            number=self.state.number,
            phase=TaskPhase.DONE if self.state.hung_up else TaskPhase.WORKING,
            title=ctx.text(self.state.context, ctx.ASK),
        )

    def shown(self) -> CallCard:
        state, context = self.state, self.state.context
        return CallCard(
            task_id=state.task_id,
            number=state.number,
            ask=ctx.text(context, ctx.ASK),
            service=self._name_service(ctx.text(context, ctx.SERVICE)),
            task_number=ctx.text(context, "task_number"),
            booked=state.booked,
            timezone=state.timezone,
            outcome=state.outcome if state.hung_up else None,
        )

    def _name_service(self, service: str) -> str:
        """Returns the name of a service in the customer's language."""
        graph = self._graph
        return graph.service_name(service, self.state.language) if graph else service

    def offers(self, service: str) -> bool:
        """Whether the customer is asked to choose, and this service or answer may be chosen."""
        known, state = map(self._name_service, self.state.options), self.state
        asks = self._graph.node(state.node) if self._graph and state.node else None
        return service in known or (asks is not None and service in choices(asks, state.language))

    def missing(self, today: date) -> tuple[str, ...]:
        """Without them there is no task, and the call asks."""
        del today
        return () if self.state.hung_up else ctx.missing(self.state.context)

    def place(self) -> Place:
        return Place(
            node=self.state.node or "",
            path=ctx.path(self.state.context),
            version=self.state.graph_version or self.state.graph_sha256[:12],
        )

    def facts(self) -> tuple[str, ...]:
        state, path = self.state, ctx.path(self.state.context)
        facts = [
            f"node: {state.node or 'over'}",
            f"graph: {state.graph_version or state.graph_sha256[:12]}",
            f"missing: {', '.join(ctx.missing(state.context)) or 'nothing'}",
            f"path: {' → '.join(path)}" if path else "",
            f"tool: {state.pending.tool}" if state.pending else "",
        ]
        return tuple(fact for fact in facts if fact)

    def empty(self) -> bool:
        return not ctx.text(self.state.context, ctx.ASK)

    def wants(self, attachment: Attachment) -> bool:
        """A picture of what is broken goes with the matter."""
        del attachment
        return not self.state.hung_up

    # Cancelling

    def on_cancel(self) -> tuple[Content, Sequence[Choice]] | None:
        if self.state.hung_up:
            return None
        made = self._made()
        content = CancelledCall(
            card=self.shown(),
            tasks=tuple(number for number, _ in made),
            unconfirmed=bool(self.state.unknown),
        )
        return content, pressed.undoing(made)

    def _made(self) -> list[tuple[str, str]]:
        """Number and reference of the tasks that the call created."""
        made = [self._reference(each) for each in (*self.state.issues, self.state.context)]
        return [task for task in made if task[1]]

    @staticmethod
    def _reference(matter: ctx.Context) -> tuple[str, str]:
        """Number and reference of a matter's task; empty where it has none."""
        reference = ctx.text(matter, "task_id")
        return ctx.text(matter, "task_number") or reference, reference

    def _booked(self) -> list[tuple[str, str]]:
        """The same of those for which somebody comes."""
        visits = [each.get("appointment_details") for each in self.state.issues]
        due = [*map(bool, visits), self.state.booked is not None]
        made = [self._reference(each) for each in (*self.state.issues, self.state.context)]
        return [task for task, comes in zip(made, due, strict=True) if comes and task[1]]

    def after_cancel(self) -> Handler | None:
        """The call is over for the business, too."""
        state = self.state
        if state.hung_up or not state.graph_sha256:
            return None

        async def end(desk: HandlerDesk) -> None:
            await _end_for_business(state, desk)
            request = unwritten(state, desk, CallEnd.CANCELLED)
            await desk.call(
                activity_calls.RECORD_CALL.until_it_works(),
                request,
                activity_calls.RECORD_CALL.name,
            )

        return end

    # Handlers

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        if name != "service":
            return None

        async def begin(desk: HandlerDesk) -> None:
            going_on = [task for task in desk.tasks() if isinstance(task, ServiceCallAgent)]
            if going_on and not value:
                desk.say(StillInCall(card=going_on[-1].shown()))
                return
            task_id = going_on[-1].state.task_id if going_on else None
            desk.hand(CallDetails(words=value).model_dump(mode="json"), task_id)

        return begin

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        match press.action:
            case pressed.CHOOSE:
                return partial(_choose, press)
            case pressed.RATE:
                return partial(_rate, press)
            case pressed.UNDO:
                return partial(_undo, press)
        return None


def _heard(desk: Desk) -> list[Injected]:
    """What was said: words as they are, also those that a handler or a button handed on."""
    return [
        said if said.text or said.act is None else said.model_copy(update={"text": _words(said)})
        for said in desk.injected()
    ]


def _words(said: Injected) -> str:
    try:
        details = said.act.details if said.act is not None else None
        return CallDetails.model_validate(details or {}).words
    except ValidationError:
        workflow.logger.error("act.unreadable", extra={"agent": CARD.slug})
        return ""


async def _end_for_business(state: ServiceCallState, desk: Desk | HandlerDesk) -> None:
    """The customer is gone: the business's own side of the call is ended. Where that cannot be
    asked for, the call is over all the same.
    """
    ended = await _was_done(hanging_up(state, desk.person.user_id), desk)
    status = "success" if ended else "failed"
    state.context = ctx.merged(state.context, {"hangup_status": status})


async def _was_done(request: ToolRequest, desk: Desk | HandlerDesk) -> bool:
    """Has a tool called outside the graph; whether it carried that out."""
    try:
        result = await desk.call(activity_calls.CALL_TOOL, request, request.tool)
    except ActivityFailed:
        return False
    return result.status is ServiceToolStatus.OK


def hanging_up(state: ServiceCallState, user_id: str) -> ToolRequest:
    return ToolRequest(
        user_id=user_id,
        task_id=state.task_id,
        step=state.steps,
        server=OWN_SERVER,
        tool=HANG_UP,
        arguments={"call_session_id": state.agent_session_id},
        key=f"{state.task_id}/{HANG_UP}/end",
    )


async def _choose(press: ButtonPress, desk: HandlerDesk) -> None:
    details = CallDetails(words=press.value).model_dump(mode="json")
    asking = {
        task.state.task_id
        for task in desk.tasks()
        if isinstance(task, ServiceCallAgent) and task.offers(press.value)
    }
    if press.subject not in asking or desk.hand(details, press.subject) is None:
        desk.say(StaleButton())


async def _rate(press: ButtonPress, desk: HandlerDesk) -> None:
    rating = press.value
    if rating != "up" and rating != "down":  # noqa: PLR1714 - so that types tell them apart
        desk.say(StaleButton())
        return
    request = RateRequest(user_id=desk.person.user_id, task_id=press.subject, rating=rating)
    known = await desk.call(activity_calls.RATE_CALL, request, activity_calls.RATE_CALL.name)
    desk.say(ThanksForRating(rating=rating) if known.known else StaleButton())


async def _undo(press: ButtonPress, desk: HandlerDesk) -> None:
    """Cancels a task that a cancelled call had created."""
    made = MadeTaskRequest(user_id=desk.person.user_id, task_ref=press.subject)
    found = await desk.call(activity_calls.FIND_TASK, made, activity_calls.FIND_TASK.name)
    if not found.known:
        desk.say(StaleButton())
        return
    request = ToolRequest(
        user_id=desk.person.user_id,
        task_id=press.subject,
        step=0,
        server=OWN_SERVER,
        tool="task_cancel",
        arguments={"task_id": press.subject},
        key=f"{press.subject}/task_cancel/undo",
    )
    tasks = (press.value,)
    if await _was_done(request, desk):
        desk.say(Undone(tasks=tasks))
    else:
        desk.say(NotUndone(tasks=tasks), [Choice(press=press)])


AGENT = ServiceCallAgent
"""The class that the platform runs."""
