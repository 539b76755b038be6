"""The desk of a handler: something asked of an agent that opens no task."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import TypeVar

from pydantic import BaseModel, JsonValue
from temporalio import workflow

from agents.contract import Agent, FeatureOwner, Reversible
from domain.activity_calls import ActivityCall
from domain.attachments import FetchRequest
from domain.conversation import MAX_KEPT, Asked, LastCall
from domain.messages import Attachment, CallRequest, Message
from domain.replies import Choice, Content, File
from domain.sent import Told
from domain.tasks import Injected, Shown
from domain.tools import (
    RUN_TOOL,
    Effect,
    ErrorCode,
    RunToolRequest,
    ToolCall,
    ToolResult,
    call_of,
    run_tool_of,
)
from domain.understanding import Act, ActKind
from workflows.activity_calls import FETCH_ATTACHMENT, ActivityFailed
from workflows.desk import OUTAGE, ChatDesk
from workflows.outbox import Outbox
from workflows.shared import QueuedHandler, Session, evidence_of, kind_of, readable
from workflows.tasks import TaskBoard

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")


class PlainHandlerDesk(ChatDesk):
    """Implements ``agents.contract.HandlerDesk``."""

    def __init__(  # noqa: PLR0913 - and how the handler was asked for
        self,
        session: Session,
        outbox: Outbox,
        board: TaskBoard,
        agent: str,
        *,
        heard: Message | None = None,
        about: str | None = None,
        asked: Asked | None = None,
        patient: bool = False,
    ) -> None:
        super().__init__(session, outbox, board.offers, agent)
        self.heard, self.about = heard, about
        self.edits = asked.edits if asked is not None else ""
        self.agreed = asked is not None and asked.agreed
        self.place = QueuedHandler(agent, asked)
        self.spoke = self.handed = False
        self._board = board
        self._type = board.agents.known[agent]
        self._patient = patient
        """It waits for a database that is away, which is said once, as whatever may have changed
        something does; else it gives up."""
        self._forgotten: list[Shown] = []
        """What it took back."""

    def next_change_id(self, task_id: str = "") -> str:
        return self._session.next_change_id(task_id or self.conversation_id)

    async def call(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        *,
        outage: Content | None = None,
    ) -> Result:
        del outage  # it is told in the words of the failure
        self.place.begun = self.place.begun or call.committing
        caller, summary = self._session.caller, f"{self.agent} · {doing}"
        if self.heard is not None:
            summary = f"{kind_of(self.heard)} · {summary}"
        try:
            result = await caller.run(call, request, summary)
        except ActivityFailed as failure:
            if not (self._patient or call.committing) or failure.code != OUTAGE:
                raise
            self._outbox.say_failed(failure)
            result = await caller.run(call.until_it_works(), request, summary)
        self._outbox.note_degraded(result)
        return result

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        card = getattr(content, "card", None)
        subject = getattr(card, "task_id", None)
        self.spoke = self.place.begun = True
        self._outbox.say(content, choices, subject=subject, files=files)

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        if attachment.sha256:
            return attachment
        request = FetchRequest(person=self.person, attachment=attachment)
        doing = f"fetch {attachment.kind.value}"
        return await self.call(FETCH_ATTACHMENT, request, doing, outage=outage)

    def queue_up(self) -> None:
        """Takes its place behind the handlers of this agent that were asked for before."""
        if self.place not in self._session.queued_handlers:
            self._session.queued_handlers.append(self.place)

    def leave(self) -> None:
        """Lets the next one go."""
        if self.place in self._session.queued_handlers:
            self._session.queued_handlers.remove(self.place)

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        self.queue_up()
        queued = self._session.queued_handlers
        try:
            await workflow.wait_condition(
                lambda: next((e for e in queued if e.agent == self.agent), None) is self.place
            )
            yield
        finally:
            self.leave()

    def tasks(self) -> "Sequence[Agent[BaseModel]]":
        return self._board.of_agent(self.agent)

    def hand(self, details: JsonValue, task_id: str | None = None) -> str | None:
        run = self._board.get(task_id) if task_id else self._board.single(self.agent)
        if task_id and (run is None or run.record.agent != self.agent or run.desk.stopped):
            return None
        heard = self.heard
        files = readable(heard) if heard is not None else []
        evidence = evidence_of(heard) if heard is not None else ""
        told_by = heard.id if heard is not None else ""
        if run is not None:
            act = Act(
                kind=ActKind.DETAIL,
                agent=self.agent,
                task_id=run.record.task_id,
                details=details,
                message_ids=(told_by,) if told_by else (),
            )
            run.injections.add_act(act, evidence, edits=self.edits)
            run.record.asks_first = heard is not None and heard.press is not None
        elif self._board.room(1):
            first, files = (files[0], files[1:]) if files else (None, files)
            run = self._board.open(
                self.agent,
                details=details,
                attachment=first,
                evidence=evidence,
                group=told_by or None,
            )
        else:
            return None
        for file in files:
            run.injections.add(Injected(attachment=file, message_id=told_by))
        self.handed = self.place.begun = self.place.settled = True
        self.concerns(run.record.task_id, details)
        return run.record.task_id

    def concerns(self, task_id: str, details: JsonValue = None) -> None:
        if self.heard is not None:
            ref = self.heard.edits or self.heard.ref
            self._session.tell(ref, Told(task_id=task_id, details=details))

    async def carry_out(self, wanted: CallRequest, *, further: int = 0) -> ToolResult:
        owner = self._type
        if not issubclass(owner, FeatureOwner):
            raise TypeError(f"{self.agent} has no features")
        tool = next((each for each in owner.feature_tools() if each.name == wanted.name), None)
        run = RUN_TOOL  # one that is not known here waits for a worker that knows it
        if tool is not None:
            changes = tool.effect is not Effect.READ
            run = run_tool_of(tool, self.limits.tool_timeout, committing=changes)
        async with self.in_turn() if run.committing else nullcontext():
            return await self._carry_out(self._number(wanted, further), run, owner)

    async def _carry_out(
        self,
        call: ToolCall,
        run: ActivityCall[RunToolRequest, ToolResult],
        owner: type[FeatureOwner],
    ) -> ToolResult:
        request = RunToolRequest(
            person=self.person,
            conversation_id=self.conversation_id,
            task_id="",
            agent=self.agent,
            call=call,
            today=self.today(),
        )
        result = await self.call(run, request, f"run {call.name}")
        if run.committing and result.error is not None and result.error.code is ErrorCode.TIMEOUT:
            # Nobody knows what became of it: from then on it is either done or never will be.
            settle = request.model_copy(update={"settle": True})
            result = await self.call(run, settle, f"settle {call.name}")
        reply = owner.reply_to(call, result, self.tasks())
        if issubclass(self._type, Reversible):
            for card in reply.changed:
                self.remember(self._type.recalled(card))
        for task_id in reply.removed:
            self.forget(task_id)
        back = tuple(reply.taken_back_by)
        if run.committing and result.error is None and (back or not reply.removed):
            # Unless the reply alone offers to take it back.
            self._session.state.last_call = LastCall(
                agent=self.agent, taken_back_by=back, took_away=reply.takes_away
            )
            self._session.state.last_deleted_task = ""
            self._session.state.dropped_last = False
        self.say(reply.content, reply.choices, reply.files)
        return result

    def _number(self, wanted: CallRequest, further: int) -> ToolCall:
        """Gives the call the id that it has whenever its message is taken up."""
        if self.heard is None:
            return call_of(self.next_change_id(), wanted)
        number = self.place.asked.number if self.place.asked is not None else 1
        part = f".{further}" if further else ""
        return call_of(f"{self.heard.id}/{number}{part}", wanted)

    def remember(self, agent: Agent[BaseModel]) -> None:
        self.place.begun = True
        task_id, state = agent.view().task_id, self._session.state
        for together in state.taken_back:  # it is there again: nothing to bring back
            together[:] = [task for task in together if task.task_id != task_id]
        state.taken_back[:] = [together for together in state.taken_back if together]
        self._board.remember(agent)

    def forget(self, task_id: str, card: JsonValue = None) -> None:
        self.place.begun = True
        known = self._board.known(task_id)
        own = known.card if known.card is not None else card
        self._forgotten.append(known.model_copy(update={"card": own}))
        state = self._session.state
        state.last_call, state.dropped_last = None, False
        if not state.taken_back or state.taken_back[-1] is not self._forgotten:
            state.taken_back.append(self._forgotten)
        del state.taken_back[:-MAX_KEPT]
        self._board.forget(task_id)
