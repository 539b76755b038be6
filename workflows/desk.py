"""The desk an agent works at: everything that an agent may use, and nothing else."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

from pydantic import BaseModel
from temporalio import workflow

from domain.conversation import Limits, OpenQuestion, TaskRecord
from domain.history import Entry
from domain.injection import Injected
from domain.ledger import DraftStatus, KeepDraftRequest
from domain.replies import Card, Change, Choice, Reply
from domain.turn import CURRENT_TURN, Turn
from domain.understanding import Person, QuestionKind
from workflows.calls import run_activity, run_interruptible
from workflows.failures import ActivityFailed
from workflows.floor import Floor
from workflows.options import KEEP_DRAFT, Call, Result
from workflows.outbox import Outbox
from workflows.session import Session
from workflows.turns import go_on_for


class Desk:
    """One task's place in the conversation.

    ``unsettled`` tells whether something that was said is still to be understood: a task decides
    nothing while it may concern it.
    """

    def __init__(
        self,
        session: Session,
        record: TaskRecord,
        outbox: Outbox,
        floor: Floor,
        unsettled: Callable[[], bool],
    ) -> None:
        self._session = session
        self._record = record
        self._outbox = outbox
        self._floor = floor
        self._unsettled = unsettled
        self._injected: list[Injected] = []
        self._turn: Turn | None = None
        """The message that the last of ``_injected`` came with."""
        self.doing = ""
        self.reason = ""
        """Why the last decision was taken, for the operator."""
        self.asking = False
        self.cancelled = False
        """Someone asked to stop this task; what can no longer be stopped looks at this after it."""
        self.told_saved = False
        """The person was told that the cancel came too late."""
        self.stuck = False
        """It waits for an outage to end."""
        self.hold: Callable[[Reply], bool] = lambda _: False
        """Keeps back a reply that a common summary will take over (albums)."""

    @property
    def task_id(self) -> str:
        return self._record.task_id

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
    def turn_number(self) -> int:
        return self._record.turn_number

    @property
    def history(self) -> tuple[Entry, ...]:
        return self._session.history()

    @property
    def question(self) -> QuestionKind | None:
        """The question that this task has put or is waiting to put."""
        return self._record.question.kind if self._record.question else None

    def today(self) -> date:
        return self._session.today()

    def date_of(self, moment: datetime) -> date:
        """The date of a moment where the person lives."""
        return self._session.date_of(moment)

    def next_change_id(self) -> str:
        return self._session.next_change_id(self.task_id)

    def inject(self, said: Injected) -> None:
        """Hands something that the person said to the task, for its next decision."""
        self._injected.append(said)
        self._turn = CURRENT_TURN.get()

    @property
    def has_injected(self) -> bool:
        return bool(self._injected)

    def injected(self) -> list[Injected]:
        """Takes what was said since the last look, in order."""
        taken, self._injected = self._injected, []
        if taken:
            go_on_for(self._turn)
        if taken and self._record.question is not None:
            # Said before the question was waited for again, right after continue-as-new.
            self._floor.answered(self.task_id)
            self._record.question = None
        return taken

    async def settle(self) -> None:
        """Waits until everything said so far is understood and handed out."""
        await workflow.wait_condition(lambda: not self._unsettled())

    async def call(self, call: Call[Result], request: BaseModel, doing: str) -> Result:
        """Runs an activity that is never abandoned. Raises ``ActivityFailed``."""
        self.doing = doing
        try:
            result = await run_activity(self._session, call, request, self._summary(doing))
        finally:
            self.doing = ""
        self._outbox.note_degraded(result)
        return result

    async def consider(
        self,
        call: Call[Result],
        request: BaseModel,
        doing: str,
        within: timedelta | None = None,
    ) -> Result | None:
        """Runs a decision; None when something new was said meanwhile: then decide again.

        Raises ``ActivityFailed``.
        """
        self.doing = doing
        try:
            result = await run_interruptible(
                self._session,
                call,
                request,
                self._summary(doing),
                lambda: bool(self._injected) or self._unsettled(),
                within=within,
            )
        finally:
            self.doing = ""
        self._outbox.note_degraded(result)
        return result

    async def keep_draft(self, state: BaseModel, status: DraftStatus) -> None:
        """Keeps an unfinished task's state. A refusal by the database ends nothing else."""
        request = KeepDraftRequest(
            user_id=self.person.user_id,
            conversation_id=self.conversation_id,
            task_id=self.task_id,
            agent=self._record.agent,
            status=status,
            state=state.model_dump_json(),
        )
        try:
            await self.call(KEEP_DRAFT, request, f"keep the {status.value} draft")
        except ActivityFailed as failure:
            workflow.logger.error("draft.not_kept", extra={"code": failure.code})

    def _summary(self, doing: str) -> str:
        return f"{self._record.agent} {self._record.number} · {doing}"

    def say(
        self,
        topic: str,
        *,
        cards: Sequence[Card] = (),
        changes: Sequence[Change] = (),
        choices: Sequence[Choice] = (),
        facts: dict[str, str] | None = None,
    ) -> None:
        """Tells the person something about this task."""
        reply = Reply(
            id="",
            topic=topic,
            task_id=self.task_id,
            cards=tuple(cards),
            changes=tuple(changes),
            choices=tuple(choices),
            facts=facts or {},
        )
        if not self.hold(reply):
            self._floor.digressed(self.task_id)
            self._outbox.repeat(reply)

    async def ask(
        self,
        kind: QuestionKind,
        topic: str,
        *,
        cards: Sequence[Card],
        choices: Callable[[str], Sequence[Choice]],
        facts: dict[str, str],
    ) -> None:
        """Puts a question when the floor is free, and waits until something is said to the task.

        A question that is open already (after continue-as-new) is only waited for. ``choices`` gets
        the question's id, which its buttons carry.
        """
        if self._record.question is None:
            self._record.questions_asked += 1
            question_id = f"{self.task_id}/q{self._record.questions_asked}"
            reply = Reply(
                id="",
                topic=topic,
                task_id=self.task_id,
                cards=tuple(cards),
                choices=tuple(choices(question_id)),
                question_id=question_id,
                facts=facts,
            )
            self._record.question = OpenQuestion(
                id=question_id, kind=kind, reply=reply, asked_at=self._session.now()
            )
        self.asking = True
        self._floor.request(self._record)
        try:
            await workflow.wait_condition(lambda: bool(self._injected))
        finally:
            self.asking = False
        self._floor.answered(self.task_id)
        self._record.question = None

    def step_aside(self) -> None:
        """Lets other tasks ask: what this one does next may take long."""
        self.stuck = True
        self._floor.release(self.task_id)
