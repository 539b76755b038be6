"""What the conversation does for the person beside its tasks: look up, undo, answer, resume."""

import asyncio
from collections.abc import Coroutine, Sequence

from pydantic import ValidationError
from temporalio import workflow

from domain.injection import Injected
from domain.ledger import (
    THE_SAVE,
    FindRequest,
    InsightRequest,
    ReopenDraftRequest,
    RestoreRequest,
    UndoOutcome,
    UndoRequest,
    short_id,
)
from domain.messages import ButtonPress, Message
from domain.replies import Card, Change, Choice
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.understanding import (
    ConverseRequest,
    InsightMeasure,
    InsightQuery,
    QuestionKind,
    Said,
    SummariseRequest,
    TaskPhase,
)
from workflows.agents import AGENTS
from workflows.calls import run_activity
from workflows.failures import ActivityFailed
from workflows.floor import Floor
from workflows.options import (
    CONVERSE,
    FIND_TRANSACTION,
    REOPEN_DRAFT,
    RESTORE_TRANSACTION,
    SUMMARISE,
    SUMMARISE_SPENDING,
    UNDO_TRANSACTION,
)
from workflows.outbox import Outbox
from workflows.session import Session
from workflows.task_run import TaskRun
from workflows.tasks import TaskBoard

LEDGER_AGENT = "transaction"
"""The agent whose rows undo, restore and look-ups are about."""


