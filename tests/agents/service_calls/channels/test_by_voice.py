"""Calls by voice: a recorded caller and the real voice, and one who says nothing."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from adapters.speech import voices
from adapters.speech.activity import Loudness, Silero
from adapters.speech.chain import SpeechChain
from adapters.speech.synthesis import SynthesisChain
from adapters.speech.whisper import OfflineTranscriber
from agents.service_calls.exchange import CallEnd
from bot.http.voice.flow import CallLimits
from domain.channel_events import EventKind
from domain.conversation import Limits
from tests.adapters.speech.recorded_model import load_sentences
from tests.agents.service_calls.channels.office import Office, lines, office
from tests.agents.service_calls.channels.test_over_http import THE_EXAMPLE
from tests.bot.http.house import ANN
from tests.bot.http.test_voice_real import pcm_of
from tests.bot.http.voice_fakes import CONFIG, PATIENT, Ear, Mouth, Phone

pytestmark = pytest.mark.real_server
RATE = 16_000

SPOKEN = (
    ("drywall", "Hello, I need help with drywall repair."),
    ("number", "5 5 5 1 2 3 4"),
    ("john_doe", "John Doe."),
    ("sounds_good", "Yes, that sounds good."),
    ("no_thanks", "No, thanks."),
)
"""Recordings, and what the real model wrote for them."""


@pytest.fixture
async def speech() -> AsyncIterator[tuple[SpeechChain, SynthesisChain]]:
    engine = voices.espeak(None)
    assert engine is not None  # the extra is part of the development environment
    heard = partial(load_sentences, sentences=[sentence for _, sentence in SPOKEN])
    ear, mouth = SpeechChain((), (OfflineTranscriber(load=heard),)), SynthesisChain([engine])
    yield ear, mouth
    await ear.aclose()
    await mouth.aclose()


async def dialled(one: Office) -> Phone:
    client = await one.http.visitor()
    phone = Phone(await client.ws_connect("/api/v1/voice/ws", headers=ANN))
    one.session_id = str((await phone.start())["session_id"])
    return phone


async def told(phone: Phone, words: str) -> dict[str, object]:
    """Waits for the reply that has these words."""
    while True:
        reply = await phone.until("reply")
        if words in str(reply["text"]):
            return reply


@pytest.mark.shows("calls dialogues 24, 25")
async def test_a_recorded_caller_is_heard_may_interrupt_and_hears_the_goodbye_to_its_end(
    server: WorkflowEnvironment,
    limits: Limits,
    stores: Stores,
    speech: tuple[SpeechChain, SynthesisChain],
) -> None:
    async with office(server, limits, stores, lines(*speech, Silero)) as one:
        phone = await dialled(one)
        await phone.speak(pcm_of("drywall.ogg", RATE))
        await told(phone, "number")
        await phone.until("state", state="waiting")
        await phone.speak(pcm_of("number.ogg", RATE))
        await told(phone, "your name")
        await phone.until("state", state="waiting")
        phone.plays = False
        await phone.speak(pcm_of("john_doe.ogg", RATE))
        proposal = await told(phone, "10:00")
        await phone.until("mark", name=f"{proposal['id']}/2")
        for number in range(2):
            await phone.say("mark", name=f"{proposal['id']}/{number}")
        await phone.speak(pcm_of("sounds_good.ogg", RATE))
        await phone.until("clear", reply_id=proposal["id"])
        phone.plays = True
        await told(phone, "Done")
        await phone.until("state", state="waiting")
        phone.plays = False
        await phone.speak(pcm_of("no_thanks.ogg", RATE))
        goodbye = await phone.until("reply")
        await phone.until("mark", name=f"{goodbye['id']}/1")
        assert not one.business.hung_up
        for number in range(2):
            await phone.say("mark", name=f"{goodbye['id']}/{number}")
        hangup = await phone.until("hangup")
        assert (hangup["reason"], hangup["hangup_status"]) == ("completed", "success")
        assert await phone.closed() == 1000
        row = await one.over()
        states = await stores.channel_events.read(
            one.session_id, 0, 99, kinds=frozenset({EventKind.STATE})
        )
    heard = [told["text"] for told in phone.seen if told["type"] == "transcript"]
    assert len(heard) == 5
    replies = [told["id"] for told in phone.seen if told["type"] == "reply"]
    spoken = {told["reply_id"] for told in phone.seen if told["type"] == "audio_start"}
    assert spoken == set(replies[:-1])
    assert phone.sound
    unheard = [each.payload for each in states if each.key.endswith("/unheard")]
    assert {"Does that work?"} <= {told["unheard"] for told in unheard if isinstance(told, dict)}
    assert (row.outcome, row.hangup_status) == (CallEnd.BOOKED, "success")
    assert list(dict.fromkeys(one.path)) == THE_EXAMPLE
    assert len(one.business.bookings) == len(one.business.hung_up) == 1


@pytest.mark.shows("calls dialogues 24, 25")
async def test_who_falls_silent_is_asked_told_goodbye_and_hung_up_for_the_business_too(
    server: WorkflowEnvironment, limits: Limits, stores: Stores
) -> None:
    silent = replace(CONFIG, limits=replace(PATIENT, silence=timedelta(milliseconds=200)))
    assert CallLimits().silence == timedelta(seconds=12)
    async with office(server, limits, stores, lines(Ear(), Mouth(), Loudness, silent)) as one:
        phone = await dialled(one)
        await phone.say("text", text="my sink leaks")
        assert (await phone.until("hangup"))["reason"] == "silence"
        assert await phone.closed() == 1000
        row = await one.over()
    own = [told["text"] for told in phone.seen if told["type"] == "reply" and "seq" not in told]
    asked, goodbye = dict.fromkeys(map(str, own))  # asked once more where the answer came late
    assert ("there" in asked, "hang up" in goodbye) == (True, True)
    assert row.outcome is CallEnd.ABANDONED
    assert len(one.business.hung_up) == 1
