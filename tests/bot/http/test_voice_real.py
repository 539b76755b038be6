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
from tests.adapters.speech.recorded_model import load_sentences
from tests.adapters.speech.sounds import spoken
from tests.bot.http.house import ANN, Talk
from tests.bot.http.voice_fakes import Exchange


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
async def talk(exchange: Exchange, ear: SpeechChain, mouth: SynthesisChain) -> Talk:
    return await exchange.serve("Thank you. Was it for lunch?", ear, mouth, activity=Silero)


def pcm_of(name: str, rate: int) -> bytes:
    """A recording as a telephone sends it, with the quiet before and behind it."""
    from adapters.speech.recognition import samples_of  # noqa: PLC0415 - loads the model's library

    quiet = bytes(2 * 16_000)
    heard = (samples_of(spoken(name)[0]) * 32_767).astype("<i2").tobytes()
    return Sound(quiet + heard + quiet + quiet, 16_000).at(rate).pcm


@pytest.mark.shows("http 19")
async def test_a_sentence_over_a_telephone_is_heard_and_its_answer_can_be_heard_too(
    exchange: Exchange, talk: Talk, ear: SpeechChain
) -> None:
    rate = 8_000
    phone = await exchange.phone()
    ready = await phone.start(audio={"encoding": "pcm_s16le", "rate": rate, "channels": 1})
    assert (ready["vad"], ready["speech_in"], ready["speech_out"]) == ("silero", True, True)
    await phone.speak(pcm_of("starbucks.ogg", rate))
    reply = await phone.until("reply", text="Thank you. Was it for lunch?")
    await phone.until("mark", name=f"{reply['id']}/1")
    await phone.say("stop")
    assert [("Starbucks" in said.text, said.spoken) for said in talk.sent] == [(True, True)]
    answer = Sound(phone.sound, rate).wav()
    heard = await ear.transcribe(answer, attachment_of(answer), "en_MY", "ann")
    assert "lunch" in heard.text


@pytest.mark.soak
class TestRealWeights:
    @pytest.fixture
    def offline(self) -> OfflineTranscriber:
        return OfflineTranscriber(vocabulary=("ringgit", "Starbucks"))

    async def test_a_sentence_and_its_answer_are_heard(
        self, exchange: Exchange, talk: Talk, ear: SpeechChain
    ) -> None:
        await test_a_sentence_over_a_telephone_is_heard_and_its_answer_can_be_heard_too(
            exchange, talk, ear
        )


async def test_a_recording_of_a_telephone_is_heard(exchange: Exchange, talk: Talk) -> None:
    form = FormData()
    form.add_field("audio", spoken("ringgit.m4a")[0], filename="voice.m4a")
    client = await exchange.http.visitor()
    answer = await client.post("/api/v1/voice/message", data=form, headers=ANN)
    told = await answer.json()
    assert told["transcript"] == "Starbucks $15.50"
    assert told["audio"]["mime"] == "audio/wav"
    assert talk.sent[0].text == told["transcript"]
