from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from pydantic import SecretStr

from adapters.model.availability import (
    Availability,
    BreakerPolicy,
    Rate,
    RequestRefusedError,
)
from adapters.speech.provider import ProviderTranscriber, SpeechConfig
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    StorageUnavailableError,
)
from tests.adapters.model.gateway.doubles import Calls
from tests.adapters.speech.sounds import recorded, spoken, tone
from tests.model_server import ScriptedModelServer

NOTE, ATTACHMENT = spoken("starbucks.ogg")
KEY = "sk-very-secret"


@pytest.fixture
def calls() -> Calls:
    return Calls()


@pytest.fixture
def config(server: ScriptedModelServer) -> SpeechConfig:
    return SpeechConfig(
        model="whisper-1",
        api_key=SecretStr(KEY),
        base_url=server.base_url,
        timeout=timedelta(seconds=5),
    )


@pytest.fixture
async def provider(config: SpeechConfig, calls: Calls) -> AsyncIterator[ProviderTranscriber]:
    provider = ProviderTranscriber(config, calls)
    yield provider
    await provider.aclose()


async def failure_of(provider: ProviderTranscriber) -> AppError:
    with pytest.raises(AppError) as caught:
        await provider.transcribe(NOTE, ATTACHMENT, "en_MY", "ali")
    assert KEY not in str(caught.value)
    return caught.value


async def test_a_voice_note_is_sent_as_a_named_file_and_comes_back_as_text(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.hear(" Lunch 12 ringgit 30.\n")

    assert await provider.transcribe(NOTE, ATTACHMENT, "ms_MY", "ali") == "Lunch 12.30 ringgit."

    (sent,) = server.recordings
    assert sent.content == NOTE
    assert (sent.file_name, sent.content_type) == ("voice.ogg", "audio/ogg")
    assert sent.fields["model"] == "whisper-1"
    assert sent.fields["language"] == "ms"


async def test_the_file_is_named_after_its_format(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.hear("hello")
    content, attachment = spoken("ringgit.m4a")

    await provider.transcribe(content, attachment, "", "ali")

    (sent,) = server.recordings
    assert sent.file_name == "voice.m4a"
    assert "language" not in sent.fields


async def test_each_call_is_recorded_with_the_tokens_that_it_took(
    server: ScriptedModelServer, provider: ProviderTranscriber, calls: Calls
) -> None:
    server.hear("hello", usage={"type": "tokens", "input_tokens": 14, "output_tokens": 3}, times=1)
    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    server.hear("hello", usage={"type": "duration", "seconds": 3}, times=1)
    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    server.fail_with(500)
    await failure_of(provider)

    assert [(c.purpose, c.model, c.outcome) for c in calls.kept] == [
        ("transcribe", "whisper-1", "ok"),
        ("transcribe", "whisper-1", "ok"),
        ("transcribe", "whisper-1", "model.unavailable"),
    ]
    assert [(c.input_tokens, c.output_tokens) for c in calls.kept] == [(14, 3), (0, 0), (0, 0)]


async def test_a_call_that_cannot_be_recorded_still_answers(
    server: ScriptedModelServer, provider: ProviderTranscriber, calls: Calls
) -> None:
    server.hear("hello")
    calls.error = StorageUnavailableError("down")

    assert await provider.transcribe(NOTE, ATTACHMENT, "en", "ali") == "hello"


async def test_a_busy_provider_says_when_to_come_back_and_is_asked_once(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.fail_with(429, headers={"Retry-After": "7"})

    failure = await failure_of(provider)

    assert isinstance(failure, ModelUnavailableError)
    assert failure.retry_after == timedelta(seconds=7)
    assert len(server.recordings) == 1


async def test_until_then_it_is_left_alone(
    server: ScriptedModelServer, provider: ProviderTranscriber, calls: Calls
) -> None:
    server.fail_with(429, headers={"Retry-After": "3600"})
    for _ in range(5):
        await failure_of(provider)
    assert len(server.recordings) == len(calls.kept) == 1


async def test_a_refused_key_is_a_misconfiguration(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.fail_with(401, message=f"Incorrect API key provided: {KEY}")

    assert isinstance(await failure_of(provider), ModelMisconfiguredError)


async def test_a_refused_recording_is_about_the_recording(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.fail_with(400, code="invalid_file_format")

    assert isinstance(await failure_of(provider), RequestRefusedError)


async def test_a_page_instead_of_an_answer_is_not_used(
    server: ScriptedModelServer, provider: ProviderTranscriber
) -> None:
    server.send_body("<html>login</html>", content_type="text/html")

    assert isinstance(await failure_of(provider), InvalidModelOutputError)


async def test_a_provider_that_hangs_is_given_up(
    server: ScriptedModelServer, config: SpeechConfig, calls: Calls
) -> None:
    impatient = SpeechConfig(
        base_url=config.base_url, api_key=config.api_key, timeout=timedelta(milliseconds=100)
    )
    provider = ProviderTranscriber(impatient, calls)
    server.hang()

    assert isinstance(await failure_of(provider), ModelUnavailableError)
    assert [call.cost for call in calls.kept] == [None], "it may be billed all the same"
    await provider.aclose()


async def test_a_provider_that_only_fails_is_left_alone(
    server: ScriptedModelServer, config: SpeechConfig, calls: Calls
) -> None:
    provider = ProviderTranscriber(
        config, calls, availability=Availability(BreakerPolicy(min_calls=2))
    )
    server.fail_with(503)
    await failure_of(provider)
    await failure_of(provider)

    failure = await failure_of(provider)

    assert isinstance(failure, ModelUnavailableError)
    assert failure.retry_after
    assert len(server.recordings) == 2
    await provider.aclose()


async def test_a_local_server_needs_no_key(server: ScriptedModelServer, calls: Calls) -> None:
    provider = ProviderTranscriber(SpeechConfig(base_url=server.base_url), calls)
    server.hear("hello")
    content = recorded(tone(0.1), "wav", "pcm_s16le")

    assert await provider.transcribe(content, ATTACHMENT, "en", "ali") == "hello"
    await provider.aclose()


async def test_what_is_billed_by_the_second_has_its_price_and_its_person(
    server: ScriptedModelServer, provider: ProviderTranscriber, calls: Calls
) -> None:
    server.hear("hello", usage={"type": "duration", "seconds": 30})

    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")

    (call,) = calls.kept
    assert (call.user_id, call.cost) == ("ali", Decimal("0.003"))


async def test_a_price_by_the_minute_in_the_settings_comes_before_the_list(
    server: ScriptedModelServer, config: SpeechConfig, calls: Calls
) -> None:
    own = replace(config, model="at-home", price_minute=Decimal("0.02"))
    provider = ProviderTranscriber(own, calls)
    server.hear("hello", usage={"type": "duration", "seconds": 30})

    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    await provider.aclose()

    assert calls.kept[0].cost == Decimal("0.01")


async def test_recordings_count_for_the_provider_s_rate(
    server: ScriptedModelServer, config: SpeechConfig, calls: Calls
) -> None:
    provider = ProviderTranscriber(config, calls, availability=Availability(rate=Rate(1)))
    server.hear("hello")
    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")

    failure = await failure_of(provider)

    assert failure.retry_after == timedelta(minutes=1)
    assert (len(server.recordings), len(calls.kept)) == (1, 1)
    await provider.aclose()
