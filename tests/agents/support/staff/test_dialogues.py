"""Staff at work on a real ticket: its workflow, the forum, what the customer is told."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.pool import Database
from agents.staffed import Staffed
from agents.support.activity_calls import CaseStart, IncidentFound
from agents.support.staffed import COMMANDS, list_tickets
from agents.support.store.posts import PostgresStaffPosts
from agents.support.tickets import KbResult, Ticketed, Urgency
from agents.support.words.staff import STAFF_WORDS
from bot.cases import StaffDesk
from bot.telegram.staff.activities import StaffActivities
from domain.activity_calls import STAFF_QUEUE
from domain.messages import Attachment, MediaKind
from domain.understanding import Person
from tests.agents.support.case.conftest import skipping
from tests.agents.support.case.office import Office, working
from tests.bot.telegram.staff.desk import PICTURE, STAFF, Desk, staff_desk
from tests.telegram.emulator import Shown
from tests.workflows.chat import Activities

__all__ = ["skipping"]

WORDS = "I was charged twice this month!"
CARD = "🟠 TKT-7K2M9Q4D"
TITLE = "I was charged twice this month · TKT-7K2M9Q4D billing"


@dataclass
class Clock:
    """The bot's clock goes as the server's, which is ahead by what was skipped."""

    env: WorkflowEnvironment
    ahead: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    async def look(self) -> None:
        self.ahead = await self.env.get_current_time() - datetime.now(UTC)


class Room(Office):
    """An office whose staff are in a chat of the forum kind."""

    def __init__(
        self, env: WorkflowEnvironment, desk: Desk, posts: PostgresStaffPosts, clock: Clock
    ) -> None:
        super().__init__(env)
        self.desk, self.posts, self.clock = desk, posts, clock
        self.rules = self.rules.model_copy(update={"return_after": timedelta(days=5)})

    @property
    def activities(self) -> Activities:
        shows = StaffActivities((self.desk.rooms,))
        return {**super().activities, STAFF_QUEUE: (shows.post_to_staff, shows.remove_topic)}

    async def start(self, *given: object) -> CaseStart:
        start = await super().start(*given)  # type: ignore[arg-type]
        found = {"kb_results": (KbResult(id="kb_002", title="Double charge", score=0.83),)}
        person = Person(user_id="customer")
        own = {"user_id": person.user_id, "person": person}
        return start.model_copy(update=own | {"state": start.state.model_copy(update=found)})

    @property
    def thread(self) -> int:
        return max(self.desk.chat.topics)

    @property
    def words(self) -> list[str]:
        """What staff said to the customer."""
        return [each.removeprefix("human_words: ") for each in self.told("human_words")]

    def _shown(self, start: str) -> Shown | None:
        return next((s for s in self.desk.chat.shown if s.text.startswith(start)), None)

    async def see(self, start: str) -> Shown:
        await self.until(lambda: self._shown(start))
        shown = self._shown(start)
        assert shown is not None
        return shown

    async def press(self, person: str, message: Shown, label: str) -> str:
        """The note that answers it."""
        who = {"Mia": self.desk.mia, "Ben": self.desk.ben}[person]
        press = self.desk.chat.press(who, message, label)
        await self.desk.handle()
        answer = self.desk.tg.press_answers[press]
        return (answer.text or "") if answer else ""

    async def write(self, person: str, text: str) -> int:
        who = {"Mia": self.desk.mia, "Ben": self.desk.ben}[person]
        message = self.desk.chat.say(who, text, topic=self.thread)
        await self.desk.handle()
        return message.message_id

    async def reacted(self, message: int, emoji: str) -> None:
        await self.until(lambda: self.desk.chat.messages[message].reactions == [emoji])

    async def named(self, topic: str) -> None:
        await self.until(lambda: self.desk.chat.topics[self.thread].name == topic)

    async def skip(self, time: timedelta = timedelta(seconds=6)) -> None:
        await super().skip(time)
        await self.clock.look()


@pytest.fixture
async def it(skipping: WorkflowEnvironment, database: Database) -> AsyncIterator[Room]:
    """With a ticket in it."""
    posts, clock = PostgresStaffPosts(database), Clock(skipping)
    lists = {"tickets": partial(list_tickets, database)}
    staffed = Staffed("support", STAFF, frozenset(), "en", posts, STAFF_WORDS, COMMANDS, lists)
    await clock.look()
    cases = StaffDesk(skipping.client)
    async with staff_desk(staffed=staffed, cases=cases, clock=clock.now) as desk:
        room = Room(skipping, desk, posts, clock)
        async with working(room):
            await room.open(WORDS, suggested="We refund the second charge.")
            yield room
            await room.end()


@pytest.mark.shows("support 27", "support 28")
async def test_one_claims_the_second_hears_whose_it_is_and_words_are_undone_delivered_edited(
    it: Room,
) -> None:
    card = await it.see(CARD)
    await it.named(f"🟠 {TITLE}")
    for part in (it.customer_id, "enterprise", WORDS, "kb_002 Double charge (0.83)", "We refund"):
        assert part in card.text
    assert await it.press("Mia", card, "🙋 Claim") == "👌 It is yours"
    assert await it.press("Ben", card, "🙋 Claim") == "🙋 Mia has it"
    await it.until(lambda: "🙋 Mia has it" in it.desk.chat.messages[card.message_id].text)
    await it.write("Mia", "30 EUR")
    held = await it.see("⏳ Mia")
    assert held.labels == ["↩️ Undo"]
    assert await it.press("Mia", held, "↩️ Undo") == "↩️ Not sent"
    await it.see("↩️ Mia: taken back, not sent")
    await it.skip()
    assert not it.words
    message = await it.write("Mia", "13 EUR")
    await it.skip()
    await it.see("✅ Mia: delivered")
    await it.reacted(message, "👍")
    it.desk.chat.edit(it.desk.chat.messages[message], "15 EUR")
    await it.desk.handle()
    await it.until(lambda: it.words == ["13 EUR", "15 EUR"])
    first, second = (n for n in it.chat.values() if n.topic == "support.human_words")
    assert second.replaces == first.id


@pytest.mark.shows("support 30")
async def test_a_ticket_is_merged_by_a_command_in_its_topic_which_says_where_to_go_on(
    it: Room,
) -> None:
    await it.see(CARD)
    await it.write("Mia", "/merge the other one")
    await it.see("🔗 Into which ticket?")
    it.merge_refused = "over"
    await it.write("Mia", "/merge TKT-00000002")
    await it.see("🔒 TKT-00000002 is over.")
    it.merge_refused = ""
    await it.write("Mia", "/merge@stewardbot TKT-00000002")
    await it.see("🔗 Mia merged it: it goes on in TKT-00000002")
    topic = min(it.desk.chat.topics)
    await it.until(lambda: it.desk.chat.topics[topic].name == f"✅ {TITLE}")
    it.desk.chat.say(it.desk.ben, "It is refunded.", topic=topic)
    await it.desk.handle()
    await it.see("🔗 This ticket goes on in TKT-00000002. Write there.")


async def test_staff_list_tickets_anywhere_in_the_chat(it: Room) -> None:
    await it.see(CARD)
    it.desk.chat.say(it.desk.mia, "/tickets late")
    await it.desk.handle()
    await it.see("🎫 No such tickets")
    await it.write("Mia", "/tickets")
    assert [shown.text for shown in it.desk.chat.shown].count("🎫 No such tickets") == 2
    assert not it.words


@pytest.mark.shows("support 31")
async def test_an_incident_is_offered_in_general_made_and_answered_by_a_command(it: Room) -> None:
    await it.settled()
    since = await it.time()
    it.same = IncidentFound(incident="INC-7K2M9Q4D", customers=5, since=since)
    it.ticket_id = "TKT-00000002"
    await it.open("charged twice", urgency=Urgency.LOW)
    offer = await it.see("🧩 5 customers have told of the same since")
    assert offer.text.endswith(": “charged twice” (TKT-00000002)")
    assert (offer.topic, offer.labels) == (None, ["🔗 Make it an incident", "No"])
    assert await it.press("Mia", offer, offer.labels[0]) == "🔗 Linked to incident INC-7K2M9Q4D"
    await it.until(
        lambda: "🔗 Mia made it an incident" in it.desk.chat.messages[offer.message_id].text
    )
    await it.skip()
    (offer,) = (shown for shown in it.desk.chat.shown if shown.message_id == offer.message_id)
    assert not offer.labels
    await it.see("🔗 Mia linked it to incident INC-7K2M9Q4D")
    await it.write("Ben", "/all It is refunded.")
    await it.see("⏳ Ben: goes out in 5 seconds")
    await it.skip()
    await it.see("✅ Ben: delivered")
    assert it.words == ["It is refunded."]


@pytest.mark.shows("support 28")
async def test_notes_stay_inside_others_take_over_and_choices_are_offered(it: Room) -> None:
    card = await it.see(CARD)
    await it.write("Mia", "// ask finance")
    await it.write("Mia", "We look into it.")
    await it.write("Ben", "I would refund.")
    note = await it.see("📝 Note by Ben; Mia has this ticket")
    assert await it.press("Ben", note, "🙋 Take over") == "👌 Done"
    await it.see("🙋 Ben took it over")
    await it.skip()
    assert it.words == ["We look into it."]
    assert await it.press("Mia", card, "⚖️ Urgency") == "👇 Choose below"
    offered = await it.see("⚖️ Which urgency?")
    assert offered.labels == ["🔴 critical", "🟠 high", "🟡 medium", "🟢 low"]
    assert await it.press("Mia", offered, "🔴 critical") == "👌 Done"
    await it.named(f"🔴 {TITLE}")
    await it.press("Ben", card, "👥 Assign")
    colleagues = await it.see("🙋 Who should take it?")
    assert await it.press("Ben", colleagues, "Mia") == "👌 Done"
    await it.see("🙋 Ben gave it to Mia")
    it.gone = True
    message = await it.write("Mia", "Please update the app.")
    await it.skip()
    await it.see("⚠️ Mia: not delivered, the customer has blocked the bot")
    await it.reacted(message, "👎")
    assert not it.desk.tg.calls_of("setMessageReaction", status=400)


@pytest.mark.shows("support 27", "support 28")
async def test_pictures_pass_through_and_a_deleted_topic_comes_back_with_what_was_said(
    it: Room,
) -> None:
    await it.see(CARD)
    shown = sha256(PICTURE).hexdigest()
    picture = Attachment(sha256=shown, kind=MediaKind.IMAGE, mime_type="image/png")
    shot = Ticketed(id="test:1:shot", text="look here", at=await it.time(), attachment=picture)
    await it.customer(message=shot)
    await it.see("💬 look here")
    await it.until(lambda: it.desk.chat.last().kind == "document")
    assert it.desk.chat.last().topic == it.thread
    it.desk.chat.photo(it.desk.mia, b"\x89PNG", "press this one", topic=it.thread)
    await it.desk.handle()
    await it.skip()
    assert it.words == ["press this one"]
    (notice,) = (n for n in it.chat.values() if n.topic == "support.human_words")
    assert [(file.name, file.sha256) for file in notice.files] == [("image.jpeg", "a" * 64)]
    it.desk.chat.delete_topic(it.thread)
    await it.customer("any news?")
    card = await it.see(CARD)
    assert card.topic == it.thread
    assert (await it.see("💬 any news?")).topic == it.thread
    assert len(it.desk.chat.topics) == 1


async def test_a_closed_ticket_says_so_and_can_be_opened_again(it: Room) -> None:
    card = await it.see(CARD)
    await it.press("Mia", card, "🙋 Claim")
    assert await it.press("Mia", card, "🔒 Close") == "👌 Done"
    await it.see("🔒 Mia closed it")
    await it.named(f"✅ {TITLE}")
    late = await it.write("Ben", "Wait!")
    told = await it.see("🔒 This ticket is closed")
    assert told.reply_to == late
    shown = it.desk.chat.messages[card.message_id].shown
    await it.until(lambda: shown().labels == ["🔁 Open again"])
    assert await it.press("Ben", shown(), "🔁 Open again") == "👌 Done"
    await it.see("🔁 Ben opened it again")
    assert not it.words


@pytest.mark.shows("support data")
async def test_an_erasure_takes_the_topic_and_all_that_is_known_of_it(it: Room) -> None:
    await it.see(CARD)
    await it.write("Mia", "on its way")
    await it.see("⏳ Mia")
    await it.settled()
    await it.handle.signal("erase", "deleted")
    await it.ended()
    assert not it.words
    assert not it.desk.chat.topics
    assert not [shown for shown in it.desk.chat.shown if it.ticket_id in shown.text]
    assert not await it.posts.of(it.id)
    await it.desk.handle()
    it.desk.chat.say(it.desk.mia, "and this one?", topic=9)
    await it.desk.handle()
    assert it.desk.texts[-1].startswith("🤷")
