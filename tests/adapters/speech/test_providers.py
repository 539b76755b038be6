"""Models behind an audio endpoint: voice notes become text, sentences become sound."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.model.availability import Availability, BreakerPolicy, Rate, RequestRefusedError
from adapters.model.prices import Price, speech_cost
from adapters.speech.provider import ProviderTranscriber, SpeechConfig
from adapters.speech.sound import Sound
from adapters.speech.voice_provider import ProviderVoice, SpeakerConfig
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
SOUND = Sound(bytes(48_000), 24_000)
SHORT = timedelta(seconds=1)
"""Long enough to send a request on a busy machine."""


@dataclass
class Providers:
    """Makes providers on the scripted server; ``changed`` are fields of their configuration."""

    server: ScriptedModelServer
    calls: Calls
    made: list[ProviderTranscriber | ProviderVoice] = field(default_factory=list)

    def hearing(
        self,
        availability: Availability | None = None,
        **changed: Any,  # noqa: ANN401 - fields of the configuration
    ) -> ProviderTranscriber:
        config = SpeechConfig("whisper-1", api_key=SecretStr(KEY), base_url=self.server.base_url)
        config = replace(config, **changed)
        provider = ProviderTranscriber(config, self.calls, availability=availability)
        self.made.append(provider)
        return provider

    def speaking(
        self,
        availability: Availability | None = None,
        **changed: Any,  # noqa: ANN401 - fields of the configuration
    ) -> ProviderVoice:
        there: dict[str, Any] = {"api_key": SecretStr(KEY), "timeout": timedelta(minutes=1)}
        config = SpeakerConfig("tts-1", "nova", base_url=self.server.base_url)
        config = replace(config, **(there | changed))
        provider = ProviderVoice(config, self.calls, availability=availability)
        self.made.append(provider)
        return provider

    @property
    def requests(self) -> int:
        return len(self.server.recordings) + len(self.server.sentences)


@pytest.fixture
async def providers(server: ScriptedModelServer, calls: Calls) -> AsyncIterator[Providers]:
    providers = Providers(server, calls)
    yield providers
    for provider in providers.made:
        await provider.aclose()


def answer_of(provider: ProviderTranscriber | ProviderVoice) -> Awaitable[object]:
    if isinstance(provider, ProviderVoice):
        return provider.say("Hello", "en_MY", "ali")
    return provider.transcribe(NOTE, ATTACHMENT, "en_MY", "ali")


async def failure_of(provider: ProviderTranscriber | ProviderVoice) -> AppError:
    with pytest.raises(AppError) as caught:
        await answer_of(provider)
    assert KEY not in str(caught.value)
    return caught.value


async def test_a_voice_note_is_sent_as_a_named_file_and_comes_back_as_text(
    providers: Providers,
) -> None:
    providers.server.hear(" Lunch 12 ringgit 30.\n")

    heard = await providers.hearing().transcribe(NOTE, ATTACHMENT, "ms_MY", "ali")

    assert heard == "Lunch 12.30 ringgit."
    (sent,) = providers.server.recordings
    assert sent.content == NOTE
    assert (sent.file_name, sent.content_type) == ("voice.ogg", "audio/ogg")
    assert (sent.fields["model"], sent.fields["language"]) == ("whisper-1", "ms")


async def test_the_file_is_named_after_its_format_and_a_local_server_needs_no_key(
    providers: Providers,
) -> None:
    providers.server.hear("hello")
    providers.calls.error = StorageUnavailableError("down")
    content, attachment = spoken("ringgit.m4a")
    unkeyed = providers.hearing(api_key=None)

    assert await unkeyed.transcribe(content, attachment, "", "ali") == "hello"

    (sent,) = providers.server.recordings
    assert sent.file_name == "voice.m4a"
    assert "language" not in sent.fields


async def test_a_sentence_comes_back_as_sound_and_is_on_the_person_s_account(
    providers: Providers,
) -> None:
    providers.server.speak(SOUND.wav())

    assert await providers.speaking().say("Good morning, Ali.", "en_MY", "ali") == SOUND

    (sent,) = providers.server.sentences
    assert (sent["input"], sent["model"], sent["voice"]) == ("Good morning, Ali.", "tts-1", "nova")
    (call,) = providers.calls.kept
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


async def test_each_note_is_recorded_with_the_tokens_that_it_took(providers: Providers) -> None:
    provider = providers.hearing()
    for usage in (
        {"type": "tokens", "input_tokens": 14, "output_tokens": 3},
        {"type": "duration", "seconds": 3},
    ):
        providers.server.hear("hello", usage=usage, times=1)
        await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    providers.server.fail_with(500)
    await failure_of(provider)

    assert {(c.purpose, c.model) for c in providers.calls.kept} == {("transcribe", "whisper-1")}
    assert [(c.outcome, c.input_tokens, c.output_tokens) for c in providers.calls.kept] == [
        ("ok", 14, 3),
        ("ok", 0, 0),
        ("model.unavailable", 0, 0),
    ]


@pytest.mark.parametrize(
    ("own", "cost"),
    [
        ({}, Decimal("0.003")),
        ({"model": "at-home", "price_minute": Decimal("0.02")}, Decimal("0.01")),
    ],
    ids=["as listed", "as set"],
)
async def test_what_is_billed_by_the_second_has_its_price_its_person_and_the_provider_s_rate(
    providers: Providers, own: dict[str, Any], cost: Decimal
) -> None:
    provider = providers.hearing(Availability(rate=Rate(1)), **own)
    providers.server.hear("hello", usage={"type": "duration", "seconds": 30})

    await provider.transcribe(NOTE, ATTACHMENT, "en", "ali")
    failure = await failure_of(provider)

    (call,) = providers.calls.kept
    assert (call.user_id, call.cost) == ("ali", cost)
    assert failure.retry_after == timedelta(minutes=1)
    assert providers.requests == 1


Script = Callable[[ScriptedModelServer], None]


@pytest.mark.parametrize("engine", ["hearing", "speaking"])
class TestFailures:
    @pytest.mark.parametrize(
        ("script", "error"),
        [
            (lambda s: s.fail_with(401, message=f"Incorrect key: {KEY}"), ModelMisconfiguredError),
            (lambda s: s.fail_with(400, code="invalid_file_format"), RequestRefusedError),
            (lambda s: s.send_body("ID3 mp3", content_type="text/html"), InvalidModelOutputError),
        ],
        ids=["key", "recording", "page"],
    )
    async def test_they_are_told_apart_and_recorded(
        self, providers: Providers, engine: str, script: Script, error: type[AppError]
    ) -> None:
        script(providers.server)
        failure = await failure_of(getattr(providers, engine)())
        assert isinstance(failure, error)
        (call,) = providers.calls.kept
        assert call.outcome == failure.code
        assert call.cost == (Decimal(0) if engine == "speaking" else None)

    async def test_a_busy_provider_says_when_to_come_back_and_is_left_alone_until_then(
        self, providers: Providers, engine: str
    ) -> None:
        provider = getattr(providers, engine)()
        providers.server.fail_with(429, headers={"Retry-After": "7"})
        first = await failure_of(provider)
        assert isinstance(first, ModelUnavailableError)
        assert first.retry_after == timedelta(seconds=7)
        await failure_of(provider)
        assert providers.requests == len(providers.calls.kept) == 1

    async def test_a_provider_that_hangs_is_given_up_and_may_bill_it(
        self, providers: Providers, engine: str
    ) -> None:
        providers.server.hang()
        failure = await failure_of(getattr(providers, engine)(timeout=SHORT))
        assert isinstance(failure, ModelUnavailableError)
        (call,) = providers.calls.kept
        assert (call.input_tokens, call.cost) == (1 if engine == "speaking" else 0, None)

    async def test_a_provider_that_only_fails_is_left_alone(
        self, providers: Providers, engine: str
    ) -> None:
        provider = getattr(providers, engine)(Availability(BreakerPolicy(min_calls=2)))
        providers.server.fail_with(503)
        for _ in range(3):
            failure = await failure_of(provider)
        assert isinstance(failure, ModelUnavailableError)
        assert failure.retry_after
        assert providers.requests == len(providers.calls.kept) == 2
