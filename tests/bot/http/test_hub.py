"""Streams on the real log: every event once to each reader, whatever happens in between."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.stores import Stores
from bot.http.contract import ChannelSession, Event, EventKind, SlowReaderError
from bot.http.hub import MAX_BEHIND, PAGE, EventHub
from domain.sessions import session_for
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
        self.hub = EventHub(self.log, self.log, **hub)

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


async def test_what_one_process_shows_reaches_a_reader_of_another(start: Start) -> None:
    here, there = await start(quiet=NEVER), await start(quiet=NEVER)
    for number in range(1, PAGE + 2):
        await there.say(number)
    async with here.hub.reading(KEY, 0) as events:
        assert await taken(events, PAGE + 1) == keys(1, PAGE + 1)
        for number, process in ((PAGE + 2, there), (PAGE + 3, here)):
            await process.say(number)
            assert await taken(events, 1) == [f"r{number}"]
        assert here.hub.streams == 1
    assert here.hub.streams == 0


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


async def test_a_reader_that_gave_up_waiting_misses_nothing(start: Start) -> None:
    one = await start()
    await one.say(1)
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
    here, there = await start(), await start()
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
        await there.say(2)
        assert await taken(events, 1) == ["r2"]


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
