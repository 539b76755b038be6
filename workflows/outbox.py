"""The conversation's one voice: replies leave in order, one delivery at a time."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, timedelta

from pydantic import JsonValue
from temporalio import workflow
from temporalio.exceptions import FailureError, is_cancelled_exception

from agents.packages import PACKAGES
from domain.conversation import MAX_OUTBOX, MAX_UNWRITTEN, MAX_UNWRITTEN_LENGTH
from domain.history import Entry, Speaker
from domain.messages import Message
from domain.replies import (
    NOTICE_SHOWN,
    CaseReport,
    ChatFigures,
    Choice,
    Content,
    Delivered,
    DeliveredReply,
    Delivery,
    File,
    NoticeShown,
    Reply,
    Settlement,
)
from domain.topics import BudgetUsedUp, Degraded, Failed, GeneralAnswer, Unrecorded
from domain.turn import CURRENT_TURN, Turn
from domain.understanding import EngineAnswer
from domain.usage import Budget
from workflows import metrics
from workflows.activity_calls import DELIVER, ActivityFailed
from workflows.drafts import Drafts
from workflows.names import SUPERVISOR
from workflows.shared import Session, agent_of, kinds_of, number_of

OFFER_AGAIN = timedelta(minutes=1)
"""After this a reply that the channel's version does not know is offered once more."""

MUCH_HEARD = MAX_UNWRITTEN // 2
"""Messages that need no answer, as in a group, before the transcript gets them by themselves."""


