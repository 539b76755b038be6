"""The tasks of one conversation: opened, restored, cancelled, ended."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel
from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from domain.conversation import TaskRecord, TaskStatus
from domain.ledger import DraftStatus
from domain.messages import Attachment, ButtonPress
from domain.replies import Card, Choice
from domain.topics import ConversationTopic, PressAction
from domain.understanding import Mention, TaskPhase, TaskView
from workflows.agents import AGENTS
from workflows.agents.contract import Agent, Opening, Outcome
from workflows.albums import Albums
from workflows.desk import Desk
from workflows.failures import ActivityFailed
from workflows.floor import Floor
from workflows.outbox import Outbox
from workflows.session import Session
from workflows.task_run import TaskRun

_BY_SLUG = {agent.card.slug: agent for agent in AGENTS}


class TaskBoard:
    """All tasks of a conversation, by id, in the order in which they were opened."""

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        floor: Floor,
        unsettled: Callable[[], bool],
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._floor = floor
        self._unsettled = unsettled
        self._runs: dict[str, TaskRun] = {}
        self._albums = Albums(outbox, floor)
        floor.held_back = self._albums.holds_question
        floor.wants_to_ask = self._albums.wants_to_ask
        self.bug: BaseException | None = None
        """An unexpected error in a task: it must fail the workflow task, not vanish."""

    @property
    def runs(self) -> Iterable[TaskRun]:
        return self._runs.values()

    @property
    def any(self) -> bool:
        return bool(self._runs)

    @property
    def working(self) -> bool:
        """Whether any task has something to do without the person."""
        return any(not run.waiting for run in self.runs)

    def get(self, task_id: str | None) -> TaskRun | None:
        return self._runs.get(task_id or "")

    def asking(self, question_id: str) -> TaskRun | None:
        """The task that has put exactly this question, still unanswered."""
        for run in self.runs:
            question = run.record.question
            if question is not None and question.id == question_id and not run.desk.has_injected:
                return run
        return None

    def open(
        self,
        slug: str,
        *,
        mention: Mention | None = None,
        attachment: Attachment | None = None,
        evidence: str = "",
        group: str | None = None,
    ) -> TaskRun:
        """Starts a new task of the agent ``slug``."""
        task_id, number = self._session.next_task(slug)
        record = TaskRecord(
            task_id=task_id,
            agent=slug,
            number=number,
            state="",
            group=group,
            turn_number=self._session.state.turns,
        )
        opening = Opening(
            task_id=task_id,
            number=number,
            mention=mention,
            attachment=attachment,
            evidence=evidence,
        )
        desk = self._desk(record)
        return self._start(record, _BY_SLUG[slug].opened(opening, desk), desk)

    def album(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Shows the results of tasks that one message opened together."""
        if len(runs) > 1:
            self._albums.open(group, [run.record.task_id for run in runs])

    def gather(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Tasks of an album of which more may come: nothing of it is decided or shown yet."""
        self._albums.gather(group, [run.record.task_id for run in runs])

    def gathered(self, group: str) -> None:
        """All of the album is there."""
        self._albums.gathered(group)
        self._floor.advance()

    def resume(self, slug: str, task_id: str, state: str) -> TaskRun | None:
        """Goes on with a task from its kept state; None when it is going on already."""
        if task_id in self._runs or slug not in _BY_SLUG:
            return None
        agent = _BY_SLUG[slug].restored(state)
        record = TaskRecord(
            task_id=task_id,
            agent=slug,
            number=agent.shown().number,
            state="",
            turn_number=self._session.state.turns,
        )
        return self._start(record, agent, self._desk(record))

    def restore(self) -> None:
        """Starts every task that continue-as-new carried over."""
        for record in list(self._session.state.tasks):
            agent = _BY_SLUG[record.agent].restored(record.state)
            self._start(record, agent, self._desk(record))

    def reopen(self, task_id: str) -> TaskRun | None:
        """Takes a recently saved task up again, to correct it; None when it is not recent."""
        if task_id in self._runs:
            return self._runs[task_id]
        recent = self._session.state.recent
        record = next((r for r in recent if r.task_id == task_id), None)
        if record is None:
            return None
        record = record.model_copy(deep=True, update={"group": None, "question": None})
        run = self._start(record, _BY_SLUG[record.agent].restored(record.state), self._desk(record))
        run.reopened = True
        return run

    def recall(self, slug: str, card: Card) -> None:
        """Puts a saved row that the database knows among the recent ones."""
        record = TaskRecord(task_id=card.task_id, agent=slug, number=card.number, state="")
        agent = _BY_SLUG[slug].recalled(card, self._desk(record))
        record.state = agent.state.model_dump_json()
        self._session.state.remember(record)

    def last_saved(self) -> str | None:
        """The row that was saved or changed last, as far as the state goes back."""
        recent = self._session.state.recent
        return recent[-1].task_id if recent else None

    def recent_cards(self) -> list[Card]:
        """The saved rows kept in state, newest last."""
        records = self._session.state.recent
        return [_BY_SLUG[r.agent].restored(r.state).shown() for r in records]

    def forget(self, task_id: str) -> None:
        """A row was deleted: "it was 16.50" no longer means it."""
        recent = self._session.state.recent
        self._session.state.recent = [r for r in recent if r.task_id != task_id]

    def update_recent(self, slug: str, card: Card) -> None:
        """A row was changed without its task."""
        if self.get(card.task_id) is None:
            self.recall(slug, card)

    def views(self) -> tuple[TaskView, ...]:
        """Recently saved tasks, then those going on, oldest first."""
        recent = self._session.state.recent
        saved = [
            _BY_SLUG[r.agent].restored(r.state).view()
            for r in recent
            if r.task_id not in self._runs
        ]
        return (*saved, *(run.view() for run in self.runs))

    def statuses(self) -> tuple[TaskStatus, ...]:
        return tuple(
            TaskStatus(
                task_id=run.record.task_id,
                agent=run.record.agent,
                number=run.record.number,
                doing=run.desk.doing,
                known=run.agent.shown(),
                missing=run.agent.missing(run.desk),
                question=run.desk.question,
            )
            for run in self.runs
        )

    def snapshot(self) -> list[TaskRecord]:
        """The records of all tasks with their agents' states, as continue-as-new needs them."""
        for run in self.runs:
            run.record.state = run.agent.state.model_dump_json()
        return [run.record for run in self.runs]

    async def cancel(self, run: TaskRun) -> bool:
        """Stops a task; False when it had saved its row before it could be stopped."""
        await self._stoppable(run, DraftStatus.CANCELLED)
        saved = run.agent.view().phase is TaskPhase.SAVED
        if run.coroutine is not None and (run.waiting or run.desk.stuck or not saved):
            run.coroutine.cancel()
        await workflow.wait_condition(lambda: run.record.task_id not in self._runs)
        return run.agent.view().phase is not TaskPhase.SAVED

    async def keep(self, run: TaskRun, status: DraftStatus) -> Card | None:
        """Stops a task and keeps its draft; None when there is none: empty, or saved already."""
        await self._stoppable(run, status)
        if run.coroutine is not None:
            run.coroutine.cancel()
        await workflow.wait_condition(lambda: run.record.task_id not in self._runs)
        if run.agent.view().phase is TaskPhase.SAVED or run.agent.empty():
            return None
        await run.desk.keep_draft(run.agent.state, status)
        return run.agent.shown()

    async def _stoppable(self, run: TaskRun, status: DraftStatus) -> None:
        run.desk.cancelled = True
        run.stopped_as = status.value
        if not run.started:
            await workflow.wait_condition(lambda: run.started)

    def _desk(self, record: TaskRecord) -> Desk:
        desk = Desk(
            self._session,
            record,
            self._outbox,
            self._floor,
            lambda: self._unsettled() or self._albums.gathering(record),
        )
        desk.hold = lambda reply: self._albums.hold(record, reply)
        return desk

    def _start(self, record: TaskRecord, agent: Agent[BaseModel], desk: Desk) -> TaskRun:
        run = TaskRun(record, agent, desk)
        self._runs[record.task_id] = run
        run.coroutine = asyncio.create_task(self._supervise(run), name=record.task_id)
        return run

    async def _supervise(self, run: TaskRun) -> None:
        """Runs a task to its end. A failure ends the task, never the conversation."""
        run.started = True
        outcome = Outcome.DROPPED
        try:
            outcome = await self._outcome(run)
        except BaseException as error:
            if not is_cancelled_exception(error):
                self.bug = error
                raise
        finally:
            self._end(run, outcome)
        run.count(outcome)

    async def _outcome(self, run: TaskRun) -> Outcome:
        try:
            return await run.agent.run(run.desk)
        except ActivityFailed as failure:
            if run.desk.cancelled:
                return Outcome.DROPPED
            choices = []
            if not run.agent.empty():
                await run.desk.keep_draft(run.agent.state, DraftStatus.KEPT)
                press = ButtonPress(action=PressAction.RETRY, subject=run.record.task_id)
                choices = [Choice(press=press)]
            cards = [run.agent.shown()]
            run.desk.say(
                ConversationTopic.FAILED, cards=cards, facts=failure.facts, choices=choices
            )
            return Outcome.FAILED

    def _end(self, run: TaskRun, outcome: Outcome) -> None:
        record = run.record
        del self._runs[record.task_id]
        if outcome is Outcome.SAVED or run.agent.view().phase is TaskPhase.SAVED:
            record.state = run.agent.state.model_dump_json()
            self._session.state.remember(record)
            self._order_album(record.group)
        self._albums.ended(record)
        self._floor.release(record.task_id)

    def _order_album(self, group: str | None) -> None:
        """The rows of one message stand as the person listed them, whichever was saved first."""
        recent = self._session.state.recent
        if group is not None:
            places = [i for i, record in enumerate(recent) if record.group == group]
            ordered = sorted((recent[i] for i in places), key=lambda record: record.number)
            for place, record in zip(places, ordered, strict=True):
                recent[place] = record
