"""With the real detector of speech and a real voice, all on this machine.

What recognition makes of the sounds is given; with its real weights it runs in ``make soak``.
"""

from collections.abc import AsyncIterator
from functools import partial

import pytest
from aiohttp import FormData

from adapters.media.sniffing import attachment_of
from adapters.speech import voices
from adapters.speech.activity import Silero
from adapters.speech.chain import SpeechChain
from adapters.speech.sound import Sound
from adapters.speech.synthesis import SynthesisChain
from adapters.speech.whisper import OfflineTranscriber
from bot.http.voice.parts import VoiceParts
from tests.adapters.speech.recorded_model import load_sentences
from tests.adapters.speech.sounds import spoken
from tests.bot.http.voice_fakes import KEY, Conversation, Phone, served, voice_of

SERVER = {"Authorization": f"Bearer {KEY}", "X-User-Id": "ana"}


@pytest.fixture
def offline() -> OfflineTranscriber:
    sentences = (" Starbucks $15.50", " Thank you. Was it for lunch?")
    return OfflineTranscriber(load=partial(load_sentences, sentences=sentences))


@pytest.fixture
async def ear(offline: OfflineTranscriber) -> AsyncIterator[SpeechChain]:
    chain = SpeechChain((), (offline,))
    yield chain
    await chain.aclose()


@pytest.fixture(scope="module")
async def mouth() -> AsyncIterator[SynthesisChain]:
    engine = voices.espeak(None)
    assert engine is not None  # the extra is part of the development environment
    chain = SynthesisChain([engine])
    yield chain
    await chain.aclose()


@pytest.fixture
def talk() -> Conversation:
    return Conversation(answers=lambda _: ("Thank you. Was it for lunch?",))


@pytest.fixture
def voice(talk: Conversation, ear: SpeechChain, mouth: SynthesisChain) -> VoiceParts:
    return voice_of(talk, ear, mouth, activity=Silero)


def pcm_of(name: str, rate: int) -> bytes:
    """A recording as a telephone sends it, with the quiet before and behind it."""
    from adapters.speech.recognition import samples_of  # noqa: PLC0415 - loads the model's library

    quiet = bytes(2 * 16_000)
    heard = (samples_of(spoken(name)[0]) * 32_767).astype("<i2").tobytes()
    return Sound(quiet + heard + quiet + quiet, 16_000).at(rate).pcm


@pytest.mark.shows("http 19")
async def test_a_sentence_over_a_telephone_is_heard_and_its_answer_can_be_heard_too(
    voice: VoiceParts, talk: Conversation, ear: SpeechChain
) -> None:
    rate = 8_000
    async with served(voice) as (client, _):
        phone = Phone(await client.ws_connect("/api/v1/voice/ws", headers=SERVER))
        ready = await phone.start(audio={"encoding": "pcm_s16le", "rate": rate, "channels": 1})
        assert (ready["vad"], ready["speech_in"], ready["speech_out"]) == ("silero", True, True)
        await phone.speak(pcm_of("starbucks.ogg", rate))
        await phone.until("mark", name="r1/1")
        await phone.say("stop")
    assert [("Starbucks" in said.text, said.spoken) for said in talk.taken] == [(True, True)]
    answer = Sound(phone.sound, rate).wav()
    heard = await ear.transcribe(answer, attachment_of(answer), "en_MY", "ana")
    assert "lunch" in heard.text


@pytest.mark.soak
class TestRealWeights:
    @pytest.fixture
    def offline(self) -> OfflineTranscriber:
        return OfflineTranscriber(vocabulary=("ringgit", "Starbucks"))

    async def test_a_sentence_and_its_answer_are_heard(
        self, voice: VoiceParts, talk: Conversation, ear: SpeechChain
    ) -> None:
        await test_a_sentence_over_a_telephone_is_heard_and_its_answer_can_be_heard_too(
            voice, talk, ear
        )


async def test_a_recording_of_a_telephone_is_heard(voice: VoiceParts, talk: Conversation) -> None:
    content, _ = spoken("ringgit.m4a")
    async with served(voice) as (client, _):
        form = FormData()
        form.add_field("audio", content, filename="voice.m4a")
        answer = await client.post("/api/v1/voice/message", data=form, headers=SERVER)
        told = await answer.json()
    assert told["transcript"] == "Starbucks $15.50"
    assert told["audio"]["mime"] == "audio/wav"
    assert talk.taken[0].text == told["transcript"]
