"""Cancelling, undoing, bringing back: of tasks, of calls, of drafts."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from pydantic import BaseModel, ValidationError
from temporalio import workflow

from agents.contract import Agent, DirectAnswers, OutsideWork, Reversible
from domain.commands import Command, number_of
from domain.conversation import LastCall
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress, CallRequest, Message
from domain.replies import Content
from domain.tasks import DraftStatus, Injected, ReopenDraftRequest, ReopenedDraft, Shown
from domain.topics import (
    Cancelled,
    CancelledTooLate,
    KeptForLater,
    NoDraft,
    NotFound,
    NothingToCancel,
    NothingToUndo,
    NotOffered,
    NotReversible,
    PressAction,
    Resumed,
    WhichOne,
)
from domain.understanding import TaskView
from workflows.activity_calls import REOPEN_DRAFT, ActivityFailed
from workflows.chat import Chat, ChatPart
from workflows.handlers import HandlerKind
from workflows.own_data import OwnData
from workflows.said_together import MAX_CHOICES_TOGETHER
from workflows.shared import agent_of, buttons, comes_true, replied_task, soundly
from workflows.tasks import TaskRun

VOICE = "🎤"
"""Stands for a voice note where the person's words are repeated to them."""

WRITTEN_WITHIN = timedelta(seconds=5)
"""A draft is written at once; somebody who wants it back is not kept waiting for an outage."""


