"""The tasks of one conversation: opened, restored, stopped, ended."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from pydantic import BaseModel, JsonValue
from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import Agent, FileTaker, GraphWalker, Opening, Outcome, Reversible
from domain.bounded import keep_newest
from domain.conversation import (
    MAX_DROPPED,
    MAX_RECENT,
    FilesRead,
    RecalledDraft,
    RecalledTask,
    TaskRecord,
    TaskStatus,
)
from domain.messages import Attachment, ButtonPress, MediaKind
from domain.replies import Choice
from domain.tasks import DraftStatus, Injected, Shown
from domain.topics import Failed, NotFound, NotOffered, NotReversible, PressAction, TooMany
from domain.understanding import Act, ActKind, BegunTask, TaskPhase, TaskView
from workflows import metrics
from workflows.activity_calls import ActivityFailed, defect
from workflows.albums import Albums
from workflows.desk import TaskDesk
from workflows.drafts import Drafts
from workflows.injection import Injections
from workflows.outbox import Outbox
from workflows.purchase_offers import PurchaseOffers
from workflows.question_queue import QuestionQueue
from workflows.said_together import SaidTogether
from workflows.served_agents import ServedAgents
from workflows.shared import Session, agent_of, buttons, number_of, soundly

MAX_FILES_APART = 3
"""Files sent one by one that are shown one by one; when more are being read, all of these are shown
together."""


@dataclass
class TaskRun:
    """A task that is going on: its agent, its desk, and the coroutine that runs it."""

    record: TaskRecord
    agent: Agent[BaseModel]
    desk: TaskDesk
    coroutine: asyncio.Task[None] | None = None
    started: bool = False
    """A coroutine that is cancelled before its first step would never clean up after itself."""
    stopped_as: str = ""
    """How it ends when it is stopped from outside."""
    suspended: bool = False
    """It is stopped for continue-as-new: it does not end, the next run goes on with it."""
    reopened: bool = False
    """It was finished before and is only corrected."""
    changed_as: Agent[BaseModel] | None = None
    """As what it is finished with was changed from outside, which ended it."""

    @property
    def waiting(self) -> bool:
        """Whether it waits for the person and has nothing to take in."""
        return (self.desk.asking or self.record.resting) and not self.desk.has_injected

    @property
    def in_chat(self) -> bool:
        """Whether the chat has to do with it: it has not let go of it."""
        return not self.record.let_go

    @property
    def holds_words(self) -> bool:
        """Whether all that is said is its own, also while it works."""
        return self.agent.card.holds_words and self.in_chat and not self.desk.stopped

    @property
    def injections(self) -> Injections:
        """What was said to it and not taken in."""
        return self.desk.injections

    def wants(self, file: Attachment) -> bool:
        """Whether it takes such files, and is to have this one."""
        agent = self.agent
        if not isinstance(agent, FileTaker) or file.kind not in agent.card.accepts:
            return False
        return soundly(partial(agent.wants, file), otherwise=False)

    @property
    def is_unread(self) -> bool:
        """Whether it has yet to find out what stands on its photo."""
        return self.record.from_photo and not (self.record.questions_asked or self.reopened)

    @property
    def done(self) -> bool:
        """Whether what it is for has happened: it can be corrected, and no longer dropped."""
        return view_of(self.agent, self.record).phase is TaskPhase.DONE

    @property
    def empty(self) -> bool:
        """Whether there is no draft worth keeping."""
        return soundly(self.agent.empty, otherwise=False)

    def view(self) -> TaskView:
        """Returns the task as engines see it, with what the conversation knows of it."""
        own = view_of(self.agent, self.record)
        phase = TaskPhase.WAITING if self.waiting else own.phase
        question = self.record.question
        labels = (c.label for c in question.reply.choices) if question else ()
        phase = TaskPhase.RESTING if self.record.resting else phase
        return own.model_copy(
            update={
                "phase": phase if self.in_chat else TaskPhase.DONE,
                "activity": self.desk.doing,
                "question": self.desk.question,
                "choices": tuple(label for label in labels if label),
            }
        )

    def shown(self) -> Shown:
        return shown(self.record, self.agent)


def view_of(agent: Agent[BaseModel], record: TaskRecord) -> TaskView:
    """Returns the task as its agent sees it."""
    bare = TaskView(
        task_id=record.task_id,
        agent=record.agent,
        number=record.number,
        phase=TaskPhase.WORKING,
    )
    return soundly(agent.view, bare)


def shown(record: TaskRecord, agent: Agent[BaseModel]) -> Shown:
    """A task as the person sees it."""
    card = soundly(lambda: agent.shown().model_dump(mode="json"), otherwise=None)
    return Shown(task_id=record.task_id, agent=record.agent, number=record.number, card=card)


@dataclass
class _Recent:
    """A finished task that can be corrected. Its agent is made anew from its state when needed."""

    record: TaskRecord
    agent: Agent[BaseModel] | None = field(default=None)
    unreadable: bool = False


class TaskBoard:
    """All tasks of a conversation, by id, in the order in which they were opened."""

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        drafts: Drafts,
        question_queue: QuestionQueue,
        albums: Albums,
    ) -> None:
        self._session = session
        self._outbox = outbox
        self.drafts = drafts
        self._question_queue = question_queue
        self._albums = albums
        self.agents = ServedAgents(session)
        self.offers = PurchaseOffers(session, self.agents)
        self._together = SaidTogether(albums, question_queue, outbox, self.agents.known)
        self._runs: dict[str, TaskRun] = {}
        self._recent: dict[str, _Recent] = {}
        for record in session.state.recent:
            self._recent[record.task_id] = _Recent(record)

    @property
    def runs(self) -> Iterable[TaskRun]:
        return self._runs.values()

    @property
    def in_chat(self) -> list[TaskRun]:
        """The tasks that the chat has to do with: all but those that have let go of it."""
        return [run for run in self.runs if run.in_chat]

    @property
    def asks(self) -> bool:
        """Whether any task waits for something; a session between two messages does not."""
        return any(not run.record.resting for run in self.in_chat)

    @property
    def working(self) -> bool:
        """Whether any task has something to do without the person, who may wait for it."""
        return any(not run.waiting for run in self.runs if run.in_chat or run.desk.talking)

    @property
    def beside(self) -> bool:
        """Whether any task goes on that has let go of the chat."""
        return len(self.in_chat) < len(self._runs)

    @property
    def session_task(self) -> TaskRun | None:
        """The newest task that holds all words, or rests and listens: what is said next is its
        own.
        """
        taking = [
            run
            for run in self.in_chat
            if run.holds_words or (run.record.resting and run.agent.card.listens)
        ]
        return taking[-1] if taking else None

    def holding(self) -> TaskRun | None:
        """Returns the newest task that holds all words."""
        holding = [run for run in self.runs if run.holds_words]
        return holding[-1] if holding else None

    def get(self, task_id: str | None) -> TaskRun | None:
        return self._runs.get(task_id or "")

    def numbered(self, number: int) -> str | None:
        """Returns the task with this number that goes on, or of which was spoken last."""
        going_on = (run.record.task_id for run in self.runs if run.record.number == number)
        return next(going_on, None) or self._session.shown_task(number)

    def of_agent(self, slug: str) -> list[Agent[BaseModel]]:
        """Returns the tasks of an agent that go on or rest in the chat, the oldest first."""
        return [run.agent for run in self.in_chat if run.record.agent == slug]

    def single(self, slug: str) -> TaskRun | None:
        """Returns the one task of an agent that has at most one in a chat, if it is there."""
        kind = self.agents.known.get(slug)
        if kind is None or not kind.card.single:
            return None
        return next((run for run in self.runs if run.record.agent == slug), None)

    def asking(self, question_id: str) -> TaskRun | None:
        """Returns the task that has put exactly this question, still unanswered."""
        for run in self.runs:
            question = run.record.question
            if question is not None and question.id == question_id and not run.desk.has_injected:
                return run
        return None

    @property
    def has_room(self) -> bool:
        """Whether one more task may be opened."""
        return len(self._runs) < self._session.limits.max_tasks

    def room(self, opening: int) -> bool:
        """Whether so many more tasks may be opened by one message; if not, the person is told."""
        limits = self._session.limits
        if opening > limits.max_tasks_per_message:
            self._outbox.say(TooMany(what="tasks", limit=limits.max_tasks_per_message))
            return False
        if len(self._runs) + opening > limits.max_tasks:
            self._outbox.say(TooMany(what="tasks", limit=limits.max_tasks))
            return False
        return True

    def open(  # noqa: PLR0913 - what a task can start from
        self,
        slug: str,
        *,
        details: JsonValue = None,
        attachment: Attachment | None = None,
        evidence: str = "",
        caption: str = "",
        group: str | None = None,
        proposed: bool = False,
        likely: bool = False,
        may_change: str | None = None,
        begun: BegunTask | None = None,
    ) -> TaskRun:
        """Starts a new task of the agent ``slug``, or goes on with one that is ``begun``. Raises
        ``ValidationError`` for details that are not that agent's.
        """
        if begun is None:
            single = self.agents.known[slug].card.single
            task_id, number = self._session.next_task(slug, numbered=not single)
        else:
            task_id, number = begun.task_id, int(number_of(begun.task_id))
        record = TaskRecord(
            task_id=task_id,
            agent=slug,
            number=number,
            group=group,
            turn_number=self._session.state.turns,
            from_file=attachment is not None,
            from_photo=attachment is not None and attachment.kind is MediaKind.IMAGE,
        )
        opening = Opening(
            task_id=task_id,
            number=number,
            details=details,
            attachment=attachment,
            evidence=evidence,
            caption=caption,
            message_id=group or "",
            proposed=proposed,
            likely=likely,
            may_change=self._find_at_hand(may_change),
            begun=begun.state if begun is not None else None,
        )
        desk = self._desk(record)
        return self._start(record, self.agents.known[slug].opened(opening, desk), desk)

    def _find_at_hand(self, task_id: str | None) -> Shown | None:
        run = self.get(task_id)
        if run is not None:
            return run.shown()
        return self.known(task_id) if task_id and self.finished(task_id) is not None else None

    def _correct(self, task_id: str, details: JsonValue, evidence: str) -> None:
        run = self.get(task_id) or self.reopen(task_id)
        if run is None:
            self.say_not_taken_up(task_id)
        else:
            act = Act(kind=ActKind.DETAIL, agent=run.record.agent, task_id=task_id, details=details)
            run.injections.add_act(act, evidence)

    def album(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Shows together what tasks say that one message opened together."""
        if len(runs) > 1:
            self._albums.open(group, runs[0].record.agent, [r.record.task_id for r in runs])

    def join_files(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Shows together what tasks say that one message opened for files; and with them those that
        still work for other files, where that makes many.
        """
        slug = runs[0].record.agent
        working = [
            run
            for run in self.in_chat
            if run.record.from_file and run.record.agent == slug and not run.waiting
        ]
        together = runs if len(working) <= MAX_FILES_APART else (*runs, *working)
        if len(together) > 1:
            for run in together:
                of = run.record.group or group
                self._albums.open_files(of, slug, [run.record.task_id])

    def accept(self, rows: Sequence[TaskRecord]) -> None:
        """Says yes to what each of these tasks proposes, and shows together what comes of it."""
        self.show_together(rows)
        for record in rows:
            run, question = self._runs.get(record.task_id), record.question
            if run is not None and question is not None:
                act = Act(kind=ActKind.AFFIRM, agent=record.agent, task_id=record.task_id)
                run.injections.add(Injected(act=act, question=question.answer_kind))

    def show_together(self, rows: Sequence[TaskRecord]) -> None:
        """Shows together what these tasks say next."""
        group = f"{rows[0].task_id}/list"
        for record in rows:
            record.group = group
        self._albums.open(group, rows[0].agent, [record.task_id for record in rows])

    def gather(self, group: str, runs: Sequence[TaskRun]) -> None:
        """Keeps tasks of an album of which more may come: nothing of it is decided or shown yet."""
        slug = runs[0].record.agent if runs else ""
        self._albums.open_files(group, slug, [run.record.task_id for run in runs], gathering=True)

    @property
    def files_read(self) -> FilesRead | None:
        """How far the files are that are shown together."""
        return self._albums.files_read

    def gathered(self, group: str) -> None:
        """Notes that all of the album is there."""
        self._albums.gathered(group)
        self._together.say(group)
        self._question_queue.advance()

    def opened_beside(self, run: TaskRun) -> list[TaskRun]:
        """Returns the tasks that a task opened beside itself and that go on."""
        return [other for other in self.runs if other.record.opened_by == run.record.task_id]

    def _open_beside(self, record: TaskRecord, files: Sequence[Attachment]) -> bool:
        if not self.room(len(files)):
            return False
        record.group = record.group or record.task_id
        captions = self._runs[record.task_id].injections.captions
        opened = [self.open(record.agent, attachment=f, group=record.group) for f in files]
        task_ids = [run.record.task_id for run in opened]
        for run in opened:
            run.record.opened_by = record.task_id
            for said in captions:
                run.injections.add_caption(said, run.agent.details)
        self._albums.open(record.group, record.agent, [record.task_id, *task_ids])
        self._session.state.sent.also_about(record.task_id, task_ids)
        return True

    def resume(self, slug: str, task_id: str, state: str) -> TaskRun | None:
        """Goes on with a task from its kept state; None when it is going on already, or another
        one is of which there is only one.

        Raises ``ValidationError`` for a state that this version cannot read.
        """
        if task_id in self._runs or slug not in self.agents.served or self.single(slug) is not None:
            return None
        agent = self.agents.known[slug].restored(state)
        record = TaskRecord(
            task_id=task_id,
            agent=slug,
            number=agent.view().number,
            turn_number=self._session.state.turns,
        )
        return self._start(record, agent, self._desk(record))

    async def serve_only(self, slugs: Sequence[str] | None) -> bool:
        """Takes on which agents are served now, if that is known. Whether tasks had to be set
        aside for it: their drafts are kept, and the person is told.
        """
        if slugs is None or tuple(slugs) == self._session.limits.enabled:
            return False
        self._session.serve(tuple(slugs))
        left_out = [run for run in self.runs if run.record.agent not in self.agents.served]
        with self._question_queue.hold():
            kept = [await self.keep(run, DraftStatus.KEPT) for run in left_out]
        if left_out:
            self._say_not_offered([task for task in kept if task is not None])
        return bool(left_out)

    def _say_not_offered(self, tasks: Sequence[Shown]) -> None:
        self._outbox.say(NotOffered(tasks=tuple(tasks)), buttons(PressAction.RESUME, tasks))

    def restore(self) -> None:
        """Starts every task that continue-as-new carried over. One that cannot be read ends, its
        draft as it was: another version may read it. So does one whose agent is left out now.
        """
        left_out: list[Shown] = []
        for record in list(self._session.state.tasks):
            if record.agent not in self.agents.known:
                workflow.logger.error("task.agent_unknown", extra={"task_id": record.task_id})
                self._question_queue.remove(record.task_id)
                continue  # its state stays carried: a version that knows the agent goes on
            agent = self._restore_agent(record)
            if agent is not None and record.agent in self.agents.served:
                self._start(record, agent, self._desk(record))
                continue
            self._session.state.tasks.remove(record)
            self._question_queue.remove(record.task_id)
            if agent is not None and view_of(agent, record).phase is TaskPhase.DONE:
                continue  # it was only being corrected
            self.drafts.keep(record.task_id, record.agent, record.state, DraftStatus.KEPT)
            if agent is not None:
                self.drafts.note_kept(shown(record, agent))
                left_out.append(shown(record, agent))
            else:
                self._outbox.say_failed(defect())
        if left_out:
            self._say_not_offered(left_out)

    def _restore_agent(self, record: TaskRecord) -> Agent[BaseModel] | None:
        """Returns None for a state that this version cannot read."""
        try:
            return self.agents.known[record.agent].restored(record.state)
        except Exception:  # noqa: BLE001 - whatever it is
            workflow.logger.exception("task.unreadable", extra={"task_id": record.task_id})
            metrics.defect(record.agent)
            return None

    def reopen(self, task_id: str) -> TaskRun | None:
        """Takes a recently finished task up again, to correct it; None when it is not recent, or
        its agent cannot correct it.
        """
        if task_id in self._runs:
            return self._runs[task_id]
        recent = self._recent.get(task_id)
        if recent is None or self._stays_done(task_id):
            return None
        agent = self._read_agent(recent)
        if agent is None:
            return None
        record = recent.record.model_copy(
            update={"group": None, "question": None, "injected": [], "resting": False}
        )
        run = self._start(record, agent, self._desk(record))
        run.reopened = True
        return run

    def _stays_done(self, task_id: str) -> bool:
        """Whether a finished task is of an agent that can correct none."""
        agent = self.agents.known.get(agent_of(task_id))
        corrects = agent is None or issubclass(agent, Reversible)
        return not corrects

    def say_not_taken_up(self, task_id: str) -> None:
        """Tells the person that a finished task was not changed: nobody can, or it is gone."""
        number = int(number_of(task_id) or 0)
        stays = self._stays_done(task_id)
        self._outbox.say(NotReversible(number=number) if stays else NotFound())

    def recall_draft(self, known: RecalledDraft) -> None:
        """Notes a draft that the database knows."""
        number = int(number_of(known.task_id) or 0)
        record = TaskRecord(
            task_id=known.task_id, agent=known.agent, number=number, state=known.state
        )
        agent = self._restore_agent(record) if known.agent in self.agents.known else None
        if agent is not None:
            self.drafts.note_kept(shown(record, agent))

    def recall(self, known: RecalledTask) -> None:
        """Puts a finished task that the database knows among the recent ones."""
        agent = self.agents.known.get(known.agent)
        if agent is None or not issubclass(agent, Reversible):
            return
        try:
            self.remember(agent.recalled(known.card), known.agent)
        except Exception:  # noqa: BLE001 - of another version: it cannot be corrected here
            workflow.logger.exception("task.unreadable", extra={"task_id": known.task_id})

    def remember(self, agent: Agent[BaseModel], slug: str = "") -> None:
        """Keeps a finished task, so that it can be corrected; one that is going on knows by itself.
        A task that was taken up again, and asks what is to be corrected, ends: that is not so any
        more.
        """
        view = agent.view()
        run = self._runs.get(view.task_id)
        if run is not None:
            if run.reopened and run.waiting and run.coroutine is not None:
                run.changed_as, run.desk.stopped = agent, True
                run.coroutine.cancel()
            return
        record = TaskRecord(task_id=view.task_id, agent=slug or agent.card.slug, number=view.number)
        self._keep_recent(_Recent(record, agent))

    def _keep_recent(self, recent: _Recent) -> None:
        """Keeps recent tasks, the newest last, each once."""
        self._recent.pop(recent.record.task_id, None)
        self._recent[recent.record.task_id] = recent
        keep_newest(self._recent, MAX_RECENT)

    def _read_agent(self, recent: _Recent) -> Agent[BaseModel] | None:
        """Returns None when this version cannot read it: then it is not corrected here."""
        if (
            recent.agent is None
            and not recent.unreadable
            and recent.record.agent in self.agents.known
        ):
            recent.agent = self._restore_agent(recent.record)
            recent.unreadable = recent.agent is None
        return recent.agent

    def last_done(self, slug: str = "") -> str | None:
        """Returns the task that was done or changed last, as far as the state goes back."""
        found = [r.record for r in self._recent.values() if slug in {"", r.record.agent}]
        return found[-1].task_id if found else None

    def recent(self) -> list[Agent[BaseModel]]:
        """Returns the finished tasks kept in state, newest last."""
        agents = (self._read_agent(recent) for recent in self._recent.values())
        return [agent for agent in agents if agent is not None]

    def finished(self, task_id: str) -> Agent[BaseModel] | None:
        """Returns a recent finished task, also while it is being corrected."""
        run = self._runs.get(task_id)
        if run is not None:
            return run.agent if run.done else None
        recent = self._recent.get(task_id)
        return self._read_agent(recent) if recent is not None else None

    def known(self, task_id: str) -> Shown:
        """Returns a finished task as the person sees it, or its number at least."""
        agent = self.finished(task_id)
        number = int(number_of(task_id) or 0)
        record = TaskRecord(task_id=task_id, agent=agent_of(task_id), number=number)
        if agent is None:
            return Shown(task_id=task_id, agent=record.agent, number=number)
        return shown(record, agent)

    def forget(self, task_id: str) -> None:
        """Forgets a finished task that was taken back: a correction no longer means it."""
        self._recent.pop(task_id, None)

    def views(self) -> tuple[TaskView, ...]:
        """Recently finished tasks, then those going on, oldest first."""
        done = [
            view_of(agent, recent.record)
            for recent in self._recent.values()
            if recent.record.task_id not in self._runs
            and (agent := self._read_agent(recent)) is not None
        ]
        return (
            *done,
            *(run.view() for run in self.runs),
        )

    def statuses(self) -> tuple[TaskStatus, ...]:
        today = self._session.today()
        return tuple(
            TaskStatus(
                task_id=run.record.task_id,
                agent=run.record.agent,
                number=run.record.number,
                doing=run.desk.doing,
                shown=run.shown(),
                missing=soundly(partial(run.agent.missing, today), ()),
                question=run.desk.question,
                place=soundly(run.agent.place, None)
                if isinstance(run.agent, GraphWalker)
                else None,
            )
            for run in self.in_chat
        )

    def snapshot(self) -> None:
        """Writes all tasks with their agents' states into the state, as continue-as-new needs."""
        state = self._session.state
        unknown = [record for record in state.tasks if record.agent not in self.agents.known]
        for run in self.runs:
            run.record.state = run.agent.state.model_dump_json(exclude_defaults=True)
        state.tasks = [*unknown, *(run.record for run in self.runs)]
        for recent in self._recent.values():
            if recent.agent is not None:
                recent.record.state = recent.agent.state.model_dump_json(exclude_defaults=True)
        state.recent = [recent.record for recent in self._recent.values()]

    async def suspend(self) -> None:
        """Stops every task for continue-as-new: each goes on in the next run, from its state."""
        for group in self._albums.groups():
            self._together.say(group, at_once=True)
        for run in list(self.runs):
            run.suspended = run.desk.suspended = True
            await self._stop(run)
            self._say_late(run)

    async def cancel(self, run: TaskRun) -> bool:
        """Stops a task; False when what it is for had happened before it could be stopped."""
        run.stopped_as = DraftStatus.CANCELLED.value
        await self._stop(run)
        return not run.done

    async def keep(self, run: TaskRun, status: DraftStatus) -> Shown | None:
        """Stops a task and keeps its draft; None when there is none: empty, or done already."""
        run.stopped_as = status.value
        await self._stop(run)
        self._say_late(run)
        if run.done or run.empty:
            return None
        run.desk.keep_draft(run.agent.state, status)
        if run.desk.kept:
            self.drafts.note_kept(run.shown())
        return run.shown()

    def _say_late(self, run: TaskRun) -> None:
        """Says what a task said after it was stopped: its state has it as said."""
        late, run.desk.late = run.desk.late, []
        for each in late:
            subject = run.record.task_id
            self._outbox.say(each.content, each.choices, subject=subject, files=each.files)

    async def _stop(self, run: TaskRun) -> None:
        run.desk.stopped = True
        if not run.started:
            await workflow.wait_condition(lambda: run.started)
        coroutine = run.coroutine
        if coroutine is not None and not coroutine.done():
            coroutine.cancel()
            await workflow.wait_condition(coroutine.done)

    def _desk(self, record: TaskRecord) -> TaskDesk:
        kind = self.agents.known[record.agent]
        return TaskDesk(
            self._session,
            self._outbox,
            self._question_queue,
            self._together,
            record,
            kind,
            offers=self.offers,
            drafts=self.drafts,
            open_beside=partial(self._open_beside, record),
            correct=self._correct,
            tasks=partial(self.of_agent, record.agent),
        )

    def _start(self, record: TaskRecord, agent: Agent[BaseModel], desk: TaskDesk) -> TaskRun:
        run = TaskRun(record, agent, desk)
        self._runs[record.task_id] = run
        run.coroutine = asyncio.create_task(self._supervise(run), name=record.task_id)
        self._session.touch()
        return run

    async def _supervise(self, run: TaskRun) -> None:
        """Runs a task to its end. Whatever fails ends the task, never the conversation."""
        run.started = True
        outcome = Outcome.DROPPED
        try:
            outcome = await self._run_agent(run)
        except ActivityFailed as failure:
            outcome = self._end_failed(run, failure)
        except BaseException as error:
            if not is_cancelled_exception(error):
                if not isinstance(error, Exception):
                    run.suspended = True  # the worker lets this run go from its memory
                    raise
                workflow.logger.exception("task.defect", extra={"task_id": run.record.task_id})
                metrics.defect(run.record.agent)
                outcome = self._end_failed(run, defect())
        finally:
            if not run.suspended:
                self._end(run, outcome)

    async def _run_agent(self, run: TaskRun) -> Outcome:
        """How a task ends. One that rests is run again, from its state, when it is spoken to."""
        while True:
            said = next(iter(run.injections.waiting), None)
            outcome = await run.agent.run(run.desk)
            if outcome is not Outcome.RESTING:
                return outcome
            if said is not None and next(iter(run.injections.waiting), None) is said:
                raise RuntimeError("it rests without taking in what was said to it")
            await run.desk.listen()

    def _end_failed(self, run: TaskRun, failure: ActivityFailed) -> Outcome:
        """Keeps what is known and says so; a task that was stopped meanwhile says nothing."""
        if run.desk.stopped:
            return Outcome.DROPPED
        choices: tuple[Choice, ...] = ()
        tasks = (run.shown(),)
        if not run.done and not run.empty:
            run.desk.keep_draft(run.agent.state)
            press = ButtonPress(action=PressAction.RETRY, subject=run.record.task_id)
            choices = (Choice(press=press),)
        self._question_queue.note_digression(run.record.task_id)
        self._outbox.say(
            Failed(code=failure.code, reason=failure.user_text, tasks=tasks),
            choices,
            subject=run.record.task_id,
        )
        return Outcome.FAILED

    def _end(self, run: TaskRun, outcome: Outcome) -> None:
        record = run.record
        del self._runs[record.task_id]
        if run.desk.kept:
            self.drafts.note_kept(run.shown())
        done = outcome is Outcome.DONE or run.done
        if done:
            self._keep_recent(_Recent(record, run.changed_as or run.agent))
            self._order_album(record.group)
        elif outcome is Outcome.DROPPED and run.in_chat and not run.empty:
            dropped = self._session.state.dropped
            dropped.append(view_of(run.agent, record))
            self._session.state.dropped_last = True
            del dropped[:-MAX_DROPPED]
        self._albums.ended(record)
        self._together.say(record.group)
        self._question_queue.release(record.task_id)
        if not run.reopened:
            ended = Outcome.DONE.value if done else run.stopped_as or outcome.value
            metrics.task_ended(record.agent, ended, record.questions_asked)
        self._session.touch()

    def _order_album(self, group: str | None) -> None:
        """Puts the tasks of one message in the order in which the person listed them, whichever was
        done first; not one that ends when they were shown.
        """
        if group not in self._albums.groups():
            return
        members = [r for r in self._recent.values() if r.record.group == group]
        ordered = iter(sorted(members, key=lambda recent: recent.record.number))
        self._recent = {
            recent.record.task_id: recent
            for recent in (
                next(ordered) if recent.record.group == group else recent
                for recent in self._recent.values()
            )
        }
