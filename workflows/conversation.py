"""One workflow per chat: takes messages in, keeps tasks going, speaks with one voice.

Signals only note what came; the loop in ``run`` takes it up in order. Everything that must outlive
a run is in ``Carried``.
"""

import asyncio
from collections import deque

from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

with workflow.unsafe.imports_passed_through():
    from domain.conversation import (
        ConversationStart,
        ConversationState,
        ConversationStatus,
    )
    from domain.history import History
    from domain.ledger import DraftStatus
    from domain.messages import ButtonPress, Message
    from domain.replies import Card, Choice
    from domain.topics import ConversationTopic, PressAction, TransactionTopic
    from workflows import dashboard
    from workflows.commands import Commands
    from workflows.dispatch import Dispatcher
    from workflows.edits import Edits
    from workflows.errands import Errands
    from workflows.expiry import Expiry
    from workflows.floor import Floor
    from workflows.gathering import Gathering
    from workflows.intake import Intake
    from workflows.outbox import Outbox
    from workflows.personal import Personal
    from workflows.recall import recall
    from workflows.router import Router
    from workflows.session import Session
    from workflows.tasks import TaskBoard


@workflow.defn(name="conversation")
class Conversation:
    """A chat from its first message until a day of silence."""

    @workflow.init
    def __init__(self, start: ConversationStart) -> None:
        session = self._session = Session(start)
        self._inbox: deque[Message] = deque()
        self._cancels: deque[str] = deque()
        self._state_since = workflow.now()
        outbox = self._outbox = Outbox(session)
        floor = self._floor = Floor(session, outbox)
        board = self._board = TaskBoard(session, outbox, floor, self._unsettled)
        errands = self._errands = Errands(session, outbox, floor, board)
        personal = self._personal = Personal(session, outbox, errands)
        gathering = self._gathering = Gathering(session, board, errands)
        edits = Edits(session, outbox, board, errands)
        dispatcher = Dispatcher(
            session,
            outbox,
            floor,
            board,
            errands,
            edits=edits,
            gathering=gathering,
            personal=personal,
        )
        router = self._router = Router(session, outbox, floor, board, dispatcher.acts)
        self._commands = Commands(outbox, floor, board, router, errands, personal=personal)
        self._intake = Intake(
            session,
            outbox,
            router,
            dispatcher=dispatcher,
            commands=self._commands,
            edits=edits,
            errands=errands,
        )
        self._helpers: list[asyncio.Task[None]] = []
        self._expiry = Expiry(self._session)
        self._shown: tuple[object, ...] = ()

    @workflow.signal
    def receive(self, message: Message) -> None:
        """Takes a message in; one that was seen before is dropped."""
        if self._session.state.seen.add(message.id):
            self._session.hear(message.id)
            self._inbox.append(message)

    @workflow.signal
    def cancel(self, reason: str = "") -> None:
        """An operator drops what is going on. Also works with no input at all."""
        self._cancels.append(reason)

    @workflow.query
    def status(self) -> ConversationStatus:
        """What is going on, what is missing, what it waits for, since when and until when."""
        return dashboard.status_of(
            self._session,
            self._board,
            self._outbox,
            state=self._state(),
            since=self._state_since,
            expires_at=self._expiry.at(),
            open_ids=[m.id for m in (*self._inbox, *self._router.pending)],
        )

    @workflow.query
    def history(self) -> History:
        """The last messages and the summary of the older ones."""
        return self._session.state.history

    @workflow.run
    async def run(self, start: ConversationStart) -> None:  # noqa: ARG002 - taken by __init__
        """Lives until a day of silence, an operator's cancellation, or the chat is gone."""
        try:
            if not self._session.state.recalled:
                await recall(self._session, self._board, self._inbox)
            self._board.restore()
            loops = (self._outbox.run(), self._router.run(), self._expiry.watch(), self._publish())
            self._helpers = [asyncio.create_task(loop) for loop in loops]
            await self._live()
        except BaseException as error:
            if not is_cancelled_exception(error):
                raise
            await self._closed_by_operator()
        finally:
            for helper in self._helpers:
                helper.cancel()

    async def _live(self) -> None:
        while True:
            await workflow.wait_condition(self._has_work)
            self._raise_bug()
            if self._personal.erasing.wanted:
                await self._erase()
                return
            if self._cancels:
                self._commands.cancel_all("operator", self._cancels.popleft())
            elif message := self._next_message():
                self._inbox.remove(message)
                self._intake.take(message, self.status())
            elif self._outbox.recipient_gone:
                await self._stopped(DraftStatus.KEPT)
                if not self._inbox:
                    return
            elif self._expiry.due() and await self._expire():
                return
            elif self._floor.interrupted:
                self._floor.repeat()
            elif self._summary_due():
                limit = self._session.limits.max_history
                self._errands.start(self._errands.summarise(limit), digression=False)
            else:
                await self._continue_as_new()

    def _has_work(self) -> bool:
        if self._cancels or self._may_take() or self._bug() is not None:
            return True
        if self._outbox.recipient_gone or self._personal.erasing.wanted:
            return True
        return self._quiet() and (
            self._floor.interrupted
            or self._expiry.due()
            or self._summary_due()
            or self._continue_due()
        )

    def _bug(self) -> BaseException | None:
        """An unexpected error anywhere: it fails the workflow task until it is mended."""
        failed = (h.exception() for h in self._helpers if h.done() and not h.cancelled())
        return next(filter(None, failed), None) or self._board.bug or self._errands.bug

    def _raise_bug(self) -> None:
        bug = self._bug()
        if bug is not None:
            # Never as a Temporal failure: that would end the conversation instead of this task.
            msg = f"a defect: {bug!r}"
            raise RuntimeError(msg) from bug

    def _unsettled(self) -> bool:
        """Whether something said may still concern a task that is about to decide."""
        words = any(message.command is None for message in self._inbox)
        return bool(self._router.pending) or (words and self._may_take())

    def _may_take(self) -> bool:
        return self._next_message() is not None

    def _next_message(self) -> Message | None:
        """The oldest; without injection, while a task works, a command or an album's next part."""
        held = not self._session.limits.context_injection and self._working()
        for message in self._inbox:
            if not held or message.command is not None or self._gathering.joins(message):
                return message
        return None

    def _working(self) -> bool:
        return bool(self._router.pending) or self._board.working or self._errands.running

    def _quiet(self) -> bool:
        return not self._working() and not self._inbox and not self._cancels

    def _state(self) -> ConversationState:
        if self._working() or self._may_take():
            return ConversationState.WORKING
        return ConversationState.WAITING if self._board.any else ConversationState.IDLE

    def _summary_due(self) -> bool:
        limit = self._session.limits.max_history
        return bool(self._session.state.history.overflow(limit))

    def _continue_due(self) -> bool:
        info = workflow.info()
        most = self._session.limits.max_events
        suggested = info.is_continue_as_new_suggested()
        long = suggested or (most is not None and info.get_current_history_length() >= most)
        return long and self._outbox.pending == 0

    async def _continue_as_new(self) -> None:
        """Goes on in a new run with an empty event history; nothing in the state is lost."""
        await workflow.wait_condition(workflow.all_handlers_finished)
        if self._inbox or self._cancels:
            return
        state = self._session.state
        state.tasks = self._board.snapshot()
        state.continued += 1
        carried = self._session.start.model_copy(update={"carried": state})
        workflow.continue_as_new(carried)

    async def _expire(self) -> bool:
        """Keeps every draft and says so. False when the person came back meanwhile."""
        self._session.turns.leave()
        cards = await self._stopped(DraftStatus.EXPIRED)
        if cards:
            choices = [
                Choice(
                    press=ButtonPress(action=PressAction.RESUME, subject=card.task_id),
                    label=card.merchant or card.item or "",
                )
                for card in cards
            ]
            self._outbox.say(TransactionTopic.EXPIRED, cards=cards, choices=choices)
        return await self._drained()

    async def _erase(self) -> None:
        """Ends with nothing under way: what it was still doing would write behind the erasure."""
        await self._stopped(DraftStatus.CANCELLED)
        await workflow.wait_condition(lambda: not self._errands.running)
        await workflow.wait_condition(lambda: self._outbox.pending == 0)
        await self._personal.erasing.begin()

    async def _stopped(self, status: DraftStatus) -> list[Card]:
        """Stops all tasks; the drafts that are kept."""
        with self._floor.held():
            kept = [await self._board.keep(run, status) for run in list(self._board.runs)]
        return [card for card in kept if card is not None]

    async def _closed_by_operator(self) -> None:
        """The workflow was cancelled: drafts are marked so, the person is told, and it ends."""
        cards = await self._stopped(DraftStatus.CANCELLED)
        self._outbox.say(ConversationTopic.CLOSED_BY_OPERATOR, cards=cards)
        await workflow.wait_condition(lambda: self._outbox.pending == 0)
        if self._inbox:
            self._outbox.say(ConversationTopic.CLOSED_BY_OPERATOR, facts={"unheard": "1"})
            await workflow.wait_condition(lambda: self._outbox.pending == 0)

    async def _drained(self) -> bool:
        """Waits until all replies are delivered, or something new came."""
        await workflow.wait_condition(lambda: self._outbox.pending == 0 or bool(self._inbox))
        return self._outbox.pending == 0 and not self._inbox

    async def _publish(self) -> None:
        """Keeps search attributes and current details in step with the state."""
        while True:
            await workflow.wait_condition(lambda: self._published() != self._shown)
            now, before = self._published(), self._shown
            if now[:1] != before[:1]:
                self._state_since = workflow.now()
            changed = now[:2] != before[:2]
            dashboard.publish(self._session, self._board, self._state(), changed=changed)
            self._shown = now

    def _published(self) -> tuple[object, ...]:
        tasks = tuple((r.record.task_id, r.desk.doing, r.desk.question) for r in self._board.runs)
        return self._state(), dashboard.active_agent(self._board), tasks
