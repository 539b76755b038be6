"""A voice and an ear for calls, in memory, and phones that call."""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

import numpy as np
from aiohttp import ClientWebSocketResponse, WSMsgType, web

from adapters.postgres.stores import Stores
from adapters.speech.activity import Loudness, UtteranceConfig
from adapters.speech.ports import Synthesiser
from adapters.speech.sound import Sound
from bot.consent import NOT_ASKED, Consent
from bot.http.clients import Doors
from bot.http.routes import HttpParts
from bot.http.voice.flow import CallLimits
from bot.http.voice.parts import Listener, VoiceConfig, VoiceParts
from bot.http.voice.rate_limit import SoundRateLimit
from bot.http.voice.routes import routes
from bot.http.voice.socket import Calls
from domain.channel_events import Event, EventKind
from domain.errors import AppError
from domain.messages import Attachment
from domain.preferences import Transcribed
from tests.bot.http.house import ANN, OPEN, House, Talk, house

RATE = 16_000


def sound(seconds: float, hertz: float = 300.0) -> bytes:
    """Loud, so that it counts as speech by loudness; ``hertz`` 0 is silence."""
    at = np.arange(int(seconds * RATE)) / RATE
    return (np.sin(2 * np.pi * hertz * at) * 12_000).astype("<i2").tobytes()


def said(seconds: float = 0.6) -> bytes:
    """An utterance with the silence around it."""
    return sound(0.3, 0) + sound(seconds) + sound(1.2, 0)


@dataclass
class Ear:
    """Hears ``words`` one after the other, then noise; an error among them is raised."""

    words: list[str | AppError] = field(default_factory=list)
    languages: tuple[str, ...] = ("en",)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    sounds: list[Sound] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate.set()

    async def aclose(self) -> None: ...

    async def prepare(self) -> None: ...

    def hears(self, locale: str) -> bool:
        return locale[:2] in self.languages

    async def hear(self, sound: Sound, locale: str, user_id: str) -> Transcribed:
        del locale, user_id
        self.sounds.append(sound)
        await self.gate.wait()
        return self._next()

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed:
        del content, attachment, locale, user_id
        return self._next()

    def _next(self) -> Transcribed:
        heard = self.words.pop(0) if self.words else ""
        if isinstance(heard, AppError):
            raise heard
        return Transcribed(text=heard)


@dataclass
class Mouth:
    """Says each text in as many tenths of a second as it has characters. ``mute``: it is dead."""

    mute: bool = False
    spoken: list[str] = field(default_factory=list)

    def speaks(self, locale: str) -> str | None:
        del locale
        return None if self.mute else "mouth"

    async def speak(
        self, text: str, locale: str, user_id: str, *, fixed: bool = False
    ) -> Sound | None:
        del locale, user_id, fixed
        self.spoken.append(text)
        return None if self.mute else Sound(bytes(2 * 2_205 * len(text)), 22_050)

    async def aclose(self) -> None: ...


PATIENT = CallLimits(silence=timedelta(hours=1), waiting=timedelta(hours=1))
"""However busy the machine is, nobody is asked or told to wait meanwhile."""
CONFIG = VoiceConfig(utterances=UtteranceConfig(), limits=PATIENT, wait=timedelta(seconds=5))


UNHURRIED = partial(SoundRateLimit, ahead=600, behind=600, recordings_a_minute=1_000)
"""For phones of tests, which send a sentence at once."""


def voice_beside(
    parts: HttpParts,
    ear: Listener,
    mouth: Synthesiser,
    **more: Any,  # noqa: ANN401 - of the voice
) -> VoiceParts:
    """A voice beside the API of sessions."""
    return VoiceParts(
        http=parts,
        listener=ear,
        synthesiser=mouth,
        **{"activity": Loudness, "config": CONFIG, "rate_limit": UNHURRIED(), **more},
    )


@dataclass
class Phone:
    """The client's side of a socket."""

    socket: ClientWebSocketResponse
    plays: bool = True
    """It sends the marks of what it got at once, as if it had been played."""
    seen: list[dict[str, object]] = field(default_factory=list)
    sound: bytes = b""

    async def start(self, **fields: object) -> dict[str, object]:
        await self.say("start", **fields)
        return await self.until("ready")

    async def say(self, kind: str, **fields: object) -> None:
        await self.socket.send_str(json.dumps({"type": kind, **fields}))

    async def speak(self, pcm: bytes) -> None:
        """In pieces of 100 ms."""
        for at in range(0, len(pcm), 3_200):
            await self.socket.send_bytes(pcm[at : at + 3_200])

    async def until(self, kind: str, **fields: object) -> dict[str, object]:
        """The next frame of this kind with these values; all before it are in ``seen``."""
        async with asyncio.timeout(60):
            while True:
                message = await self.socket.receive()
                if message.type is WSMsgType.BINARY:
                    self.sound += message.data
                    continue
                assert message.type is WSMsgType.TEXT, (message, self.socket.close_code, self.seen)
                told = json.loads(message.data)
                self.seen.append(told)
                if told["type"] == "mark" and self.plays:
                    await self.say("mark", name=told["name"])
                if told["type"] == kind and all(told[k] == v for k, v in fields.items()):
                    return dict(told)

    async def closed(self) -> int | None:
        async with asyncio.timeout(60):
            while True:
                message = await self.socket.receive()
                if message.type is WSMsgType.TEXT:
                    self.seen.append(json.loads(message.data))
                if message.type in {WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING}:
                    return self.socket.close_code

    def kinds(self) -> list[str]:
        return [str(told["type"]) for told in self.seen]


@dataclass
class Exchange:
    """Processes with a voice on one database, and phones that call the last of them. ``session`` is
    the one of the last ``call``.
    """

    stores: Stores
    stack: AsyncExitStack
    http: House = field(init=False)
    calls: Calls = field(init=False)
    session: str = ""

    async def serve(
        self,
        answer: str = "",
        ear: Listener | None = None,
        mouth: Synthesiser | None = None,
        doors: Doors = OPEN,
        consent: Consent = NOT_ASKED,
        **more: Any,  # noqa: ANN401 - of the voice
    ) -> Talk:
        """``answer`` is what each message gets, with its text for ``{}``; empty: nothing."""

        def further(parts: HttpParts) -> list[web.RouteDef]:
            voice = voice_beside(parts, ear or Ear(), mouth or Mouth(), **more)
            self.calls = Calls(voice)
            return routes(voice, self.calls)

        talk = Talk(self.stores, says=lambda message: answer.format(message.text))
        if not answer:
            talk.let.clear()
        opened = house(self.stores, doors, talk=talk, further=further, consent=consent)
        self.http = await self.stack.enter_async_context(opened)
        return talk

    async def phone(self, headers: dict[str, str] = ANN, *, plays: bool = True) -> Phone:
        client = await self.http.visitor()
        path = "/api/v1/voice/ws"
        return Phone(await client.ws_connect(path, headers=headers, max_msg_size=0), plays=plays)

    async def call(self, **more: Any) -> Phone:  # noqa: ANN401 - of the phone
        phone = await self.phone(**more)
        self.session = str((await phone.start())["session_id"])
        return phone

    async def events(self, kind: EventKind) -> list[Event]:
        log = self.stores.channel_events
        return list(await log.read(self.session, 0, 500, kinds=frozenset({kind})))
