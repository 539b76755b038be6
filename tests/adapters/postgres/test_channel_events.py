"""Sessions and what is shown in them: in order, once, and gone with the person."""

import asyncio
from datetime import timedelta

import pytest

from adapters.postgres.stores import Stores
from domain.channel_events import ChannelSession, Event, EventKind, News
from domain.conversation import conversation_id
from domain.errors import NotFoundError
from domain.sessions import session_for
from tests.adapters.postgres.requests import say
from tests.adapters.postgres.test_erasure import count
from tests.adapters.postgres.test_retention import aged

ANN = "http:page:" + "a" * 32
BOB = "http:shop:bob@example.com"


def session(user_id: str = ANN, number: int = 1) -> ChannelSession:
    chat = session_for(user_id, number.to_bytes(8, "big"))
    return ChannelSession(session_id=chat, user_id=user_id, locale="en_MY", timezone="UTC")


MINE = session()
KEY = MINE.session_id


def said(message_id: str, text: str = "lunch 12") -> Event:
    return Event(kind=EventKind.TRANSCRIPT, key=message_id, payload={"text": text})


@pytest.fixture
async def opened(stores: Stores) -> Stores:
    await stores.channel_events.open(MINE)
    return stores


async def texts(stores: Stores, session_id: str = KEY, after: int = 0) -> list[str]:
    events = await stores.channel_events.read(session_id, after, 1_000)
    return [f"{event.seq} {event.key}" for event in events]


async def test_a_session_is_found_as_it_was_opened_first_and_the_latest_had_the_last_event(
    opened: Stores,
) -> None:
    log, second = opened.channel_events, session(number=2)
    await log.open(MINE.model_copy(update={"user_id": BOB}))
    assert await log.find(KEY) == MINE
    assert await log.find(session(BOB).session_id) is None
    await log.open(second)
    assert await log.latest(ANN) == second
    await log.add(KEY, EventKind.REPLY, "r1", {"text": "hi"})
    assert await log.latest(ANN) == MINE
    assert await log.latest(BOB) is None


async def test_sessions_are_listed_by_their_last_words_however_late_something_is_settled(
    opened: Stores,
) -> None:
    log, second = opened.channel_events, session(number=2)
    await log.open(second)
    for chat in (MINE, second):
        heard = {"text": f"lunch {chat.session_id}", "files": []}
        await log.hear(chat, said("m1").model_copy(update={"payload": heard}), {})
        await log.add(chat.session_id, EventKind.REPLY, "r1", {"text": "hi"})
    await log.add(KEY, EventKind.STATE, "m1/settled", {})
    assert [one.session_id for one in await log.summaries(ANN, 9)] == [second.session_id, KEY]


@pytest.mark.shows("http 1")
async def test_fifty_writers_leave_no_gap_and_what_was_read_has_nothing_before_it_any_more(
    opened: Stores, database_url: str
) -> None:
    other = Stores.connect(database_url, ())
    seen: list[int] = []

    async def reader() -> None:
        while len(seen) < 50:
            after = seen[-1] if seen else 0
            seen.extend(e.seq for e in await other.channel_events.read(KEY, after, 7))

    writers = (opened, other)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(reader())
        for number in range(50):
            log = writers[number % 2].channel_events
            tasks.create_task(log.add(KEY, EventKind.REPLY, f"r{number}", {"text": "hi"}))
    await other.close()
    assert seen == list(range(1, 51))


async def test_the_same_key_is_one_event_and_the_first_one_counts(opened: Stores) -> None:
    log = opened.channel_events
    results = await asyncio.gather(
        *(log.add(KEY, EventKind.REPLY, "r1", {"text": str(n)}) for n in range(8))
    )
    assert sorted(again for _, again in results) == [False] + [True] * 7
    assert len({event.model_dump_json() for event, _ in results}) == 1
    assert await texts(opened) == ["1 r1"]


@pytest.mark.shows("http 3")
async def test_what_nobody_handed_over_is_found_until_somebody_did(opened: Stores) -> None:
    log = opened.channel_events
    event, again, handing = await log.hear(MINE, said("m1"), {"text": "lunch 12"})
    assert (event.seq, again, handing) == (1, False, True)
    assert await log.left_behind(timedelta(hours=1)) == (), "whoever wrote it may be at it"
    assert await log.left_behind(timedelta()) == ((MINE, event, {"text": "lunch 12"}),)
    both = await asyncio.gather(*(log.hear(MINE, said("m1"), {}) for _ in range(2)))
    assert both == [(event, True, True)] * 2
    await log.handed_over(KEY, "m1")
    assert await log.left_behind(timedelta()) == ()
    assert await log.hear(MINE, said("m1"), {}) == (event, True, False)
    assert [await log.heard_lately(who, 60) for who in (ANN, BOB)] == [1, 0]
    assert await log.heard_lately(ANN, 0) == 0


