"""Calls by Twilio's Media Streams, with the carrier's side as its documentation has it."""

import asyncio
import base64
import json

import pytest

from adapters.postgres.stores import Stores
from adapters.speech import mulaw
from bot.http.telephone import messages
from bot.http.telephone.messages import (
    Dtmf,
    Media,
    StreamMark,
    StreamStart,
    StreamStop,
    parse_message,
)
from bot.http.telephone.stream import AHEAD, InOrder, SoundInTime
from bot.http.voice.frames import NotUnderstoodError
from domain.channel_events import EventKind
from tests.bot.http.telephone.exchange import at_8k, open_lines
from tests.bot.http.voice_fakes import Ear, Mouth, said, sound
from tests.local.waiting import eventually
from tests.telephone.carrier import Network

LONG = "and so many words behind it that nobody takes it for played meanwhile"


def media(number: int, at: int, piece: bytes) -> Media:
    payload = base64.b64encode(piece).decode()
    sent = {
        "event": "media",
        "sequenceNumber": str(number),
        "media": {
            "track": "inbound",
            "chunk": str(number),
            "timestamp": str(at),
            "payload": payload,
        },
        "streamSid": "MZ1",
    }
    parsed = parse_message(json.dumps(sent))
    assert isinstance(parsed, Media)
    return parsed


@pytest.mark.shows("telephone 1")
async def test_a_call_is_greeted_heard_and_answered_in_sound(stores: Stores) -> None:
    ear, mouth = Ear(["my sink leaks"]), Mouth()
    async with open_lines(stores, "A plumber comes.", ear, mouth) as one:
        call = await one.carrier.dial()
        await call.speak(at_8k(said()))
        await one.talk.handed("my sink leaks")
        await call.until(lambda _: "A plumber comes." in mouth.spoken)
        await call.until(lambda call: len(call.heard) > 8_000 * 4)
        await call.hang_up()
    assert mouth.spoken[0].startswith("Hello")
    assert [(each.text, each.spoken) for each in one.talk.sent] == [("my sink leaks", True)]
    assert one.talk.sent[0].sender_id == "telephone:+14155550199"
    assert 0.6 < ear.sounds[0].seconds < 1.4
    assert len(call.heard) % 160 == 0


@pytest.mark.shows("telephone 1")
async def test_jitter_and_loss_change_neither_the_order_nor_the_time_of_sound(
    stores: Stores,
) -> None:
    ear = Ear(["good", "bad"])
    async with open_lines(stores, "", ear) as one:
        for network in (Network(), Network(jitter=60, loss=0.02)):
            call = await one.carrier.dial(network=network)
            await call.speak(at_8k(said(1.5)))
            await one.talk.handed("bad" if network.loss else "good")
            await call.hang_up()
            await one.free()
    clean, worse = ear.sounds
    assert abs(clean.seconds - worse.seconds) < 0.1


@pytest.mark.shows("telephone 1")
async def test_keys_and_barging_in_reach_the_call_and_what_was_not_played_is_dropped(
    stores: Stores,
) -> None:
    async with open_lines(stores, f"One here. Two, {LONG}. Three here.") as one:
        call = await one.carrier.dial()
        await call.until(lambda call: call.sent.count("mark") > 0)
        call.plays = False
        await call.press("42#")
        await one.talk.handed("42")
        await call.until(lambda call: call.buffered > 1.5)
        await call.play(1.2)
        await call.press("7#")
        await call.until(lambda call: "clear" in call.sent)
        call.plays = True
        await one.talk.handed("7")

        async def noted() -> bool:
            states = await one.events(EventKind.STATE)
            return any(event.key.endswith("/unheard") for event in states)

        await eventually(noted)
        states = await one.events(EventKind.STATE)
    (told,) = (event.payload for event in states if event.key.endswith("/unheard"))
    assert isinstance(told, dict)
    assert (told["heard"], told["unheard"]) == ("One here.", f"Two, {LONG}. Three here.")
    assert [each.text for each in one.talk.sent] == ["42", "7"]


async def test_no_more_is_sent_than_some_seconds_before_it_is_played(stores: Stores) -> None:
    async with open_lines(stores, f"Well, {LONG}, {LONG}, {LONG}.") as one:
        call = await one.carrier.dial(plays=False)
        await call.until(lambda call: call.buffered > 0.5)
        await call.play()
        await call.press("1#")
        await one.talk.handed("1")
        await call.until(lambda call: call.buffered >= AHEAD)
        await call.until(lambda call: call.sent[-1] == "mark")
        assert call.buffered <= AHEAD + 1
        await call.play(2)
        await call.until(lambda call: call.buffered >= AHEAD)
        assert call.buffered <= AHEAD + 1


async def test_a_dead_stream_is_left_and_one_with_sound_is_not(stores: Stores) -> None:
    pings, paused = asyncio.Queue[None](), asyncio.Queue[None]()

    async def pause(_: float) -> None:
        paused.put_nowait(None)
        await pings.get()

    async with open_lines(stores, pause=pause) as one:
        call = await one.carrier.dial()
        await paused.get()
        for key in "123":
            pings.put_nowait(None)
            await paused.get()
            await call.speak(bytes(320))
            await call.press(f"{key}#")
            await one.talk.handed(key)
        pings.put_nowait(None)
        await paused.get()
        pings.put_nowait(None)
        await call.until(lambda call: bool(call.codes))
    assert call.codes[0] == 4008


