"""Binds one provider of models after the other. Only imported where there is one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

from adapters.model.availability import Availability, BreakerPolicy, BreakerState, Rate
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.moderation import Moderation
from adapters.model.openai.pings import Pings
from adapters.model.prices import Price
from adapters.model.provider import Provider
from adapters.model.recording import CallRecorder
from adapters.model.understanding import PURPOSES
from adapters.speech.chain import SpeechEngine
from adapters.speech.provider import ProviderTranscriber, SpeechConfig
from adapters.speech.synthesis import SpeakingEngine
from adapters.speech.voice_provider import ProviderVoice, SpeakerConfig
from agents import SLUGS
from domain.errors import ConfigurationError
from settings import Settings
from settings.providers import ProviderSettings, variable


class ModelMeasures(CallRecorder, Protocol):
    """What measures the models."""

    def on_breaker(self, provider: str, state: BreakerState) -> None:
        """A provider's circuit is now in this state."""

    def watch_breaker(self, provider: str, state: Callable[[], BreakerState]) -> None:
        """``state`` tells at any time in which state the circuit is; told at the start."""

    def on_truncated(self, purpose: str) -> None:
        """An input did not fit and was cut."""


@dataclass(eq=False)
class BoundProvider:
    """One provider of the settings. Chat and speech share its rate, not its circuit: a server may
    have the one and lack the other.
    """

    settings: Settings
    own: ProviderSettings
    telemetry: ModelMeasures | None

    def __post_init__(self) -> None:
        own = self.own
        self._rate = Rate(own.rpm)
        self._prices = Price(*own.prices) if own.prices else None

    def provider(self) -> Provider:
        settings, own, telemetry = self.settings, self.own, self.telemetry
        return openai_provider(
            config_of(settings, own),
            availability=self._availability(own.name),
            prices=self._prices,
            on_truncated=telemetry.on_truncated if telemetry else None,
        )

    def moderator(self) -> Moderation:
        return Moderation(config_of(self.settings, self.own))

    def transcribers(self, calls: CallRecorder) -> Sequence[SpeechEngine]:
        own = self.own
        if own.transcription_model is None:
            return ()
        config = SpeechConfig(
            model=own.transcription_model,
            name=own.name,
            api_key=own.api_key,
            base_url=own.base_url,
            prices=self._prices,
            price_minute=own.price_minute,
        )
        availability = self._availability(f"{own.name}-speech")
        return (ProviderTranscriber(config, calls, availability=availability),)

    def speakers(self, calls: CallRecorder) -> Sequence[SpeakingEngine]:
        own = self.own
        if own.speech_model is None or own.voice is None:
            return ()
        engine, _, voice = (self.settings.voice_speaker or "").partition(":")
        config = SpeakerConfig(
            model=own.speech_model,
            voice=voice if engine == own.name else own.voice,
            name=own.name,
            api_key=own.api_key,
            base_url=own.base_url,
            prices=self._prices,
        )
        availability = self._availability(f"{own.name}-voice")
        return (ProviderVoice(config, calls, availability=availability),)

    def _availability(self, name: str) -> Availability:
        settings, telemetry = self.settings, self.telemetry
        policy = BreakerPolicy(
            failure_share=settings.circuit_breaker_error_threshold / 100,
            min_calls=settings.circuit_breaker_request_threshold,
            rest=timedelta(milliseconds=settings.circuit_breaker_timeout_ms),
        )
        told = partial(telemetry.on_breaker, name) if telemetry else None
        availability = Availability(policy, rate=self._rate, on_change=told, name=name)
        if telemetry:
            telemetry.watch_breaker(name, lambda: availability.state)
        return availability


def config_of(settings: Settings, own: ProviderSettings) -> OpenAIConfig:
    """How one provider is reached and asked."""
    return OpenAIConfig(
        model=own.model,
        name=own.name,
        api_key=own.api_key,
        base_url=own.base_url,
        models=own.models,
        vision_model=own.vision_model,
        timeout=own.timeout,
        temperature=settings.llm_temperature,
        max_tokens=settings.llm_max_tokens,
        context_tokens=settings.model_context_tokens,
        max_input_tokens=settings.agent_max_input_tokens,
        max_total_tokens=settings.agent_max_total_tokens,
        structured=own.structured,
    )


def bind_providers(settings: Settings, telemetry: ModelMeasures | None) -> Sequence[BoundProvider]:
    """In the order in which they are asked. Raises ``ConfigurationError`` for a model that is set
    for what nothing asks.
    """
    for own in settings.providers:
        unknown = sorted(own.models.keys() - PURPOSES - set(SLUGS))
        if unknown:
            known = ", ".join(sorted({*PURPOSES, *SLUGS}))
            raise ConfigurationError(
                f"{variable(own.name, 'models')} names {unknown[0]}: it may name {known}"
            )
    return [BoundProvider(settings, provider, telemetry) for provider in settings.providers]


def pings(settings: Settings) -> Pings:
    """Asks all of them whether they answer."""
    return Pings([config_of(settings, provider) for provider in settings.providers])
