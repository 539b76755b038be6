"""The workflow of a ticket that people have: runs what its case asks for, and keeps its time.

``case`` has the rules. What is to be done outside waits in lanes, each in order; what is left
of them goes along when a run is continued as new. A ticket has no end of its own: a closed one
waits to be opened again, for as long as it is kept.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from pydantic import JsonValue
from temporalio import workflow
from temporalio.common import SearchAttributeKey
from temporalio.exceptions import ApplicationError, is_cancelled_exception

from agents.support import staff_posts
from agents.support.activity_calls import (
    ACT_ON_INCIDENT,
    BUSINESS_HOURS,
    DRAFT_ARTICLE,
    FIND_INCIDENT,
    LOOK_UP_CUSTOMER,
    MERGE_TICKETS,
    NOTE_EVENT,
    PASS_TO_CUSTOMER,
    PASS_TO_TICKET,
    POST_TO_STAFF,
    TRANSLATE_TEXT,
    CaseStart,
    CustomerSaid,
    FindIncidentRequest,
    LookUpRequest,
    PassRequest,
    TicketMerged,
    ToCustomerRequest,
    TranslateRequest,
)
from agents.support.card import CARD
from agents.support.case import (
    customer_acts,
    deadlines,
    drafting,
    incidents,
    merging,
    opening,
    staff_acts,
    staff_messages,
)
from agents.support.case.effects import (
    ActOnIncident,
    DraftArticle,
    Effect,
    Forward,
    LookUp,
    Merge,
    Reckon,
    RecordEvent,
    Relay,
    SeekIncident,
    SendWords,
    Show,
    Tell,
)
from agents.support.case.ticket_case import WORKFLOW, StaffWords, TicketCase, file_of
from agents.support.case.transition import Moved
from agents.support.staff_posts import StaffAction
from domain.activity_calls import STAFF_QUEUE
from domain.attachments import FetchRequest
from domain.failures import ActivityFailed
from domain.messages import MAX_TEXT_LENGTH, MediaKind
from domain.replies import NOTICE_SHOWN, File, NoticeShown
from domain.staff import (
    EDIT,
    LEFT,
    SAY,
    STAFF_ACT,
    STAFF_ACT_KEPT,
    CloseRoom,
    StaffAct,
    StaffAnswer,
)
from workflows.activity_calls import FETCH_ATTACHMENT, REMOVE_TOPIC, Caller

STATE = SearchAttributeKey.for_keyword("StewardState")
AGENT = SearchAttributeKey.for_keyword("StewardAgent")
QUEUE = SearchAttributeKey.for_keyword("StewardQueue")
URGENCY = SearchAttributeKey.for_keyword("StewardUrgency")

ILLEGAL = "staff.illegal"
"""Type of the failure of an act that is none: nothing of it is written down."""

MAX_EVENTS = 10_000
"""Of a run's history: past that it is continued as new with whatever is still to be done."""

_SHORTEST = timedelta(milliseconds=1)
"""The SDK leaves a timer of no length out."""

_CUSTOMER, _STAFF, _RECORDS, _CLOCKS = "customer", "staff", "records", "clocks"
_DRAFTS, _INCIDENTS = "drafts", "incidents"
_LANES = (_CLOCKS, _CUSTOMER, _STAFF, _RECORDS, _DRAFTS, _INCIDENTS)
"""Each is worked off in order, and none waits for another: while the staff's chat is away,
customers are still told."""
_LANE_OF = {
    "tell": _CUSTOMER,
    "send_words": _CUSTOMER,
    "show": _STAFF,
    "relay": _STAFF,
    "record": _RECORDS,
    "merge": _RECORDS,  # behind the messages that it takes along
    "forward": _RECORDS,
    "act_on_incident": _RECORDS,  # behind the row that says which one it is
    "draft": _DRAFTS,
    "seek_incident": _INCIDENTS,
    "reckon": _CLOCKS,
    "look_up": _CLOCKS,
}

_ACTIONS = frozenset({*(action.value for action in StaffAction), SAY, EDIT, LEFT})
_MOST_ID = 200


class TicketStart(CaseStart):
    """``case`` and ``pending``: what an earlier run left."""

    case: TicketCase | None = None
    pending: tuple[Effect, ...] = ()