class Outbox:
    """Replies said together are delivered together, so a turn costs one delivery.

    While the channel is down, the delivery waits for it and later replies queue behind. What is
    not shown yet is in the state. Drafts leave beside them.
    """

    def __init__(
        self, session: Session, drafts: Drafts, settlement: Callable[[], Settlement | None]
    ) -> None:
        """``settlement`` is what a delivery of all that waits tells those who wait."""
        self._session = session
        self._drafts = drafts
        self._settlement = settlement
        self._turns: list[Turn] = []
        """The messages that the replies in the queue answer."""
        self._delivering: asyncio.Task[None] | None = None
        self._offering: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._held = False
        self._bringing = False
        """A delivery is due although nothing is to be said."""
        self._left_over = 0
        """Of the messages heard, how many the last delivery could not write."""
        self.recipient_gone = False

    @property
    def pending(self) -> int:
        """Replies that were said and not yet shown."""
        return len(self._session.state.outbox)

    @property
    def full(self) -> bool:
        """Whether so much waits to be shown that no more should be taken in meanwhile."""
        return self.pending >= MAX_OUTBOX

    @property
    def delivering(self) -> bool:
        """Whether something is being shown at this moment."""
        return self._delivering is not None and not self._delivering.done()

    @property
    def settled(self) -> bool:
        """Whether everything said is shown and every draft is written, but for what no bot can
        word yet: nothing waits for that, and the state has it.
        """
        state = self._session.state
        return not (state.outbox or state.drafts or state.reports or self._bringing)

    def brings(self, question_id: str) -> bool:
        """Whether a question is on its way for the first time: put, and not known to be shown."""
        question = self._session.questions.get(question_id)
        waiting = any(reply.question == question_id for reply in self._session.state.outbox)
        return question is not None and not question.said and waiting

    def start(self) -> None:
        """Goes on with what an earlier run left."""
        self._held = self._drafts.held = False
        state = self._session.state
        if state.unknown:
            self._offer_later()
        if state.outbox:
            self._go_on()
        self._drafts.write()
        self._tell_cases()

    async def stop(self) -> None:
        """Breaks off what is under way, before continue-as-new; the state has what is left."""
        self._held = self._drafts.held = True
        sending = (self._delivering, self._drafts.writing, self._offering)
        running = [task for task in sending if task is not None]
        for task in running:
            if not task.done():
                task.cancel()
        if self._telling is not None:
            running.append(self._telling)  # finishes at once; broken off, it would tell twice
        await workflow.wait_condition(lambda: all(task.done() for task in running))
        self._session.state.again = bool(self._session.state.outbox)

    def heard(self, message: Message) -> None:
        """Notes a message for the transcript. Whoever writes is there again: the next reply finds
        out whether that is so.
        """
        self.recipient_gone = False
        unwritten = self._session.state.unwritten_messages
        unwritten.append(message)
        self._let_go(unwritten)
        if len(unwritten) - self._left_over >= MUCH_HEARD:
            self.bring_up_to_date()

    def _let_go(self, unwritten: list[Message] | list[DeliveredReply]) -> None:
        """Drops the oldest of what has waited for the transcript too long: they are counted, and
        the person is told once.
        """
        length = sum(len(each.text) for each in unwritten)
        past = 0
        while len(unwritten) - past > MAX_UNWRITTEN or length > MAX_UNWRITTEN_LENGTH:
            length -= len(unwritten[past].text)
            past += 1
        if not past:
            return
        del unwritten[:past]
        metrics.transcript_let_go(past)
        if not self._session.state.unrecorded_told:
            self._session.state.unrecorded_told = True
            self.say(Unrecorded(limit=MAX_UNWRITTEN))

    def bring_up_to_date(self) -> None:
        """Brings the transcript what was heard and needed no answer."""
        if self._session.state.unwritten_messages and not self._held:
            self._bringing = True
            self._go_on()

    def settle(self) -> None:
        """Tells those who wait that nothing is said about their messages."""
        self._bringing = True
        self._go_on()

    def say(
        self,
        content: Content,
        choices: Sequence[Choice] = (),
        *,
        subject: str | None = None,
        files: Sequence[File] = (),
    ) -> None:
        """Says something about ``subject``: a task id, or the conversation itself."""
        self._session.note_changes(choices, subject)
        if content.asks or isinstance(content, GeneralAnswer):
            self._session.state.asked_in_talk = content.asks
        self.repeat(reply_of(content, choices, subject=subject, files=files))

    def say_failed(self, failure: ActivityFailed) -> None:
        """Tells of a failure in the words of its code."""
        self.say(Failed(code=failure.code, reason=failure.user_text))

    def repeat(self, reply: Reply) -> Reply:
        """Says a prepared reply, under a new id."""
        subject = reply.task_id or self._session.conversation_id
        new = reply.model_copy(update={"id": self._session.next_reply_id(subject)})
        self._session.state.outbox.append(new)
        turn = CURRENT_TURN.get()
        if turn is not None and turn not in self._turns:
            self._turns.append(turn)
        self._go_on()
        return new

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
            self.say(Degraded())
        self._session.state.degraded = answer.degraded

    def _note_used_up(self, whose: Budget) -> None:
        today = self._session.now().astimezone(UTC).date()  # the days of budgets are UTC's
        if self._session.state.budget_told != today:
            self._session.state.budget_told = today
            self.say(BudgetUsedUp(whose=whose))

    def _go_on(self) -> None:
        if not self._held and not self.delivering:
            self._delivering = asyncio.create_task(self._deliver_all())

    async def _deliver_all(self) -> None:
        while self._session.state.outbox or self._bringing:
            # What others say in this same step goes with it.
            await workflow.wait_condition(lambda: True)
            try:
                await self._deliver()
            except Exception as error:
                if is_cancelled_exception(error):
                    raise
                # A defect here must not mute the chat: what it was about is given up.
                metrics.defect("outbox")
                workflow.logger.exception("delivery.defect")
                self._session.state.outbox.clear()
                self._bringing = False

    async def _deliver(self) -> None:
        start, state = self._session.start, self._session.state
        replies = self._choose_next()
        whole = len(replies) == len(state.unknown) + len(state.outbox)
        turns, self._turns = self._turns, []
        CURRENT_TURN.set(turns[-1] if turns else None)
        before = state.history.entries[-1] if state.history.entries else None
        delivery = Delivery(
            conversation_id=self._session.conversation_id,
            channel=start.channel,
            chat_id=start.chat_id,
            user_id=start.person.user_id,
            locale=start.person.locale,
            timezone=start.person.timezone,
            replies=replies,
            heard=tuple(state.unwritten_messages),
            said=tuple(state.unwritten_replies),
            again=state.again,
            settlement=self._settlement() if whole else None,
            figures=self._count(replies),
        )
        try:
            summary = _summarise(replies, delivery.heard)
            delivered = await self._session.caller.run(DELIVER, delivery, summary)
        except ActivityFailed as failure:
            # Only what no retry can mend gets here; the next replies must not wait behind it.
            workflow.logger.error("delivery.given_up", extra={"code": failure.code})
            none = Delivered(replies=(), at=self._session.now())
            state.reports += reports_of(replies, none)
            self._tell_cases()
            self._take_out(delivery)
            return
        self._session.turns.answered(turns, agent_speaking(replies))
        self._note(delivery, delivered, before)

    def _count(self, replies: Sequence[Reply]) -> ChatFigures:
        session = self._session
        asking = [question.reply for question in session.questions.values() if question.put]
        heard = session.state.last_heard
        return ChatFigures(
            begun_at=workflow.info().workflow_start_time,
            turns=session.state.turns,
            agent=agent_speaking(asking or replies),
            waits=bool(asking),
            expires_at=heard + session.limits.expiration if heard else None,
        )

    def _choose_next(self) -> tuple[Reply, ...]:
        """Returns the replies to show next: what replaces a notice waits until it is shown."""
        state = self._session.state
        replies = list(state.unknown)
        for reply in state.outbox:
            if reply.replaces and reply.replaces in {r.notice for r in replies}:
                break
            edits = state.shown.notices.get(reply.replaces, "") if reply.replaces else ""
            replies.append(reply.model_copy(update={"edits": edits}) if edits else reply)
        return tuple(replies)

    def let_go(self) -> None:
        """Drops what waits: nobody is there any more to be shown it."""
        outbox = self._session.state.outbox
        gone = Delivered(replies=(), at=self._session.now(), recipient_gone=True)
        self._session.state.reports += reports_of(outbox, gone)
        outbox.clear()
        self._tell_cases()

    def _tell_cases(self) -> None:
        """Tells workflows what became of their notices."""
        told = self._telling is None or self._telling.done()
        if self._session.state.reports and told:
            self._telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        CURRENT_TURN.set(None)
        reports = self._session.state.reports
        while reports:
            await tell_case(reports[0])
            del reports[0]

    def _note(self, delivery: Delivery, delivered: Delivered, before: Entry | None) -> None:
        """Notes what was shown; ``before`` was the newest of the history when it was on its way."""
        state = self._session.state
        notices = {reply.id: reply.notice for reply in delivery.replies if reply.notice}
        for shown in delivered.replies:
            if shown.reply_id in notices and not shown.unworded:
                state.shown.note_notice(notices[shown.reply_id], shown.channel_ref)
        state.reports += reports_of(delivery.replies, delivered)
        self._tell_cases()
        self._take_out(delivery, delivered.unknown)
        asked = {r.id: (r.question, *r.questions) for r in delivery.replies if r.question}
        listed = {reply.id: reply.listed for reply in delivery.replies}
        of = {r.id: (r.topic.partition(".")[0], r.task_id) for r in delivery.replies}
        presses = {r.id: tuple(each.press for each in r.choices) for r in delivery.replies}
        for shown in delivered.replies:
            agent, task_id = of.get(shown.reply_id, ("", None))
            state.history.append(
                Speaker.STEWARD,
                shown.text,
                delivered.at,
                agent=agent,
                task_id=task_id,
                presses=presses.get(shown.reply_id, ()),
                behind=before,
            )
            state.shown.note(shown, listed.get(shown.reply_id, ()))
            for question_id in asked.get(shown.reply_id, ()):
                question = self._session.questions.get(question_id or "")
                if question is not None and not question.said and not shown.unworded:
                    question.said, question.shown_at = True, shown.at or delivered.at
        unwritten = set(delivered.unwritten)
        written = {m.id for m in delivery.heard} - unwritten
        state.unwritten_messages = [m for m in state.unwritten_messages if m.id not in written]
        self._left_over = sum(m.id in unwritten for m in state.unwritten_messages)
        state.unwritten_replies = [
            r for r in (*delivery.said, *delivered.replies) if r.reply_id in unwritten
        ]
        self._let_go(state.unwritten_replies)
        if not unwritten:
            state.unrecorded_told = False
        self.recipient_gone = self.recipient_gone or delivered.recipient_gone
        if state.unknown:
            self._offer_later()
        self._session.touch()

    def _take_out(self, delivery: Delivery, unknown: Sequence[str] = ()) -> None:
        """Takes what was delivered out of the queue; what the channel cannot word yet waits."""
        state = self._session.state
        done = {reply.id for reply in delivery.replies}
        state.again = False
        self._bringing = False
        if delivery.settlement is not None:
            told = delivery.settlement.message_ids
            state.awaited = [each for each in state.awaited if each not in told]
        left = [reply for reply in delivery.replies if reply.id in unknown]
        if len(left) > MAX_OUTBOX:
            workflow.logger.error("delivery.unknown_dropped", extra={"past": len(left)})
        state.unknown = left[-MAX_OUTBOX:]
        state.outbox = [reply for reply in state.outbox if reply.id not in done]

    def _offer_later(self) -> None:
        if self._offering is None or self._offering.done():
            self._offering = asyncio.create_task(self._offer())

    async def _offer(self) -> None:
        await workflow.sleep(OFFER_AGAIN, summary="offer again what the channel could not show")
        state = self._session.state
        state.outbox, state.unknown = [*state.unknown, *state.outbox], []
        if state.outbox:
            self._go_on()


