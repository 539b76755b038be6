"""The server on the real log, with a conversation that a test scripts in Temporal's place."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiohttp import CookieJar, web
from aiohttp.test_utils import TestClient, TestServer

from adapters.health.report import Checkup
from adapters.postgres.channel_events import PostgresChannelEvents
from adapters.postgres.pool import Database
from adapters.postgres.stores import Stores
from bot.consent import NOT_ASKED, Consent
from bot.http.address import CHANNEL
from bot.http.clients import Clients, Doors
from bot.http.contract import SETTLED, ReplyView, Settled
from bot.http.hub import EventHub
from bot.http.openai import ChatPrograms
from bot.http.ports import HttpGateway
from bot.http.routes import HttpParts, ToolView
from bot.http.server import application
from bot.http.streams import EventStreams
from bot.http.turns import HttpSessions, HttpTurns
from domain.channel_events import EventKind, News
from domain.conversation import ConversationState, ConversationStatus, FilesRead, PersonLeft
from domain.errors import AppError
from domain.history import Interrupted
from domain.messages import Attachment, Message
from domain.understanding import Person
from tests.local.waiting import eventually

MESSAGE = "/api/v1/chat/orchestrator/message"
KEY, OTHER_KEY, OPERATOR = "k" * 24, "o" * 24, "operator" * 3
CODE = "open sesame"
PHOTO = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIB", 13, b"IHDR", 640, 480, 8)
"""As far as anybody looks before it is read."""
LOOKUP = ToolView(
    server="office",
    name="office_lookup",
    description="Looks up.",
    input_schema={"type": "object"},
    read_only=True,
    repeatable=True,
)


async def looked_up() -> tuple[ToolView, ...]:
    return (LOOKUP,)


Client = TestClient[web.Request, web.Application]
Json = Any


def bearer(key: str = KEY, user: str | None = "ann") -> dict[str, str]:
    headers = {"Authorization": f"Bearer {key}"}
    return headers if user is None else {**headers, "X-User-Id": user}


ANN = bearer()


@dataclass
class Talk:
    """Implements ``HttpGateway``. Each message is answered, a reply for each line, as soon as it is
    let; ``down`` is raised by sending, ``down_behind`` behind it, ``asleep`` by asking.
    """

    stores: Stores
    sent: list[Message] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    down: AppError | None = None
    down_behind: AppError | None = None
    asleep: AppError | None = None
    let: asyncio.Event = field(default_factory=asyncio.Event)
    says: Callable[[Message], str] = lambda message: f"you said {message.text}"
    busy: set[str] = field(default_factory=set)
    tells: bool = True
    """The last delivery tells that a message is dealt with."""
    asked: int = 0
    """How often its status was."""
    ended: bool = False
    full: bool = False
    """Messages find no room."""
    turned_away: list[str] = field(default_factory=list)
    files_read: FilesRead | None = None
    questions: tuple[str, ...] = ()
    """Ids of those that are open."""
    interruptions: list[Interrupted] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Why callers left."""
    _answering: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.let.set()

    async def handed(self, text: str) -> None:
        """Waits until these words were handed over: they are shown before."""
        await eventually(lambda: any(message.text == text for message in self.sent))

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None:
        assert message.id.startswith(f"{channel}:{chat_id}:")
        if self.down is not None:
            raise self.down
        assert defaults is not None
        self.people.append(defaults)
        if message.id in {each.id for each in self.sent}:
            return
        if self.full:
            self.turned_away.append(message.id)
            return
        self.sent.append(message)
        self.busy.add(message.id)
        task = asyncio.create_task(self._answer(chat_id, message))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        if self.down_behind is not None:
            raise self.down_behind

    async def _answer(self, chat_id: str, message: Message) -> None:
        await self.let.wait()
        for number, text in enumerate(self.says(message).split("\n")):
            reply = ReplyView(id=f"{message.id}/r{number}", text=text)
            await self.stores.channel_events.add(chat_id, EventKind.REPLY, reply.id, reply)
        self.busy.discard(message.id)
        if self.tells and not self.ended:
            own = message.id.rpartition(":")[2]
            view = Settled(message_id=own, state=ConversationState.IDLE, questions=())
            await self.stores.channel_events.add(chat_id, EventKind.STATE, f"{own}{SETTLED}", view)

    async def store(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        if self.down is not None:
            raise self.down
        await self.stores.users.person(Person(user_id=user_id))
        await self.stores.attachments.put(user_id, attachment, content)

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None:
        self.asked += 1
        if self.asleep is not None:
            raise self.asleep
        if self.ended:
            return None
        mine = [m.id for m in self.sent if m.id.startswith(f"{channel}:{chat_id}:")]
        working = any(message_id in self.busy for message_id in mine)
        return ConversationStatus(
            state=ConversationState.WORKING if working else ConversationState.IDLE,
            handled=tuple(mine) if not working else (),
            turned_away=tuple(set(self.turned_away) - set(mine)),
            files=self.files_read if working else None,
            questions=self.questions,
        )

    async def cancel(self, channel: str, chat_id: str, reason: str = "") -> bool:
        raise NotImplementedError

    async def interrupted(self, channel: str, chat_id: str, reply: Interrupted) -> bool:
        del channel, chat_id
        self.interruptions.append(reply)
        return True

    async def left(self, channel: str, chat_id: str, left: PersonLeft) -> bool:
        del channel, chat_id
        self.gone.append(left.reason)
        return True

    async def close(self) -> None:
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)


