"""One workflow per chat: takes messages in, keeps tasks going, speaks with one voice.

Signals only note what came; ``_live`` takes it up in order, by a table of guards. Everything that
must outlive a run is in ``Carried``.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from enum import Enum, auto

from pydantic import JsonValue
from temporalio import workflow
from temporalio.exceptions import ApplicationError

from domain.conversation import (
    BeginRequest,
    Begun,
    Carried,
    ConversationStart,
    ConversationState,
    ConversationStatus,
    PersonLeft,
)
from domain.history import History, Interrupted
from domain.messages import Message
from domain.replies import Notice, Reply, Settlement
from domain.restart import AftermathStart
from domain.tasks import DraftStatus, KeepDraftRequest, Shown
from domain.topics import ClosedByOperator, Expired, PressAction, TooMany
from workflows import dashboard, metrics
from workflows.activity_calls import BEGIN, ActivityFailed, defect
from workflows.acts import Dispatcher
from workflows.album_gathering import Gathering
from workflows.albums import Albums
from workflows.chat import Chat
from workflows.drafts import Drafts
from workflows.erasure import begin_erasure
from workflows.handlers import Handlers
from workflows.intake import Intake
from workflows.names import AFTERMATH, CONVERSATION
from workflows.outbox import Outbox
from workflows.own_data import OwnData
from workflows.question_queue import QuestionQueue
from workflows.shared import SHORTEST, Session, buttons, comes_true, evidence_of
from workflows.taking_back import TakingBack
from workflows.talk import Talk
from workflows.tasks import TaskBoard
from workflows.understanding import Router

LAST_WORDS = timedelta(seconds=10)
"""For a run that is ending: what it says is mostly shown within it. What is left then goes to a
workflow of its own, so that the run closes although its channel or the database is away."""

MAX_BYTES = 10 * 1024 * 1024
"""Of a run's history: past that it is made quiet and continued as new. The server's own limit is
50 MB."""

MAX_INBOX_LENGTH = 100_000
"""Characters of all messages that wait to be understood: carried state must stay far below the
server's limit of 2 MB.
"""

MOST_AT_ONCE = 20
"""Messages that are taken in one workflow task, which must not last long."""

MOST_NAMED = 20
"""Messages without room that are told by their words, at once."""

OVERDUE = 2
"""A run with so many times the events after which a quiet one is continued does not wait until all
is quiet: who sends a message as soon as the last one is answered never lets it be."""

RESTORED_EVENTS = 30
"""For each thing that an earlier run left: it is understood, worked at and answered."""


NOT_THEIRS = "conversation.not_theirs"
"""Type of the failure of a conversation that somebody began for another person."""


class Ending(Enum):
    """How a run ends by itself."""

    OVER = auto()
    CONTINUED = auto()


Step = Callable[[], Coroutine[object, object, Ending | None]]
"""One thing that the conversation does; how the run ends with it, if it does."""


@workflow.defn(name=CONVERSATION)
class Conversation:
    """A chat from its first message until a day of silence."""

    @workflow.init
    def __init__(self, start: ConversationStart) -> None:
        session = self._session = Session(start)
        self._cancels: list[str] = []
        self._silent = False
        self._begun_at = 0
        """The length of the history when the run was begun; before, 0."""
        left = session.state
        things = (left.inbox, left.tasks, left.pending, left.outbox, left.drafts, left.asked)
        self._restored = sum(len(each) for each in things)
        """How many things an earlier run left to do."""
        self._winding_up = False
        """The run is too long: nothing new is begun in it, only commands are still answered."""
        self._shown = -1
        albums = Albums()
        drafts = Drafts(session)
        outbox = self._outbox = Outbox(session, drafts, self._make_settlement)
        question_queue = self._question_queue = QuestionQueue(session, outbox, albums)
        board = self._board = TaskBoard(session, outbox, drafts, question_queue, albums)
        talk = self._talk = Talk(session, outbox, board)
        handlers = self._handlers = Handlers(session, outbox, question_queue, board, talk)
        chat = self._chat = Chat(session, outbox, question_queue, board, handlers)
        own_data = OwnData(chat)
        taking_back = TakingBack(chat, own_data)
        gathering = self._gathering = Gathering(chat, taking_back)
        dispatcher = Dispatcher(chat, taking_back, own_data, gathering)
        router = self._router = Router(chat, dispatcher.hear)
        self._intake = Intake(
            chat, router, dispatcher, gathering, taking_back, own_data, self.status
        )

    @workflow.signal
    def receive(self, message: Message) -> None:
        """Takes a message in; one that was seen before is dropped, and one of somebody who does not
        speak here: a channel names the owner of the chat as the sender.
        """
        if message.sender_id != self._session.person.user_id:
            workflow.logger.warning("message.not_theirs", extra={"message_id": message.id})
            return
        if message.command is None and not self._has_room(message):
            # Said by the loop, once for all of them. It was not seen: sent again, it is taken.
            self._session.turn_away(message)
        elif self._session.hear(message):
            self._session.state.inbox.append(message)

    def _has_room(self, message: Message) -> bool:
        state = self._session.state
        waiting = [*state.inbox, *state.pending]
        length = sum(len(each.text) for each in waiting) + len(message.text)
        return len(waiting) < self._session.limits.max_inbox and length <= MAX_INBOX_LENGTH

    @workflow.signal
    def cancel(self, *reason: JsonValue) -> None:
        """An operator drops what is going on. Works with any input or none: a signal whose input
        does not fit would be dropped, though its sender is told that it was sent. A text says why.
        """
        self._cancels.append(" ".join(said for said in reason if isinstance(said, str)))

    @workflow.signal
    def notify(self, notice: Notice) -> None:
        """An agent's own workflow or an operator says something to the person through the chat.
        One that was said before is dropped.
        """
        if notice.id and not self._session.state.seen.add(f"notice {notice.id}"):
            return
        told = notice.model_dump(mode="json", exclude={"id"})
        reply = Reply(id="", notice=notice.id, **told)
        self._outbox.repeat(reply)
        self._question_queue.note_digression()

    @workflow.signal
    def interrupted(self, reply: Interrupted) -> None:
        """A reply that was read aloud was broken off: engines see only what was heard of it."""
        self._session.state.history.break_off(reply)

    @workflow.signal
    def left(self, left: PersonLeft) -> None:
        """The person hung up, or is not on the line any more."""
        self._session.state.left = left.reason

    @workflow.query
    def status(self) -> ConversationStatus:
        """What is going on, what is missing, what it waits for, since when and until when."""
        return dashboard.status_of(self._chat, self._make_state(), self._find_expiry())

    @workflow.query
    def history(self) -> History:
        """The last messages and the summary of the older ones."""
        return self._session.state.history

    @workflow.run
    async def run(self, start: ConversationStart) -> None:  # noqa: ARG002 - taken by __init__
        """Lives until a day of silence, an operator's cancellation, or the chat is gone."""
        life = asyncio.create_task(self._live())
        try:
            await workflow.wait_condition(life.done)
            ending = life.result()
        except asyncio.CancelledError:
            life.cancel()
            await self._close()
            self._measure()
            raise
        if ending is Ending.CONTINUED:
            carried = self._session.start.model_copy(update={"carried": self._session.state})
            workflow.continue_as_new(carried)
        self._measure()

    def _measure(self) -> None:
        """Counts the conversation that ends here."""
        state, begun = self._session.state, workflow.info().workflow_start_time
        lasted = (state.last_heard or begun) - begun
        metrics.conversation_ended(self._session.start.channel, state.turns, lasted)

    async def _live(self) -> Ending:
        await self._begin()
        watches = [asyncio.create_task(w) for w in (self._watch_silence(), self._watch_waiting())]
        taken = 0
        try:
            while True:
                if not self._has_work():
                    taken = 0
                await workflow.wait_condition(self._has_work)
                due = self._choose_step()
                taking = due == self._take_next
                self._publish(whole=not taking)  # who takes many shows what came of them once
                if taking and (taken := taken + 1) > MOST_AT_ONCE:
                    taken = 0
                    await workflow.sleep(SHORTEST, summary="let replies out")
                    continue
                ending = await due() if due is not None else None
                if ending is not None:
                    return ending
        finally:
            for watch in watches:
                watch.cancel()

    async def _begin(self) -> None:
        """Today's settings and, once in a chat's life, what the database knows of it."""
        session = self._session
        request = BeginRequest(
            person=session.person,
            conversation_id=session.conversation_id,
            recall=not session.state.recalled,
            history=session.limits.max_history,
        )
        try:
            begun: Begun = await session.caller.run(BEGIN, request, "begin")
        except ActivityFailed as failure:
            workflow.logger.warning("conversation.not_begun", extra={"code": failure.code})
            begun = Begun()
        if begun.refused:
            raise ApplicationError(
                "the person of this conversation does not own its id",
                type=NOT_THEIRS,
                non_retryable=True,
            )
        session.begin(begun)
        recalled, state = begun.recalled, session.state
        if recalled is not None and not state.recalled:
            if not state.history.entries:
                # What an ended run wrote down but did not answer joins when it is taken.
                waiting = {message.sent_at for message in state.inbox}
                entries = [e for e in recalled.history.entries if e.at not in waiting]
                state.history = recalled.history.model_copy(update={"entries": entries})
            state.tasks_started = max(state.tasks_started, recalled.tasks_started)
            state.recalled = True
            for task in recalled.recent:
                self._board.recall(task)
            for draft in recalled.drafts:
                self._board.recall_draft(draft)
        self._go_on()

    def _go_on(self) -> None:
        """Takes up what an earlier run left."""
        self._begun_at = workflow.info().get_current_history_length()
        self._board.restore()
        self._handlers.begin_anew()
        self._intake.start()
        self._router.start()
        self._outbox.start()
        self._session.touch()

    def _choose_step(self) -> Step | None:  # noqa: C901, PLR0911, PLR0912 - a list of what may be due
        """Returns what is to be done next: one thing at a time, the most urgent first."""
        if self._cancels:
            return self._cancel_all
        if self._session.state.erasing:
            return self._erase
        if self._is_overlong() and not self._winding_up:
            return self._wind_up
        if self._winding_up and not self._handlers.running:
            return self._continue
        if self._session.state.noticed:
            return self._notice
        if self._session.state.untold:
            return self._say_full
        if self._session.state.rerouted_messages:
            return self._take_passed_on
        if self._find_next_message() is not None:
            overdue = self._is_overdue() and self._outbox.settled
            return self._continue if overdue else self._take_next
        if self._session.state.left:
            return self._tell_left
        if self._outbox.recipient_gone:
            return self._leave
        if not self._is_quiet():
            return None
        if self._silent:
            return self._expire
        if self._question_queue.needs_repeating:
            return self._repeat_question
        if self._session.state.awaited and self._outbox.settled and not self._outbox.delivering:
            return self._settle
        if self._is_summary_due():
            return self._summarise
        return self._continue if self._is_continue_due() else None

    def _has_work(self) -> bool:
        return self._shown != self._session.changed or self._choose_step() is not None

    async def _cancel_all(self) -> None:
        self._intake.cancel_all("operator", self._cancels.pop(0))

    async def _wind_up(self) -> None:
        self._winding_up = True
        self._handlers.break_off()

    async def _notice(self) -> None:
        self._handlers.notice()

    async def _tell_left(self) -> None:
        """Ends the call of a person who hung up, behind what was said before."""
        reason, self._session.state.left = self._session.state.left, ""
        self._intake.left(reason)

    async def _say_full(self) -> None:
        state = self._session.state
        texts, state.untold = state.untold, []
        named = texts if len(texts) <= MOST_NAMED else [*texts[:MOST_NAMED], "…"]
        limit = self._session.limits.max_inbox
        self._outbox.say(TooMany(what="messages", limit=limit, texts=tuple(named)))

    async def _repeat_question(self) -> None:
        self._question_queue.repeat()

    async def _settle(self) -> None:
        self._outbox.settle()

    async def _summarise(self) -> None:
        limit = self._session.limits.max_history
        self._handlers.start(self._talk.summarise(limit), digression=False)

    async def _take_passed_on(self) -> None:
        """Takes a text that a session gave back, for all others."""
        self._router.add(self._session.state.rerouted_messages.pop(0))

    async def _take_next(self) -> None:
        message = self._find_next_message()
        if message is not None:
            self._session.state.inbox.remove(message)
            self._take(message)

    def _take(self, message: Message) -> None:
        try:
            self._intake.take(message)
        except Exception:  # noqa: BLE001 - whatever it is
            # A defect in taking one message must not keep the others from being taken.
            workflow.logger.exception("message.defect", extra={"message_id": message.id})
            metrics.defect("intake")
            self._outbox.say_failed(defect())
        self._session.touch()

    def _find_next_message(self) -> Message | None:
        """Returns the oldest message that need not wait for its time; without injection, while a
        task works, and while much waits to be shown, a command or an album's next part.
        """
        inbox = self._session.state.inbox
        if not inbox:
            return None
        held = self._winding_up or self._outbox.full or self._makes_a_pause()
        held = held or (not self._session.limits.context_injection and self._is_working())
        for message in inbox:
            if message.waits(self._session.let_in):
                continue
            joins = not self._winding_up and self._gathering.joins(message)
            if message.command is not None or joins or not held:
                return message
        return None

    def _is_working(self) -> bool:
        return bool(self._router.pending) or self._board.working or self._handlers.running

    def _is_quiet(self) -> bool:
        left = self._session.state.inbox or self._session.state.rerouted_messages
        return not left and not self._cancels and not self._is_working()

    def _make_settlement(self) -> Settlement | None:
        """Settles the messages whose senders wait. Returns None as long as more may be said about
        them than what waits to be shown.
        """
        awaited, due = self._session.state.awaited, self._choose_step()
        upkeep = due in (None, self._settle, self._summarise, self._continue)
        if not awaited or not upkeep or not self._is_quiet():
            return None
        return Settlement(
            message_ids=tuple(awaited),
            state=self._make_state().value,
            questions=dashboard.questions_of(self._board),
        )

    def _make_state(self) -> ConversationState:
        begins = not self._begun_at  # what an earlier run left is not taken up yet
        waits = self._find_next_message() is not None or self._find_next_time() is not None
        if begins or waits or self._is_working():
            return ConversationState.WORKING
        return ConversationState.WAITING if self._board.in_chat else ConversationState.IDLE

    def _publish(self, *, whole: bool) -> None:
        """Keeps search attributes and, with ``whole``, current details in step with the state."""
        if self._shown == self._session.changed:
            return
        try:
            dashboard.publish(self._session, self._board, self._make_state(), whole=whole)
        except Exception:  # noqa: BLE001 - what an operator sees must not stop the chat
            workflow.logger.exception("dashboard.defect")
            whole = True
        if whole:
            self._shown = self._session.changed

    # What was sent too fast

    def _find_next_time(self) -> datetime | None:
        """Returns when the first of the messages that came too fast may be taken up."""
        session = self._session
        waiting = (m.not_before for m in session.state.inbox if m.waits(session.let_in))
        return min((at for at in waiting if at is not None), default=None)

    async def _watch_waiting(self) -> None:
        """Keeps one timer at a time: when it fires, the main loop looks at the inbox again."""
        while True:
            await workflow.wait_condition(lambda: self._find_next_time() is not None)
            at = self._find_next_time()
            if at is not None:
                left = self._session.left_until(at)
                await workflow.sleep(left, summary="take up what came too fast")
                self._session.let_in = at

    # Silence

    def _find_expiry(self) -> datetime | None:
        """Returns when the conversation expires if nothing more is heard; UTC."""
        heard = self._session.state.last_heard
        return heard + self._session.limits.expiration if heard else None

    async def _watch_silence(self) -> None:
        """Keeps one timer for a day, not one a message: when it fires and nothing was heard since
        it was set, the day was silent.
        """
        session = self._session
        while True:
            await workflow.wait_condition(lambda: self._find_expiry() is not None)
            at, heard = self._find_expiry(), session.heard
            if at is not None:
                await workflow.sleep(session.left_until(at), summary="end when nothing is heard")
            self._silent = session.heard == heard
            await workflow.wait_condition(lambda: not self._silent or session.heard != heard)  # noqa: B023 - awaited at once
            self._silent = False

    async def _expire(self) -> Ending | None:
        """Keeps every draft and says so. Goes on when the person came back meanwhile, or while the
        database is away: then the drafts are still to be written.
        """
        self._session.turns.leave()
        tasks = await self._stop_tasks(DraftStatus.EXPIRED, beside=False)
        if tasks:
            self._outbox.say(Expired(tasks=tuple(tasks)), buttons(PressAction.RESUME, tasks))
        self._outbox.bring_up_to_date()
        await workflow.wait_condition(
            lambda: (self._outbox.settled and not self._board.beside) or self._is_wanted()
        )
        return None if self._is_wanted() else Ending.OVER

    def _is_wanted(self) -> bool:
        overlong = self._board.beside and self._is_overlong()
        return bool(self._session.state.inbox or self._cancels or overlong)

    async def _leave(self) -> Ending | None:
        """Ends where the person blocked the bot, or the chat is gone: drafts are kept, nothing is
        said.
        """
        await self._stop_tasks(DraftStatus.KEPT, beside=False)
        self._outbox.let_go()
        state = self._session.state
        await workflow.wait_condition(
            lambda: not (state.drafts or state.reports or self._board.beside) or self._is_wanted()
        )
        if not self._is_wanted():
            return Ending.OVER
        self._outbox.recipient_gone = False
        return None

    async def _stop_tasks(self, status: DraftStatus, *, beside: bool = True) -> list[Shown]:
        """Stops all tasks, and with ``beside`` those that have let go of the chat; the drafts that
        are kept.
        """
        runs = [run for run in self._board.runs if beside or run.in_chat]
        with self._question_queue.hold():
            kept = [await self._board.keep(run, status) for run in runs]
        return [task for task in kept if task is not None]

    # Endings

    async def _erase(self) -> Ending:
        """Ends with nothing under way: what it was still doing would write behind the erasure."""
        await self._router.stop()
        await self._stop_tasks(DraftStatus.CANCELLED)
        self._session.state.drafts.clear()
        await self._say_last_words(lambda: not self._handlers.running and self._outbox.pending == 0)
        await begin_erasure(self._session)
        self._session.state.erasing = False
        return Ending.OVER

    async def _close(self) -> None:
        """Ends a workflow that was cancelled: drafts are kept as cancelled, the person is told, and
        what cannot be finished at once is left to a workflow of its own. Messages that nobody
        answered go to a fresh run: nothing that a person wrote is lost.
        """
        self._session.turns.leave()
        state = self._session.state
        if not self._begun_at:
            self._go_on()  # so that what an earlier run left ends as everything does
        self._outbox.start()  # it was stopped if the run was about to be continued as new
        await self._router.stop()
        self._handlers.break_off()
        if state.untold:
            await self._say_full()
        runs = list(self._board.runs)
        tasks = await self._stop_tasks(DraftStatus.CANCELLED)
        # A file whose caption was not understood is heard anew, with its caption.
        anew = {m.id for m in self._router.unheard() if m.attachments and not m.album}
        again = {run.record.task_id for run in runs if run.record.group in anew}
        dropped = tuple(task for task in tasks if task.task_id not in again)
        texts = dict.fromkeys(text for run in runs for text in run.injections.texts)
        # Words of which a part was carried out would be carried out twice if they were heard anew.
        asked, state.asked = state.asked, []
        texts |= dict.fromkeys(evidence_of(each.message) for each in asked if not each.alone)
        self._outbox.say(ClosedByOperator(tasks=dropped, texts=tuple(texts)))
        await self._say_last_words(lambda: not self._handlers.running and self._outbox.settled)
        await self._stop_tasks(DraftStatus.CANCELLED)  # should a handler have opened one meanwhile
        await self._outbox.stop()
        if state.erasing:
            await begin_erasure(self._session)
            return
        replies, drafts = (*state.unknown, *state.outbox), tuple(state.drafts)
        broken_off = (
            *self._handlers.broken_off,
            *self._handlers.untaken,
            *(each.message for each in asked if each.alone),
        )
        unheard = (*broken_off, *self._router.unheard(), *state.inbox)
        unwritten = state.unwritten_messages or state.unwritten_replies
        while replies or drafts or unheard or unwritten:
            state.inbox.clear()
            await self._leave_to_aftermath(replies, drafts, unheard)
            # What came while that was begun; nothing comes behind the last look at it.
            replies, drafts, unheard, unwritten = (), (), tuple(state.inbox), []

    async def _leave_to_aftermath(
        self,
        replies: Sequence[Reply],
        drafts: Sequence[KeepDraftRequest],
        messages: Sequence[Message],
    ) -> None:
        left = AftermathStart(
            start=self._session.start.model_copy(update={"carried": Carried()}),
            closed_run_id=workflow.info().run_id,
            replies=tuple(replies),
            drafts=tuple(drafts),
            messages=tuple(messages),
            heard=tuple(self._session.state.unwritten_messages),
            said=tuple(self._session.state.unwritten_replies),
        )
        self._session.state.unwritten_messages, self._session.state.unwritten_replies = [], []
        await workflow.start_child_workflow(
            AFTERMATH,
            left,
            id=f"{self._session.conversation_id}/{AFTERMATH}/{workflow.uuid4()}",
            task_queue=workflow.info().task_queue,
            parent_close_policy=workflow.ParentClosePolicy.ABANDON,
        )

    async def _say_last_words(self, done: Callable[[], bool]) -> None:
        if not await comes_true(done, LAST_WORDS, "last words"):
            workflow.logger.warning("conversation.ended_before_all_was_shown")

    # Continue-as-new

    def _is_summary_due(self) -> bool:
        limit = self._session.limits.max_history
        return bool(self._session.state.history.overflow(limit))

    def _is_overlong(self) -> bool:
        """Whether the run must be continued as new, whatever goes on. Not before what an earlier
        run left had time for something: else one run would begin it after the other.
        """
        most = max(self._session.limits.max_events, self._restored * RESTORED_EVENTS)
        too_big = workflow.info().get_current_history_size() >= MAX_BYTES
        return too_big or self._count_events() >= most

    def _is_continue_due(self) -> bool:
        """Whether it is time for it, and nothing is under way."""
        unlimited = self._session.limits.quiet_events is None
        suggested = workflow.info().is_continue_as_new_suggested()
        return (suggested if unlimited else self._is_long()) and self._outbox.settled

    def _makes_a_pause(self) -> bool:
        """Whether the one message that waits is left for the next run: nothing is under way but
        what is being shown. A second message ends that, for the channel may be away.
        """
        alone = len(self._session.state.inbox) == 1
        return alone and self._outbox.delivering and self._is_overdue()

    def _is_overdue(self) -> bool:
        """Whether a chat without pauses is to be continued as new between two turns."""
        return self._is_long(OVERDUE) and not self._is_working()

    def _is_long(self, times: int = 1) -> bool:
        """Whether a run has so many times the events after which a quiet one is continued."""
        limits, heard = self._session.limits, self._session.heard
        if limits.quiet_events is None:
            return False
        return self._count_events() >= times * limits.quiet_events and heard >= limits.quiet_turns

    def _count_events(self) -> int:
        """Counts the events of the run's history since it was begun."""
        return workflow.info().get_current_history_length() - self._begun_at

    async def _continue(self) -> Ending | None:
        """Goes on in a new run with an empty history. Nothing in the state is lost: tasks go on
        from theirs, texts are understood there, replies are shown there.
        """
        await self._router.stop()
        state = self._session.state
        state.pending[:0] = self._handlers.broken_off
        state.inbox[:0] = self._handlers.untaken
        await self._board.suspend()
        await self._outbox.stop()
        await workflow.wait_condition(workflow.all_handlers_finished)
        self._board.snapshot()
        state.continued += 1
        return Ending.CONTINUED