class TakingBack(ChatPart):
    """What a person takes back or wants again."""

    def __init__(self, chat: Chat, own_data: OwnData) -> None:
        super().__init__(chat)
        self._own_data = own_data

    def cancel(
        self,
        runs: Sequence[TaskRun],
        texts: Sequence[Message] = (),
        by: str = "person",
        reason: str = "",
        *,
        working: int = 0,
    ) -> None:
        """Begins to stop tasks and to drop texts that are not understood; ``working`` go on."""
        what = Cancelled(by=by, reason=reason, working=working)
        self._handlers.start(self._cancel(runs, texts, what), digression=False)

    async def _cancel(
        self, runs: Sequence[TaskRun], dropped_texts: Sequence[Message], what: Cancelled
    ) -> None:
        """Stops tasks and says what was dropped, and what had happened before it could be. An
        operator who finds nothing to cancel has nothing to say to the person either.
        """
        by = what.by
        if by == "operator":
            self._session.turns.leave()
        idle = [run for run in runs if run.record.resting and run.agent.card.single]
        runs = [run for run in runs if run not in idle]
        with self._question_queue.hold():
            stopped = [run for run in runs if await self._board.cancel(run)]
            own = [run for run in stopped if self._has_own_words(run)]
            left = [run for run in stopped if run not in own]
            unread = sum(run.is_unread for run in left)
            dropped = [run.shown() for run in left if not run.is_unread]
            # A voice note that is still listened to has no words yet.
            waiting = [message.text or VOICE for message in dropped_texts]
            unheard = dict.fromkeys(text for run in runs for text in run.injections.texts)
            texts = (*unheard, *waiting)
            if left or texts:
                said = {"tasks": tuple(dropped), "texts": texts, "unread": unread}
                self._outbox.say(what.model_copy(update=said))
            elif not runs and by != "operator" and not any(map(self._has_own_words, idle)):
                await self._say_nothing_to_cancel()
            for run in runs:
                if run.done:
                    self._show_late_words(run, working=0 if left or texts else what.working)
        for run in stopped:
            if not isinstance(run.agent, OutsideWork):
                continue
            handler = soundly(run.agent.after_cancel, None)
            if handler is not None:
                self._handlers.start(
                    self._handlers.run_unasked(run.record.agent, handler), digression=False
                )

    def keep(self, runs: Sequence[TaskRun]) -> None:
        """Begins to keep the drafts of tasks that ask, for later."""
        self._handlers.start(self._keep(runs), digression=False)

    async def _keep(self, runs: Sequence[TaskRun]) -> None:
        with self._question_queue.hold():
            kept = [await self._board.keep(run, DraftStatus.KEPT) for run in runs]
            tasks = [task for task in kept if task is not None]
            choices = buttons(PressAction.RESUME, tasks)
            few = len(choices) <= MAX_CHOICES_TOGETHER
            self._outbox.say(KeptForLater(tasks=tuple(tasks)), choices if few else [])

    async def _say_nothing_to_cancel(self) -> None:
        """Says that nothing can be cancelled, unless an agent has something that goes on without a
        task.
        """
        for slug, agent in self._agents.all_able(OutsideWork).items():
            handler = agent.cancelling()
            if handler is not None:
                desk = self._handlers.desk(slug)
                await handler(desk)
                if desk.spoke:
                    return
        self._outbox.say(NothingToCancel())

    def _has_own_words(self, run: TaskRun) -> bool:
        """Whether the task's agent has words of its own for a cancel, which are said."""
        agent = run.agent
        told = soundly(agent.on_cancel, None) if isinstance(agent, OutsideWork) else None
        if told is None:
            return False
        content, choices = told
        self._outbox.say(content, choices, subject=run.record.task_id)
        return True

    def _show_late_words(self, run: TaskRun, *, working: int) -> None:
        """Makes what a stopped task still had to say a part of the answer to the cancel."""
        choices = [choice for said in run.desk.late for choice in said.choices]
        undo = [choice for choice in choices if choice.press.action == PressAction.UNDO]
        content = CancelledTooLate(task=run.shown(), unchanged=not run.desk.late, working=working)
        files = [file for said in run.desk.late for file in said.files]
        self._outbox.say(content, undo, subject=run.record.task_id, files=files)

    async def undo(
        self, task_id: str | None = None, change: str = "", otherwise: Content | None = None
    ) -> None:
        """Takes back the last change: of one task, else the newest of this conversation.

        ``change``: only this one, as the agent's own buttons name it. ``otherwise`` is said when
        it was taken back or overtaken.
        """
        if task_id is not None and self.let_its_agent_decide(task_id):
            return
        deleted, self._session.state.last_deleted_task = self._session.state.last_deleted_task, ""
        if task_id is None and not change and (await self._find_last_call() or deleted):
            await (
                self._take_back_call() if self._session.state.last_call else self.restore(deleted)
            )
            return
        newest = self._session.state.changed[-1:]
        target = task_id or self._board.last_done(*newest)
        slugs = [agent_of(target)] if target else []
        if task_id is None:
            slugs = list(dict.fromkeys([*newest, *slugs, *self._agents.served]))
        for slug in slugs:
            agent = self._agents.able(slug, Reversible)
            if agent is not None:
                wanted = target if target and agent_of(target) == slug else None
                said = self._session.state.changed.count(slug)
                undone = await agent.undo(
                    self._handlers.desk(slug), wanted, change if wanted else ""
                )
                if not undone and task_id is None and wanted is not None and not change:
                    self._board.forget(wanted)
                    undone = await agent.undo(self._handlers.desk(slug), None, "")
                # What is said of it may offer to take that back: no change of its own.
                own = self._session.state.changed.count(slug) - said
                if undone:
                    self._session.forget_changes(slug, 1 + own)
                    self._note_deleted(task_id)
                    return
                if task_id is None:
                    self._session.forget_changes(slug, said)
        self._outbox.say(otherwise or NothingToUndo())

    @property
    def _took_away_last(self) -> bool:
        """Whether the last change is a call by which something is gone."""
        last = self._session.state.last_call
        return last is not None and last.took_away

    async def _find_last_call(self) -> LastCall | None:
        """Returns the last change where that was a call; one that is being carried out is waited
        for.
        """
        if self._session.queued_handlers:
            await workflow.wait_condition(lambda: not self._session.queued_handlers)
        return self._session.state.last_call

    async def _take_back_call(self) -> None:
        """Takes back the last call of a tool, which is a call of its own: so asked for again, that
        is taken back in turn.
        """
        last = self._session.state.last_call
        if last is not None and not last.agent:  # of the platform, which has this one alone
            self._own_data.put_back(last.taken_back_by[0])
            return
        if last is None or not last.taken_back_by or last.agent not in self._agents.served:
            self._outbox.say(NotReversible())
            return
        state, again = self._session.state, list[CallRequest]()
        for done, wanted in enumerate(last.taken_back_by):
            state.last_call = None
            result = await self._handlers.desk(last.agent).carry_out(wanted)
            if result.error is not None:
                left = last.taken_back_by[done:]
                state.last_call = last.model_copy(update={"taken_back_by": left})
                return
            made: LastCall | None = state.last_call
            again[:0] = made.taken_back_by if made is not None else ()
        state.last_call = LastCall(agent=last.agent, taken_back_by=tuple(again), took_away=True)

    def _note_deleted(self, task_id: str | None) -> None:
        """Notes that this task was asked to be taken back, and is gone."""
        taken_back = self._session.state.taken_back
        gone = {shown.task_id for shown in (taken_back[-1] if taken_back else ())}
        self._session.state.last_deleted_task = task_id if task_id in gone else ""

    def restore_taken_back(self, task_id: str | None) -> None:
        """Brings back one task, or what was taken back last."""
        taken_back = self._session.state.taken_back
        if task_id:
            self._handlers.start(self.restore(task_id), HandlerKind.TAKES_BACK)
        elif self._took_away_last:
            self._handlers.start(self._take_back_call(), HandlerKind.TAKES_BACK)
        else:
            self._restore_the_one(taken_back[-1] if taken_back else [])

    def _restore_the_one(self, tasks: Sequence[Shown]) -> None:
        """Brings back a task that is the only one; of several or none, asks which one."""
        if len(tasks) == 1:
            self._handlers.start(self.restore(tasks[0].task_id), HandlerKind.TAKES_BACK)
        else:
            self._say_which(tasks, PressAction.RESTORE)

    def let_its_agent_decide(self, task_id: str) -> bool:
        """Lets the agent decide what taking back means for a finished task that the platform cannot
        take back.
        """
        slug = agent_of(task_id)
        agent = self._agents.able(slug, DirectAnswers)
        if agent is None or issubclass(agent, Reversible):
            return False
        handler = agent.press(ButtonPress(action=PressAction.UNDO, subject=task_id))
        if handler is not None:
            self._handlers.of_agent(slug, handler, about=task_id)
        return handler is not None

    async def restore(self, task_id: str) -> None:
        agent = self._agents.able(agent_of(task_id), Reversible)
        if agent is not None:
            await agent.restore(self._handlers.desk(agent_of(task_id)), task_id)
        else:
            self._outbox.say(NotFound())

    def bring_back(self, message: Message, command: str) -> None:
        """Brings back what was taken back last, or the one draft: the task that a number or the
        card replied to names, else what the word means best and there is only one of.
        """
        state = self._session.state
        number, replied = number_of(message.text), replied_task(message)
        if command == Command.RESTORE and not number and replied is None and self._took_away_last:
            self._handlers.start(self._take_back_call())
            return
        taken_back = [task for together in state.taken_back for task in together]
        drafts = list(state.kept)
        if number or replied is not None:
            fits: Callable[[Shown], bool] = lambda task: (  # noqa: E731
                task.number == number if number else task.task_id == replied
            )
            taken_back, drafts = list(filter(fits, taken_back)), list(filter(fits, drafts))
        elif state.taken_back:
            taken_back = state.taken_back[-1]
        restoring = bool(taken_back) and (command == Command.RESTORE or not drafts)
        meant = taken_back if restoring else drafts
        if number and not meant:
            self._outbox.say(NotFound(number=number))
        elif restoring:
            self._restore_the_one(meant)
        elif len(meant) != 1:
            self._say_which(meant, PressAction.RESUME)
        else:
            self._handlers.start(self.resume(meant[0].task_id, message.id))

    async def take_up_done(
        self, task_id: str, said: Injected | None, missing: Content | None = None
    ) -> None:
        """Re-opens a finished task, recent or old, to correct, explain or edit it; it may be one
        that is being brought back.

        ``missing`` is said when there is no such task.
        """
        if self._handlers.takes_back:
            await workflow.wait_condition(lambda: not self._handlers.takes_back)
        if self._board.get(task_id) is None and not self._board.room(1):
            return
        run = self._board.reopen(task_id)
        if run is None:
            slug = agent_of(task_id)
            agent = self._agents.able(slug, Reversible)
            found: Agent[BaseModel] | None = None
            if agent is not None:
                found = await agent.find(self._handlers.desk(slug), task_id)
            if found is None and missing is not None:
                self._outbox.say(missing)
                return
            if found is None:
                self._board.say_not_taken_up(task_id)
                return
            self._board.remember(found, slug)
            run = self._board.reopen(task_id)
        if run is not None and said is not None:
            run.record.asks_first = True
            run.injections.add(said)

    async def ask_which(self, task_ids: Sequence[str], wanted: PressAction) -> None:
        """Lists finished tasks of which one is meant, with a button for each."""
        tasks = [found for one in task_ids if (found := await self._find_finished(one)) is not None]
        self._say_which(tasks, wanted)

    def _say_which(self, tasks: Sequence[Shown], wanted: PressAction) -> None:
        choices = buttons(wanted, tasks)
        few = len(choices) <= MAX_CHOICES_TOGETHER
        self._outbox.say(WhichOne(tasks=tuple(tasks), wanted=wanted), choices if few else [])

    async def _find_finished(self, task_id: str) -> Shown | None:
        """Returns a finished task as the person sees it, however old; None for one that is gone."""
        slug = agent_of(task_id)
        agent, kind = self._board.finished(task_id), self._agents.able(slug, Reversible)
        if agent is None and kind is not None:
            agent = await kind.find(self._handlers.desk(slug), task_id)
        if agent is None:
            return None
        card = agent.shown().model_dump(mode="json")
        return Shown(task_id=task_id, agent=slug, number=agent.view().number, card=card)

    async def numbered_task(self, number: int) -> str | None:
        """Returns the task with this number, however old it is; None for one that nobody knows."""
        found = self._board.numbered(number)
        if found is None and (view := await self.find_named(number)) is not None:
            found = view.task_id
        return found

    async def find_named(self, task: str | int) -> TaskView | None:
        """Returns a finished task that words name by its id or its number, however old it is. A
        database that is away is waited for: what is said of one task must not be taken as of
        another.
        """
        for slug, agent in self._agents.all_able(Reversible).items():
            if isinstance(task, int) or slug == agent_of(task):
                found = await agent.find(self._handlers.desk(slug, patient=True), task)
                if found is not None:
                    return found.view()
        return None

    async def resume(self, task_id: str, request_id: str) -> None:
        """Takes a kept draft up again, once. While its agent is left out, it stays kept."""
        slug = agent_of(task_id)
        if slug and slug not in self._agents.served:
            self._outbox.say(NotOffered())
            return
        if not self._board.room(1):
            return
        draft = await self._reopen_draft(task_id, request_id)
        self._board.drafts.note_resumed(task_id)
        try:
            run = self._board.resume(draft.agent, task_id, draft.state) if draft.state else None
        except ValidationError:  # kept by a version whose drafts this one cannot read
            workflow.logger.error("draft.unreadable", extra={"task_id": task_id})
            run = None
        if run is None:
            self._outbox.say(NoDraft())
        else:
            self._outbox.say(Resumed(task=run.shown()))

    async def _reopen_draft(self, task_id: str, request_id: str) -> ReopenedDraft:
        """Returns the draft, from the database once it is written there: that happens only once.

        Raises ``ActivityFailed`` when it cannot be written for now: the button stays good.
        """
        drafts = self._session.state.drafts
        written: Callable[[], bool] = lambda: all(d.task_id != task_id for d in drafts)  # noqa: E731
        if not await comes_true(written, WRITTEN_WITHIN, "until it is written"):
            away = StorageUnavailableError("the draft is not written yet")
            raise ActivityFailed(away.code, away.user_text)
        request = ReopenDraftRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id=task_id,
            request_id=request_id,
        )
        return await self._session.caller.run(REOPEN_DRAFT, request, "resume a draft")
