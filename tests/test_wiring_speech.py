"""Speech of a call as a deployment binds it: from settings to who speaks."""

from datetime import timedelta

import pytest

from adapters.speech.sound import Sound
from adapters.speech.synthesis import SynthesisChain
from domain.errors import ConfigurationError
from settings import Settings
from tests.model_server import ScriptedModelServer
from tests.test_wiring_models import Deployment
from wiring.speech import BoundSpeech, bind_speech


def bound(house: Deployment, **more: object) -> BoundSpeech:
    settings = Settings.model_validate(
        {"openai_base_url": house.first.base_url, "openai_api_key": "made-up"} | more
    )
    return bind_speech(settings, house.bound(**more))


async def close(speech: BoundSpeech) -> None:
    await speech.recogniser.aclose()
    await speech.synthesiser.aclose()


def engines(speech: BoundSpeech) -> list[str]:
    assert isinstance(speech.synthesiser, SynthesisChain)
    return [placed.engine.name for placed in speech.synthesiser._placed]


OPENAI = {"openai": {"speech_model": "tts-1", "voice": "nova"}}


async def test_providers_speak_first_then_this_machine_unless_a_speaker_is_named() -> None:
    async with ScriptedModelServer() as server:
        house = Deployment(server, server)
        only = {"llm_providers": ("openai",), "provider_variables": OPENAI}
        assert engines(bound(house, **only)) == ["openai", "piper", "espeak"]
        named = bound(house, voice_speaker="espeak:en-us+f3", **only)
        assert engines(named) == ["espeak", "openai", "piper"]

        server.speak(Sound(bytes(4_800), 24_000).wav())
        speech = bound(house, voice_speaker="openai:echo", **only)
        assert await speech.synthesiser.speak("Hello", "en", "ali")
        await close(speech)

    assert [each["voice"] for each in server.sentences] == ["echo"]
    assert [call.purpose for call in house.calls.kept] == ["speak"]


@pytest.mark.parametrize(
    "speaker", ["nobody:x", "piper:/nowhere.onnx", "espeak:klingon+f3", "openai:nova"]
)
async def test_a_speaker_that_is_not_there_is_said_at_the_start(speaker: str) -> None:
    async with ScriptedModelServer() as server:
        with pytest.raises(ConfigurationError, match="VOICE_SPEAKER"):
            bound(Deployment(server, server), llm_providers=("openai",), voice_speaker=speaker)


async def test_the_silence_that_ends_an_utterance_is_a_setting() -> None:
    async with ScriptedModelServer() as server:
        speech = bound(Deployment(server, server), voice_end_silence_ms=1_500)
        await close(speech)
    assert speech.config.end_silence == timedelta(milliseconds=1_500)


async def test_english_is_heard_here_and_everything_where_there_is_a_provider() -> None:
    async with ScriptedModelServer() as server:
        house = Deployment(server, server)
        with_one = bound(house)
        assert with_one.recogniser.hears("ms_MY")
        await close(with_one)
        none = {"openai_base_url": None, "openai_api_key": None, "llm_providers": ("openai",)}
        alone = bind_speech(Settings.model_validate(none), house.bound(**none))
        assert [alone.recogniser.hears(each) for each in ("en_MY", "ms_MY")] == [True, False]
        await close(alone)
