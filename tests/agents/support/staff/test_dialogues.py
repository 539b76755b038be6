"""Staff at work on a real ticket: its workflow, the forum, what the customer is told."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from temporalio import activity
from temporalio.client import WorkflowHandle
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from agents.staffed import Staffed
from agents.support.calls import (
    CaseRules,
    CustomerSaid,
    Hours,
    HoursRequest,
    Nothing,
    TicketEvent,
    ToCustomerRequest,
)
from agents.support.card import TicketCard
from agents.support.store.posts import PostgresStaffPosts
from agents.support.ticket import TicketStart, TicketWorkflow
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    ExtractedInfo,
    KbResult,
    RecommendedAction,
    SupervisorDecision,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketType,
    TranslationResult,
    TriageResult,
    Urgency,
)
from agents.support.words.staff import STAFF_WORDS
from bot.cases import StaffDesk
from bot.telegram.staff.activities import StaffActivities
from domain.attachments import FetchRequest
from domain.messages import Attachment, MediaKind
from domain.replies import NOTICE_SHOWN, Notice, NoticeShown
from domain.understanding import Person
from tests.agents.support.case.office import settled
from tests.bot.telegram.staff.desk import STAFF, Desk, staff_desk
from tests.telegram.emulator import Shown
from tests.workflows.servers import temporal_test_server
from wiring.sandbox import sandbox

CUSTOMER, TICKET = "CUST-002", "TKT-7K2M9Q4D"
CASE = f"ticket:{CUSTOMER}:{TICKET}"
WORDS = "I was charged twice this month!"
PICTURE = "a" * 64


@pytest.fixture
async def skipping() -> AsyncIterator[WorkflowEnvironment]:
    async with temporal_test_server() as env:
        yield env  # of its own: an activity that a test leaves running holds the clock for good


def started(at: datetime) -> TicketStart:
    said = Ticketed(id="telegram:5:1", text=WORDS, at=at)
    ticket = Ticket(customer_id=CUSTOMER, ticket_id=TICKET, messages=(said,))
    return TicketStart(
        customer_id=CUSTOMER,
        ticket_id=TICKET,
        user_id="customer",
        conversation_id="conversation:telegram:5",
        person=Person(user_id="customer"),
        card=TicketCard(task_id="conversation:telegram:5/support/1", number=4),
        state=AgentState(
            ticket=ticket,
            translation=TranslationResult(
                original_language="en",
                is_english=True,
                translated_messages=(WORDS,),
                original_messages=(WORDS,),
            ),
            customer_info=CustomerInfo(plan="enterprise"),
            supervisor_decision=SupervisorDecision(
                urgency=Urgency.HIGH,
                ticket_type=TicketType.BILLING,
                reasoning="Enterprise and a billing error.",
                requires_escalation=True,
            ),
            kb_results=(KbResult(id="kb_002", title="Double charge", score=0.83),),
            triage_result=TriageResult(
                urgency=Urgency.HIGH,
                extracted_info=ExtractedInfo(language="en"),
                recommended_action=RecommendedAction.ESCALATE_HUMAN,
                suggested_response="We refund the second charge.",
                reasoning="Enterprise and a billing error.",
            ),
        ),
        opened_at=at,
        status=TicketStatus.OPEN,
    )


@dataclass
class Outside:
    """What the ticket reaches besides the staff's chat: the customer, records, a clock."""

    happened: Callable[[], None]
    told: list[Notice] = field(default_factory=list)
    events: list[TicketEvent] = field(default_factory=list)

    @activity.defn
    async def pass_to_customer(self, request: ToCustomerRequest) -> Nothing:
        self.told.append(request.notice)
        self.happened()
        return Nothing()

    @activity.defn
    async def note_event(self, event: TicketEvent) -> Nothing:
        self.events.append(event)
        return Nothing()

    @activity.defn
    async def business_hours(self, request: HoursRequest) -> Hours:
        return Hours(
            first_due=request.at + timedelta(days=1),
            first_warn=request.at + timedelta(hours=18),
            resolve_due=request.at + timedelta(days=3),
            resolve_warn=request.at + timedelta(days=2),
            rules=CaseRules(staff_chat=True, return_after=timedelta(days=5)),
        )

    @activity.defn
    async def fetch_attachment(self, request: FetchRequest) -> Attachment:
        assert request.attachment.remote
        return Attachment(sha256=PICTURE, kind=MediaKind.IMAGE, mime_type="image/png")

    @property
    def words(self) -> list[str]:
        """What staff said to the customer."""
        return [
            str(notice.content["text"])
            for notice in self.told
            if notice.topic == "support.human_words" and isinstance(notice.content, dict)
        ]


