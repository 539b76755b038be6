"""A conversation, a voice and an ear for calls, in memory."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import numpy as np
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import unused_port
from pydantic_core import to_jsonable_python

from adapters.http_server import listening
from adapters.speech.activity import Loudness, UtteranceConfig
from adapters.speech.ports import Activity, Synthesiser
from adapters.speech.sound import Sound
from bot.http.clients import Clients, Doors
from bot.http.contract import (
    AnswerView,
    ChannelSession,
    Event,
    EventKind,
    HeardView,
    HttpCaller,
    HungUp,
    NewMessage,
    ReplyView,
    RequestRefused,
    Settled,
    TakenMessage,
)
from bot.http.errors import body_of
from bot.http.routes import HttpParts
from bot.http.voice.flow import CallLimits
from bot.http.voice.parts import Listener, VoiceConfig, VoiceParts
from bot.http.voice.routes import routes
from bot.http.voice.socket import Calls
from bot.texts.catalogue import catalogue_for
from domain.errors import AppError
from domain.history import Interrupted
from domain.messages import Attachment
from domain.preferences import Transcribed

RATE = 16_000
KEY = "k" * 24


def sound(seconds: float, hertz: float = 300.0) -> bytes:
    """Loud, so that it counts as speech by loudness; ``hertz`` 0 is silence."""
    at = np.arange(int(seconds * RATE)) / RATE
    return (np.sin(2 * np.pi * hertz * at) * 12_000).astype("<i2").tobytes()


def said(seconds: float = 0.6) -> bytes:
    """An utterance with the silence around it."""
    return sound(0.3, 0) + sound(seconds) + sound(1.2, 0)


@dataclass
class Conversation:
    """Implements ``EventLog``, ``Hub``, ``Sessions`` and ``MessageExchange``. ``answers`` gives the
    replies to a message; None: it works on it until ``reply`` and ``settle`` are called.
    """

    answers: Callable[[NewMessage], tuple[str, ...] | None] = lambda _: None
    refuse: RequestRefused | None = None
    down: AppError | None = None
    taken: list[NewMessage] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    sessions: dict[str, ChannelSession] = field(default_factory=dict)
    interruptions: list[Interrupted] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Why callers left."""
    erased: bool = False
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _sessions_of_events: list[str] = field(default_factory=list)
    _seeds: dict[str, ChannelSession] = field(default_factory=dict)
    _said: int = 0

    async def open(
        self, caller: HttpCaller, locale: str | None, *, seed: str = ""
    ) -> ChannelSession:
        if seed in self._seeds:
            return self._seeds[seed]
        id_ = f"s{len(self.sessions) + 1}"
        user = caller.user_id or f"http:{caller.name}:{id_}"
        made = ChannelSession(
            session_id=id_, user_id=user, locale=locale or "en_MY", timezone="UTC"
        )
        self.sessions[id_] = made
        if seed:
            self._seeds[seed] = made
        return made

    async def of(self, caller: HttpCaller, session_id: str) -> ChannelSession:
        found = self.sessions.get(session_id)
        if found is None or caller.user_id not in {None, found.user_id}:
            raise RequestRefused(404, "session_not_found")
        return found

    async def take(
        self, session: ChannelSession, incoming: NewMessage, *, per_minute: int
    ) -> TakenMessage:
        assert per_minute == 30
        if self.refuse is not None:
            raise self.refuse
        self.taken.append(incoming)
        heard = HeardView(
            message_id=incoming.message_id, text=incoming.text, spoken=incoming.spoken
        )
        event, _ = await self.add(session.session_id, EventKind.TRANSCRIPT, heard.message_id, heard)
        taken = TakenMessage(session=session, message_id=heard.message_id, after=event.seq)
        replies = self.answers(incoming)
        if replies is not None:
            for text in replies:
                await self.reply(text)
            await self.settle(incoming.message_id)
        return taken

    async def interrupted(self, session: ChannelSession, reply: Interrupted) -> None:
        del session
        self.interruptions.append(reply)

    async def left(self, session: ChannelSession, reason: str) -> None:
        del session
        self.gone.append(reason)

    async def answer(self, taken: TakenMessage, within: float) -> AnswerView:
        del within
        replies = tuple(
            ReplyView.model_validate(event.payload)
            for event in self.events
            if event.kind is EventKind.REPLY and event.seq > taken.after
        )
        return AnswerView(
            session_id=taken.session.session_id,
            message_id=taken.message_id,
            replies=replies,
            state="idle",
            cursor=len(self.events),
        )

    async def reply(self, text: str, **fields: object) -> str:
        self._said += 1
        view = ReplyView.model_validate({"id": f"r{self._said}", "text": text, **fields})
        await self.add("s1", EventKind.REPLY, view.id, view)
        return view.id

    async def settle(self, message_id: str) -> None:
        settled = Settled(message_id=message_id, state="idle")
        await self.add("s1", EventKind.STATE, f"{message_id}/settled", settled)

    async def add(
        self, session_id: str, kind: EventKind, key: str, payload: object
    ) -> tuple[Event, bool]:
        if self.down is not None:
            raise self.down
        seq = len(self.events) + 1
        event = Event(seq=seq, kind=kind, key=key, payload=to_jsonable_python(payload))
        async with self._changed:
            self.events.append(event)
            self._sessions_of_events.append(session_id)
            self._changed.notify_all()
        return event, False

    async def erase(self) -> None:
        async with self._changed:
            self.erased = True
            self._changed.notify_all()

    @asynccontextmanager
    async def reading(self, session_id: str, after: int) -> AsyncIterator[AsyncIterator[Event]]:
        async def events() -> AsyncIterator[Event]:
            at = after
            while True:
                while at < len(self.events):
                    at += 1
                    if self._sessions_of_events[at - 1] == session_id:
                        yield self.events[at - 1]
                if self.erased:
                    return
                async with self._changed:
                    while len(self.events) == at and not self.erased:
                        await self._changed.wait()

        yield events()

    def kept(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind is kind]

    def hung_up(self) -> list[str]:
        ended = [HungUp.model_validate(event.payload) for event in self.kept(EventKind.HANGUP)]
        return [each.reason for each in ended]