class Errands:
    """Errands run beside the tasks; a failed one is reported and changes nothing."""

    def __init__(self, session: Session, outbox: Outbox, floor: Floor, board: TaskBoard) -> None:
        self._session = session
        self._outbox = outbox
        self._floor = floor
        self._board = board
        self._running: set[asyncio.Task[None]] = set()
        self.bug: BaseException | None = None

    @property
    def running(self) -> bool:
        return bool(self._running)

    def start(self, errand: Coroutine[None, None, None], *, digression: bool = True) -> None:
        """Runs an errand. ``digression``: an open question is put again afterwards."""
        task = asyncio.create_task(self._run(errand, digression=digression))
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.bug = task.exception()

    async def _run(self, errand: Coroutine[None, None, None], *, digression: bool) -> None:
        try:
            await errand
        except ActivityFailed as failure:
            self._outbox.say(ConversationTopic.FAILED, facts=failure.facts)
        if digression:
            self._floor.digressed()

    async def converse(self, message: Message) -> None:
        """Answers what is not about an expense."""
        request = ConverseRequest(
            person=self._session.person,
            said=Said(message_id=message.id, text=message.text, sent_at=message.sent_at),
            tasks=self._board.views(),
            history=self._session.history(),
            summary=self._session.state.history.summary,
            agents=tuple(agent.card for agent in AGENTS),
        )
        answer = await run_activity(self._session, CONVERSE, request, "answer")
        self._outbox.note_degraded(answer)
        if answer.topic is not None:
            facts = {"topic": answer.topic.value}
            self._outbox.say(ConversationTopic.GENERAL_TOPIC, facts=facts)
        else:
            self._outbox.say(ConversationTopic.GENERAL_ANSWER, text=answer.text)

    async def insight(self, query: InsightQuery) -> None:
        """Answers a question about recorded spending."""
        request = InsightRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            query=query,
        )
        insight = await run_activity(self._session, SUMMARISE_SPENDING, request, "look up spending")
        facts = {"insight": insight.model_dump_json()}
        self._outbox.say(ConversationTopic.INSIGHT, facts=facts)

    async def history(self) -> None:
        """Shows the last saved expenses."""
        request = InsightRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            query=InsightQuery(measure=InsightMeasure.LIST),
        )
        listed = await run_activity(
            self._session, SUMMARISE_SPENDING, request, "list the last expenses"
        )
        self._outbox.say(ConversationTopic.HISTORY, cards=listed.cards)

    async def undo(self, task_id: str | None = None, shown: str = "") -> None:
        """Takes back the last change: of one row, else of the row that was touched last.

        ``shown``: only the change that the pressed button's card shows; a button whose change was
        taken back or overtaken is stale.
        """
        target = task_id or self._board.last_saved()
        request = self._undo_request(target, shown)
        undone = await self._undone(request)
        if undone.stored is None and task_id is None and target is not None:
            self._board.forget(target)
            request = self._undo_request(None)
            undone = await self._undone(request)
        if undone.stored is None:
            stale = ConversationTopic.STALE_BUTTON
            self._outbox.say(stale if shown else TransactionTopic.NOTHING_TO_UNDO)
        elif undone.changes:
            self._board.update_recent(LEDGER_AGENT, undone.stored.card)
            press = _undoing(undone.stored.card, short_id(request.change_id))
            self._say_row(TransactionTopic.REVERTED, undone.stored.card, press, undone.changes)
        else:
            card = undone.stored.card
            self._board.forget(card.task_id)
            press = ButtonPress(action=PressAction.RESTORE, subject=card.task_id)
            self._say_row(TransactionTopic.DELETED, card, press)

    def _undo_request(self, task_id: str | None, shown: str = "") -> UndoRequest:
        return UndoRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            change_id=self._session.next_change_id(task_id or self._session.conversation_id),
            task_id=task_id,
            shown=shown or None,
        )

    async def _undone(self, request: UndoRequest) -> UndoOutcome:
        return await run_activity(self._session, UNDO_TRANSACTION, request, "undo")

    async def restore(self, task_id: str) -> None:
        """Brings a deleted row back; the button of one that is back already is stale."""
        request = RestoreRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id=task_id,
            change_id=self._session.next_change_id(task_id),
        )
        try:
            stored = await run_activity(self._session, RESTORE_TRANSACTION, request, "restore")
        except ActivityFailed as failure:
            if failure.code != "not_found":
                raise
            self._outbox.say(TransactionTopic.NOT_FOUND)
            return
        if stored.unchanged:
            self._outbox.say(ConversationTopic.STALE_BUTTON)
            return
        self._board.update_recent(LEDGER_AGENT, stored.card)
        self._say_row(TransactionTopic.RESTORED, stored.card, _undoing(stored.card, THE_SAVE))

    def _say_row(
        self,
        topic: TransactionTopic,
        card: Card,
        press: ButtonPress,
        changes: Sequence[Change] = (),
    ) -> None:
        self._outbox.say(
            topic,
            subject=card.task_id,
            cards=[card],
            changes=changes,
            choices=[Choice(press=press)],
        )

    async def take_up_saved(
        self, task_id: str, said: Injected | None, missing: str = TransactionTopic.NOT_FOUND
    ) -> None:
        """Re-opens a saved task, recent or old, to correct, explain or edit it.

        ``missing`` is said when there is no such row.
        """
        run = self._board.reopen(task_id)
        if run is None:
            request = FindRequest(
                user_id=self._session.person.user_id,
                conversation_id=self._session.conversation_id,
                task_id=task_id,
            )
            found = await run_activity(self._session, FIND_TRANSACTION, request, "find the row")
            if found.stored is None or found.stored.deleted:
                self._outbox.say(missing)
                return
            self._board.recall(LEDGER_AGENT, found.stored.card)
            run = self._board.reopen(task_id)
        self._hand_over(run, said)

    def _hand_over(self, run: TaskRun | None, said: Injected | None) -> None:
        if run is not None and said is not None:
            run.desk.inject(said)

    async def resume(self, task_id: str, request_id: str) -> None:
        """Takes a kept draft up again, once."""
        request = ReopenDraftRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id=task_id,
            request_id=request_id,
        )
        draft = await run_activity(self._session, REOPEN_DRAFT, request, "resume a draft")
        try:
            run = self._board.resume(draft.agent, task_id, draft.state) if draft.state else None
        except ValidationError:  # kept by a version whose drafts this one cannot read
            workflow.logger.error("draft.unreadable", extra={"task_id": task_id})
            run = None
        if run is None:
            self._outbox.say(ConversationTopic.NO_DRAFT)
        else:
            self._outbox.say(ConversationTopic.RESUMED, cards=[run.agent.shown()])

    async def cancel(
        self, runs: Sequence[TaskRun], dropped_texts: Sequence[Message], by: str, reason: str
    ) -> None:
        """Stops tasks and says what was dropped. A row that was saved already says so itself."""
        if by == "operator":
            self._session.turns.leave()
        saved = [r for r in runs if r.desk.stuck or r.desk.question is QuestionKind.EDIT]
        facts = {"by": by, "reason": reason}
        if dropped_texts:
            facts["text"] = dropped_texts[0].text
        with self._floor.held():
            dropped = [run.agent.shown() for run in runs if await self._board.cancel(run)]
            if dropped or dropped_texts:
                self._outbox.say(ConversationTopic.CANCELLED, cards=dropped, facts=facts)
            elif not runs:
                self._outbox.say(ConversationTopic.NOTHING_TO_CANCEL, facts=facts)
            for run in saved:
                if run.agent.view().phase is TaskPhase.SAVED and not run.desk.told_saved:
                    self._outbox.say(TransactionTopic.UNCHANGED, cards=[run.agent.shown()])

    async def summarise(self, limit: int) -> None:
        """Folds the older part of the history into its summary."""
        history = self._session.state.history
        older = history.overflow(limit)
        request = SummariseRequest(
            person=self._session.person, entries=older, previous=history.summary
        )
        try:
            summarised = await run_activity(
                self._session, SUMMARISE, request, "summarise older messages"
            )
        except ActivityFailed as failure:
            # Only context is lost: the transcript has every message.
            workflow.logger.warning("history.not_summarised", extra={"code": failure.code})
            history.folded(len(older), history.summary)
            return
        history.folded(len(older), summarised.summary)


def _undoing(card: Card, shown: str) -> ButtonPress:
    return ButtonPress(action=PressAction.UNDO, subject=card.task_id, value=shown)
