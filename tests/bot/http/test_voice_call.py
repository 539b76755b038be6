import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.http.contract import EventKind, HungUp, RequestRefused
from bot.http.voice.flow import CallLimits
from bot.http.voice.frames import MAX_FRAME_BYTES
from bot.http.voice.parts import VoiceParts
from domain.errors import SpeechUnavailableError, StorageUnavailableError
from tests.bot.http.voice_fakes import (
    CONFIG,
    KEY,
    Conversation,
    Ear,
    Mouth,
    Phone,
    said,
    served,
    sound,
    voice_of,
)

PATH = "/api/v1/voice/ws"
SERVER = {"Authorization": f"Bearer {KEY}", "X-User-Id": "ana"}


class Switchboard:
    """A server with one voice, and the phones that call it."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    async def serve(self, voice: VoiceParts) -> None:
        self.client, self.calls = await self._stack.enter_async_context(served(voice))

    async def call(self, voice: VoiceParts) -> Phone:
        """Serves it, and begins a call there."""
        await self.serve(voice)
        phone = await self.phone()
        await phone.start()
        return phone

    async def phone(self, headers: dict[str, str] | None = None) -> Phone:
        shown = SERVER if headers is None else headers
        return Phone(await self.client.ws_connect(PATH, headers=shown, max_msg_size=0))


@pytest.fixture
async def exchange() -> AsyncIterator[Switchboard]:
    async with AsyncExitStack() as stack:
        yield Switchboard(stack)


async def test_what_is_said_becomes_a_message_whose_answer_is_shown_and_spoken(
    exchange: Switchboard,
) -> None:
    talk = Conversation(answers=lambda _: ("It is saved. Anything else?",))
    ear = Ear(["Lunch at Starbucks"])
    await exchange.serve(voice_of(talk, ear))
    phone = await exchange.phone()
    ready = await phone.start()
    assert ready["audio"] == {"encoding": "pcm_s16le", "rate": 16000, "channels": 1}
    assert (ready["speech_in"], ready["speech_out"], ready["vad"]) == (True, True, "loudness")
    await phone.speak(said())
    reply = await phone.until("reply")
    await phone.until("mark", name="r1/1")
    assert reply["text"] == "It is saved. Anything else?"
    assert [(each.text, each.spoken) for each in talk.taken] == [("Lunch at Starbucks", True)]
    heard = ["speech_started", "speech_ended", "transcript", "reply"]
    assert [kind for kind in phone.kinds() if kind in heard] == heard
    assert phone.kinds().count("audio_start") == 2
    # 27 characters are 2.7 s at the mouth's rate, and at the caller's.
    assert abs(len(phone.sound) / 2 / 16_000 - 2.6) < 0.15
    assert 0.6 < ear.sounds[0].seconds < 1.4


async def test_typed_words_and_keys_are_messages_in_their_order(exchange: Switchboard) -> None:
    talk, ear = Conversation(), Ear(["spoken first"])
    ear.gate.clear()
    phone = await exchange.call(voice_of(talk, ear))
    await phone.speak(said())
    await phone.until("speech_ended")
    await phone.say("text", text="typed")
    await phone.say("dtmf", digits="0123#")
    ear.gate.set()
    for text in ("spoken first", "typed", "0123"):
        await phone.until("transcript", text=text)
    assert [(each.text, each.spoken) for each in talk.taken] == [
        ("spoken first", True),
        ("typed", False),
        ("0123", False),
    ]


LONG = "here, and so many words behind it that nobody takes it for played meanwhile"


async def test_barging_in_clears_what_is_played_and_notes_what_was_not_heard(
    exchange: Switchboard,
) -> None:
    talk = Conversation(answers=lambda _: (f"One here. Two {LONG}. Three here.",))
    await exchange.serve(voice_of(talk, Ear(["stop that"])))
    phone = await exchange.phone()
    phone.plays = False
    await phone.start()
    await phone.say("text", text="tell me")
    await phone.until("mark", name="r1/2")
    await phone.say("mark", name="r1/0")
    await phone.speak(said())
    await phone.until("clear", reply_id="r1")
    await phone.until("transcript", text="stop that")
    noted = [event for event in talk.kept(EventKind.STATE) if event.key == "r1/unheard"]
    assert [event.payload for event in noted] == [
        {
            "message_id": "",
            "state": "interrupted",
            "reply_id": "r1",
            "heard": "One here.",
            "unheard": f"Two {LONG}. Three here.",
        }
    ]
    (told,) = talk.interruptions
    assert told.text.startswith("One here.")
    assert told.text.endswith("Three here.")
    assert told.heard == "One here."


async def test_without_a_voice_and_with_noise_only_the_words_go_on(exchange: Switchboard) -> None:
    talk = Conversation(answers=lambda _: ("Written.",))
    used_up = SpeechUnavailableError("budget", why="used_up")
    unclear = SpeechUnavailableError("mumbling", why="unclear")
    ear = Ear(["", "…", unclear, used_up, used_up, "now it works"])
    phone = await exchange.call(voice_of(talk, ear, Mouth(mute=True)))
    assert phone.seen[0]["speech_out"] is False
    for _ in range(3):
        await phone.speak(said())
    assert "can't hear you well" in str((await phone.until("reply"))["text"])
    for _ in range(2):  # why is shown each time, and said once
        await phone.speak(said())
        assert "after midnight" in str((await phone.until("error"))["message"])
    assert talk.taken == []
    await phone.speak(said())
    await phone.until("reply", text="Written.")
    replies = [str(each["text"]) for each in phone.seen if each["type"] == "reply"]
    assert len(replies) == 3
    assert "after midnight" in replies[1]
    assert phone.sound == b""


async def test_a_language_that_nothing_hears_is_told_once_and_keys_go_on(
    exchange: Switchboard,
) -> None:
    talk = Conversation()
    await exchange.serve(voice_of(talk))
    phone = await exchange.phone()
    assert (await phone.start(language="de"))["speech_in"] is False
    await phone.until("reply")
    await phone.speak(said())
    await phone.say("dtmf", digits="42#")
    await phone.until("transcript", text="42")
    assert "speech_started" not in phone.kinds()


@pytest.mark.shows("http 20")
async def test_a_number_that_was_heard_is_read_back_with_the_next_reply(
    exchange: Switchboard,
) -> None:
    talk = Conversation(answers=lambda _: ("And your name?",))
    phone = await exchange.call(voice_of(talk, Ear(["My number is 555-1234."])))
    await phone.speak(said())
    await phone.until("reply", text="I heard 5 5 5 1 2 3 4.")
    await phone.until("reply", text="And your name?")


async def test_what_could_not_be_handed_over_is_said(exchange: Switchboard) -> None:
    talk = Conversation(refuse=RequestRefused(503, "temporal.unreachable", retryable=True))
    phone = await exchange.call(voice_of(talk, Ear(["hello"])))
    await phone.speak(said())
    assert (await phone.until("error"))["code"] == "temporal.unreachable"
    assert "say it again" in str((await phone.until("reply"))["text"])


async def test_a_silent_call_says_goodbye_before_it_hangs_up(exchange: Switchboard) -> None:
    talk = Conversation()
    quick = replace(CONFIG, limits=CallLimits(silence=timedelta(milliseconds=60)))
    phone = await exchange.call(voice_of(talk, config=quick))
    assert (await phone.until("hangup"))["reason"] == "silence"
    texts = [told["text"] for told in phone.seen if told["type"] == "reply"]
    assert texts[0] == "Are you still there?"
    assert len(texts) == 2
    assert phone.kinds()[-2:] == ["mark", "hangup"]
    assert await phone.closed() == 1000
    assert talk.hung_up() == talk.gone == ["silence"]


@pytest.mark.shows("http 20")
async def test_a_call_that_the_conversation_ends_plays_its_goodbye_first(
    exchange: Switchboard,
) -> None:
    talk = Conversation()
    await exchange.serve(voice_of(talk))
    phone = await exchange.phone()
    phone.plays = False
    await phone.start()
    await talk.reply("Goodbye.")
    ended = HungUp(call_id="x", reason="completed", hangup_status="ok")
    await talk.add("s1", EventKind.HANGUP, "x/hangup", ended)
    mark = await phone.until("mark")
    assert "hangup" not in phone.kinds()
    await phone.say("mark", name=mark["name"])
    hangup = await phone.until("hangup")
    assert (hangup["reason"], hangup["hangup_status"]) == ("completed", "ok")
    assert await phone.closed() == 1000
    assert len(talk.hung_up()) == 1
    assert talk.gone == []


@pytest.mark.shows("http 18")
async def test_a_call_is_ended_once_or_taken_over(exchange: Switchboard) -> None:
    talk = Conversation(answers=lambda _: ("Here.",))
    await exchange.serve(voice_of(talk))
    first, again = await exchange.phone(), await exchange.phone()
    ready = await first.start()
    assert (await again.start(session_id=ready["session_id"]))["call_id"] == ready["call_id"]
    assert await first.closed() == 4009
    await again.say("text", text="still me")
    await again.until("reply", text="Here.")
    await again.say("stop")
    await again.until("hangup", reason="caller")
    assert await again.closed() == 1000
    assert talk.hung_up() == talk.gone == ["caller"]
    # A key may come in the first frame, and an old hang-up ends no later call.
    second = await exchange.phone({})
    await second.start(token=KEY, session_id=ready["session_id"], after=0)
    await second.say("text", text="again")
    await second.until("transcript", text="again")
    # Another process takes it over.
    elsewhere = {"message_id": "", "state": "in_call", "call_id": "elsewhere"}
    await talk.add("s1", EventKind.STATE, "elsewhere/1/began", elsewhere)
    assert await second.closed() == 4009


@pytest.mark.shows("http 18")
async def test_a_lost_call_comes_back_with_what_it_missed(exchange: Switchboard) -> None:
    talk, ear = Conversation(), Ear(["said before the line broke"])
    ear.gate.clear()
    await exchange.serve(voice_of(talk, ear))
    phone = await exchange.phone()
    ready = await phone.start()
    known = len(talk.events)
    await phone.speak(said())
    await phone.until("speech_ended")
    await phone.socket.close()
    ear.gate.set()
    back = await exchange.phone()
    again = await back.start(session_id=ready["session_id"], after=known)
    assert again["call_id"] == ready["call_id"]
    await back.until("transcript", text="said before the line broke")
    await talk.reply("The answer.")
    await back.until("reply", text="The answer.")
    assert talk.hung_up() == talk.gone == []
    assert [e.key.rpartition("/")[2] for e in talk.kept(EventKind.STATE)] == [
        "began",
        "gone",
        "began",
    ]


@pytest.mark.shows("http 18")
async def test_only_so_many_calls_go_on_at_once(exchange: Switchboard) -> None:
    await exchange.serve(voice_of(Conversation(), config=replace(CONFIG, most_calls=1)))
    first, second = await exchange.phone(), await exchange.phone()
    await first.start()
    await second.say("start")
    assert (await second.until("error"))["code"] == "voice.busy"
    assert await second.closed() == 4029
    await first.say("stop")
    assert await first.closed() == 1000
    await (await exchange.phone()).start()


@pytest.mark.shows("http 18")
async def test_a_client_that_does_not_answer_is_closed(exchange: Switchboard) -> None:
    times: asyncio.Queue[None] = asyncio.Queue()

    async def pause(seconds: float) -> None:
        assert seconds == 15
        await times.get()

    phone = await exchange.call(voice_of(Conversation(), pause=pause))
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
async def test_a_flood_and_nonsense_within_a_call_end_it(exchange: Switchboard) -> None:
    await exchange.serve(voice_of(Conversation()))
    flooding, babbling = await exchange.phone(), await exchange.phone()
    await flooding.start()
    for _ in range(40):
        await flooding.socket.send_bytes(sound(1.0, 0))
    await babbling.start()
    await babbling.say("dtmf", digits="12; DROP")
    assert await flooding.closed() == 4029
    assert await babbling.closed() == 1003


@pytest.mark.shows("http 18")
@pytest.mark.parametrize(
    ("headers", "first", "code"),
    [
        ({}, '{"type": "start"}', 4001),
        ({}, '{"type": "start", "token": "wrong"}', 4001),
        ({"Origin": "https://evil.example"}, '{"type": "start"}', 1008),
        (SERVER, '{"type": "start", "session_id": "another\'s"}', 4001),
        (SERVER, '{"type": "start", "audio": {"rate": 44100}}', 1003),
        (SERVER, '{"type": "text", "text": "too early"}', 1003),
        (SERVER, "no JSON", 1003),
        (SERVER, "[" * 50_000, 1003),
        (SERVER, "x" * (MAX_FRAME_BYTES + 1), 1009),
        (SERVER, None, 4008),
    ],
)
async def test_who_may_not_call_and_what_is_no_call_is_closed_with_its_reason(
    exchange: Switchboard, headers: dict[str, str], first: str | None, code: int
) -> None:
    talk = Conversation()
    hurried = replace(CONFIG, start_within=timedelta(milliseconds=30))
    await exchange.serve(voice_of(talk, config=hurried if first is None else CONFIG))
    phone = await exchange.phone(headers)
    if first is not None:
        await phone.socket.send_str(first)
    assert await phone.closed() == code
    assert talk.events == []


async def test_a_database_that_is_away_is_told_and_a_server_that_ends_asks_to_come_back(
    exchange: Switchboard,
) -> None:
    talk = Conversation(down=StorageUnavailableError("away"))
    await exchange.serve(voice_of(talk))
    phone = await exchange.phone()
    await phone.say("start")
    error = await phone.until("error")
    assert (error["code"], error["retryable"]) == ("storage.unavailable", True)
    assert await phone.closed() == 1011
    talk.down = None
    again = await exchange.phone()
    await again.start()
    await exchange.calls.end_all()
    assert await again.closed() == 1001
