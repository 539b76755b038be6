"""The desks agents work at: everything that an agent may use, and nothing else."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypeVar

from pydantic import BaseModel, JsonValue
from temporalio import workflow

from agents.contract import Agent, Choices, ConfirmAnswer, ReplyCombiner, ToolUser
from domain.activity_calls import ActivityCall, Retries
from domain.attachments import FetchRequest
from domain.conversation import AgentLimits, Limits, OpenQuestion, TaskRecord
from domain.errors import AttachmentUnavailableError
from domain.events import Purchase
from domain.history import Entry
from domain.messages import Attachment, ButtonPress
from domain.replies import Choice, Content, File, Question
from domain.tasks import DraftStatus, Injected
from domain.tools import Heard, TurnEnd
from domain.topics import PressAction
from domain.understanding import CONFIRM, ActKind, EngineAnswer, Person
from workflows.activity_calls import FETCH_ATTACHMENT, WAIT_FOR_DATABASE, ActivityFailed
from workflows.albums import KeptBack
from workflows.drafts import Drafts
from workflows.injection import Injections
from workflows.outbox import Outbox, digest_of, reply_of
from workflows.purchase_offers import PurchaseOffers
from workflows.question_queue import QuestionQueue
from workflows.said_together import SaidTogether
from workflows.shared import Session, comes_true
from workflows.tool_loop import ToolLoop

Request = TypeVar("Request", bound=BaseModel)
Result = TypeVar("Result")

OUTAGE = "storage.unavailable"

_FETCH_NOW = replace(FETCH_ATTACHMENT, retries=Retries.CONFIGURED)
"""Gives up when the database is away, so that the person can be told."""


class ChatDesk:
    """What a task's desk and a handler's have in common."""

    def __init__(
        self, session: Session, outbox: Outbox, offers: PurchaseOffers, agent: str
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._offers = offers
        self.agent = agent

    @property
    def conversation_id(self) -> str:
        return self._session.conversation_id

    @property
    def person(self) -> Person:
        return self._session.person

    @property
    def limits(self) -> Limits:
        return self._session.limits

    @property
    def history(self) -> tuple[Entry, ...]:
        return self._session.history()

    @property
    def channel(self) -> str:
        return self._session.start.channel

    @property
    def spoken(self) -> bool:
        return self._session.state.spoken

    @property
    def summary(self) -> str:
        """The conversation before ``history`` in short."""
        return self._session.state.history.summary

    def own_limits(self, kind: type[AgentLimits]) -> AgentLimits:
        return self._session.limits.of(self.agent, kind)

    def today(self) -> date:
        return self._session.today()

    def date_of(self, moment: datetime) -> date:
        return self._session.date_of(moment)

    def offer(self, purchase: Purchase) -> Sequence[Choice]:
        return self._offers.offer(self.agent, purchase)


class TaskDesk(ChatDesk):
    """Implements ``agents.contract.Desk``: one task's place in the conversation."""

    def __init__(  # noqa: PLR0913, PLR0917 - a task may need any part of the conversation
        self,
        session: Session,
        outbox: Outbox,
        question_queue: QuestionQueue,
        together: SaidTogether,
        record: TaskRecord,
        agent: type[Agent[BaseModel]],
        *,
        offers: PurchaseOffers,
        drafts: Drafts,
        open_beside: Callable[[Sequence[Attachment]], bool],
        correct: Callable[[str, JsonValue, str], None],
        tasks: Callable[[], Sequence[Agent[BaseModel]]],
    ) -> None:
        super().__init__(session, outbox, offers, record.agent)
        self.open_beside, self.correct, self.tasks = open_beside, correct, tasks
        self._drafts = drafts
        self._question_queue = question_queue
        self._together = together
        self._albums = together.albums
        self._record = record
        self._type = agent
        self.injections = Injections(session, record)
        self._passed_on: list[str] = []
        """Messages that it gave to others in this run."""
        self.doing = ""
        self.reason = ""
        self.asking = False
        """It waits for the person."""
        self.stopped = False
        """Somebody asked to stop this task: whatever it awaits next raises."""
        self.talking = False
        """It has let go of the chat, but for a last word."""
        self.suspended = False
        """It was stopped for continue-as-new: the next run goes on with it."""
        self.kept = False
        """Its draft is kept, to be resumed."""
        self.late: list[KeptBack] = []
        """What it said after it was stopped: the cancel came too late for it."""

    @property
    def task_id(self) -> str:
        return self._record.task_id

    @property
    def turn_number(self) -> int:
        return self._record.turn_number

    def next_change_id(self, task_id: str = "") -> str:
        return self._session.next_change_id(task_id or self.task_id)

    @property
    def has_injected(self) -> bool:
        return bool(self.injections.waiting)

    @property
    def question(self) -> str | None:
        """The question that this task has put or is waiting to put."""
        return self._record.question.answer_kind if self._record.question else None

    def injected(self) -> list[Injected]:
        taken = self.injections.take()
        if taken and self._record.question is not None:
            # Said before the question was waited for again, right after continue-as-new.
            self._question_queue.take_answer(self._record)
        return taken

    def _go_on(self) -> None:
        if self.stopped:
            raise asyncio.CancelledError

    def _is_unsettled(self) -> bool:
        session, group = self._session, self._record.group
        unsettled = session.unsettled_for(self.agent, group, self._passed_on)
        return unsettled or self._albums.gathering(self._record)

    async def settle(self) -> None:
        self._go_on()
        if self._is_unsettled():
            await workflow.wait_condition(lambda: not self._is_unsettled())

    async def call(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        *,
        outage: Content | None = None,
    ) -> Result:
        if not call.follows:
            self._go_on()
        try:
            return await self._run(call, request, doing)
        except ActivityFailed as failure:
            if outage is None or failure.code != OUTAGE:
                raise
        return await self.when_back(call, request, outage)

    async def when_back(
        self, call: ActivityCall[Request, Result], request: Request, outage: Content
    ) -> Result:
        """Says that the database is away, and runs the activity for as long as it takes. What was
        said before a continue-as-new is not said again in the new run.
        """
        self._go_on()
        if not self._record.outage_told:
            self.say(outage)
            self._record.outage_told = True
        self._question_queue.release(self.task_id)  # what comes may take long: other tasks may ask
        try:
            result = await self._run(call.until_it_works(), request, WAIT_FOR_DATABASE)
        except ActivityFailed:  # for another reason: a later outage is told of again
            self._record.outage_told = False
            raise
        self._record.outage_told = False
        return result

    async def _run(
        self, call: ActivityCall[Request, Result], request: Request, doing: str
    ) -> Result:
        self._do(doing)
        try:
            result = await self._session.caller.run(call, request, self._summarise(doing))
        finally:
            self._end(doing)
        self._outbox.note_degraded(result)
        return result

    async def consider(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        within: timedelta | None = None,
    ) -> Result | None:
        return await self.unless(
            call,
            request,
            doing,
            lambda: self.spoken_to,
            within=within,
        )

    async def unless(
        self,
        call: ActivityCall[Request, Result],
        request: Request,
        doing: str,
        interrupted: Callable[[], bool],
        *,
        within: timedelta | None = None,
    ) -> Result | None:
        """Runs what may be abandoned; None when ``interrupted`` became true first. Raises
        ``ActivityFailed``.
        """
        self._go_on()
        self._do(doing)
        try:
            result = await self._session.caller.unless(
                call, request, self._summarise(doing), interrupted, within=within
            )
        finally:
            self._end(doing)
        self._outbox.note_degraded(result)
        return result

    def note(self, answer: EngineAnswer) -> None:
        """Tells the person once that models are away."""
        self._outbox.note_degraded(answer)

    @property
    def spoken_to(self) -> bool:
        """Whether something new was said, or may turn out to have been said, to the task."""
        return self.has_injected or self._is_unsettled()

    async def fetch(self, attachment: Attachment, *, outage: Content | None = None) -> Attachment:
        if attachment.sha256:
            return attachment
        request = FetchRequest(person=self.person, attachment=attachment)
        doing = f"fetch {attachment.kind.value}"
        try:
            return await self.call(_FETCH_NOW, request, doing, outage=outage)
        except ActivityFailed as failure:
            later = failure.code == AttachmentUnavailableError.code
            if not later and failure.code.startswith("attachment."):
                raise  # it will never be had
        return await self.call(FETCH_ATTACHMENT, request, doing)

    def _do(self, doing: str) -> None:
        self.doing = doing
        self._session.touch()

    def _end(self, doing: str) -> None:
        """Ends what is shown as being done; of calls at the same time the last is shown."""
        if self.doing == doing:
            self._do("")

    def _summarise(self, doing: str) -> str:
        return f"{title_of(self._record)} · {doing}"

    def say(
        self, content: Content, choices: Sequence[Choice] = (), files: Sequence[File] = ()
    ) -> None:
        kept = KeptBack(self._record, content, tuple(choices), tuple(files))
        if self.stopped:
            self.late.append(kept)
            return
        combines = issubclass(self._type, ReplyCombiner) and self._type.held(content)
        if combines and self._albums.keep_back(kept):
            return
        self._question_queue.note_digression(self.task_id)
        self._outbox.say(content, choices, subject=self.task_id, files=files)

    def reserve(self, count: int) -> int:
        return self._session.reserve_numbers(count)

    def pass_on(self, text: str, part: str = "") -> bool:
        passed = self._session.pass_on(text, part)
        if passed and workflow.patched("passed-on-is-settled"):
            self._passed_on.append(passed)
        return bool(passed)

    def let_go(self, *, talking: bool = False) -> None:
        self.talking = talking
        if not self._record.let_go:
            self._record.let_go = True
            self._question_queue.release(self.task_id)
            self._session.touch()

    def keep_draft(self, state: BaseModel, status: DraftStatus = DraftStatus.KEPT) -> None:
        record = self._record
        self.kept = status is not DraftStatus.CANCELLED
        self._drafts.keep(record.task_id, record.agent, state.model_dump_json(), status)

    async def ask(self, kind: str, content: Content, choices: Choices = lambda _: ()) -> None:
        await self._ask(kind, content, choices)

    async def _ask(
        self, kind: str, content: Content, choices: Choices, card: BaseModel | None = None
    ) -> None:
        self._go_on()
        if self._record.question is None:
            self._record.questions_asked += 1
            question_id = f"{self.task_id}/q{self._record.questions_asked}"
            reply = reply_of(
                content, choices(question_id), subject=self.task_id, question=question_id
            )
            question = OpenQuestion(
                id=question_id,
                kind=kind,
                reply=reply,
                asked_at=self._session.now(),
                quiet=isinstance(content, Question) and content.quiet,
                kind_in_list=content.kind_in_list if isinstance(content, Question) else "",
                card=card.model_dump(mode="json") if card is not None else None,
            )
        else:
            question = self._record.question
        self.asking = True
        self._session.touch()
        keeps_turn = self._question_queue.add(self._record, question)
        self._together.say(self._record.group)
        self._question_queue.put_if_possible(self._record, keeps_turn=keeps_turn)
        try:
            await workflow.wait_condition(lambda: self.has_injected)
        finally:
            self.asking = False
        self._question_queue.take_answer(self._record)

    async def confirm(self, content: Content, card: BaseModel | None = None) -> ConfirmAnswer:
        digest = digest_of(content)
        presses = (PressAction.YES, PressAction.NO)
        await self._ask(
            CONFIRM,
            content,
            lambda question: [
                Choice(press=ButtonPress(action=press, subject=question, value=digest))
                for press in presses
            ],
            card,
        )
        said = self.injections.waiting[0]
        meant = _read_yes_or_no(said, digest)
        if meant is not None:
            _, *self._record.injected = self.injected()
        author_id = self._session.state.authors.get(said.message_id, "")
        return ConfirmAnswer(meant, said.message_id, author_id)

    async def turn(self, user: ToolUser, said: Sequence[Heard] = ()) -> TurnEnd:
        return await ToolLoop(self, user).turn(said)

    async def listen(self, within: timedelta | None = None) -> bool:
        self._go_on()
        record, session = self._record, self._session
        if record.rests_until is None and within is not None:
            record.rests_until = session.now() + within
        record.resting, record.asks_first = True, False
        record.shown_question = record.noted_question = ""
        self._question_queue.release(self.task_id)  # it has nothing more to ask
        self._session.touch()
        left = session.left_until(record.rests_until) if record.rests_until else None
        try:
            return await comes_true(lambda: self.has_injected, left, self._summarise("rest"))
        finally:
            record.resting, record.rests_until = False, None
            self._session.touch()

    async def delivered(self) -> None:
        self._go_on()
        await workflow.wait_condition(
            lambda: self._outbox.pending == 0 or self._outbox.recipient_gone
        )


def title_of(record: TaskRecord) -> str:
    """Names a task as operators read it: ``agent 3``; one without a number by its agent alone."""
    return f"{record.agent} {record.number}" if record.number else record.agent


def _read_yes_or_no(said: Injected, digest: str) -> bool | None:
    """Returns the yes or no of an answer; None for anything else."""
    if said.press is not None and said.press.value == digest:
        return said.press.action == PressAction.YES
    if said.act is not None and said.question == CONFIRM:
        if said.act.kind is ActKind.AFFIRM:
            return True
        if said.act.kind is ActKind.DENY:
            return False
    return None
