"""Updates brought to the bot: in order in each chat, again and again until it takes them."""

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

from tests.telegram.emulator.state import World
from tests.telegram.emulator.updates import Update, chat_of

Answered = Callable[[dict[str, Any]], object]


class Webhook:
    """The delivery of one bot's updates by POST.

    A delivery that isn't answered with 2xx is made again after ``first_wait`` seconds, then after
    twice as long each time, at most ``longest_wait``.
    """

    def __init__(
        self, world: World, *, first_wait: float = 0.05, longest_wait: float = 2.0
    ) -> None:
        self.url = ""
        self.max_connections = 40
        self.first_wait = first_wait
        self.longest_wait = longest_wait
        self._world = world
        self._secret: str | None = None
        self._error: tuple[int, str] | None = None
        self._busy: set[int | None] = set()
        self._under_way: list[Update] = []
        self._running: asyncio.Task[None] | None = None

    def start(self, url: str, secret: str | None, max_connections: int) -> None:
        """Replaces the webhook; an empty URL ends it."""
        self.stop()
        if url:
            self.url, self._secret, self.max_connections = url, secret, max_connections
            self._error = None
            self._running = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        self.url = ""
        if self._running is not None:
            self._running.cancel()
            self._running = None

    async def close(self) -> None:
        running = self._running
        self.stop()
        if running is not None:
            await asyncio.gather(running, return_exceptions=True)

    def trouble(self) -> dict[str, object]:
        if self._error is None:
            return {}
        return {"last_error_date": self._error[0], "last_error_message": self._error[1]}

    async def _run(self) -> None:
        self._busy, self._under_way = set(), []
        timeout = ClientTimeout(total=60)
        async with ClientSession(timeout=timeout) as session, asyncio.TaskGroup() as group:
            while True:
                for update in self._ready():
                    self._busy.add(chat_of(update))
                    self._under_way.append(update)
                    group.create_task(self._deliver(session, update))
                await self._changed()

    async def _changed(self) -> None:
        try:
            await self._world.changes.wait(5.0)
        except TimeoutError:
            return

    def _ready(self) -> list[Update]:
        """The oldest update of each chat that has none under way, as connections allow."""
        found: list[Update] = []
        taken = set(self._busy)
        for update in self._world.updates.pending():
            if len(self._under_way) + len(found) >= self.max_connections:
                break
            if chat_of(update) not in taken:
                taken.add(chat_of(update))
                found.append(update)
        return found

    async def _deliver(self, session: ClientSession, update: Update) -> None:
        wait = self.first_wait
        while not await self._post(session, update):
            await asyncio.sleep(wait)
            wait = min(wait * 2, self.longest_wait)
        self._busy.discard(chat_of(update))
        self._under_way.remove(update)
        self._world.updates.confirm(update)

    async def _post(self, session: ClientSession, update: Update) -> bool:
        headers = {}
        if self._secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = self._secret
        try:
            async with session.post(self.url, json=update, headers=headers) as answer:
                if 200 <= answer.status < 300:
                    return True
                trouble = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (ClientError, TimeoutError, OSError) as error:
            trouble = f"Connection failed: {type(error).__name__}"
        self._error = (self._world.now(), trouble)
        self._world.changes.happen()
        return False
