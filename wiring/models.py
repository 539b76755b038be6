"""Binds the models: providers in order, their limits, the budgets and the record of calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from activities.patience import Patience
from activities.transcribe import VOICE_WAITS
from adapters.model.budgets import Budgets, Limit, SpentSoFar
from adapters.model.gateway import ModelGateway
from adapters.model.recording import CallRecorder, CallRecorders
from adapters.speech import whisper
from adapters.speech.chain import SpeechChain, SpeechEngine
from adapters.speech.synthesis import SpeakingEngine
from settings import Settings

if TYPE_CHECKING:  # they load the library of the provider, which takes a second
    from adapters.model.openai.moderation import Moderation
    from wiring.providers import BoundProvider, ModelMeasures


@dataclass(frozen=True)
class BoundModels:
    """Close the gateway when the workers have stopped, and what listens and speaks."""

    gateway: ModelGateway
    listeners: Sequence[SpeechEngine]
    budgets: Budgets
    moderation: "Moderation | None" = None
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
    telemetry: "ModelMeasures | None" = None,
) -> BoundModels:
    """Everything that asks a model. Opens no connection."""
    recorders = CallRecorders((telemetry, calls)) if telemetry else calls
    budgets = Budgets(
        spent,
        person=Limit(settings.user_daily_tokens, settings.user_daily_cost_usd),
        everybody=Limit(settings.daily_tokens, settings.daily_cost_usd),
    )
    bound = _providers(settings, telemetry)
    gateway = ModelGateway([b.provider() for b in bound], recorders, budgets=budgets)
    listeners = [listener for b in bound for listener in b.transcribers(recorders)]
    speakers = [speaker for b in bound for speaker in b.speakers(recorders)]
    moderator = bound[0].moderator() if bound and settings.moderation != "off" else None
    return BoundModels(gateway, listeners, budgets, moderator, speakers)


def _providers(settings: Settings, telemetry: "ModelMeasures | None") -> "Sequence[BoundProvider]":
    if not settings.providers:
        return ()
    from wiring.providers import bind_providers  # noqa: PLC0415 - as above

    return bind_providers(settings, telemetry)


def patience_for_words(settings: Settings) -> Patience:
    """For all activities that ask models about words and pictures."""
    within = timedelta(milliseconds=settings.model_patience_ms)
    return Patience(settings.retry_max_attempts, within)


def patience_for_voices(settings: Settings) -> Patience:
    """A voice note waits longer: only the provider may understand this person."""
    return Patience(settings.retry_max_attempts, VOICE_WAITS)
