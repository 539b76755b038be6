"""What telephone lines are made of, as the process that serves them puts it together."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from bot.clock import utc_now
from bot.http.voice.parts import VoiceParts
from bot.http.voice.socket import Calls
from domain.transfers import Transfer


class Carrier(Protocol):
    """What a carrier does with a call that goes on. Implemented by ``adapters.twilio``. Both raise
    ``AppError``.
    """

    async def hang_up(self, call_sid: str) -> None: ...

    async def transfer(self, call_sid: str, twiml: str) -> None: ...


@dataclass(frozen=True)
class Number:
    """One of our numbers. ``command`` begins a conversation with the agent that it belongs to;
    None: callers are greeted, and their words tell. ``locale`` None: by the caller's country.
    """

    command: str | None = None
    locale: str | None = None


@dataclass(frozen=True)
class TelephoneConfig:
    """See the settings of the same names. Numbers are in E.164."""

    account_sid: str
    auth_tokens: tuple[str, ...] = field(repr=False)
    public_origin: str
    numbers: Mapping[str, Number] = field(default_factory=dict)
    people: Mapping[Transfer, str] = field(default_factory=dict)
    """Numbers to put callers through to."""
    recording_notice: str | None = None
    default_locale: str = "en_MY"
    timezone: str = "Asia/Kuala_Lumpur"
    back_within: timedelta = timedelta(seconds=60)
    """How long a call that was lost may be gone and go on in the same conversation."""
    dead_within: timedelta = timedelta(minutes=2)
    """As ``back_within``, from the last thing that happened, for a call whose process died."""


@dataclass(frozen=True)
class TelephoneParts:
    """``voice`` has the sessions and turns of this channel; ``calls`` are those of the process, by
    whatever way they came.
    """

    config: TelephoneConfig
    voice: VoiceParts
    calls: Calls
    carrier: Carrier
    find_transfer: Callable[[str, str], Transfer | None] = lambda _text, _locale: None
    """What words in a language ask for."""
    clock: Callable[[], datetime] = utc_now
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Seconds until a call that does not come back is over."""
