"""A server with the API that the page uses, whose conversations a test makes up."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from aiohttp import WSMessage, web

from bot.http.contract import Caller, ChoiceView, Heard, ReplyView, Session, Settled
from bot.http.page import Page

COOKIE = "visitor"


@dataclass
class Room:
    """One conversation."""

    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    state: str = "idle"
    erased: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, kind: str, payload: dict[str, Any]) -> None:
        self.events.append((kind, payload))
        self.wake()

    def wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    @property
    def words(self) -> list[str]:
        return [payload["text"] for kind, payload in self.events if kind == "transcript"]


@dataclass
class Desk:
    """``answer`` says what comes to which words; no answer: it is still being worked on."""

    answer: Callable[[str], list[ReplyView] | None] = lambda said: [say(f"You said: {said}")]
    code: str | None = None
    rooms: defaultdict[str, Room] = field(default_factory=lambda: defaultdict(Room))
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of each request."""
    files: list[tuple[str, bytes]] = field(default_factory=list)
    presses: list[dict[str, Any]] = field(default_factory=list)
    ratings: list[str] = field(default_factory=list)
    recordings: list[bytes] = field(default_factory=list)
    refusals: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """What the next messages are told in place of being taken."""
    lost_answers: int = 0
    """How many messages are taken without anybody being told."""
    calls: asyncio.Queue["Call"] = field(default_factory=asyncio.Queue)
    streams: set[asyncio.Task[Any]] = field(default_factory=set)

    # bot.http.clients, as far as the page needs it

    def welcome(self, request: web.Request) -> None:
        request["cookie"] = self.code is None

    def enter(self, code: str, request: web.Request) -> None:
        if code != self.code:
            raise refused(401, "unauthorized", "That is not the code.")
        request["cookie"] = True

    def caller(self, request: web.Request) -> Caller:
        return Caller(name="page", user_id="http:page:1")

    def count_new_session(self, request: web.Request) -> None:
        pass

    def locale_of(self, request: web.Request) -> str:
        return request.headers.get("Accept-Language", "en").partition(",")[0].partition("-")[0]

    # bot.http.ports.Sessions

    async def open(self, caller: Caller, locale: str | None) -> Session:
        session = Session(
            session_id=str(uuid4()), user_id="http:page:1", locale=locale or "en", timezone="UTC"
        )
        self.rooms[session.session_id] = Room()
        return session

    async def of(self, caller: Caller, session_id: str) -> Session:
        raise NotImplementedError

    # The API

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self.visitor], client_max_size=30_000_000)
        api = "/api/v1/chat/sessions/{id}"
        app.add_routes(
            [
                *Page(self, self, voice=True).routes(),
                web.post("/api/v1/chat/orchestrator/message", self.message),
                web.get(api, self.session),
                web.get(f"{api}/messages", self.messages),
                web.get(f"{api}/events", self.events),
                web.post(f"{api}/press", self.press),
                web.post(f"{api}/feedback", self.feedback),
                web.post("/api/v1/voice/message", self.recording),
                web.get("/api/v1/voice/ws", self.call),
            ]
        )
        return app

    @web.middleware
    async def visitor(
        self, request: web.Request, handler: Callable[..., Any]
    ) -> web.StreamResponse:
        self.asked.append((request.method, request.path))
        api = request.path.startswith("/api/") or request.path == "/page/sessions"
        if api and COOKIE not in request.cookies:
            raise refused(401, "unauthorized", "Who are you?")
        response: web.StreamResponse = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = "default-src 'self'"
            if request.get("cookie"):
                response.set_cookie(COOKIE, "1", httponly=True, samesite="Strict")
        return response

    def room(self, request: web.Request) -> Room:
        found = self.rooms.get(request.match_info["id"])
        if found is None or found.erased:
            raise refused(404, "session_not_found", "There is no such conversation.")
        return found

    async def message(self, request: web.Request) -> web.Response:
        if request.content_type == "application/json":
            fields = await request.json()
        else:
            fields = {}
            async for part in await request.multipart():
                if part.name == "files[]":
                    self.files.append((part.filename, await part.read()))
                else:
                    fields[part.name] = await part.text()
        request.match_info["id"] = fields["session_id"]
        kinds = ("photo",) * len(self.files) if "wait" in fields and self.files else ()
        return await self.take(request, fields["message_id"], fields["message"], kinds)

    async def press(self, request: web.Request) -> web.Response:
        fields = await request.json()
        self.presses.append(fields)
        return await self.take(request, fields["message_id"], fields["value"])

    async def take(
        self, request: web.Request, message_id: str, said: str, files: tuple[str, ...] = ()
    ) -> web.Response:
        room = self.room(request)
        if self.refusals:
            status, told = self.refusals.pop(0)
            after = {"Retry-After": "1"} if status in (429, 503) else {}
            return web.json_response({"error": told}, status=status, headers=after)
        if not any(p.get("message_id") == message_id for _, p in room.events):
            heard = Heard(message_id=message_id, text=said, files=files)
            room.add("transcript", heard.model_dump(mode="json"))
            self.settle(room, message_id, self.answer(said))
        if self.lost_answers:
            self.lost_answers -= 1
            assert request.transport
            request.transport.abort()
        return web.json_response({"message_id": message_id}, status=202)

    def settle(self, room: Room, message_id: str, replies: list[ReplyView] | None) -> None:
        if replies is None:
            room.state = "working"
            return
        for each in replies:
            room.add("reply", each.model_dump(mode="json"))
        room.state = "idle"
        room.add("state", Settled(message_id=message_id, state="idle").model_dump(mode="json"))

    async def session(self, request: web.Request) -> web.Response:
        return web.json_response({"state": self.room(request).state})

    async def messages(self, request: web.Request) -> web.Response:
        room, after = self.room(request), int(request.query["after"])
        limit = int(request.query["limit"])
        found = [
            {"seq": seq, "kind": kind, "payload": payload}
            for seq, (kind, payload) in enumerate(room.events, 1)
            if seq > after and kind in ("transcript", "reply")
        ][:limit]
        cursor = found[-1]["seq"] if found else after
        return web.json_response({"messages": found, "cursor": cursor})

    async def events(self, request: web.Request) -> web.StreamResponse:
        room = self.room(request)
        task = asyncio.current_task()
        assert task
        self.streams.add(task)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b": here\n\n")
        seq = int(request.query["after"])
        try:
            while not room.erased:
                changed = room.changed
                for kind, payload in room.events[seq:]:
                    seq += 1
                    data = json.dumps(payload)
                    await response.write(f"id: {seq}\nevent: {kind}\ndata: {data}\n\n".encode())
                await changed.wait()
        finally:
            self.streams.discard(task)
        return response

    async def feedback(self, request: web.Request) -> web.Response:
        self.ratings.append((await request.json())["rating"])
        return web.Response(status=204)

    async def recording(self, request: web.Request) -> web.Response:
        fields = dict(await request.post())
        sound = fields["audio"]
        assert isinstance(sound, web.FileField)
        content = sound.file.read()
        self.recordings.append(content)
        request.match_info["id"] = str(fields["session_id"])
        room, message_id = self.room(request), str(fields["message_id"])
        heard = Heard(message_id=message_id, text="lunch twelve", spoken=True)
        room.add("transcript", heard.model_dump(mode="json"))
        self.settle(room, message_id, self.answer("lunch twelve"))
        return web.json_response(
            {"message_id": message_id, "transcript": "lunch twelve", "replies": []}
        )

    async def call(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        call = Call(socket, await socket.receive_json())
        await self.calls.put(call)
        await call.run()
        return socket


@dataclass
class Call:
    """A call's socket at the server's end."""

    socket: web.WebSocketResponse
    start: dict[str, Any]
    frames: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    sound: bytearray = field(default_factory=bytearray)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    """A second of sound came."""

    async def run(self) -> None:
        message: WSMessage
        async for message in self.socket:
            if isinstance(message.data, bytes):
                self.sound += message.data
                if len(self.sound) > 32_000:
                    self.heard.set()
            else:
                await self.frames.put(json.loads(message.data))


def say(text: str, *choices: tuple[str, str], **more: Any) -> ReplyView:
    """A reply; choices by their labels and values."""
    views = tuple(ChoiceView(label=a, action="answer", subject="t", value=b) for a, b in choices)
    return ReplyView(id=str(uuid4()), text=text, choices=views, **more)


def refused(status: int, code: str, message: str) -> web.HTTPException:
    kinds: dict[int, type[web.HTTPException]] = {
        401: web.HTTPUnauthorized,
        404: web.HTTPNotFound,
    }
    body = {"error": {"code": code, "message": message, "retryable": False}}
    return kinds[status](text=json.dumps(body), content_type="application/json")


@asynccontextmanager
async def open_at(desk: Desk, port: int = 0) -> AsyncIterator[int]:
    """The desk answers at the port that comes out."""
    runner = web.AppRunner(desk.application(), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
