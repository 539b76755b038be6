from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from pydantic import SecretStr

from adapters.model.availability import Availability, BreakerPolicy, Rate, RequestRefusedError
from adapters.model.prices import Price, speech_cost
from adapters.speech.sound import Sound
from adapters.speech.voice_provider import ProviderVoice, SpeakerConfig
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from tests.adapters.model.gateway.doubles import Calls
from tests.model_server import ScriptedModelServer

KEY = "sk-very-secret"
SOUND = Sound(bytes(48_000), 24_000)


@pytest.fixture
def config(server: ScriptedModelServer) -> SpeakerConfig:
    return SpeakerConfig(
        model="tts-1",
        voice="nova",
        api_key=SecretStr(KEY),
        base_url=server.base_url,
        timeout=timedelta(seconds=5),
    )


@pytest.fixture
async def voice(config: SpeakerConfig, calls: Calls) -> AsyncIterator[ProviderVoice]:
    voice = ProviderVoice(config, calls)
    yield voice
    await voice.aclose()


async def failure_of(voice: ProviderVoice) -> AppError:
    with pytest.raises(AppError) as caught:
        await voice.say("Hello", "en_MY", "ali")
    assert KEY not in str(caught.value)
    return caught.value


async def test_a_sentence_comes_back_as_sound_and_is_on_the_person_s_account(
    server: ScriptedModelServer, voice: ProviderVoice, calls: Calls
) -> None:
    server.speak(SOUND.wav())

    assert await voice.say("Good morning, Ali.", "en_MY", "ali") == SOUND

    (sent,) = server.sentences
    assert (sent["input"], sent["model"], sent["voice"]) == ("Good morning, Ali.", "tts-1", "nova")
    (call,) = calls.kept
    assert (call.purpose, call.provider, call.model) == ("speak", "openai", "tts-1")
    assert (call.outcome, call.user_id) == ("ok", "ali")
    assert (call.input_tokens, call.output_tokens) == (5, 25)
    assert call.cost == Decimal("0.00027"), "18 characters"


def test_a_sentence_is_priced_by_the_character_or_by_tokens() -> None:
    assert speech_cost("tts-1-hd", 1_000, (250, 100)) == Decimal("0.03")
    assert speech_cost("gpt-4o-mini-tts", 1_000, (1_000, 1_000)) == Decimal("0.0126")
    own = Price(Decimal(1), Decimal(10))
    assert speech_cost("tts-1", 1_000, (1_000, 1_000), own) == Decimal("0.011")
    assert speech_cost("at-home", 1_000, (1_000, 1_000)) is None


@pytest.mark.parametrize(
    ("status", "error"),
    [(429, ModelUnavailableError), (401, ModelMisconfiguredError), (400, RequestRefusedError)],
)
async def test_a_failure_is_told_apart_recorded_and_costs_nothing(
    server: ScriptedModelServer,
    voice: ProviderVoice,
    calls: Calls,
    status: int,
    error: type[AppError],
) -> None:
    server.fail_with(status, message=f"Incorrect API key provided: {KEY}")

    failure = await failure_of(voice)

    assert isinstance(failure, error)
    assert [(call.outcome, call.cost) for call in calls.kept] == [(failure.code, Decimal(0))]


async def test_what_is_no_sound_that_can_be_played_is_not_used(
    server: ScriptedModelServer, voice: ProviderVoice
) -> None:
    for body in ("<html>login</html>", "ID3 mp3"):
        server.send_body(body, content_type="text/html")
        assert isinstance(await failure_of(voice), InvalidModelOutputError), body


async def test_a_provider_that_hangs_is_given_up_and_may_bill_it(
    server: ScriptedModelServer, config: SpeakerConfig, calls: Calls
) -> None:
    voice = ProviderVoice(replace(config, timeout=timedelta(milliseconds=100)), calls)
    server.hang()

    assert isinstance(await failure_of(voice), ModelUnavailableError)
    assert [(call.input_tokens, call.cost) for call in calls.kept] == [(1, None)]
    await voice.aclose()


async def test_a_provider_that_only_fails_is_left_alone(
    server: ScriptedModelServer, config: SpeakerConfig, calls: Calls
) -> None:
    own = Availability(BreakerPolicy(min_calls=2), rate=Rate(60))
    voice = ProviderVoice(config, calls, availability=own)
    server.fail_with(503)
    for _ in range(4):
        await failure_of(voice)
    assert len(server.sentences) == len(calls.kept) == 2
    await voice.aclose()
