"""What is done for the person beside the tasks: commands, undo, talk, preferences, their data."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import timedelta
from functools import partial

from pydantic import BaseModel, JsonValue, ValidationError
from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from agents.contract import Agent, Handler, HandlerDesk, Reversible, Standing
from domain.commands import Command, number_of, value_of
from domain.conversation import (
    MAX_KEPT,
    Asked,
    ConversationState,
    ConversationStatus,
    LastCall,
)
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress, CallRequest, Message
from domain.preferences import (
    BeforeErasing,
    EraseRequest,
    PreferenceField,
    PreferenceRequest,
)
from domain.replies import Choice, Content
from domain.tasks import Injected, ReopenDraftRequest, ReopenedDraft, Shown
from domain.topics import (
    OPEN,
    AskErase,
    AskPreference,
    Cancelled,
    CancelledTooLate,
    EraseKept,
    Erasing,
    Failed,
    GeneralAnswer,
    GeneralTopic,
    Help,
    NoDraft,
    NotFound,
    NothingToCancel,
    NothingToUndo,
    NotOffered,
    NotReversible,
    Preference,
    PressAction,
    Privacy,
    Resumed,
    StaleButton,
    Start,
    Status,
    TaskLine,
    Usage,
    WhichOne,
)
from domain.understanding import (
    Act,
    ActKind,
    Conversed,
    ConverseRequest,
    ReadResult,
    Said,
    SummariseRequest,
    TaskView,
)
from domain.usage import UsageRequest
from workflows import metrics
from workflows.activity_calls import (
    CONVERSE,
    CONVERSE_BY_RULES,
    LOOK_BEFORE_ERASING,
    REOPEN_DRAFT,
    REPORT_USAGE,
    SET_PREFERENCE,
    SUMMARISE,
    SUMMARISE_BY_RULES,
    WAIT_FOR_DATABASE,
    ActivityFailed,
    defect,
)
from workflows.desk import MAX_CHOICES_TOGETHER, PlainHandlerDesk
from workflows.outbox import Outbox
from workflows.question_queue import QuestionQueue
from workflows.shared import (
    QueuedHandler,
    Session,
    agent_of,
    evidence_of,
    named,
    readable,
    replied_task,
)
from workflows.tasks import TaskBoard, TaskRun, soundly

VOICE = "🎤"
"""Stands for a voice note where the person's words are repeated to them."""

CHANGED_WITHIN = timedelta(seconds=5)
"""What a message changes is mostly done sooner; a photo may take longer to be read."""

WRITTEN_WITHIN = timedelta(seconds=5)
"""A draft is written at once; somebody who wants it back is not kept waiting for an outage."""


