"""Processes of the HTTP channel on the house's servers, and clients that come back."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from aiohttp import ClientError, ClientSession, ClientTimeout, FormData

from local.own_process import HttpProcess, reached
from tests.e2e.house import House, ProcessOnItsOwn
from tests.given import given_id
from tests.local.waiting import eventually
from tests.metrics import free_port

KEY = "a-key-of-the-tests-0123456789"
API = "/api/v1/chat"
PATIENCE = 240.0
_AGAIN_SECONDS = 0.2
_NO_TIMEOUT = ClientTimeout(total=None)
_AWAY = (ClientError, TimeoutError, ConnectionError)
_UNAVAILABLE = {429, 502, 503}

Event = dict[str, object]
"""As the stream has it, with its ``kind`` and ``seq`` and when it ``came``."""


@dataclass
class Site:
    """One process of the channel."""

    house: House
    process: ProcessOnItsOwn
    url: str
    metrics_port: int

    async def listens(self) -> bool:
        assert self.process.lives, self.process.log.read_text()[-2_000:]
        return await reached(self.url)

    async def start(self) -> None:
        """Returns when it listens."""
        await self.process.start()
        await eventually(self.listens, within=PATIENCE)


@asynccontextmanager
async def open_site(house: House, **settings: str) -> AsyncIterator[Site]:
    """A process that lets clients with ``KEY`` in and keeps no pace."""
    port, metrics = free_port(), free_port()
    environment = {
        **house.worker.environment,
        "HTTP_LISTEN": f"127.0.0.1:{port}",
        "HTTP_METRICS_LISTEN": f"127.0.0.1:{metrics}",
        "HTTP_API_KEYS": f"tests={KEY}",
        "RATE_LIMIT_MESSAGES_PER_MINUTE": "100000",
        **settings,
    }
    process = ProcessOnItsOwn(house.data_dir, environment, house.nursery, HttpProcess)
    site = Site(house, process, f"http://127.0.0.1:{port}", metrics)
    try:
        await site.start()
        yield site
    finally:
        await process.stop()


@dataclass
class Visitor:
    """A person of a server's own site. What fails by an outage is tried again, the same message
    under the same id; a stream that breaks is taken up behind the last event that was seen.
    """

    http: ClientSession
    url: Callable[[], str]
    """Where to ask next: there may be several processes."""
    user: str = field(default_factory=lambda: f"u-{given_id()}")
    session_id: str = ""
    events: list[Event] = field(default_factory=list)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {KEY}", "X-User-Id": self.user}

    @property
    def stream(self) -> str:
        return f"{self.url()}{API}/sessions/{self.session_id}/events"

    @property
    def user_id(self) -> str:
        return f"http:tests:{self.user}"

    @property
    def seqs(self) -> list[int]:
        """Of the events that were seen, in the order in which they came."""
        return [int(str(each["seq"])) for each in self.events]

    @property
    def seen(self) -> int:
        return self.seqs[-1] if self.events else 0

    @property
    def replies(self) -> list[str]:
        """Texts of the replies that were seen in the stream."""
        return [str(each["text"]) for each in self.events if each["kind"] == "reply"]

    def times_seen(self, key: str) -> Counter[object]:
        return Counter(each[key] for each in self.events if each["kind"] == "reply")

    async def say(self, text: str, message_id: str = "", **more: object) -> Event:
        """The answer, once somebody gives one."""
        said = {"message": text, "message_id": message_id or given_id(), **more}
        if self.session_id:
            said["session_id"] = self.session_id
        return await self._posted(lambda: {"json": said})

    async def photo(self, content: bytes, caption: str = "") -> Event:
        message_id = given_id()

        def form() -> dict[str, object]:
            data = FormData()
            data.add_field("message", caption)
            data.add_field("message_id", message_id)
            if self.session_id:
                data.add_field("session_id", self.session_id)
            data.add_field("files[]", content, filename="receipt.jpg", content_type="image/jpeg")
            return {"data": data}

        return await self._posted(form)

    async def _posted(self, body: Callable[[], dict[str, object]]) -> Event:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with self.http.post(
                        f"{self.url()}{API}/orchestrator/message",
                        headers=self.headers,
                        timeout=_NO_TIMEOUT,
                        **body(),  # type: ignore[arg-type] # json or data
                    ) as answer:
                        if answer.status not in _UNAVAILABLE:
                            told: Event = await answer.json()
                            assert answer.status in {200, 202}, told
                            self.session_id = str(told["session_id"])
                            return told
                except _AWAY:
                    pass
                await asyncio.sleep(_AGAIN_SECONDS)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Reads the session's stream inside, however often it breaks."""
        try:
            async with asyncio.TaskGroup() as group:
                reading = group.create_task(self._read())
                try:
                    yield
                finally:
                    reading.cancel()
        except BaseExceptionGroup as several:
            # Within one another, those of twenty would be too deep to be read.
            raise several.exceptions[0] from None

    async def _read(self) -> None:
        while True:
            with suppress(*_AWAY):
                await self._read_on()
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _read_on(self) -> None:
        headers = {**self.headers, "Last-Event-ID": str(self.seen)}
        async with self.http.get(self.stream, headers=headers, timeout=_NO_TIMEOUT) as stream:
            if stream.status in _UNAVAILABLE:
                return
            assert stream.status == 200, await stream.text()
            kind, seq = "", 0
            async for raw in stream.content:
                name, _, value = raw.decode().rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "id":
                    seq = int(value)
                elif name == "data":
                    async with self._changed:
                        came = time.perf_counter()
                        event = {**json.loads(value), "kind": kind, "seq": seq, "came": came}
                        self.events.append(event)
                        self._changed.notify_all()

    async def until(self, so: Callable[[], bool]) -> None:
        """Waits until what was seen is so."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(so)

    async def messages(self) -> list[Event]:
        """The whole transcript, a page after the other."""
        found: list[Event] = []
        while True:
            after = found[-1]["seq"] if found else 0
            async with self.http.get(
                f"{self.url()}{API}/sessions/{self.session_id}/messages",
                headers=self.headers,
                params={"after": str(after), "limit": "50"},
            ) as answer:
                page = (await answer.json())["messages"]
            if not page:
                return found
            found += page

    async def saved(self, house: House) -> list[str]:
        """Amounts in the ledger, in order."""
        rows = await house.rows(
            "SELECT amount FROM transactions WHERE user_id = $1 AND deleted_at IS NULL"
            " ORDER BY number",
            self.user_id,
        )
        return [f"{row['amount']:.2f}" for row in rows]


async def answered(visitor: Visitor, text: str) -> list[str]:
    """Says it and gives the texts of all replies, also of those that came later."""
    told = await visitor.say(text)
    return [str(each["text"]) for each in told["replies"]]  # type: ignore[attr-defined]


def alternating(*sites: Site) -> Callable[[], str]:
    """Each request goes to the next process."""
    order = iter(range(10**9))
    return lambda: sites[next(order) % len(sites)].url


def at(site: Site) -> Callable[[], str]:
    return partial(str, site.url)