def test_the_published_messages_are_understood() -> None:
    """Those of the page that ``messages`` names, with the sound that it leaves out cut off."""
    sid = "MZXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
    assert parse_message('{"event": "connected", "protocol": "Call", "version": "1.0.0"}')
    start = parse_message(
        """{"event": "start", "sequenceNumber": "1", "start": {
        "accountSid": "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "streamSid": "MZXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "callSid": "CAXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", "tracks": ["inbound"],
        "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1},
        "customParameters": {"FirstName": "Jane", "LastName": "Doe", "RemoteParty": "Bob"}},
        "streamSid": "MZXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"}"""
    )
    assert isinstance(start, StreamStart)
    assert (start.stream_sid, start.sequence_number) == (sid, 1)
    assert start.start.media_format == messages.MULAW
    assert start.start.custom_parameters["RemoteParty"] == "Bob"
    for track, chunk, payload in (("outbound", 1, "no+JhoaJjpz="), ("inbound", 2, "no+JhoaJjpzS")):
        heard = parse_message(
            f"""{{"event": "media", "sequenceNumber": "{chunk + 2}", "media": {{
            "track": "{track}", "chunk": "{chunk}", "timestamp": "5", "payload": "{payload}"}},
            "streamSid": "{sid}"}}"""
        )
        assert isinstance(heard, Media)
        assert (heard.media.track, heard.media.timestamp) == (track, 5)
    key = parse_message(
        f"""{{"event": "dtmf", "streamSid": "{sid}", "sequenceNumber": "5",
        "dtmf": {{"track": "inbound_track", "digit": "1"}}}}"""
    )
    assert isinstance(key, Dtmf)
    assert key.dtmf.digit == "1"
    mark = parse_message(
        f"""{{"event": "mark", "sequenceNumber": "4", "streamSid": "{sid}",
        "mark": {{"name": "my label"}}}}"""
    )
    assert isinstance(mark, StreamMark)
    assert mark.mark.name == "my label"
    stop = parse_message(
        f"""{{"event": "stop", "sequenceNumber": "5", "stop": {{
        "accountSid": "ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "callSid": "CAXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"}}, "streamSid": "{sid}"}}"""
    )
    assert isinstance(stop, StreamStop)
    assert json.loads(messages.media(sid, "a3242sa...")) == {
        "event": "media",
        "streamSid": sid,
        "media": {"payload": "a3242sa..."},
    }
    assert json.loads(messages.mark(sid, "my label")) == {
        "event": "mark",
        "streamSid": sid,
        "mark": {"name": "my label"},
    }
    assert json.loads(messages.clear(sid)) == {"event": "clear", "streamSid": sid}


@pytest.mark.parametrize("text", ["", "[]", '{"event": "media"}', '{"event": "other"}', "{" * 9999])
def test_what_is_no_message_is_refused_without_its_text(text: str) -> None:
    with pytest.raises(NotUnderstoodError) as refused:
        parse_message(text)
    assert str(refused.value) == "no message of the protocol"


def test_order_is_restored_and_a_lost_message_is_given_up_after_sixty_milliseconds() -> None:
    order, pieces = InOrder(2), [media(n, 20 * n, b"\xff") for n in range(2, 9)]
    two, three, four, five, six, seven, eight = pieces
    assert list(order.put(two)) == [two]
    assert list(order.put(two)) == []
    assert list(order.put(four)) == []
    assert list(order.put(three)) == [three, four]
    for early in (six, seven, eight):
        assert list(order.put(early)) == []
    nine = media(9, 180, b"\xff")
    assert list(order.put(nine)) == [six, seven, eight, nine]
    assert list(order.put(five)) == []
    assert list(order.rest()) == []


def test_silence_stands_where_sound_was_lost_and_never_more_than_a_second() -> None:
    piece, in_time = bytes(160), SoundInTime()
    assert len(in_time.samples_of(media(2, 0, piece).media)) == 320
    assert len(in_time.samples_of(media(3, 21, piece).media)) == 320
    later = in_time.samples_of(media(6, 81, piece).media)
    assert (len(later), later[:640]) == (960, bytes(640))
    assert len(in_time.samples_of(media(9, 60_000, piece).media)) == 16_320
    with pytest.raises(NotUnderstoodError):
        in_time.samples_of(media(10, 0, piece).media.model_copy(update={"payload": "no sound"}))


def test_mu_law_is_that_of_the_standard() -> None:
    known = {0x00: -32_124, 0x80: 32_124, 0x7F: 0, 0xFF: 0, 0x0F: -16_764, 0xF0: 120, 0xD5: 716}
    for byte, sample in known.items():
        assert mulaw.decode(bytes([byte])) == sample.to_bytes(2, "little", signed=True)
    every = bytes(each for each in range(256) if each != 0x7F)  # two bytes are nought
    assert mulaw.encode(mulaw.decode(every)) == every
    loudest = (-32_768).to_bytes(2, "little", signed=True) + (32_767).to_bytes(2, "little")
    assert mulaw.encode(loudest) == b"\x00\x80"
    assert mulaw.decode(mulaw.SILENCE) == bytes(2)


def test_a_tone_keeps_its_loudness_over_the_telephone() -> None:
    import numpy as np  # noqa: PLC0415 - for this test alone

    tone = at_8k(sound(1.0))
    heard = np.frombuffer(mulaw.decode(mulaw.encode(tone)), "<i2").astype(float)
    noise = heard - np.frombuffer(tone, "<i2")
    assert 10 * np.log10(np.mean(heard**2) / np.mean(noise**2)) > 33
