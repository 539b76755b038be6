"""Binds calls: what the whole channel has, and who hears and speaks."""

from datetime import timedelta

from adapters.postgres.stores import Stores
from adapters.telemetry.process import Telemetry
from adapters.telemetry.voice import VoiceTelemetry
from agents.parts import Lent
from agents.registry import part
from bot.http.ports import Hub
from bot.http.routes import HttpParts
from bot.http.voice.flow import CallLimits
from bot.http.voice.parts import Voice, VoiceConfig
from settings import Settings
from wiring.cases import TemporalCases
from wiring.models import bind_models, patience_for_words
from wiring.speech import BoundSpeech, bind_speech
from wiring.worker import enabled


def speech_of(settings: Settings, stores: Stores, telemetry: Telemetry) -> BoundSpeech:
    """Who hears and speaks in this process, with the words of the enabled agents. Starts nothing.

    Raises ``ConfigurationError``.
    """
    models = bind_models(settings, stores.model_calls, stores.usage, telemetry.models)
    lent = Lent(
        database=stores.database,
        attachments=stores.attachments,
        gateway=models.gateway,
        patience=patience_for_words(settings),
        cases=TemporalCases(),
    )
    agents = (part(slug, "bind").bind(lent) for slug in enabled(settings))
    return bind_speech(settings, models, [word for own in agents for word in own.vocabulary])


def voice_of(
    settings: Settings, parts: HttpParts, hub: Hub, speech: BoundSpeech, telemetry: Telemetry
) -> Voice:
    """Its routes are ``bot.http.voice.routes.routes``."""
    return Voice(
        clients=parts.clients,
        sessions=parts.sessions,
        turns=parts.turns,
        log=parts.log,
        hub=hub,
        listener=speech.recogniser,
        synthesiser=speech.synthesiser,
        config=VoiceConfig(
            utterances=speech.config,
            limits=CallLimits(
                silence=timedelta(seconds=settings.voice_silence_seconds),
                longest=timedelta(minutes=settings.voice_max_minutes),
            ),
            most_calls=settings.voice_max_calls,
            wait=timedelta(seconds=settings.http_wait_seconds),
        ),
        telemetry=VoiceTelemetry(telemetry.meter),
    )