class Handlers:
    """Handlers run beside the tasks; one that fails is reported and changes nothing."""

    def __init__(
        self, session: Session, outbox: Outbox, question_queue: QuestionQueue, board: TaskBoard
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._question_queue = question_queue
        self._board = board
        self._running: set[asyncio.Task[None]] = set()
        self._answers: dict[asyncio.Task[None], Message] = {}
        """Running handlers that only answer a message: they can be begun anew."""
        self._look_ups: dict[asyncio.Task[None], Message] = {}
        self._listening: set[asyncio.Task[None]] = set()
        self.broken_off: list[Message] = []
        """Messages whose answer was broken off: to be understood again elsewhere."""
        self.untaken: list[Message] = []
        """Messages of which was still looked up what they are about: to be taken again."""
        self._taking_back: set[asyncio.Task[None]] = set()
        self._one_preference_at_a_time = asyncio.Lock()

    @property
    def running(self) -> bool:
        return bool(self._running)

    def start(
        self,
        handler: Coroutine[None, None, None],
        *,
        digression: bool = True,
        takes_back: bool = False,
    ) -> asyncio.Task[None]:
        """Runs a handler. ``digression``: an open question is put again afterwards.
        ``takes_back``: it takes back or brings back what others read.
        """
        task = asyncio.create_task(self._run(handler, digression=digression))
        if takes_back:
            self._taking_back.add(task)
            task.add_done_callback(self._taking_back.discard)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        self._session.touch()
        return task

    def answer(self, message: Message) -> None:
        """Answers what concerns no agent."""
        _until_done(self._answers, message, self.start(self.converse(message)))

    def look_up(self, message: Message, handler: Coroutine[None, None, None]) -> None:
        """Finds out what a message is about before it is understood."""
        _until_done(self._look_ups, message, self.start(handler, digression=False))

    def listen(self, listening: Coroutine[None, None, None]) -> None:
        """Listens to a voice note; the state knows of it, so that another run may go on."""
        task = self.start(listening, digression=False)
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)

    def break_off(self) -> None:
        """Ends what may take long and can be begun anew, before this run ends."""
        queued = [each for each in self._session.queued_handlers if each.can_break_off]
        self._session.state.asked += self._stop(queued)
        self.broken_off += self._answers.values()
        self.untaken += self._look_ups.values()
        for task in [*self._answers, *self._look_ups, *self._listening]:
            task.cancel()
        self._answers.clear()
        self._look_ups.clear()
        self._listening.clear()

    async def _run(self, handler: Coroutine[None, None, None], *, digression: bool) -> None:
        try:
            await handler
        except ActivityFailed as failure:
            self._outbox.say(Failed(code=failure.code, reason=failure.user_text))
        except Exception as error:  # noqa: BLE001 - whatever it is
            if is_cancelled_exception(error):
                return  # it was broken off
            workflow.logger.exception("handler.defect")
            metrics.defect("handler")
            broken = defect()
            self._outbox.say(Failed(code=broken.code, reason=broken.user_text))
        if digression:
            self._question_queue.note_digression()
        self._session.touch()

    def desk(
        self,
        slug: str,
        *,
        heard: Message | None = None,
        about: str | None = None,
        asked: Asked | None = None,
        patient: bool = False,
    ) -> PlainHandlerDesk:
        """What an agent's handler works at; ``patient`` for what waits for the database."""
        together: list[Shown] = []

        def forget(task_id: str) -> None:
            together.append(self._board.known(task_id))
            self._note_taken_back(together)
            self._board.forget(task_id)

        def remember(agent: Agent[BaseModel]) -> None:
            self._note_back(agent.view().task_id)
            self._board.remember(agent)

        return PlainHandlerDesk(
            self._session,
            self._outbox,
            slug,
            remember=remember,
            forget=forget,
            last_done=self._board.last_done,
            live=self._live,
            offer=partial(self._board.offer, slug),
            tasks=self._board.of_agent,
            hand=self._hand,
            kind=self._board.types[slug],
            heard=heard,
            about=about,
            edits=asked.edits if asked is not None else "",
            agreed=asked is not None and asked.agreed,
            asked=asked,
            patient=patient,
        )

    def _hand(self, desk: PlainHandlerDesk, details: JsonValue, task_id: str | None) -> str | None:
        """Gives what a handler heard to a task that goes on, or opens one."""
        slug, heard = desk.agent, desk.heard
        run = self._board.get(task_id) if task_id else self._board.single(slug)
        if task_id and (run is None or run.record.agent != slug or run.desk.stopped):
            return None
        files = readable(heard) if heard is not None else []
        evidence = evidence_of(heard) if heard is not None else ""
        if run is not None:
            told_by = (heard.id,) if heard is not None else ()
            act = Act(
                kind=ActKind.DETAIL,
                agent=slug,
                task_id=run.record.task_id,
                details=details,
                message_ids=told_by,
            )
            run.hear(act, evidence, edits=desk.edits)
        elif self._board.room(1):
            first, files = (files[0], files[1:]) if files else (None, files)
            run = self._board.open(
                slug,
                details=details,
                attachment=first,
                evidence=evidence,
                group=heard.id if heard is not None else None,
            )
        else:
            return None
        for file in files:
            run.desk.inject(Injected(attachment=file, message_id=heard.id if heard else ""))
        return run.record.task_id

    def _live(self, slug: str) -> Agent[BaseModel] | None:
        run = self._board.single(slug)
        return run.agent if run is not None else None

    def notice(self) -> None:
        """Lets agents do what they do at once about what others told of."""
        for slug, handler in self._board.notices():
            self.start(self._noticed(slug, handler), digression=False)

    async def _noticed(self, slug: str, handler: Handler) -> None:
        """Nobody asked for it: only when it said something is an open question put again."""
        desk = self.desk(slug)
        await handler(desk)
        if desk.spoke:
            self._question_queue.note_digression()

    def _note_taken_back(self, together: list[Shown]) -> None:
        self._session.state.last_call, self._session.state.dropped_last = None, False
        taken_back = self._session.state.taken_back
        if not taken_back or taken_back[-1] is not together:
            taken_back.append(together)
        del taken_back[:-MAX_KEPT]

    def _note_back(self, task_id: str) -> None:
        """It is there again, so there is nothing to bring back."""
        taken_back = self._session.state.taken_back
        for together in taken_back:
            together[:] = [task for task in together if task.task_id != task_id]
        taken_back[:] = [together for together in taken_back if together]

    def of_agent(
        self,
        slug: str,
        handler: Handler,
        heard: Message | None = None,
        *,
        about: str | None = None,
        asked: Asked | None = None,
    ) -> PlainHandlerDesk:
        """Runs what an agent does without a task. ``asked``: how it can be begun anew."""
        desk = self.desk(slug, heard=heard, about=about, asked=asked)
        task = self.start(self._of_agent(handler, desk), digression=False)
        desk.place.task = task
        task.add_done_callback(lambda _: desk.leave())  # also one that never took a step
        return desk

    async def _of_agent(self, handler: Handler, desk: PlainHandlerDesk) -> None:
        """What only handed words on is no digression: their task says what comes of them."""
        try:
            await handler(desk)
        except Exception as error:
            if not is_cancelled_exception(error):
                self._question_queue.note_digression()
            raise
        if desk.spoke or not desk.handed:
            self._question_queue.note_digression()

    def ask(self, asked: Asked) -> bool:
        """Runs what an act asks for that needs no task; False when it opens one, or its agent is
        not served.

        Raises ``ValidationError`` for details that are not its agent's.
        """
        handler = self._handler(asked)
        if handler is not None:
            self.of_agent(asked.agent, handler, asked.message, about=asked.about, asked=asked)
        return handler is not None

    def _handler(self, asked: Asked) -> Handler | None:
        agent, call = self._board.types.get(asked.agent), asked.call
        if agent is None:
            return None
        if call is None:
            return agent.handler(asked.details)
        handler: Handler = lambda desk: desk.carry_out(call)  # noqa: E731
        if asked.answers and self._session.limits.has_model:
            handler = partial(self._answer_from_results, (call, *asked.further), asked.message)
        return partial(self._behind_the_rest, handler) if asked.reads else handler

    async def _behind_the_rest(self, handler: Handler, desk: HandlerDesk) -> None:
        """What reads sees what the same message changed, took back or brought back; it does not
        wait long for it.
        """
        for _ in range(2):  # whatever else the message asks for is begun
            await workflow.wait_condition(lambda: True)

        def is_busy() -> bool:
            changing = bool(self._session.queued_handlers) or any(
                not run.waiting for run in self._board.runs
            )
            return changing or bool(self._taking_back)

        if is_busy():
            try:
                await workflow.wait_condition(lambda: not is_busy(), timeout=CHANGED_WITHIN)
            except asyncio.TimeoutError:  # noqa: UP041 - the SDK raises asyncio's
                workflow.logger.info("read.not_awaited")
        await handler(desk)

    async def _answer_from_results(
        self, calls: Sequence[CallRequest], message: Message, desk: HandlerDesk
    ) -> None:
        """Shows the results of calls, then answers from them what the person asked. Without a
        model's answer the results are all there is.
        """
        results: list[ReadResult] = []
        for further, call in enumerate(calls):
            result = await desk.carry_out(call, further=further)
            if result.error is None:
                results.append(ReadResult(call=call, value=result.value))
        if not results:
            return
        request = self._talk(message).model_copy(update={"results": tuple(results)})
        try:
            doing = f"{named([message])} · answer from the result"
            answer = await self._session.caller.run(CONVERSE, request, doing)
        except ActivityFailed as failure:
            workflow.logger.warning("answer.failed", extra={"code": failure.code})
            return
        if answer.text:
            self._outbox.say(GeneralAnswer(text=answer.text))

    def begin_anew(self) -> None:
        """Goes on with the handlers that an earlier run broke off."""
        left, self._session.state.asked = self._session.state.asked, []
        for asked in left:
            handler = soundly(partial(self._handler, asked), None)
            if handler is None:
                self._session.state.inbox.insert(0, asked.message)  # whoever is there now hears it
                continue
            heard, about = asked.message, asked.about
            self.of_agent(asked.agent, handler, heard, about=about, asked=asked).queue_up()

    def asked_about(self, task_id: str | None, message: Message, edits: str = "") -> bool:
        """Gives words about a finished task to its agent's handler, where the agent cannot take the
        task up again. Returns False where it can, or where the task goes on.
        """
        slug = agent_of(task_id or "")
        agent = self._board.types.get(slug)
        if agent is None or isinstance(agent, Reversible):
            return False
        if self._board.get(task_id) is not None and not edits:
            return False
        try:
            return self.ask(Asked(agent=slug, message=message, about=task_id, edits=edits))
        except ValidationError:
            return False

    def take_back_words(self, *, last: bool = False) -> list[Message]:
        """Drops handlers that only heard and have done nothing yet (a cancel); what they heard."""
        queued = [each for each in self._session.queued_handlers if each.can_break_off]
        dropped = self._stop(queued[-1:] if last else queued)
        return list({asked.message.id: asked.message for asked in dropped}.values())

    def _stop(self, queued: Sequence[QueuedHandler]) -> list[Asked]:
        stopped: list[Asked] = []
        for each in queued:
            if each.asked is not None and each.task is not None:
                stopped.append(each.asked)
                self._session.queued_handlers.remove(each)
                each.task.cancel()
        return stopped

    # Commands

    def obey(
        self, message: Message, command: str, status: Callable[[], ConversationStatus]
    ) -> None:
        """Carries out one command but ``/cancel``; ``status`` tells the state it was given in.

        Said in reply to a card, undo is about that card only.
        """
        match command:
            case Command.START:
                self._outbox.say(Start())
            case Command.HELP:
                self._help()
            case Command.STATUS:
                self._say_status(status())
            case Command.UNDO:
                self.start(self._undo_named(message))
            case Command.RESTORE | Command.RESUME:
                self._bring_back(message, command)
            case Command.CURRENCY | Command.LANGUAGE | Command.TIMEZONE:
                self.prefer(PreferenceField(command), value_of(message.text))
            case Command.USAGE:
                self.start(self._usage())
            case Command.PRIVACY:
                self._outbox.say(Privacy(retention_days=self._session.limits.retention_days))
            case Command.DELETE_MY_DATA:
                self._before_erasing()
            case _:
                self._obey_agent(message, command)

    async def _undo_named(self, message: Message) -> None:
        number = number_of(message.text)
        task_id = await self.numbered_task(number) if number else replied_task(message)
        if number and task_id is None:
            self._outbox.say(NotFound(number=number))
        else:
            await self.undo(task_id)

    def _obey_agent(self, message: Message, command: str) -> None:
        for slug, agent in self._board.types.items():
            if command in {form.name for form in agent.card.commands}:
                handler = agent.command(command, value_of(message.text))
                if handler is not None:
                    self.of_agent(slug, handler, message)
                    return
        self._help()  # a command of another version, or of an agent that is not enabled

    def _help(self) -> None:
        holder = self._question_queue.current
        run = self._board.get(holder.task_id) if holder else None
        if run is None or run.desk.question is None:
            self._outbox.say(Help())
        else:
            self._outbox.say(Help(about=run.shown(), question=run.desk.question))

    def _say_status(self, status: ConversationStatus) -> None:
        asked = {
            slug: standing
            for slug, agent in self._board.types.items()
            if (standing := soundly(agent.standing, None)) is not None
        }
        if asked:
            self.start(self._look_around(status, asked), digression=False)
        else:
            self._tell_status(status, [])

    async def _look_around(self, status: ConversationStatus, asked: Mapping[str, Standing]) -> None:
        """A status that agents have something to add to; one that cannot adds nothing."""
        found: list[Shown] = []
        for slug, standing in asked.items():
            try:
                found += await standing(self.desk(slug))
            except Exception as error:
                if is_cancelled_exception(error):
                    raise
                workflow.logger.exception("status.defect", extra={"agent": slug})
                metrics.defect("handler")
        self._tell_status(status, found)

    def _tell_status(self, status: ConversationStatus, standing: Sequence[Shown]) -> None:
        newer = {each.task_id: each.card for each in standing}
        idle = status.state is ConversationState.WAITING and not self._board.asks
        waits = status.state is ConversationState.WAITING and not idle
        asked = status.open_question.task_id if status.open_question else None
        lines = tuple(
            TaskLine(
                task_id=task.task_id,
                agent=task.agent,
                number=task.number,
                card=newer.pop(task.task_id, task.shown.card if task.shown else None),
                doing=task.doing,
                missing=task.missing,
                queued=task.question is not None and task.task_id != asked,
            )
            for task in status.tasks
        )
        lines += tuple(
            TaskLine.model_validate(each.model_dump()) for each in standing if each.task_id in newer
        )
        state = (ConversationState.IDLE if idle else status.state).value
        if state == ConversationState.IDLE.value and (standing or self._board.holding()):
            state = OPEN
        drafts = self._session.state.kept
        choices = [
            Choice(press=ButtonPress(action=PressAction.RESUME, subject=draft.task_id))
            for draft in drafts
        ]
        self._outbox.say(
            Status(
                state=state,
                agent=agent_of(asked or ""),
                waiting_for=status.waiting_for,
                since=status.since if waits else None,
                expires_at=status.expires_at if waits else None,
                tasks=lines,
                outage=any(task.doing == WAIT_FOR_DATABASE for task in status.tasks),
                drafts=tuple(drafts),
            ),
            choices if len(choices) <= MAX_CHOICES_TOGETHER else [],
        )

    # Cancelling and taking back

    async def cancel(
        self, runs: Sequence[TaskRun], dropped_texts: Sequence[Message], by: str, reason: str
    ) -> None:
        """Stops tasks and says what was dropped, and what had happened before it could be. An
        operator who finds nothing to cancel has nothing to say to the person either.
        """
        if by == "operator":
            self._session.turns.leave()
        idle = [run for run in runs if run.record.resting and run.agent.card.single]
        runs = [run for run in runs if run not in idle]
        with self._question_queue.hold():
            stopped = [run for run in runs if await self._board.cancel(run)]
            own = [run for run in stopped if self._tells_itself(run)]
            dropped = [run.shown() for run in stopped if run not in own]
            # A voice note that is still listened to has no words yet.
            waiting = [message.text or VOICE for message in dropped_texts]
            unheard = dict.fromkeys(text for run in runs for text in run.desk.unheard)
            texts = (*unheard, *waiting)
            if dropped or texts:
                tasks = tuple(dropped)
                self._outbox.say(Cancelled(by=by, reason=reason, tasks=tasks, texts=texts))
            elif not runs and by != "operator" and not any(map(self._tells_itself, idle)):
                await self._nothing_to_cancel()
            for run in runs:
                if run.done:
                    self._too_late(run)
        for run in stopped:
            handler = soundly(run.agent.after_cancel, None)
            if handler is not None:
                self.start(self._noticed(run.record.agent, handler), digression=False)

    async def _nothing_to_cancel(self) -> None:
        """An agent may have something that goes on without a task."""
        for slug, agent in self._board.types.items():
            handler = agent.cancelling()
            if handler is not None:
                desk = self.desk(slug)
                await handler(desk)
                if desk.spoke:
                    return
        self._outbox.say(NothingToCancel())

    def _tells_itself(self, run: TaskRun) -> bool:
        """Whether the task's agent has words of its own for a cancel, which are said."""
        told = soundly(run.agent.on_cancel, None)
        if told is None:
            return False
        content, choices = told
        self._outbox.say(content, choices, subject=run.record.task_id)
        return True

    def _too_late(self, run: TaskRun) -> None:
        """What a stopped task still had to say becomes part of the answer to the cancel."""
        choices = [choice for said in run.desk.late for choice in said.choices]
        undo = [choice for choice in choices if choice.press.action == PressAction.UNDO]
        content = CancelledTooLate(task=run.shown(), unchanged=not run.desk.late)
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
        if task_id is None and not change and (await self._last_call() or deleted):
            await (
                self._take_back_call() if self._session.state.last_call else self.restore(deleted)
            )
            return
        newest = self._session.state.changed[-1:]
        target = task_id or self._board.last_done(*newest)
        slugs = [agent_of(target)] if target else []
        if task_id is None:
            slugs = list(dict.fromkeys([*newest, *slugs, *self._board.types]))
        for slug in slugs:
            agent = self._board.types.get(slug)
            if isinstance(agent, Reversible):
                wanted = target if target and agent_of(target) == slug else None
                said = self._session.state.changed.count(slug)
                undone = await agent.undo(self.desk(slug), wanted, change if wanted else "")
                if not undone and task_id is None and wanted is not None and not change:
                    self._board.forget(wanted)
                    undone = await agent.undo(self.desk(slug), None, "")
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

    async def _last_call(self) -> LastCall | None:
        """The last change where that was a call; one that is being carried out is waited for."""
        if self._session.queued_handlers:
            await workflow.wait_condition(lambda: not self._session.queued_handlers)
        return self._session.state.last_call

    async def _take_back_call(self) -> None:
        """Takes back the last call of a tool, which is a call of its own: so asked for again, that
        is taken back in turn.
        """
        last = self._session.state.last_call
        if last is None or not last.taken_back_by or last.agent not in self._board.types:
            self._outbox.say(NotReversible())
            return
        state, again = self._session.state, list[CallRequest]()
        for done, wanted in enumerate(last.taken_back_by):
            state.last_call = None
            result = await self.desk(last.agent).carry_out(wanted)
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
            self.start(self.restore(task_id), takes_back=True)
        elif self._took_away_last:
            self.start(self._take_back_call(), takes_back=True)
        else:
            self._restore_the_one(taken_back[-1] if taken_back else [])

    def _restore_the_one(self, tasks: Sequence[Shown]) -> None:
        """Brings back a task that is the only one; of several or none, asks which one."""
        if len(tasks) == 1:
            self.start(self.restore(tasks[0].task_id), takes_back=True)
        else:
            self._say_which(tasks, PressAction.RESTORE)

    def let_its_agent_decide(self, task_id: str) -> bool:
        """What taking back means for a finished task that the platform cannot take back."""
        slug = agent_of(task_id)
        agent = self._board.types.get(slug)
        if agent is None or isinstance(agent, Reversible):
            return False
        handler = agent.press(ButtonPress(action=PressAction.UNDO, subject=task_id))
        if handler is not None:
            self.of_agent(slug, handler, about=task_id)
        return handler is not None

    async def restore(self, task_id: str) -> None:
        agent = self._board.types.get(agent_of(task_id))
        if isinstance(agent, Reversible):
            await agent.restore(self.desk(agent_of(task_id)), task_id)
        else:
            self._outbox.say(NotFound())

    def _bring_back(self, message: Message, command: str) -> None:
        """What was taken back last, or the one draft: the task that a number or the card replied
        to names, else what the word means best and there is only one of.
        """
        state = self._session.state
        number, replied = number_of(message.text), replied_task(message)
        if command == Command.RESTORE and not number and replied is None and self._took_away_last:
            self.start(self._take_back_call())
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
            self.start(self.resume(meant[0].task_id, message.id))

    async def take_up_done(
        self, task_id: str, said: Injected | None, missing: Content | None = None
    ) -> None:
        """Re-opens a finished task, recent or old, to correct, explain or edit it.

        ``missing`` is said when there is no such task.
        """
        if self._board.get(task_id) is None and not self._board.room(1):
            return
        run = self._board.reopen(task_id)
        if run is None:
            slug = agent_of(task_id)
            agent = self._board.types.get(slug)
            found: Agent[BaseModel] | None = None
            if isinstance(agent, Reversible):
                found = await agent.find(self.desk(slug), task_id)
            if found is None:
                self._outbox.say(missing or NotFound())
                return
            self._board.remember(found, slug)
            run = self._board.reopen(task_id)
        if run is not None and said is not None:
            run.desk.inject(said)

    async def ask_which(self, task_ids: Sequence[str], wanted: PressAction) -> None:
        """Lists finished tasks of which one is meant, with a button for each."""
        tasks = [found for one in task_ids if (found := await self._finished(one)) is not None]
        self._say_which(tasks, wanted)

    def _say_which(self, tasks: Sequence[Shown], wanted: PressAction) -> None:
        choices = [Choice(press=ButtonPress(action=wanted, subject=task.task_id)) for task in tasks]
        few = len(choices) <= MAX_CHOICES_TOGETHER
        self._outbox.say(WhichOne(tasks=tuple(tasks), wanted=wanted), choices if few else [])

    async def _finished(self, task_id: str) -> Shown | None:
        """A finished task as the person sees it, however old; None for one that is gone."""
        slug = agent_of(task_id)
        agent, kind = self._board.finished(task_id), self._board.types.get(slug)
        if agent is None and isinstance(kind, Reversible):
            agent = await kind.find(self.desk(slug), task_id)
        if agent is None:
            return None
        card = agent.shown().model_dump(mode="json")
        return Shown(task_id=task_id, agent=slug, number=agent.view().number, card=card)

    async def numbered_task(self, number: int) -> str | None:
        """The task with this number, however old it is; None for one that nobody knows."""
        found = self._board.numbered(number)
        if found is None and (view := await self.find_named(number)) is not None:
            found = view.task_id
        return found

    async def find_named(self, task: str | int) -> TaskView | None:
        """A finished task that words name by its id or its number, however old it is. A database
        that is away is waited for: what is said of one task must not be taken as of another.
        """
        slugs = [agent_of(task)] if isinstance(task, str) else list(self._board.types)
        for slug in slugs:
            agent = self._board.types.get(slug)
            if isinstance(agent, Reversible):
                found = await agent.find(self.desk(slug, patient=True), task)
                if found is not None:
                    return found.view()
        return None

    async def resume(self, task_id: str, request_id: str) -> None:
        """Takes a kept draft up again, once. While its agent is left out, it stays kept."""
        slug = agent_of(task_id)
        if slug and slug not in self._board.types:
            self._outbox.say(NotOffered())
            return
        if not self._board.room(1):
            return
        draft = await self._kept(task_id, request_id)
        self._board.note_resumed(task_id)
        try:
            run = self._board.resume(draft.agent, task_id, draft.state) if draft.state else None
        except ValidationError:  # kept by a version whose drafts this one cannot read
            workflow.logger.error("draft.unreadable", extra={"task_id": task_id})
            run = None
        if run is None:
            self._outbox.say(NoDraft())
        else:
            self._outbox.say(Resumed(task=run.shown()))

    async def _kept(self, task_id: str, request_id: str) -> ReopenedDraft:
        """The draft, from the database once it is written there: that is what happens only once.

        Raises ``ActivityFailed`` when it cannot be written for now: the button stays good.
        """
        drafts = self._session.state.drafts
        written: Callable[[], bool] = lambda: all(d.task_id != task_id for d in drafts)  # noqa: E731
        try:
            await workflow.wait_condition(written, timeout=WRITTEN_WITHIN)
        except asyncio.TimeoutError:  # noqa: UP041 - the SDK raises asyncio's
            away = StorageUnavailableError("the draft is not written yet")
            raise ActivityFailed(away.code, away.user_text) from None
        request = ReopenDraftRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id=task_id,
            request_id=request_id,
        )
        return await self._session.caller.run(REOPEN_DRAFT, request, "resume a draft")

    # Talk

    async def converse(self, message: Message) -> None:
        """Answers what concerns no agent."""
        request = self._talk(message)
        caller, which = self._session.caller, named([message])
        doing = f"{which} · answer by rules"
        answer: Conversed = await caller.run(CONVERSE_BY_RULES, request, doing)
        if not answer.settled and self._session.limits.has_model:
            answer = await caller.run(CONVERSE, request, f"{which} · answer")
        self._outbox.note_degraded(answer)
        if answer.topic is not None:
            self._outbox.say(GeneralTopic(about=answer.topic))
        else:
            self._outbox.say(GeneralAnswer(text=answer.text))

    def _talk(self, message: Message) -> ConverseRequest:
        return ConverseRequest(
            person=self._session.person,
            said=Said(message_id=message.id, text=message.text, sent_at=message.sent_at),
            tasks=self._board.views(),
            history=self._session.history(),
            summary=self._session.state.history.summary,
            agents=tuple(agent.card for agent in self._board.types.values()),
        )

    async def summarise(self, limit: int) -> None:
        """Folds the older part of the history into its summary."""
        history = self._session.state.history
        older = history.overflow(limit)
        request = SummariseRequest(
            person=self._session.person, entries=older, previous=history.summary
        )
        call = SUMMARISE if self._session.limits.has_model else SUMMARISE_BY_RULES
        try:
            summarised = await self._session.caller.run(call, request, "summarise older messages")
        except ActivityFailed as failure:
            # Only context is lost: the transcript has every message.
            workflow.logger.warning("history.not_summarised", extra={"code": failure.code})
            history.folded(len(older), history.summary)
            return
        history.folded(len(older), summarised.summary)

    # The person's own

    def press(self, press: ButtonPress) -> None:
        """A button under one of the answers to the commands about preferences and data."""
        if press.action == PressAction.PREFER:
            # Its button names the value, so it never goes stale; only a forged one names no field.
            if press.subject in set(PreferenceField):
                self.prefer(PreferenceField(press.subject), press.value)
            else:
                self._outbox.say(StaleButton())
        else:
            self._press_erase(press)

    def prefer(self, field: PreferenceField, value: str) -> None:
        """Sets what ``value`` names; asks, when it is empty or names nothing."""
        self.start(self._set_preference(field, value))

    async def _set_preference(self, field: PreferenceField, value: str) -> None:
        # Each answer is the whole person: an earlier one must not undo what a later one set.
        async with self._one_preference_at_a_time:
            request = PreferenceRequest(person=self._session.person, field=field, value=value)
            outcome = await self._session.caller.run(
                SET_PREFERENCE, request, f"set the {field.value}"
            )
            before = field.of(self._session.person)
            self._session.adopt(outcome.person, outcome.zone)
        if not outcome.accepted:
            self._ask_preference(field, value)
            return
        after = field.of(outcome.person)
        self._outbox.say(Preference(field=field, before=before, after=after))

    def _ask_preference(self, field: PreferenceField, refused: str) -> None:
        choices = [
            Choice(
                press=ButtonPress(action=PressAction.PREFER, subject=field.value, value=value),
                label=value,
            )
            for value in field.offered(self._session.person)
        ]
        current = field.of(self._session.person)
        self._outbox.say(AskPreference(field=field, current=current, refused=refused), choices)

    async def _usage(self) -> None:
        request = UsageRequest(user_id=self._session.person.user_id)
        usage = await self._session.caller.run(REPORT_USAGE, request, "add up what the models used")
        self._outbox.say(Usage(usage=usage))

    def _before_erasing(self) -> None:
        if self._session.limits.erases_elsewhere:
            self.start(self._look_before_erasing())
        else:
            self._ask_erase(BeforeErasing())

    async def _look_before_erasing(self) -> None:
        """Puts the question with what is still to come; without it, where that cannot be known."""
        request = EraseRequest(
            user_id=self._session.person.user_id, conversation_id=self._session.conversation_id
        )
        try:
            found = await self._session.caller.run(
                LOOK_BEFORE_ERASING, request, "look for what is still to come"
            )
        except ActivityFailed as failure:
            workflow.logger.warning("erasure.not_looked", extra={"code": failure.code})
            found = BeforeErasing()
        self._ask_erase(found)

    def _ask_erase(self, found: BeforeErasing) -> None:
        """Puts the question; buttons of an earlier one go stale."""
        subject = f"erase:{workflow.uuid4()}"
        self._session.state.erase_question = subject
        choices = [
            Choice(press=ButtonPress(action=action, subject=subject))
            for action in (PressAction.ERASE, PressAction.KEEP_DATA)
        ]
        self._outbox.say(AskErase(still_to_come=found.still_to_come), choices)

    def _press_erase(self, press: ButtonPress) -> None:
        """Only the buttons of the question that was put last count, and only once."""
        question, state = press.subject, self._session.state
        if not question or question != state.erase_question:
            self._outbox.say(StaleButton())
            return
        state.erase_question = ""
        state.erasing = press.action == PressAction.ERASE
        self._outbox.say(Erasing() if state.erasing else EraseKept())


def _until_done(
    running: dict[asyncio.Task[None], Message], message: Message, task: asyncio.Task[None]
) -> None:
    running[task] = message
    task.add_done_callback(lambda done: running.pop(done, None))