@pytest.mark.shows("http 3")
async def test_what_was_handed_over_counts_whatever_an_earlier_try_notes(opened: Stores) -> None:
    log = opened.channel_events
    for key, late in (("m1", False), ("m2", True)):
        await log.hear(MINE, said(key), {})
        notes = [log.refused, log.handed_over]
        for note in reversed(notes) if late else notes:
            await note(KEY, key)
    assert await texts(opened) == ["1 m1", "2 m2"]


@pytest.mark.shows("http 3")
async def test_what_was_refused_is_not_there_until_it_is_sent_again(opened: Stores) -> None:
    log = opened.channel_events
    await log.hear(MINE, said("m1"), {})
    await log.refused(KEY, "m1")
    await log.add(KEY, EventKind.REPLY, "r1", {"text": "it was done all the same"})
    assert await texts(opened) == ["2 r1"]
    assert await log.unsettled(KEY) == ()
    assert await log.newest(KEY, 9, frozenset({EventKind.TRANSCRIPT})) == ()
    assert await log.left_behind(timedelta()) == ()
    assert await log.heard_lately(ANN, 60) == 0
    event, again, handing = await log.hear(MINE, said("m1"), {})
    assert (event.seq, again, handing) == (1, True, True), "before what answers it"
    assert await texts(opened) == ["1 m1", "2 r1"]


async def test_kinds_can_be_chosen_and_those_of_a_newer_version_left_out(opened: Stores) -> None:
    log = opened.channel_events
    await log.add(KEY, EventKind.REPLY, "r1", {"text": "hi"})
    await log.add(KEY, EventKind.STATE, "m1/settled", {"state": "idle"})
    async with opened.database.connection() as connection:
        await connection.execute("UPDATE channel_events SET kind = 'dance' WHERE seq = 1")
    await log.add(KEY, EventKind.REPLY, "r2", {"text": "yes\x00"})
    assert await texts(opened) == ["2 m1/settled", "3 r2"]
    replies = await log.read(KEY, 0, 10, kinds=frozenset({EventKind.REPLY}))
    assert [event.payload for event in replies] == [{"text": "yes\ufffd"}]


@pytest.mark.shows("http 6")
async def test_an_erased_person_has_no_session_event_or_conversation_left(opened: Stores) -> None:
    log, theirs = opened.channel_events, session(BOB)
    await log.open(theirs)
    for one in (MINE, theirs):
        await log.hear(one, said("m1", "durian pancake"), {})
    await say(opened, "r1", conversation_id("http", KEY), ANN)
    unanswered = session(number=2)
    await log.open(unanswered)
    assert await opened.erasure.conversations_of(ANN) == tuple(
        sorted(conversation_id("http", one.session_id) for one in (MINE, unanswered))
    )

    async with log.listening() as news:
        await opened.erasure.erase(ANN)
        gone = {(await anext(news)).session_id for _ in range(2)}

    assert gone == {KEY, unanswered.session_id}
    assert await log.find(KEY) is None
    assert await texts(opened) == []
    assert await count(opened, "conversations") == 0
    with pytest.raises(NotFoundError):
        await log.hear(MINE, said("m2"), {})
    with pytest.raises(NotFoundError):
        await log.add(KEY, EventKind.REPLY, "r9", {"text": "hi"})
    assert await texts(opened, theirs.session_id) == ["1 m1"]
    exported = await opened.export.of_person(BOB)
    assert exported["channel_events"][0]["payload"] == {"text": "durian pancake"}
    assert [row["user_id"] for row in exported["channel_sessions"]] == [BOB]


@pytest.mark.shows("http 6")
async def test_old_events_go_and_sessions_of_which_nothing_is_left(opened: Stores) -> None:
    log, talked, fresh = opened.channel_events, session(BOB), session(BOB, 2)
    await log.open(talked)
    for one in (MINE, talked):
        await log.hear(one, said("m1"), {})
    await say(opened, "r1", conversation_id("http", talked.session_id), BOB)
    await aged(opened, "channel_events", "at")
    await aged(opened, "channel_sessions", "created_at")
    await log.open(fresh)
    purged = await opened.purge(timedelta(days=30))
    assert purged.counts == {"messages": 1, "events": 2, "sessions": 1}
    left = [await log.find(one.session_id) for one in (MINE, talked, fresh)]
    assert left == [None, talked, fresh]
    event, *_ = await log.hear(talked, said("m2"), {})
    assert event.seq == 2  # a reader that had read the first one goes on


async def test_news_reaches_other_processes_unkept(opened: Stores, database_url: str) -> None:
    other = Stores.connect(database_url, ())
    told = Event(kind=EventKind.REPLY, key="r1", payload={"text": "Alles gelöscht"})
    async with other.channel_events.listening() as news:
        async with opened.database.connection() as connection:
            await connection.execute("NOTIFY channel_events, 'from nobody we know'")
        await opened.channel_events.tell(KEY, told)
        assert await anext(news) == News(session_id=KEY, told=told)
    await other.close()
    assert await count(opened, "channel_events") == 0