@dataclass
class Ear:
    """Hears ``words`` one after the other; an error among them is raised."""

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
        heard = self.words.pop(0)
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


def voice_of(
    conversation: Conversation,
    ear: Listener | None = None,
    mouth: Synthesiser | None = None,
    config: VoiceConfig = CONFIG,
    *,
    activity: Callable[[], Activity] = Loudness,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> VoiceParts:
    return VoiceParts(
        clients=Clients(Doors(api_keys={"shop": KEY}, anonymous=True)),
        sessions=conversation,
        turns=conversation,
        log=conversation,  # type: ignore[arg-type]  # only what a call uses of it
        hub=conversation,
        listener=ear or Ear(),
        synthesiser=mouth or Mouth(),
        activity=activity,
        config=config,
        pause=pause,
    )


def routes_beside(parts: HttpParts, ear: Listener, mouth: Synthesiser) -> list[web.RouteDef]:
    """Those of a voice beside the API of sessions."""
    return routes(
        VoiceParts(
            clients=parts.clients,
            sessions=parts.sessions,
            turns=parts.turns,
            log=parts.log,
            hub=parts.streams.hub,
            listener=ear,
            synthesiser=mouth,
            activity=Loudness,
        )
    )


@asynccontextmanager
async def served(voice: VoiceParts) -> AsyncIterator[tuple[ClientSession, Calls]]:
    calls = Calls(voice)
    app = web.Application(middlewares=[told])
    app.add_routes(routes(voice, calls))
    app.on_shutdown.append(calls.end_all)
    address = f"127.0.0.1:{unused_port()}"
    async with (
        listening(app, address, "HTTP_LISTEN"),
        ClientSession(base_url=f"http://{address}") as client,
    ):
        yield client, calls


@web.middleware
async def told(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    try:
        return await handler(request)
    except RequestRefused as refused:
        body = body_of(refused, catalogue_for("en"), "")
        return web.json_response(body, status=refused.status)


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
