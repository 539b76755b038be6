"""Binds the models: providers in order, their limits, the budgets and the record of calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

from activities.patience import Patience
from activities.transcribe import VOICE_WAITS
from adapters.model.availability import Availability, BreakerPolicy, BreakerState, Rate
from adapters.model.budgets import Budgets, Limit, SpentSoFar
from adapters.model.gateway import ModelGateway
from adapters.model.openai.client import openai_provider
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.moderation import Moderation
from adapters.model.prices import Price
from adapters.model.provider import Provider
from adapters.model.recording import CallRecorder, CallRecorders
from adapters.speech import whisper
from adapters.speech.chain import SpeechChain, SpeechEngine
from adapters.speech.provider import ProviderTranscriber, SpeechConfig
from adapters.speech.synthesis import SpeakingEngine
from adapters.speech.voice_provider import ProviderVoice, SpeakerConfig
from settings import Settings
from settings.providers import ProviderSettings


class ModelMeasures(CallRecorder, Protocol):
    """What measures the models."""

    def on_breaker(self, provider: str, state: BreakerState) -> None:
        """A provider's circuit is now in this state."""

    def watch_breaker(self, provider: str, state: Callable[[], BreakerState]) -> None:
        """``state`` tells at any time in which state the circuit is; told at the start."""

    def on_truncated(self, purpose: str) -> None:
        """An input did not fit and was cut."""


@dataclass(frozen=True)
class BoundModels:
    """Close the gateway when the workers have stopped, and what listens and speaks."""

    gateway: ModelGateway
    listeners: Sequence[SpeechEngine]
    budgets: Budgets
    moderation: Moderation | None = None
    speakers: Sequence[SpeakingEngine] = ()

    def speech(self, vocabulary: Sequence[str] = ()) -> SpeechChain:
        """What listens to voice notes; ``vocabulary`` are the words of the agents."""
        there = whisper.installed()
        own = (whisper.OfflineTranscriber(vocabulary=vocabulary),) if there else ()
        return SpeechChain(self.listeners, own, budgets=self.budgets)


def bind_models(
    settings: Settings,
    calls: CallRecorder,
    spent: SpentSoFar,
    telemetry: ModelMeasures | None = None,
) -> BoundModels:
    """Everything that asks a model. Opens no connection."""
    recorders = CallRecorders((telemetry, calls)) if telemetry else calls
    budgets = _budgets(settings, spent)
    bound = [_Bound(settings, provider, telemetry) for provider in settings.providers]
    gateway = ModelGateway([b.provider() for b in bound], recorders, budgets=budgets)
    listeners = [listener for b in bound for listener in b.transcribers(recorders)]
    speakers = [speaker for b in bound for speaker in b.speakers(recorders)]
    return BoundModels(gateway, listeners, budgets, _moderator(settings), speakers)


class _Bound:
    """One provider of the settings. Chat and speech share its rate, not its circuit: a server may
    have the one and lack the other.
    """

    def __init__(
        self, settings: Settings, own: ProviderSettings, telemetry: ModelMeasures | None
    ) -> None:
        self._settings = settings
        self._own = own
        self._telemetry = telemetry
        self._rate = Rate(own.rpm)
        self._prices = Price(*own.prices) if own.prices else None

    def provider(self) -> Provider:
        settings, own, telemetry = self._settings, self._own, self._telemetry
        return openai_provider(
            config_of(settings, own),
            availability=self._availability(own.name),
            prices=self._prices,
            on_truncated=telemetry.on_truncated if telemetry else None,
        )

    def transcribers(self, calls: CallRecorder) -> Sequence[SpeechEngine]:
        own = self._own
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
        own = self._own
        if own.speech_model is None or own.voice is None:
            return ()
        engine, _, voice = (self._settings.voice_speaker or "").partition(":")
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
        settings, telemetry = self._settings, self._telemetry
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
        vision_model=own.vision_model,
        timeout=own.timeout,
        temperature=settings.llm_temperature,
        max_tokens=settings.llm_max_tokens,
        max_input_tokens=settings.agent_max_input_tokens,
        max_total_tokens=settings.agent_max_total_tokens,
        structured=own.structured,
    )


def _moderator(settings: Settings) -> Moderation | None:
    """The first provider's, where one is wanted and there is one."""
    if settings.moderation == "off" or not settings.providers:
        return None
    return Moderation(config_of(settings, settings.providers[0]))


def _budgets(settings: Settings, spent: SpentSoFar) -> Budgets:
    return Budgets(
        spent,
        person=Limit(settings.user_daily_tokens, settings.user_daily_cost_usd),
        everybody=Limit(settings.daily_tokens, settings.daily_cost_usd),
    )


def patience_for_words(settings: Settings) -> Patience:
    """For all activities that ask models about words and pictures."""
    within = timedelta(milliseconds=settings.model_patience_ms)
    return Patience(settings.retry_max_attempts, within)


def patience_for_voices(settings: Settings) -> Patience:
    """A voice note waits longer: only the provider may understand this person."""
    return Patience(settings.retry_max_attempts, VOICE_WAITS)
