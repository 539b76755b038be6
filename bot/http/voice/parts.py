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
from bot.http.clients import Clients
from bot.http.ports import EventLog, Hub, MessageExchange, Sessions
from bot.http.voice.flow import CallLimits


class Listener(SpeechRecogniser, Transcriber, Protocol):
    """Speech to text: of what is said in a call, and of files."""


@dataclass(frozen=True)
class VoiceConfig:
    """Times and numbers that hold for all calls of a process."""

    utterances: UtteranceConfig = field(default_factory=UtteranceConfig)
    limits: CallLimits = field(default_factory=CallLimits)
    most_calls: int = 4
    """At once; others are told that it is busy."""
    per_minute: int = 30
    """Messages of one person."""
    wait: timedelta = timedelta(seconds=30)
    """How long one request waits for its answer."""
    start_within: timedelta = timedelta(seconds=5)
    """From opening a socket to its first frame."""
    ping: timedelta = timedelta(seconds=15)
    """Between two; each is answered before the next."""
    back_within: timedelta = timedelta(seconds=60)
    """How long a call whose socket was lost may be gone and still be the same call."""


@dataclass(frozen=True)
class VoiceParts:
    """All that calls and recordings need."""

    clients: Clients
    sessions: Sessions
    turns: MessageExchange
    log: EventLog
    hub: Hub
    listener: Listener
    synthesiser: Synthesiser
    activity: Callable[[], Activity] = best_activity
    """A new one for each call."""
    config: VoiceConfig = field(default_factory=VoiceConfig)
    telemetry: VoiceTelemetry = field(default_factory=VoiceTelemetry)
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Between two pings; seconds."""