class UncancellingServer(TestServer):
    """Lets handlers go on when their clients are gone, as ours does."""

    async def _make_runner(self, **parts: Any) -> web.BaseRunner:  # noqa: ANN401
        return await super()._make_runner(**{**parts, "handler_cancellation": False})


@dataclass
class OwnWire:
    """The wire of one process, which shows when it listens: what is told before, nobody hears."""

    log: PostgresChannelEvents
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[AsyncIterator[News]]:
        async with self.log.listening() as news:
            self.begun.set()
            yield news


@dataclass
class House:
    """A running server, and requests to it."""

    stores: Stores
    talk: Talk
    hub: EventHub
    wire: OwnWire
    clients: Clients
    turns: HttpTurns
    server: TestServer
    now: list[float]
    visitors: list[Client]

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def visitor(self) -> Client:
        """A browser with cookies of its own."""
        client: Client = TestClient(self.server, cookie_jar=CookieJar(unsafe=True))
        self.visitors.append(client)
        return client

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        client: Client | None = None,
        *,
        data: object = None,
    ) -> "Told":
        client = client or await self.visitor()
        given = dict(headers or {})
        if body is not None:
            data, given["Content-Type"] = json.dumps(body).encode(), "application/json"
        async with client.request(method, path, headers=given, data=data) as response:
            return Told(response.status, await response.read(), response.headers)

    async def said(self, text: str, headers: Mapping[str, str] = ANN, **body: object) -> "Told":
        return await self.ask("POST", MESSAGE, {"message": text, **body}, headers)

    async def session(self, headers: Mapping[str, str] = ANN) -> str:
        """The id of a new session in which something was said."""
        told = await self.said("hello", headers)
        assert told.status == 200, told.body
        session_id: str = told.json["session_id"]
        return session_id


@dataclass(frozen=True)
class Told:
    status: int
    body: bytes
    headers: Mapping[str, str]

    @property
    def json(self) -> Json:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        code: str = self.json["error"]["code"]
        return code

    @property
    def texts(self) -> list[str]:
        return [reply["text"] for reply in self.json["replies"]]


async def rows(database: Database) -> dict[str, int]:
    """How many rows each table has that has some."""
    async with database.connection() as connection:
        tables = await connection.fetch(
            "SELECT relid::regclass::text AS name FROM pg_stat_user_tables"
        )
        found = {
            name: await connection.fetchval(f"SELECT count(*) FROM {name}")  # noqa: S608
            for (name,) in tables
        }
    return {name: number for name, number in found.items() if number}


def chats(parts: HttpParts) -> list[web.RouteDef]:
    """The endpoint for chat programs, which waits no longer than the API does."""
    return ChatPrograms(parts, home="expenses", wait=parts.wait, alive=0.05).routes()


async def _pause_shortly(seconds: float) -> None:
    await asyncio.sleep(seconds / 10)


@asynccontextmanager
async def house(
    stores: Stores,
    doors: Doors | None = None,
    *,
    wait: float = 20,
    per_minute: int = 1000,
    talk: Talk | None = None,
    gateway: HttpGateway | None = None,
    further: Callable[[HttpParts], list[web.RouteDef]] = lambda _: [],
    port: int | None = None,
    consent: Consent = NOT_ASKED,
    channel: str = CHANNEL,
) -> AsyncIterator[House]:
    """``gateway`` is asked instead of a scripted conversation; ``further`` makes more routes,
    ``port`` is one that was used before.
    """
    now = [1_000_000.0]
    talk = talk or Talk(stores)
    log = stores.channel_events
    wire = OwnWire(log)
    hub = EventHub(log, wire)
    clients = Clients(doors or OPEN, lambda: now[0])
    turns = HttpTurns(
        gateway or talk,
        log,
        hub,
        timezone="Asia/Kuala_Lumpur",
        channel=channel,
        clock=lambda: datetime(2026, 11, 23, tzinfo=UTC),
        pause=_pause_shortly,
        consent=consent,
    )
    parts = HttpParts(
        clients=clients,
        sessions=HttpSessions(log, "en_MY", "Asia/Kuala_Lumpur", consent),
        turns=turns,
        log=log,
        streams=EventStreams(hub),
        files=stores.attachments,
        wait=wait,
        per_minute=per_minute,
        tools=looked_up,
        health=Checkup("test", (), asyncio.Event()),
    )
    listening = asyncio.create_task(hub.run())
    server = UncancellingServer(application(parts, further(parts)), port=port)
    one = House(stores, talk, hub, wire, clients, turns, server, now, [])
    try:
        async with turns.running():
            try:
                await server.start_server(shutdown_timeout=1)
                yield one
            finally:
                for client in one.visitors:
                    await client.session.close()
                await server.close()
    finally:
        await talk.close()
        listening.cancel()
        await asyncio.wait([listening])


OPEN = Doors(
    api_keys={"shop": KEY, "other": OTHER_KEY},
    operator_token=OPERATOR,
    anonymous=True,
    new_sessions_an_hour=1000,
)