def reply_of(
    content: Content,
    choices: Sequence[Choice] = (),
    *,
    subject: str | None = None,
    files: Sequence[File] = (),
    question: str | None = None,
) -> Reply:
    """Makes a reply without an id yet."""
    return Reply(
        id="",
        topic=content.topic,
        task_id=subject,
        question=question,
        choices=tuple(choices),
        content=content.model_dump(mode="json"),
        files=tuple(files),
        placement=content.placed,
        listed=content.listed,
        node=content.node,
        heard_out=content.heard_out,
        hung_up=content.hung_up,
    )


def agent_speaking(replies: Sequence[Reply]) -> str:
    """Slug of the agent that the last reply is of; ``supervisor`` for the conversation itself."""
    if not replies:
        return SUPERVISOR
    topic = replies[-1].topic.partition(".")[0]
    return topic if topic in PACKAGES else agent_of(replies[-1].task_id or "") or SUPERVISOR


def digest_of(content: Content) -> str:
    """Names exactly what was shown, however often: a yes to anything else does not count."""
    return digest_of_json(content.model_dump(mode="json", exclude={"again"}))


def digest_of_json(content: JsonValue) -> str:
    shown = json.dumps(content, sort_keys=True)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def _summarise(replies: Sequence[Reply], heard: Sequence[Message]) -> str:
    """Returns what an operator sees in the timeline, without words: the kinds of the messages that
    came before these replies, and the replies' topics with their tasks' numbers.
    """
    named = (f"{reply.topic} {number_of(reply.task_id or '')}".rstrip() for reply in replies)
    topics = ", ".join(dict.fromkeys(named))
    told = f"reply · {topics}" if topics else "transcript"
    return f"{kinds_of(heard)} · {told}"[:200] if heard else told


def reports_of(replies: Sequence[Reply], delivered: Delivered) -> list[CaseReport]:
    """Returns what workflows asked to be told of their notices, without what the channel cannot
    word yet: it is offered again.
    """
    shown = {each.reply_id: each for each in delivered.replies}
    reports: list[CaseReport] = []
    for reply in replies:
        if not reply.reports_to or reply.id in delivered.unknown:
            continue
        at = shown.get(reply.id)
        told = NoticeShown(
            notice_id=reply.notice,
            shown=at is not None and not at.unworded,
            gone=at is None and delivered.recipient_gone,
            channel_ref=at.channel_ref if at is not None else "",
            at=(at.at if at is not None else None) or delivered.at,
        )
        reports.append(CaseReport(case=reply.reports_to, told=told))
    return reports


async def tell_case(report: CaseReport) -> None:
    """Signals a workflow. That it is gone is nobody's trouble here."""
    case = workflow.get_external_workflow_handle(report.case)
    try:
        await case.signal(NOTICE_SHOWN, report.told)
    except FailureError as error:
        if is_cancelled_exception(error):
            raise
        workflow.logger.warning("case.not_told", extra={"notice_id": report.told.notice_id})
