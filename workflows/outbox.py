"""The conversation's one voice: replies leave in order, one delivery at a time."""

from collections.abc import Sequence
from datetime import UTC

from temporalio import workflow

from domain.history import Speaker
from domain.messages import Message
from domain.replies import Card, Change, Choice, Delivery, Reply
from domain.topics import ConversationTopic
from domain.turn import CURRENT_TURN, Turn
from domain.understanding import EngineAnswer
from domain.usage import Budget
from workflows.calls import run_activity
from workflows.failures import ActivityFailed
from workflows.options import DELIVER
from workflows.session import Session


class Outbox:
    """Replies said together are delivered together, so a turn costs one delivery.

    When the channel is down, the delivery waits for it and later replies queue behind.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._queue: list[Reply] = []
        self._turns: list[Turn] = []
        """The messages that the replies in the queue answer."""
        self._in_flight = 0
        self.recipient_gone = False

    @property
    def pending(self) -> int:
        """Replies that were said and not yet delivered."""
        return len(self._queue) + self._in_flight

    def heard(self, message: Message) -> None:
        """Notes a message that the channel could not write to the transcript.

        Whoever writes is there again: the next reply finds out whether that is so.
        """
        self.recipient_gone = False
        if not message.stored:
            self._session.state.unwritten_messages.append(message)

    def say(  # noqa: PLR0913 - the parts of a reply
        self,
        topic: str,
        *,
        subject: str | None = None,
        cards: Sequence[Card] = (),
        changes: Sequence[Change] = (),
        choices: Sequence[Choice] = (),
        facts: dict[str, str] | None = None,
        text: str = "",
    ) -> None:
        """Says something about ``subject``: a task id, or the conversation itself."""
        self.repeat(
            Reply(
                id="",
                topic=topic,
                task_id=subject,
                cards=tuple(cards),
                changes=tuple(changes),
                choices=tuple(choices),
                facts=facts or {},
                text=text,
            )
        )

    def repeat(self, reply: Reply) -> None:
        """Says a prepared reply, under a new id."""
        subject = reply.task_id or self._session.conversation_id
        new_id = self._session.next_reply_id(subject)
        self._queue.append(reply.model_copy(update={"id": new_id}))
        turn = CURRENT_TURN.get()
        if turn is not None and turn not in self._turns:
            self._turns.append(turn)

    def note_degraded(self, answer: object) -> None:
        """Says once that the models are down; that they are back goes without saying. Says once a
        day that they may not be used any more.
        """
        if not isinstance(answer, EngineAnswer):
            return
        if answer.used_up is not None:
            self._note_used_up(answer.used_up)
        if answer.degraded is None:
            return
        if answer.degraded and not self._session.state.degraded:
            self.say(ConversationTopic.DEGRADED)
        self._session.state.degraded = answer.degraded

    def _note_used_up(self, whose: Budget) -> None:
        today = self._session.now().astimezone(UTC).date()  # the days of budgets are UTC's
        if self._session.state.budget_told != today:
            self._session.state.budget_told = today
            self.say(ConversationTopic.BUDGET_USED_UP, facts={"whose": whose.value})

    async def run(self) -> None:
        """Delivers for as long as the conversation lives."""
        while True:
            await workflow.wait_condition(lambda: bool(self._queue))
            await self._deliver()

    async def _deliver(self) -> None:
        start, state = self._session.start, self._session.state
        replies, self._queue = tuple(self._queue), []
        turns, self._turns = self._turns, []
        CURRENT_TURN.set(turns[-1] if turns else None)
        heard, said = tuple(state.unwritten_messages), tuple(state.unwritten_replies)
        self._in_flight = len(replies)
        delivery = Delivery(
            conversation_id=self._session.conversation_id,
            channel=start.channel,
            chat_id=start.chat_id,
            user_id=start.person.user_id,
            locale=start.person.locale,
            timezone=start.person.timezone,
            replies=replies,
            heard=heard,
            said=said,
        )
        try:
            delivered = await run_activity(self._session, DELIVER, delivery, "reply")
        except ActivityFailed as failure:
            # Only what no retry can mend gets here; the next replies must not wait behind it.
            workflow.logger.error("delivery.given_up", extra={"code": failure.code})
            return
        finally:
            self._in_flight = 0
        self._session.turns.answered(turns)
        for shown in delivered.replies:
            state.history.append(Speaker.STEWARD, shown.text, delivered.at)
        later = state.unwritten_messages[len(heard) :]
        unwritten = set(delivered.unwritten)
        state.unwritten_messages = [m for m in heard if m.id in unwritten] + later
        state.unwritten_replies = [
            reply for reply in (*said, *delivered.replies) if reply.reply_id in unwritten
        ]
        self.recipient_gone = self.recipient_gone or delivered.recipient_gone
