from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

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
from tests.adapters.speech.sounds import spoken
from tests.model_server import ScriptedModelServer

NOTE, ATTACHMENT = spoken("starbucks.ogg")
KEY = "sk-very-secret"


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


async def test_the_file_is_named_after_its_format_and_a_local_server_needs_no_key(
    server: ScriptedModelServer, calls: Calls
) -> None:
    provider = ProviderTranscriber(SpeechConfig(base_url=server.base_url), calls)
    server.hear("hello")
    calls.error = StorageUnavailableError("down")
    content, attachment = spoken("ringgit.m4a")

    assert await provider.transcribe(content, attachment, "", "ali") == "hello"

    (sent,) = server.recordings
    assert sent.file_name == "voice.m4a"
    assert "language" not in sent.fields
    await provider.aclose()


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


async def test_a_busy_provider_says_when_to_come_back_and_is_left_alone_until_then(
    server: ScriptedModelServer, provider: ProviderTranscriber, calls: Calls
) -> None:
    server.fail_with(429, headers={"Retry-After": "7"})
    first = await failure_of(provider)
    assert isinstance(first, ModelUnavailableError)
    assert first.retry_after == timedelta(seconds=7)
    for _ in range(4):
        await failure_of(provider)
    assert len(server.recordings) == len(calls.kept) == 1


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (lambda s: s.fail_with(401, message=f"Incorrect key: {KEY}"), ModelMisconfiguredError),
        (lambda s: s.fail_with(400, code="invalid_file_format"), RequestRefusedError),
        (
            lambda s: s.send_body("<html>login</html>", content_type="text/html"),
            InvalidModelOutputError,
        ),
    ],
    ids=["key", "recording", "page"],
)
async def test_failures_are_told_apart(
    server: ScriptedModelServer,
    provider: ProviderTranscriber,
    script: Callable[[ScriptedModelServer], None],
    error: type[AppError],
) -> None:
    script(server)
    assert isinstance(await failure_of(provider), error)


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


@pytest.mark.parametrize(
    ("own", "cost"),
    [
        ({}, Decimal("0.003")),
        ({"model": "at-home", "price_minute": Decimal("0.02")}, Decimal("0.01")),
    ],
    ids=["as listed", "as set"],
)
async def test_what_is_billed_by_the_second_has_its_price_its_person_and_the_provider_s_rate(
    server: ScriptedModelServer,
    config: SpeechConfig,
    calls: Calls,
    own: dict[str, Any],
    cost: Decimal,
) -> None:
    limited = Availability(rate=Rate(1))
    provider = ProviderTranscriber(replace(config, **own), calls, availability=limited)
    server.hear("hello", usage={"type": "duration", "seconds": 30})

    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    failure = await failure_of(provider)
    await provider.aclose()

    (call,) = calls.kept
    assert (call.user_id, call.cost) == ("ali", cost)
    assert failure.retry_after == timedelta(minutes=1)
    assert len(server.recordings) == 1
