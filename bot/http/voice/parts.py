"""What voice is made of, as the process that serves it puts it together."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from activities.ports import Transcriber
from adapters.speech.activity import UtteranceConfig, best_activity
from adapters.speech.ports import Activity, SpeechRecogniser, Synthesiser
from adapters.telemetry.voice import VoiceTelemetry
from bot.http.routes import HttpParts
from bot.http.voice.flow import CallLimits
from bot.http.voice.rate_limit import SoundRateLimit


class Listener(SpeechRecogniser, Transcriber, Protocol):
    """Speech to text: of what is said in a call, and of files."""


@dataclass(frozen=True)
class VoiceConfig:
    """Times and numbers that hold for all calls of a process."""

    utterances: UtteranceConfig = field(default_factory=UtteranceConfig)
    limits: CallLimits = field(default_factory=CallLimits)
    most_calls: int = 4
    """At once, those included that may still come back; others are told that it is busy."""
    most_calls_of_key: int | None = None
    """Of all people of one key, or of the page; None: all but one."""
    most_calls_of_address: int = 2
    """Of all people of the page at one internet address: anybody makes up cookies, and would take
    every line with them, but has few addresses. Two, since a household shares one. Limits neither
    callers with a key, who share the address of their server, nor this machine.
    """
    per_minute: int = 30
    """Messages of one person."""
    wait: timedelta = timedelta(seconds=30)
    """How long one request waits for its answer."""
    start_within: timedelta = timedelta(seconds=5)
    """From opening a socket to its first frame."""
    consent_within: timedelta = timedelta(minutes=3)
    """From the question for consent to its answer, with the time in which it is spoken."""
    ping: timedelta = timedelta(seconds=15)
    """Between two; each is answered before the next."""
    back_within: timedelta = timedelta(seconds=60)
    """How long a call whose socket was lost may be gone and still be the same call. One in which
    nothing came from the person is not waited for.
    """


@dataclass(frozen=True)
class VoiceParts:
    """All that calls and recordings need."""

    http: HttpParts
    listener: Listener
    synthesiser: Synthesiser
    activity: Callable[[], Activity] = best_activity
    """A new one for each call."""
    config: VoiceConfig = field(default_factory=VoiceConfig)
    telemetry: VoiceTelemetry = field(default_factory=VoiceTelemetry)
    rate_limit: SoundRateLimit = field(default_factory=SoundRateLimit)
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Between two pings; seconds."""
