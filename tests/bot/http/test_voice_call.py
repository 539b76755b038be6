"""Calls on the real log and the real server, beside the other ways into a conversation."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.postgres.stores import Stores
from bot.handover import TemporalUnreachableError
from bot.http.channel import HttpChannel
from bot.http.clients import COOKIE
from bot.http.contract import HungUp, ReplyView
from bot.http.voice.call import FRAMES
from bot.http.voice.flow import CallLimits
from bot.http.voice.frames import MAX_FRAME_BYTES
from bot.http.voice.rate_limit import SoundRateLimit
from domain.channel_events import Event, EventKind
from domain.errors import SpeechUnavailableError, StorageUnavailableError
from domain.replies import DeliveredReply
from domain.topics import GeneralAnswer
from tests.bot.http.house import ANN, KEY, OPEN, OTHER_KEY, bearer
from tests.bot.http.voice_fakes import CONFIG, UNHURRIED, Ear, Exchange, Mouth, said, sound
from tests.bot.samples import delivery, reply

SESSIONS = "/api/v1/chat/sessions"
ECHO = "you said {}"
PUBLIC = replace(OPEN, public_origin="https://steward.example")
LINES = replace(CONFIG, most_calls=9, back_within=timedelta(hours=1))
"""With room for all, however long a test takes."""
HOME, ELSEWHERE = "203.0.113.7", "198.51.100.9"
LONG = "here, and so many words behind it that nobody takes it for played meanwhile"


async def hung_up(exchange: Exchange) -> list[str]:
    ended = await exchange.events(EventKind.HANGUP)
    return [HungUp.model_validate(event.payload).reason for event in ended]


async def left(exchange: Exchange, number: int) -> None:
    """Waits until so many calls go on."""
    while len(exchange.calls._live) > number:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.01)


def visitor(name: str, address: str) -> dict[str, str]:
    """Somebody without a key, with a made-up cookie, as a proxy beside us passes them on."""
    return {"Cookie": f"{COOKIE}={name * 43}", "X-Forwarded-For": address}


async def never(_: float) -> None:
    """Pings nobody: phones of a test may wait."""
    await asyncio.Event().wait()


async def is_refused(exchange: Exchange, headers: dict[str, str]) -> bool:
    """Whether a new call finds that all lines are busy."""
    phone = await exchange.phone(headers)
    await phone.say("start")
    await phone.until("error", code="voice.busy")
    return await phone.closed() == 4029


async def show(exchange: Exchange, text: str) -> None:
    view = ReplyView(id=text, text=text)
    await exchange.stores.channel_events.add(exchange.session, EventKind.REPLY, view.id, view)


async def test_what_is_said_becomes_a_message_whose_answer_is_shown_and_spoken(
    exchange: Exchange,
) -> None:
    ear = Ear(["Lunch at Starbucks"])
    talk = await exchange.serve("It is saved. Anything else?", ear)
    phone = await exchange.phone()
    ready = await phone.start()
    assert ready["audio"] == {"encoding": "pcm_s16le", "rate": 16000, "channels": 1}
    assert (ready["speech_in"], ready["speech_out"], ready["vad"]) == (True, True, "loudness")
    await phone.speak(said())
    reply = await phone.until("reply", text="It is saved. Anything else?")
    await phone.until("mark", name=f"{reply['id']}/1")
    assert [(each.text, each.spoken) for each in talk.sent] == [("Lunch at Starbucks", True)]
    heard = ["speech_started", "speech_ended", "transcript", "reply"]
    assert [kind for kind in phone.kinds() if kind in heard] == heard
    assert phone.kinds().count("audio_start") == 2
    # 27 characters are 2.7 s at the mouth's rate, and at the caller's.
    assert abs(len(phone.sound) / 2 / 16_000 - 2.6) < 0.15
    assert 0.6 < ear.sounds[0].seconds < 1.4


async def test_typed_words_and_keys_are_messages_in_their_order(exchange: Exchange) -> None:
    ear = Ear(["spoken first"])
    ear.gate.clear()
    talk = await exchange.serve(ear=ear)
    phone = await exchange.call()
    await phone.speak(sound(0.3, 0) + sound(0.6))  # and nothing behind it, not even silence
    await phone.until("speech_ended")
    await phone.say("text", text="typed")
    await phone.say("dtmf", digits="0123#")
    ear.gate.set()
    messages = [("spoken first", True), ("typed", False), ("0123", False)]
    for text, _ in messages:
        await phone.until("transcript", text=text)
        await talk.handed(text)
    assert [(each.text, each.spoken) for each in talk.sent] == messages


async def test_barging_in_clears_what_is_played_and_notes_what_was_not_heard(
    exchange: Exchange,
) -> None:
    ear = Ear(["stop that"])
    ear.gate.clear()
    talk = await exchange.serve(f"One here. Two {LONG}. Three here.", ear)
    phone = await exchange.call(plays=False)
    await phone.say("text", text="tell me")
    reply = (await phone.until("reply"))["id"]
    await phone.until("mark", name=f"{reply}/2")
    await phone.say("mark", name=f"{reply}/0")
    await phone.speak(said())
    await phone.until("clear", reply_id=reply)
    await phone.until("state", state="interrupted")
    ear.gate.set()
    await phone.until("transcript", text="stop that")
    states = await exchange.events(EventKind.STATE)
    assert [event.payload for event in states if event.key == f"{reply}/unheard"] == [
        {
            "message_id": "",
            "state": "interrupted",
            "reply_id": reply,
            "heard": "One here.",
            "unheard": f"Two {LONG}. Three here.",
        }
    ]
    (told,) = talk.interruptions
    assert told.text.startswith("One here.")
    assert told.text.endswith("Three here.")
    assert told.heard == "One here."


async def test_without_a_voice_and_with_noise_only_the_words_go_on(exchange: Exchange) -> None:
    used_up = SpeechUnavailableError("budget", why="used_up")
    unclear = SpeechUnavailableError("mumbling", why="unclear")
    ear = Ear(["", "…", unclear, used_up, used_up, "now it works"])
    talk = await exchange.serve("Written.", ear, Mouth(mute=True))
    phone = await exchange.call()
    assert phone.seen[0]["speech_out"] is False
    for _ in range(3):
        await phone.speak(said())
    assert "can't hear you well" in str((await phone.until("reply"))["text"])
    for _ in range(2):  # why is shown each time, and said once
        await phone.speak(said())
        assert "after midnight" in str((await phone.until("error"))["message"])
    assert talk.sent == []
    await phone.speak(said())
    await phone.until("reply", text="Written.")
    replies = [str(each["text"]) for each in phone.seen if each["type"] == "reply"]
    assert len(replies) == 3
    assert "after midnight" in replies[1]
    assert phone.sound == b""


async def test_a_language_that_nothing_hears_is_told_once_and_keys_go_on(
    exchange: Exchange,
) -> None:
    await exchange.serve()
    phone = await exchange.phone()
    assert (await phone.start(language="de"))["speech_in"] is False
    await phone.until("reply")
    await phone.speak(said())
    await phone.say("dtmf", digits="42#")
    await phone.until("transcript", text="42")
    assert "speech_started" not in phone.kinds()


@pytest.mark.shows("http 20")
async def test_a_number_that_was_heard_is_read_back_and_what_was_not_handed_over_is_said(
    exchange: Exchange,
) -> None:
    ear, few = Ear(["My number is 555-1234.", "too much", "hello"]), replace(CONFIG, per_minute=1)
    talk = await exchange.serve("And your name?", ear, config=few)
    phone = await exchange.call()
    await phone.speak(said())
    await phone.until("reply", text="I heard 5 5 5 1 2 3 4.")
    await phone.until("reply", text="And your name?")
    await phone.speak(said())
    await phone.until("error", code="rate_limited")
    assert "say it again" in str((await phone.until("reply"))["text"])
    talk.down = TemporalUnreachableError("away")
    other = await exchange.phone(bearer(user="bob"))
    await other.start()
    await other.speak(said())
    await other.until("error", code="temporal.unreachable")
    assert "say it again" in str((await other.until("reply"))["text"])


async def test_a_silent_call_says_goodbye_before_it_hangs_up(exchange: Exchange) -> None:
    quick = replace(CONFIG, limits=CallLimits(silence=timedelta(milliseconds=60)))
    talk = await exchange.serve(config=quick)
    phone = await exchange.call()
    await phone.until("hangup", reason="silence")
    texts = [told["text"] for told in phone.seen if told["type"] == "reply"]
    assert texts[0] == "Are you still there?"
    assert len(texts) == 2
    assert phone.kinds()[-2:] == ["mark", "hangup"]
    assert await phone.closed() == 1000
    assert await hung_up(exchange) == talk.gone == ["silence"]


@pytest.mark.shows("http 20")
async def test_a_call_that_the_conversation_ends_plays_its_goodbye_first(
    exchange: Exchange,
) -> None:
    talk = await exchange.serve()
    phone = await exchange.call(plays=False)
    await show(exchange, "Goodbye.")
    ended = HungUp(call_id="x", reason="completed", hangup_status="ok")
    log = exchange.stores.channel_events
    await log.add(exchange.session, EventKind.HANGUP, "x/hangup", ended)
    mark = await phone.until("mark")
    assert "hangup" not in phone.kinds()
    await phone.say("mark", name=mark["name"])
    await phone.until("hangup", reason="completed", hangup_status="ok")
    assert await phone.closed() == 1000
    assert (await hung_up(exchange), talk.gone) == (["completed"], [])


@pytest.mark.shows("calls A14, A15")
async def test_a_goodbye_is_shown_when_it_was_played_or_broken_off_and_then_the_call_ends(
    exchange: Exchange, stores: Stores
) -> None:
    ear = Ear(["wait"])
    ear.gate.clear()
    talk = await exchange.serve(ear=ear)
    phone = await exchange.call(plays=False)
    channel = HttpChannel(stores.channel_events, exchange.http.hub, lambda: datetime.now(UTC))

    def shown(name: str, **parts: object) -> asyncio.Task[DeliveredReply]:
        words = GeneralAnswer(text=f"{name}, {LONG}.")
        said = reply(words, **parts).model_copy(update={"id": name})
        one = delivery(said, channel="http", chat_id=exchange.session, user_id="http:shop:ann")
        return asyncio.create_task(channel.show(one, said))

    first = shown("first", heard_out=True)
    await phone.until("audio_end")
    await phone.speak(said())
    await phone.until("clear", reply_id="first")
    await phone.until("speech_ended")
    assert not first.done()
    ear.gate.set()
    await first
    await phone.until("transcript", text="wait")
    await talk.handed("wait")
    second = shown("second", heard_out=True)
    mark = await phone.until("mark", name="second/0")
    assert not second.done()
    await phone.say("mark", name=mark["name"])
    await second
    spoken = phone.kinds().count("audio_start")
    await shown("over", hung_up="success")
    await phone.until("hangup", reason="completed", hangup_status="success")
    assert await phone.closed() == 1000
    assert phone.kinds().count("audio_start") == spoken
    assert talk.gone == []


@pytest.mark.shows("http 18")
async def test_a_call_is_ended_once_or_taken_over(exchange: Exchange) -> None:
    talk = await exchange.serve("Here.")
    first = await exchange.call()
    again = await exchange.phone()
    here = {"session_id": exchange.session}
    assert (await again.start(**here))["call_id"] == first.seen[0]["call_id"]
    assert await first.closed() == 4009
    await again.say("text", text="still me")
    await again.until("reply", text="Here.")
    await again.say("stop")
    await again.until("hangup", reason="caller")
    assert await again.closed() == 1000
    assert await hung_up(exchange) == talk.gone == ["caller"]
    # A key may come in the first frame, and an old hang-up ends no later call.
    second = await exchange.phone({"X-User-Id": "ann"})
    await second.start(token=KEY, after=0, **here)
    await second.say("text", text="again")
    await second.until("transcript", text="again")
    # Another process takes it over.
    await exchange.serve(ECHO)
    elsewhere = await exchange.phone()
    await elsewhere.start(**here)
    assert await second.closed() == 4009
    await elsewhere.say("text", text="still me")
    await elsewhere.until("reply", text="you said still me")


@pytest.mark.shows("http 18")
async def test_a_lost_call_comes_back_with_what_it_missed(exchange: Exchange) -> None:
    ear = Ear(["said before the line broke"])
    ear.gate.clear()
    talk = await exchange.serve(ear=ear)
    phone = await exchange.call()
    await phone.speak(said())
    await phone.until("speech_ended")
    await phone.socket.close()
    ear.gate.set()
    back = await exchange.phone()
    again = await back.start(session_id=exchange.session, after=1)
    assert again["call_id"] == phone.seen[0]["call_id"]
    await back.until("transcript", text="said before the line broke")
    await show(exchange, "The answer.")
    await back.until("reply", text="The answer.")
    await back.socket.close()
    await left(exchange, 0)
    later = await (await exchange.phone()).start(session_id=exchange.session)
    assert later["call_id"] == again["call_id"]
    assert await hung_up(exchange) == talk.gone == []
    states = [event.key.rpartition("/")[2] for event in await exchange.events(EventKind.STATE)]
    assert sorted(states) == ["began"] * 3 + ["gone"] * 2


@pytest.mark.shows("http 18")
async def test_only_so_many_calls_go_on_at_once_of_all_of_a_key_and_of_a_person(
    exchange: Exchange,
) -> None:
    await exchange.serve(config=replace(CONFIG, most_calls=3))
    first = await exchange.call()
    assert await is_refused(exchange, ANN), "she has a call"
    lost = await exchange.call(headers=bearer(user="bob"))
    session = exchange.session
    cleo = bearer(user="cleo")
    assert await is_refused(exchange, cleo), "one line is for others than this key's people"
    await lost.say("text", text="before the line broke")
    await lost.socket.close()
    await left(exchange, 1)
    await exchange.call(headers=bearer(OTHER_KEY))
    dora = bearer(OTHER_KEY, "dora")
    assert await is_refused(exchange, dora), "the lost call keeps its line"
    await (await exchange.phone(bearer(user="bob"))).start(session_id=session)
    await first.say("stop")
    assert await first.closed() == 1000
    await exchange.call(headers=dora)


@pytest.mark.shows("http 18")
async def test_one_address_takes_two_lines_of_the_page_whatever_cookies_it_makes_up(
    exchange: Exchange,
) -> None:
    await exchange.serve(doors=PUBLIC, config=LINES, pause=never)
    first = await exchange.call(headers=visitor("a", HOME))
    await exchange.call(headers=visitor("b", HOME))
    assert await is_refused(exchange, visitor("c", HOME))
    await exchange.call(headers=visitor("d", ELSEWHERE))
    for user in ("ann", "bob", "cleo"):  # of a server at that address
        await exchange.call(headers={**bearer(user=user), "X-Forwarded-For": HOME})
    await first.say("stop")
    assert await first.closed() == 1000
    await left(exchange, 5)
    await exchange.call(headers=visitor("c", HOME))


async def test_a_lost_call_counts_to_the_address_that_it_came_from_last_until_its_person_calls_anew(
    exchange: Exchange,
) -> None:
    await exchange.serve(doors=PUBLIC, config=LINES, pause=never)
    await exchange.call(headers=visitor("a", HOME))
    lost = await exchange.call(headers=visitor("b", ELSEWHERE))
    await lost.say("text", text="on the way home")
    await lost.socket.close()
    await left(exchange, 1)
    back = await exchange.phone(visitor("b", HOME))
    await back.start(session_id=exchange.session)
    await exchange.call(headers=visitor("c", ELSEWHERE))
    await exchange.call(headers=visitor("d", ELSEWHERE))
    assert await is_refused(exchange, visitor("e", HOME))
    await back.socket.close()
    await left(exchange, 3)
    assert await is_refused(exchange, visitor("e", HOME)), "the lost call keeps its line"
    await exchange.call(headers=visitor("b", HOME))
    assert await is_refused(exchange, visitor("e", HOME))


async def test_visitors_on_this_machine_take_more_than_two_lines(exchange: Exchange) -> None:
    await exchange.serve(config=LINES, pause=never)
    for name in "abc":
        await exchange.call(headers=visitor(name, HOME))  # no proxy is known that could name it


@pytest.mark.shows("http 18")
@pytest.mark.parametrize("sent", ["nothing", "no sound", "sound", "text", "keys"])
async def test_a_lost_call_keeps_its_line_only_if_something_came_from_its_person(
    exchange: Exchange, sent: str
) -> None:
    # One of them for this key.
    await exchange.serve(config=replace(LINES, most_calls=2), pause=never)
    phone = await exchange.call()
    match sent:
        case "no sound":
            await phone.socket.send_bytes(b"")
            await phone.say("pong")
        case "sound":
            await phone.socket.send_bytes(sound(0.1))
        case "text":
            await phone.say("text", text="hello")
        case "keys":
            await phone.say("dtmf", digits="1")
    await phone.socket.close()
    await left(exchange, 0)
    kept = sent in {"sound", "text", "keys"}
    if kept:
        assert await is_refused(exchange, bearer(user="bob"))
    else:
        await exchange.call(headers=bearer(user="bob"))


@pytest.mark.shows("http 18")
async def test_sound_is_counted_by_person_whoever_calls_again(exchange: Exchange) -> None:
    now = [0.0]
    await exchange.serve(rate_limit=SoundRateLimit(clock=lambda: now[0]))
    for seconds, code in ((2, 1000), (2, 4029)):
        phone = await exchange.call()
        for _ in range(seconds):
            await phone.socket.send_bytes(sound(1.0, 0))
        await phone.say("stop")
        assert await phone.closed() == code
        await left(exchange, 0)
    now[0] += 600  # of silence: not all of it may come at once afterwards
    phone = await exchange.call()
    for _ in range(21):
        await phone.socket.send_bytes(sound(1.0, 0))
    assert await phone.closed() == 4029


@pytest.mark.shows("http 18")
async def test_what_is_recognised_has_a_measure_for_the_day(exchange: Exchange) -> None:
    ear = Ear(["one", "two"])
    talk = await exchange.serve(ECHO, ear=ear, rate_limit=UNHURRIED(seconds_a_day=1.5))
    phone = await exchange.call()
    await phone.speak(said())
    await phone.until("transcript", text="one")
    await talk.handed("one")
    await phone.speak(said())
    await phone.until("error", code="rate_limited")
    assert [message.text for message in talk.sent] == ["one"]


@pytest.mark.shows("http 18")
async def test_frames_without_end_close_the_call(exchange: Exchange) -> None:
    await exchange.serve()
    phone = await exchange.call()
    with suppress(ConnectionError):
        for _ in range(2 * FRAMES):
            await phone.say("pong")
    assert await phone.closed() == 4029


@pytest.mark.shows("http 18")
async def test_a_client_that_does_not_answer_is_closed(exchange: Exchange) -> None:
    times: asyncio.Queue[None] = asyncio.Queue()

    async def pause(seconds: float) -> None:
        assert seconds == 15
        await times.get()

    await exchange.serve(pause=pause)
    phone = await exchange.call()
    for _ in range(2):
        times.put_nowait(None)
        await phone.until("ping")
        await phone.say("pong")
        await phone.say("text", text="what comes behind the pong")
        await phone.until("transcript")
    times.put_nowait(None)
    await phone.until("ping")
    times.put_nowait(None)
    assert await phone.closed() == 4008


@pytest.mark.shows("http 18")
async def test_a_flood_and_nonsense_within_a_call_end_it(exchange: Exchange) -> None:
    await exchange.serve(rate_limit=SoundRateLimit())
    flooding, babbling = await exchange.call(), await exchange.call(headers=bearer(user="bob"))
    for _ in range(40):
        await flooding.socket.send_bytes(sound(1.0, 0))
    await babbling.say("dtmf", digits="12; DROP")
    assert await flooding.closed() == 4029
    assert await babbling.closed() == 1003


@pytest.mark.shows("http 18")
async def test_who_may_not_call_and_what_is_no_call_is_closed_with_its_reason(
    exchange: Exchange,
) -> None:
    talk = await exchange.serve()
    for headers, first, code in (
        ({}, '{"type": "start"}', 4001),
        ({}, '{"type": "start", "token": "wrong"}', 4001),
        ({"Origin": "https://evil.example"}, '{"type": "start"}', 1008),
        (ANN, '{"type": "start", "session_id": "another\'s"}', 4001),
        (ANN, '{"type": "start", "audio": {"rate": 44100}}', 1003),
        (ANN, '{"type": "text", "text": "too early"}', 1003),
        (ANN, f'{{"type": "start", "after": {2**63}}}', 1003),
        (ANN, "no JSON", 1003),
        (ANN, "[" * 50_000, 1003),
        (ANN, "x" * (MAX_FRAME_BYTES + 1), 1009),
        (ANN, None, 4008),
    ):
        if first is None:
            await exchange.serve(config=replace(CONFIG, start_within=timedelta(milliseconds=30)))
        phone = await exchange.phone(headers)
        if first is not None:
            await phone.socket.send_str(first)
        assert await phone.closed() == code, first
    assert talk.sent == []
    assert await exchange.stores.channel_events.latest("http:shop:ann") is None


async def test_a_server_that_ends_asks_to_come_back_and_a_database_that_is_away_is_told(
    exchange: Exchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = StorageUnavailableError("away")

    async def fail(*_: object) -> None:
        raise away

    await exchange.serve()
    phone = await exchange.call()
    await exchange.calls.end_all()
    assert await phone.closed() == 1001
    for failing in ("add", "open"):
        with monkeypatch.context() as patched:
            patched.setattr(exchange.stores.channel_events, failing, fail)
            again = await exchange.phone()
            await again.say("start")
            await again.until("error", code="storage.unavailable", retryable=True)
            assert await again.closed() == 1011


@pytest.mark.shows("http 19")
async def test_a_call_and_a_chat_are_one_conversation(exchange: Exchange) -> None:
    talk = await exchange.serve(ECHO, Ear(["what about the call"]))
    http = exchange.http
    session = await http.session()
    for stranger in (bearer(user="bob"), bearer(OTHER_KEY), {}):
        refused = await exchange.phone(stranger)
        await refused.say("start", session_id=session)
        assert await refused.closed() == 4001
    phone = await exchange.phone()
    await phone.start(session_id=session)
    await phone.speak(said())
    await phone.until("reply", text="you said what about the call")
    await phone.say("dtmf", digits="42#")
    await phone.until("reply", text="you said 42")
    await http.said("and typed beside it", session_id=session)
    await phone.until("transcript", text="and typed beside it")
    await phone.until("reply", text="you said and typed beside it")
    listed = await http.ask("GET", f"{SESSIONS}/{session}/messages", headers=ANN)
    spoken = [e["payload"]["spoken"] for e in listed.json["messages"] if e["kind"] == "transcript"]
    assert spoken == [False, True, False, False]
    assert [message.live for message in talk.sent] == [False, True, True, False]
    await http.ask("DELETE", f"{SESSIONS}/{session}", headers=ANN)
    await phone.until("hangup", reason="caller")
    assert await phone.closed() == 1000


async def test_somebody_who_is_erased_hears_the_last_words_before_the_call_ends(
    exchange: Exchange, stores: Stores
) -> None:
    await exchange.serve()
    phone = await exchange.call()
    await exchange.http.wire.begun.wait()
    while not exchange.http.hub.streams:  # noqa: ASYNC110 - nothing tells that it reads
        await asyncio.sleep(0.01)
    await stores.erasure.erase("http:shop:ann")
    gone = ReplyView(id="erased/r1", text="Everything is gone.")
    told = Event(kind=EventKind.REPLY, key=gone.id, payload=gone.model_dump(mode="json"))
    await stores.channel_events.tell(exchange.session, told)
    await phone.until("mark", name="erased/r1/0")
    await phone.until("hangup", reason="completed")
    assert await phone.closed() == 1000
    again = await exchange.phone()
    await again.say("start", session_id=exchange.session)
    assert await again.closed() == 4001