@dataclass
class Clock:
    """The bot's clock goes as the server's, which is ahead by what was skipped."""

    env: WorkflowEnvironment
    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    async def look(self) -> None:
        self.ahead = await self.env.get_current_time() - datetime.now(UTC)

    async def skip(self, seconds: float) -> None:
        await self.env.sleep(seconds)
        await self.look()


@dataclass
class Room:
    """The chat with the ticket in it, and how the ticket is."""

    desk: Desk
    outside: Outside
    ticket: WorkflowHandle[TicketWorkflow, None]
    clock: "Clock"
    posts: PostgresStaffPosts

    @property
    def thread(self) -> int:
        return max(self.desk.chat.topics)

    def shown(self, start: str) -> Shown | None:
        return next((s for s in self.desk.chat.shown if s.text.startswith(start)), None)

    async def see(self, start: str) -> Shown:
        await self.until(lambda: self.shown(start), start)
        shown = self.shown(start)
        assert shown is not None
        return shown

    async def until(self, condition: Callable[[], object], about: str = "") -> None:
        await self.desk.tg.until(condition, about=about)

    async def press(self, person: str, message: Shown, label: str) -> str:
        """The note that answers it."""
        who = {"Mia": self.desk.mia, "Ben": self.desk.ben}[person]
        press = self.desk.chat.press(who, message, label)
        await self.desk.handle()
        answer = self.desk.tg.press_answers[press]
        return (answer.text or "") if answer else ""

    async def write(self, person: str, text: str) -> int:
        who = {"Mia": self.desk.mia, "Ben": self.desk.ben}[person]
        said = self.desk.chat.say(who, text, topic=self.thread)
        await self.desk.handle()
        return said.message_id

    async def delivered(self, *, shown: bool = True) -> None:
        """The conversation says that the last words were shown, or cannot be."""
        told = NoticeShown(notice_id=self.outside.told[-1].id, shown=shown, gone=not shown)
        await self.ticket.signal(NOTICE_SHOWN, told)

    async def passes(self, seconds: float) -> None:
        await self.clock.skip(seconds)


@asynccontextmanager
async def room(env: WorkflowEnvironment, database_url: str) -> AsyncIterator[Room]:
    await migrate(database_url, ("support",))
    database = Database(database_url)
    posts = PostgresStaffPosts(database)
    staffed = Staffed("support", STAFF, frozenset(), "en", posts, STAFF_WORDS)
    clock = Clock(env)
    await clock.look()
    desk_of = staff_desk(staffed=staffed, cases=StaffDesk(env.client), clock=clock.now)
    async with desk_of as desk:
        outside = Outside(desk.tg.world.changes.happen)
        shows = StaffActivities((desk.rooms,))
        async with (
            Worker(
                env.client,
                task_queue="steward",
                workflows=[TicketWorkflow],
                activities=[
                    outside.pass_to_customer,
                    outside.note_event,
                    outside.business_hours,
                ],
                workflow_runner=sandbox(),
            ),
            Worker(
                env.client,
                task_queue="steward.telegram",
                activities=[shows.post_to_staff, shows.remove_topic],
            ),
            Worker(
                env.client,
                task_queue="steward.telegram.files",
                activities=[outside.fetch_attachment],
            ),
        ):
            ticket = await env.client.start_workflow(
                TicketWorkflow.run, started(clock.now()), id=CASE, task_queue="steward"
            )
            try:
                yield Room(desk, outside, ticket, clock, posts)
            finally:
                with suppress(RPCError):  # it has ended
                    await ticket.terminate()
    await database.close()


