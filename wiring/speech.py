"""Binds what a call needs of speech: who hears, who tells when somebody speaks, who answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from adapters.speech import voices
from adapters.speech.activity import UtteranceConfig
from adapters.speech.chain import SpeechChain
from adapters.speech.ports import Synthesiser
from adapters.speech.synthesis import SpeakingEngine, SynthesisChain
from domain.errors import ConfigurationError
from settings import Settings
from wiring.models import BoundModels

_PACKAGED = "joe"
"""The voice of the extra ``speech-piper``."""


@dataclass(frozen=True)
class BoundSpeech:
    """Of one process. Close both when no call is left."""

    recogniser: SpeechChain
    synthesiser: Synthesiser
    config: UtteranceConfig


def bind_speech(
    settings: Settings, models: BoundModels, vocabulary: Sequence[str] = ()
) -> BoundSpeech:
    """``vocabulary`` as ``BoundModels.speech`` has it. Starts no process.

    Raises ``ConfigurationError`` when ``VOICE_SPEAKER`` names what is not there.
    """
    return BoundSpeech(
        recogniser=models.speech(vocabulary),
        synthesiser=SynthesisChain(_speakers(settings, models), budgets=models.budgets),
        config=UtteranceConfig(end_silence=timedelta(milliseconds=settings.voice_end_silence_ms)),
    )


def _speakers(settings: Settings, models: BoundModels) -> Sequence[SpeakingEngine]:
    """The one that the settings name, then providers, Piper, eSpeak NG, as far as there."""
    first, _, voice = (settings.voice_speaker or "").partition(":")
    try:
        piper = voices.piper(voice if first == "piper" and voice != _PACKAGED else None)
        espeak = voices.espeak(voice if first == "espeak" else None)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"VOICE_SPEAKER: {first} has no voice {voice} ({error})"
        ) from error
    engines = [*models.speakers, *(engine for engine in (piper, espeak) if engine is not None)]
    if first and first not in {engine.name for engine in engines}:
        there = ", ".join(engine.name for engine in engines) or "none"
        raise ConfigurationError(f"VOICE_SPEAKER names {first}; what can speak here: {there}")
    return sorted(engines, key=lambda engine: engine.name != first)
