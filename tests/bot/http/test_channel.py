"""What is shown over HTTP is an event of its session on the real log: once to each reader."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from agents.expenses.replies import SavedTogether
from bot.buttons import Ends, ends
from bot.http.channel import HttpChannel
from bot.http.contract import HungUp, ReplyView, SlowReaderError
from bot.http.hub import MAX_BEHIND, PAGE, EventHub
from domain.channel_events import ChannelSession, Event, EventKind
from domain.conversation import conversation_id
from domain.errors import RecipientGoneError, UnknownTopicError
from domain.replies import Delivery, File, Reply
from domain.sessions import session_for
from domain.topics import Erased, GeneralAnswer, PressAction
from tests.bot import samples
from tests.bot.http.house import OwnWire
from tests.bot.samples import NOW, choice, reply
from tests.conftest import Server

ANN = "http:page:" + "a" * 32
KEY = session_for(ANN, b"8 bytes!")
MINE = ChannelSession(session_id=KEY, user_id=ANN, locale="en_MY", timezone="UTC")
AT_ONCE, NEVER = timedelta(0), timedelta(days=1)


class Process:
    """One process of the channel: a pool and a hub of its own."""

    def __init__(self, url: str, **hub: timedelta) -> None:
        self.stores = Stores.connect(url, ())
        self.log = self.stores.channel_events
        self.wire = OwnWire(self.log)
        self.hub = EventHub(self.log, self.wire, **hub)

    async def say(self, number: int, text: str = "hi") -> None:
        await self.log.add(KEY, EventKind.REPLY, f"r{number}", {"text": text})


@asynccontextmanager
async def process(url: str, **hub: timedelta) -> AsyncIterator[Process]:
    """Runs until the block is left."""
    one = Process(url, **hub)
    listening = asyncio.create_task(one.hub.run())
    try:
        yield one
        assert not listening.done()
    finally:
        listening.cancel()
        await asyncio.wait([listening])
        await one.stores.close()


Start = Callable[..., Awaitable[Process]]


@pytest.fixture
async def start(database_url: str) -> AsyncIterator[Start]:
    """Starts processes on one database in which the session is open."""
    async with AsyncExitStack() as stack:

        async def started(**hub: timedelta) -> Process:
            one = await stack.enter_async_context(process(database_url, **hub))
            await one.log.open(MINE)
            await one.wire.begun.wait()
            return one

        yield started


async def taken(events: AsyncIterator[Event | None], count: int) -> list[str]:
    """The next so many events; that nothing came for a while is no event."""
    found: list[str] = []
    while len(found) < count:
        event = await anext(events)
        if event is not None:
            found.append(event.key)
    return found


def keys(first: int, last: int) -> list[str]:
    return [f"r{number}" for number in range(first, last + 1)]


@pytest.mark.shows("http 1")
async def test_readers_that_break_off_and_come_back_anywhere_see_each_event_once(
    start: Start,
) -> None:
    processes = [await start() for _ in range(3)]
    total = 2 * PAGE + 10

    async def write(own: Process, share: int) -> None:
        for number in range(share, total, 3):
            await own.say(number)

    async def read(number: int) -> list[int]:
        seen: list[int] = []
        while len(seen) < total:
            hub = processes[(number + len(seen)) % 3].hub
            async with hub.reading(KEY, seen[-1] if seen else 0) as events:
                for _ in range(10 + 17 * number):
                    event = await anext(events)
                    seen += [event.seq] if event is not None else []
                    if len(seen) == total:
                        break
        return seen

    async with asyncio.TaskGroup() as tasks:
        readers = [tasks.create_task(read(number)) for number in range(5)]
        for share, own in enumerate(processes):
            tasks.create_task(write(own, share))
    assert all(reader.result() == list(range(1, total + 1)) for reader in readers)


async def test_a_reader_is_told_that_it_is_still_served_when_nothing_comes(start: Start) -> None:
    one = await start(quiet=AT_ONCE)
    async with one.hub.reading(KEY, 0) as events:
        assert await anext(events) is None
        await one.say(1)
        assert await taken(events, 1) == ["r1"]
    # One that gave up waiting misses nothing.
    deaf = EventHub(one.log, one.log, quiet=NEVER)
    async with deaf.reading(KEY, 0) as events:
        gives_up = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)  # it has asked the log, which has not answered yet
        gives_up.cancel()
        await asyncio.wait([gives_up])
        assert await taken(events, 1) == ["r1"]


@pytest.mark.shows("http 5")
async def test_a_reader_that_takes_nothing_in_is_let_go_and_can_resume(start: Start) -> None:
    one = await start()
    taking_in = asyncio.create_task(_first_alone(one.hub))
    said = 0
    while not taking_in.done():  # what is said before the hub listens is not news
        said += 1
        await one.say(said, "x" * (MAX_BEHIND // 4))
    with pytest.raises(SlowReaderError):
        await taking_in
    async with one.hub.reading(KEY, 1) as events:
        assert await taken(events, said - 1) == keys(2, said)


async def _first_alone(hub: EventHub) -> None:
    """Reads as a connection that takes nothing more after the first event."""
    async with hub.reading(KEY, 0) as events:
        await taken(events, 1)
        await asyncio.Event().wait()


@pytest.mark.shows("http 6")
async def test_a_stream_ends_with_the_words_that_tell_of_the_erasure(start: Start) -> None:
    here, there = await start(quiet=NEVER), await start()
    told = Event(kind=EventKind.REPLY, key="erased/r1", payload={"text": "Everything is gone."})
    async with here.hub.reading(KEY, 0) as events:
        await here.say(1)
        assert await taken(events, 1) == ["r1"]
        reading = asyncio.ensure_future(anext(events))
        await there.stores.erasure.erase(ANN)
        for _ in range(2):  # an activity may be repeated
            await there.log.tell(KEY, told)
        assert await reading == told
        with pytest.raises(StopAsyncIteration):
            await anext(events)


async def test_a_stream_ends_also_when_nothing_is_told_of_the_erasure(start: Start) -> None:
    one = await start(last_words=AT_ONCE)
    async with one.hub.reading(KEY, 0) as events:
        await one.say(1)
        assert await taken(events, 1) == ["r1"]
        await one.stores.erasure.erase(ANN)
        assert [event async for event in events] == []


@pytest.mark.shows("http 4")
async def test_a_broken_connection_loses_no_event(start: Start) -> None:
    here, there = await start(quiet=NEVER), await start(quiet=NEVER)
    async with here.hub.reading(KEY, 0) as events:
        await there.say(1)
        assert await taken(events, 1) == ["r1"]
        async with there.stores.database.connection() as connection:
            await connection.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
        for number, process in ((2, there), (3, here)):
            await process.say(number)
            assert await taken(events, 1) == [f"r{number}"]
        assert here.hub.streams == 1
    assert here.hub.streams == 0


@pytest.mark.shows("http 4")
async def test_an_outage_of_the_database_is_waited_for(own_server: Server) -> None:
    url = own_server.get_uri()
    await migrate(url)
    async with process(url, quiet=timedelta(milliseconds=50)) as one:
        await one.log.open(MINE)
        async with one.hub.reading(KEY, 0) as events:
            await one.say(1)
            assert await taken(events, 1) == ["r1"]
            await asyncio.to_thread(own_server.stop)
            for _ in range(3):
                assert await anext(events) is None  # the stream still lives
            await asyncio.to_thread(own_server.ensure_postgres_running)
            await one.say(2)
            assert await taken(events, 1) == ["r2"]


TASK = f"{conversation_id('http', KEY)}/expenses/1"
REPORT = File(sha256="ab" * 32, name="../March\n2026.csv", mime_type="text/csv")


def asked(text: str = "Is it lunch?", **parts: object) -> Reply:
    choices = (choice(PressAction.ANSWER, TASK, label="Lunch", value="lunch"),)
    return reply(GeneralAnswer(text=text), choices=choices, **parts)


def delivery(shown: Reply, *, recorded: bool = True, locale: str = "en_MY") -> Delivery:
    return samples.delivery(
        shown, channel="http", chat_id=KEY, user_id=ANN, recorded=recorded, locale=locale
    )


@pytest.fixture
async def channel(stores: Stores) -> HttpChannel:
    await stores.channel_events.open(
        ChannelSession(session_id=KEY, user_id=ANN, locale="en_MY", timezone="Asia/Kuala_Lumpur")
    )
    return HttpChannel(
        stores.channel_events,
        EventHub(stores.channel_events, stores.channel_events),
        lambda: NOW,
    )


async def views(channel: HttpChannel) -> list[ReplyView]:
    events = await channel.log.read(KEY, 0, 100, kinds=frozenset({EventKind.REPLY}))
    return [ReplyView.model_validate(event.payload) for event in events]


async def test_a_reply_comes_with_its_buttons_and_files(channel: HttpChannel) -> None:
    said = asked(files=(REPORT,), edits="earlier/r1")
    delivered = await channel.show(delivery(said), said)
    (view,) = await views(channel)
    assert (view.id, view.text, view.replaces) == (said.id, "Is it lunch?", "earlier/r1")
    (button,) = view.choices
    assert (button.label, button.action, button.subject) == ("Lunch", PressAction.ANSWER, TASK)
    assert (button.value, button.ends) == ("lunch", Ends.ALL)
    (file,) = view.files
    assert file.url == f"/api/v1/chat/sessions/{KEY}/files/{REPORT.sha256}"
    assert "\n" not in file.name
    assert (delivered.text, delivered.channel_ref) == (view.text, said.id)


def test_a_question_whether_to_pass_something_on_is_settled_by_either_button() -> None:
    assert {ends(action) for action in (PressAction.ENTER, PressAction.LEAVE)} == {Ends.ALL}


async def test_several_cards_come_as_blocks_each_with_its_own_buttons(channel: HttpChannel) -> None:
    undo = [choice(PressAction.UNDO, card.task_id) for card in (samples.CARD, samples.OTHER)]
    saved = SavedTogether(cards=(samples.CARD, samples.OTHER), opened=0)
    said = reply(saved, choices=(*undo, choice(PressAction.YES, "q1")), question="q1")
    await channel.show(delivery(said), said)
    plain = asked()
    await channel.show(delivery(plain), plain.model_copy(update={"id": "r2"}))
    view, single = await views(channel)
    lead, one, other = view.blocks[:3]
    assert view.text.startswith(lead.text)
    assert (one.number, one.title) == (1, "Kopi Corner · RM15.50")
    assert [each.label for each in one.choices] == ["Undo #1"]
    assert [each.label for each in other.choices] == ["Undo #10"]
    assert view.question == "q1"
    assert single.blocks == ()  # one paragraph is the text


@pytest.mark.shows("http 2")
async def test_a_reply_that_is_delivered_again_is_one_event_with_its_first_words(
    channel: HttpChannel,
) -> None:
    said = asked()
    again = asked("Is it dinner?").model_copy(update={"id": said.id})
    shown = [await channel.show(delivery(one), one) for one in (said, again)]
    assert [one.text for one in shown] == ["Is it lunch?"] * 2
    assert len(await views(channel)) == 1


@pytest.mark.shows("calls A14, A15")
async def test_that_a_call_is_over_is_told_once_behind_the_reply_that_says_so(
    channel: HttpChannel,
) -> None:
    goodbye = asked("Goodbye?", node="GOODBYE", heard_out=True)
    said = asked("It is over?", hung_up="success").model_copy(update={"id": "over/r1"})
    for one in (goodbye, said, said):
        await channel.show(delivery(one), one)  # nobody is on the line: nothing is waited for
    events = await channel.log.read(KEY, 0, 100)
    assert [event.kind for event in events] == [EventKind.REPLY, EventKind.REPLY, EventKind.HANGUP]
    assert (await views(channel))[0].node == "GOODBYE"
    ended = HungUp.model_validate(events[-1].payload)
    assert (ended.reason, ended.hangup_status) == ("completed", "success")


@pytest.mark.shows("http 2")
async def test_nothing_is_shown_in_a_session_that_is_gone_or_another_s(
    channel: HttpChannel, stores: Stores
) -> None:
    said = asked()
    theirs = delivery(said).model_copy(update={"user_id": "http:page:" + "b" * 32})
    with pytest.raises(RecipientGoneError):
        await channel.show(theirs, said)
    assert await views(channel) == []
    newer = Reply(id="r1", topic="weather.report")
    with pytest.raises(UnknownTopicError):  # a topic of a newer version is left to that
        await channel.show(delivery(newer), newer)
    await stores.erasure.erase(ANN)
    with pytest.raises(RecipientGoneError):
        await channel.show(delivery(said), said)
    # That everything was deleted is told, and kept nowhere.
    erased = reply(Erased(counts={"messages": 2}))
    async with stores.channel_events.listening() as news:
        delivered = await channel.show(delivery(erased, recorded=False, locale="de_DE"), erased)
        told = (await anext(news)).told
    assert told is not None
    assert ReplyView.model_validate(told.payload).text == delivered.text
    assert await views(channel) == []