@workflow.defn(name=WORKFLOW)
class TicketWorkflow:
    """A ticket from its hand-over to people on."""

    @workflow.init
    def __init__(self, start: TicketStart) -> None:
        self._start = start
        self._caller = Caller(STAFF_QUEUE, start.user_id)
        self._lanes: dict[str, list[Effect]] = {lane: [] for lane in _LANES}
        self._published = ""
        self._erased = False
        self._long = False
        """The server finds this run's history long."""
        self._too_long = False
        self._stopping = False
        if start.case is None:
            moved = opening.open_case(start)
            self._case = moved.case
            self._queue(moved.effects)
            if workflow.patched("incidents"):
                self._queue((SeekIncident(),))
        else:
            self._case = start.case
            self._queue(start.pending)

    # What comes from outside

    @workflow.signal
    def customer_said(self, said: CustomerSaid) -> None:
        """The customer did something about it. Idempotent on the message's id."""
        self._look()
        self._take(customer_acts.apply_customer_act(self._case, said))

    @workflow.signal
    def ticket_merged(self, merged: TicketMerged) -> None:
        """Another ticket of the customer goes on in this one. Idempotent on its id."""
        self._look()
        self._take(merging.take_merged(self._case, merged))

    @workflow.signal
    def incident_act(self, act: StaffAct) -> None:
        """What staff did at another ticket of the incident. Idempotent on the act's id."""
        self._look()
        self._take(incidents.take_incident_act(self._case, act))

    @workflow.signal(name=NOTICE_SHOWN)
    def notice_shown(self, told: NoticeShown) -> None:
        """What became of something that was said to the customer. Idempotent."""
        self._look()
        self._take(staff_messages.mark_shown(self._case, told))

    @workflow.signal
    def erase(self, *reason: JsonValue) -> None:
        """Everything of this person is being deleted: nothing more is written, the staff's room
        goes.
        """
        del reason
        self._erased = True

    @workflow.update(name=STAFF_ACT)
    def staff_act(self, act: StaffAct) -> StaffAnswer:
        """What a member of the staff does. The same act again gets the same answer."""
        self._look()
        moved = staff_acts.apply_act(self._case, act)
        self._take(moved)
        if moved.answer is None:
            raise RuntimeError("an act without an answer")
        return moved.answer

    @staff_act.validator
    def _is_an_act(self, act: StaffAct) -> None:
        """What is none is refused and leaves no trace; what is not possible now is answered."""
        if wrong := self._wrong_with(act):
            raise ApplicationError(wrong, type=ILLEGAL, non_retryable=True)

    def _wrong_with(self, act: StaffAct) -> str:
        if self._erased:
            return "the ticket is being deleted"
        if act.action not in _ACTIONS:
            return "there is no such act"
        if not act.id or not act.by.id or len(act.id) > _MOST_ID or act.at.tzinfo is None:
            return "who does it, when, and the id of the act are needed"
        if len(act.text) > MAX_TEXT_LENGTH:
            return "the text is too long for a message"
        return ""

    @workflow.signal(name=STAFF_ACT_KEPT)
    def staff_act_kept(self, act: StaffAct) -> None:
        """An act that had to wait for a worker; what comes of it is shown to the staff."""
        if not self._wrong_with(act):
            self._look()
            self._take(staff_acts.apply_act(self._case, act))

    @workflow.query
    def case(self) -> TicketCase:
        """The ticket as it is now."""
        return self._case

    # Its life

    @workflow.run
    async def run(self, start: TicketStart) -> None:  # noqa: ARG002 - taken by __init__
        """Lives until everything of its customer is deleted. A cancellation changes nothing: only
        its customer, its staff and an erasure end a ticket.
        """
        life = asyncio.create_task(self._live())
        while not life.done():
            try:
                await workflow.wait_condition(life.done)
            except asyncio.CancelledError:
                workflow.logger.warning("ticket.not_cancelled", extra={"ticket": self._case.id})
        life.result()
        if not self._erased:
            left = tuple(effect for lane in _LANES for effect in self._lanes[lane])
            update = {"case": self._case, "pending": left}
            workflow.continue_as_new(self._start.model_copy(update=update))

    async def _live(self) -> None:
        """Until everything is deleted, or the run is too long."""
        workers = [asyncio.create_task(self._work(lane)) for lane in _LANES]
        workers.append(asyncio.create_task(self._keep_time()))
        self._publish()
        await workflow.wait_condition(
            lambda: self._erased or self._is_over() or any(w.done() for w in workers)
        )
        self._stopping = True
        for worker in workers:
            worker.cancel()
        await workflow.wait_condition(lambda: all(worker.done() for worker in workers))
        for worker in workers:
            error = None if worker.cancelled() else worker.exception()
            # What was under way says in its own words that it was cancelled. Anything else is a
            # defect, the workflow task's: it is tried until it is mended.
            if error is not None and not is_cancelled_exception(error):
                raise error
        await workflow.wait_condition(workflow.all_handlers_finished)
        if self._erased:
            await self._leave()

    def _look(self) -> None:
        """How long the history is. Only here: between two things that came, a replay may be told
        other figures than the first run.
        """
        info = workflow.info()
        length = info.get_current_history_length()
        most = self._case.rules.max_events if self._case.rules else 0
        self._long = info.is_continue_as_new_suggested() or 0 < most <= length
        self._too_long = length >= MAX_EVENTS

    def _is_over(self) -> bool:
        return self._too_long or (self._long and not any(self._lanes.values()))

    async def _leave(self) -> None:
        if self._case.rules is None or self._case.rules.staff_chat:
            room = CloseRoom(case=self._case.id, forget=True)
            await self._caller.run(REMOVE_TOPIC, room, "remove the room")

    def _take(self, moved: Moved, *, first: bool = False) -> None:
        self._case = moved.case
        self._queue(moved.effects, first=first)
        if self._case.draft_due:
            offered = drafting.offer(self._case)
            self._case = offered.case
            self._queue(offered.effects)
        self._publish()

    def _queue(self, effects: Sequence[Effect], *, first: bool = False) -> None:
        """``first``: before what waits already, behind what is being done."""
        places = dict.fromkeys(_LANES, 1)
        for effect in effects:
            lane = _LANE_OF[effect.kind]
            waiting = self._lanes[lane]
            if _is_card(effect):
                waiting[1:] = [each for each in waiting[1:] if not _is_card(each)]
            if first and waiting:
                waiting.insert(places[lane], effect)
                places[lane] += 1
            else:
                waiting.append(effect)

    # Lanes

    async def _work(self, lane: str) -> None:
        """One thing after the other. What is under way stays at the front until it is done, so
        that the next run does it again if this one ends before.
        """
        waiting = self._lanes[lane]
        while not self._stopping:
            await workflow.wait_condition(lambda: self._is_due(lane))
            await self._do(waiting[0])
            waiting.pop(0)

    def _is_due(self, lane: str) -> bool:
        """Customers and staff are told nothing before it is known what the case goes by."""
        known = self._case.rules is not None or lane in (_CLOCKS, _RECORDS)
        return bool(self._lanes[lane]) and known

    async def _do(self, effect: Effect) -> None:
        try:
            match effect:
                case Tell():
                    await self._tell(effect)
                case SendWords():
                    await self._prepare(effect)
                case Show():
                    await self._show(effect)
                case Relay():
                    await self._relay(effect)
                case RecordEvent():
                    await self._caller.run(NOTE_EVENT, effect.event, f"note {effect.event.kind}")
                case Reckon() | LookUp() | DraftArticle() | SeekIncident():
                    await self._ask(effect)
                case Merge() | Forward() | ActOnIncident():
                    await self._go_on_elsewhere(effect)
        except ActivityFailed as failure:
            # Only what no retry can mend gets here; what is behind it must not wait for ever.
            workflow.logger.error(
                "ticket.given_up", extra={"effect": effect.kind, "code": failure.code}
            )
            if isinstance(effect, Tell):
                gone = NoticeShown(notice_id=effect.notice.id, shown=False)
                self._take(staff_messages.mark_shown(self._case, gone))

    async def _tell(self, effect: Tell) -> None:
        request = ToCustomerRequest(
            conversation_id=self._start.conversation_id,
            user_id=self._start.user_id,
            notice=effect.notice,
        )
        await self._caller.run(PASS_TO_CUSTOMER, request, f"tell · {effect.notice.topic}")

    async def _ask(self, effect: Reckon | LookUp | DraftArticle | SeekIncident) -> None:
        if isinstance(effect, Reckon):
            request = self._case.hours_request(effect)
            hours = await self._caller.run(BUSINESS_HOURS, request, "look at the clock")
            self._take(deadlines.set_clocks(self._case, effect, hours))
        elif isinstance(effect, DraftArticle):
            asked = drafting.build_draft_request(self._case, effect)
            drafted = await self._caller.run(DRAFT_ARTICLE, asked, "draft an article")
            self._take(drafting.show_draft(self._case, effect, drafted))
        elif isinstance(effect, SeekIncident):
            ticket = FindIncidentRequest(
                customer_id=self._start.customer_id, ticket_id=self._start.ticket_id
            )
            same = await self._caller.run(FIND_INCIDENT, ticket, "find the same of others")
            self._take(incidents.offer(self._case, same))
        else:
            who = LookUpRequest(customer_id=self._start.customer_id)
            found = await self._caller.run(LOOK_UP_CUSTOMER, who, "look up the customer")
            self._take(opening.set_customer(self._case, effect, found.customer_info))

    async def _go_on_elsewhere(self, effect: Merge | Forward | ActOnIncident) -> None:
        if isinstance(effect, Forward):
            if self._case.merged_into is not None:
                onward = PassRequest(start=self._case.merged_into, said=effect.said)
                await self._caller.run(PASS_TO_TICKET, onward, "pass on")
        elif isinstance(effect, ActOnIncident):
            act = incidents.build_incident_act(self._case, effect)
            reached = await self._caller.run(ACT_ON_INCIDENT, act, f"{act.act.action} for all")
            self._take(incidents.show_reached(self._case, effect, reached))
        elif not self._case.live:
            self._take(merging.refuse_closed(self._case, effect))
        else:
            request = merging.build_merge_request(self._case, effect)
            merged = await self._caller.run(MERGE_TICKETS, request, f"merge into {effect.into}")
            self._take(merging.end_merged(self._case, effect, merged))

    async def _show(self, effect: Show) -> None:
        if self._case.rules is None or not self._case.rules.staff_chat:
            return
        name = effect.post.post.partition("/")[0]
        posted = await self._caller.run(POST_TO_STAFF, effect.post, f"show {name}")
        if posted.missing:
            extra = {"ticket": self._case.id, "missing": posted.missing}
            workflow.logger.warning("ticket.not_posted", extra=extra)
        if posted.anew:
            self._take(opening.show_again(self._case, effect.post.post))

    async def _prepare(self, effect: SendWords) -> None:
        words = self._case.staff_words(effect.message)
        if words is None or words.revision != effect.revision:
            return
        file, reason = words.file, ""
        if words.attachment is not None and file is None:
            file, reason = await self._fetched(words)
        translated = ""
        if words.text and not words.as_written and self._case.needs_translation(to_staff=False):
            to = self._case.language
            translated, reason = await self._translation(words.text, self._working, to)
        ready = staff_messages.pass_on(
            self._case, effect, translated=translated, file=file, reason=reason
        )
        self._take(ready, first=True)

    async def _fetched(self, words: StaffWords) -> tuple[File | None, str]:
        """The file, and why there is none."""
        attachment = words.attachment
        if attachment is None:
            return None, ""
        if not attachment.sha256:
            request = FetchRequest(person=self._start.person, attachment=attachment)
            try:
                attachment = await self._caller.run(FETCH_ATTACHMENT, request, "fetch the file")
            except ActivityFailed as failure:
                return None, failure.code
        if attachment.kind not in (MediaKind.IMAGE, MediaKind.PDF):
            return None, "attachment.unusable"
        return file_of(attachment), ""

    async def _relay(self, effect: Relay) -> None:
        """It is shown as it is where nobody can translate it."""
        words = self._case.customer_words(effect.message)
        if words is None:
            return
        text = ""
        shown = self._case.rules is not None and self._case.rules.staff_chat
        if shown and words.message.text and self._case.needs_translation(to_staff=True):
            text, _ = await self._translation(
                words.message.text, self._case.language, self._working
            )
        self._take(customer_acts.relay_translated(self._case, effect, text), first=True)

    async def _translation(self, text: str, source: str, to: str) -> tuple[str, str]:
        """The text in another language, or nothing and why."""
        request = TranslateRequest(user_id=self._start.user_id, text=text, source=source, to=to)
        try:
            answer = await self._caller.run(TRANSLATE_TEXT, request, "translate")
        except ActivityFailed as failure:
            return "", failure.code
        return (answer.text, "") if answer.translated else ("", answer.reason)

    @property
    def _working(self) -> str:
        return self._case.rules.working_language if self._case.rules else ""

    # Time

    async def _keep_time(self) -> None:
        """One timer, for what falls due next. When it fires, that is due: the clock is not asked
        (docs/adr/0046).
        """
        while not self._stopping:
            await workflow.wait_condition(lambda: deadlines.next_deadline(self._case) is not None)
            deadline = deadlines.next_deadline(self._case)
            if deadline is None:
                continue
            left = max(deadline.at - workflow.now(), _SHORTEST)
            try:
                await workflow.wait_condition(
                    lambda: deadlines.next_deadline(self._case) != deadline,  # noqa: B023 - awaited at once
                    timeout=left,
                    timeout_summary=deadline.kind.value,
                )
            except TimeoutError:
                self._take(deadlines.ring(self._case, deadline))

    # What an operator sees

    def _publish(self) -> None:
        """No words of anybody: search attributes are not encrypted."""
        case = self._case
        kind = case.type.value if case.type else "general"
        published = f"{case.status.value} {kind} {case.urgency.value}"
        if published == self._published:
            return
        self._published = published
        workflow.upsert_search_attributes(
            [
                STATE.value_set(case.status.value),
                AGENT.value_set(CARD.slug),
                QUEUE.value_set(kind),
                URGENCY.value_set(case.urgency.value),
            ]
        )
        workflow.set_current_details(
            f"### {case.start.ticket_id} · {case.status.value}\n\n- {kind}, {case.urgency.value}"
        )


def _is_card(effect: Effect) -> bool:
    return isinstance(effect, Show) and effect.post.post == staff_posts.CARD