@pytest.mark.shows("support 27")
async def test_one_claims_the_second_hears_whose_it_is_and_words_are_delivered(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        card = await it.see(f"🟠 {TICKET}")
        assert it.desk.chat.topics[it.thread].name == f"🟠 {TICKET} billing"
        for part in ("CUST-002 · enterprise", WORDS, "kb_002 Double charge (0.83)", "We refund"):
            assert part in card.text
        assert await it.press("Mia", card, "🙋 Claim") == "👌 It is yours"
        assert await it.press("Ben", card, "🙋 Claim") == "🙋 Mia has it"
        await it.until(lambda: "🙋 Mia has it" in it.desk.chat.messages[card.message_id].text)
        said = await it.write("Mia", "The second charge is cancelled.")
        held = await it.see("⏳ Mia")
        assert held.labels == ["↩️ Undo"]
        await it.passes(6)
        await it.until(lambda: it.outside.words)
        assert it.outside.words == ["The second charge is cancelled."]
        await it.delivered()
        await it.see("✅ Mia: delivered")
        await it.until(lambda: it.desk.chat.messages[said].reactions == ["👍"])


@pytest.mark.shows("support 28")
async def test_notes_never_reach_the_customer_and_others_can_take_over(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        await it.see(f"🟠 {TICKET}")
        await it.write("Mia", "// ask finance")
        await it.write("Mia", "We look into it.")
        await it.write("Ben", "I would refund.")
        note = await it.see("📝 Note by Ben; Mia has this ticket")
        assert await it.press("Ben", note, "🙋 Take over") == "👌 Done"
        await it.see("🙋 Ben took it over")
        await it.passes(10)
        await it.until(lambda: it.outside.words)
        assert it.outside.words == ["We look into it."]


@pytest.mark.shows("support 28")
async def test_what_is_undone_in_time_is_not_sent_and_an_edit_changes_what_was(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        await it.see(f"🟠 {TICKET}")
        await it.write("Mia", "30 EUR")
        held = await it.see("⏳ Mia")
        assert await it.press("Mia", held, "↩️ Undo") == "↩️ Not sent"
        await it.see("↩️ Mia: taken back, not sent")
        await it.passes(10)
        assert not it.outside.words
        said = await it.write("Mia", "13 EUR")
        await it.passes(6)
        await it.until(lambda: it.outside.words)
        first = it.outside.told[-1]
        it.desk.chat.edit(it.desk.chat.messages[said], "15 EUR")
        await it.desk.handle()
        await it.passes(10)
        await it.until(lambda: len(it.outside.words) > 1)
        assert it.outside.words == ["13 EUR", "15 EUR"]
        assert it.outside.told[-1].replaces == first.id


@pytest.mark.shows("support 28")
async def test_a_screenshot_of_the_customer_and_a_photo_for_them_pass_through(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        await it.see(f"🟠 {TICKET}")
        picture = Attachment(sha256=PICTURE, kind=MediaKind.IMAGE, mime_type="image/png")
        at = it.clock.now()
        shot = Ticketed(id="telegram:5:2", text="look here", at=at, attachment=picture)
        await it.ticket.signal("customer_said", CustomerSaid(message=shot))
        await it.see("💬 look here")
        await it.until(lambda: it.desk.chat.last().kind == "document")
        assert it.desk.chat.last().topic == it.thread
        it.desk.chat.photo(it.desk.mia, b"\x89PNG", "press this one", topic=it.thread)
        await it.desk.handle()
        await it.passes(6)
        await it.until(lambda: it.outside.words)
        assert it.outside.words == ["press this one"]
        assert [file.sha256 for file in it.outside.told[-1].files] == [PICTURE]


@pytest.mark.shows("support 27")
async def test_a_deleted_topic_comes_back_with_its_card_and_what_was_said(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        await it.see(f"🟠 {TICKET}")
        it.desk.chat.delete_topic(it.thread)
        at = it.clock.now()
        more = Ticketed(id="telegram:5:2", text="any news?", at=at)
        await it.ticket.signal("customer_said", CustomerSaid(message=more))
        card = await it.see(f"🟠 {TICKET}")
        assert card.topic == it.thread
        said = await it.see("💬 any news?")
        assert said.topic == it.thread
        assert len(it.desk.chat.topics) == 1


async def test_urgency_and_colleague_are_chosen_and_a_blocked_bot_is_told(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        card = await it.see(f"🟠 {TICKET}")
        await it.write("Ben", "// I know them")
        assert await it.press("Mia", card, "⚖️ Urgency") == "👇 Choose below"
        offered = await it.see("⚖️ Which urgency?")
        assert offered.labels == ["🔴 critical", "🟠 high", "🟡 medium", "🟢 low"]
        assert await it.press("Mia", offered, "🔴 critical") == "👌 Done"
        await it.see(f"🔴 {TICKET}")
        await it.until(lambda: it.desk.chat.topics[it.thread].name == f"🔴 {TICKET} billing")
        await it.press("Mia", card, "👥 Assign")
        colleagues = await it.see("🙋 Who shall have it?")
        assert await it.press("Mia", colleagues, "Ben") == "👌 Done"
        await it.see("🙋 Ben has it now, says Mia")
        said = await it.write("Ben", "Please update the app.")
        await it.passes(6)
        await it.until(lambda: it.outside.words)
        await it.delivered(shown=False)
        await it.see("⚠️ Ben: not delivered, the customer has blocked the bot")
        await it.until(lambda: it.desk.chat.messages[said].reactions == ["👎"])
        assert not it.desk.tg.calls_of("setMessageReaction", status=400)


async def test_a_closed_ticket_says_so_and_can_be_opened_again(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        card = await it.see(f"🟠 {TICKET}")
        await it.press("Mia", card, "🙋 Claim")
        assert await it.press("Mia", card, "🔒 Close") == "👌 Done"
        await it.see("🔒 Mia closed it")
        await it.until(lambda: it.desk.chat.topics[it.thread].name == f"✅ {TICKET} billing")
        late = await it.write("Ben", "Wait!")
        told = await it.see("🔒 This ticket is closed")
        assert told.reply_to == late
        shown = it.desk.chat.messages[card.message_id].shown
        await it.until(lambda: shown().labels == ["🔁 Open again"])
        assert await it.press("Ben", shown(), "🔁 Open again") == "👌 Done"
        await it.see("🔁 Ben opened it again")
        assert not it.outside.words


@pytest.mark.shows("support data")
async def test_an_erasure_takes_the_topic_and_all_that_is_known_of_it(
    skipping: WorkflowEnvironment, database_url: str
) -> None:
    async with room(skipping, database_url) as it:
        await it.see(f"🟠 {TICKET}")
        await settled(it.ticket)
        await it.ticket.signal("erase", "deleted")
        with skipping.auto_time_skipping_disabled():
            await it.ticket.result()
        assert not it.desk.chat.topics
        assert not [shown for shown in it.desk.chat.shown if TICKET in shown.text]
        assert not await it.posts.of(CASE)
        await it.desk.handle()
        it.desk.chat.say(it.desk.mia, "and this one?", topic=9)
        await it.desk.handle()
        assert it.desk.texts[-1].startswith("🤷")
