"""Long polling that acknowledges exactly what was accepted, and nothing before that.

Telegram forgets all updates below the ``offset`` of the next request. So the offset stays at the
first update that is not settled, and what Telegram therefore sends again is recognised.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import TelegramMethod
from pydantic import JsonValue

from bot.telegram.dispatcher import ALLOWED_UPDATES
from bot.telegram.errors import Acceptance, Received
from bot.telegram.pulse import Pulse
from bot.telegram.turns import Turns
from domain.errors import ConfigurationError

POLL = timedelta(seconds=25)
"""How long Telegram holds a request back when there is nothing."""

MAX_UNSETTLED = 100
"""Telegram returns no more than this many unacknowledged updates; fetching more is pointless."""

AT_ONCE = 32
"""Updates of different chats that are handled at the same time."""

LOOK_AGAIN = timedelta(seconds=0.5)
"""While updates are being handled, how long others wait at most before they are fetched."""

LOOK_AGAIN_WHEN_FULL = timedelta(seconds=2)

GRACE = timedelta(seconds=20)
"""What has begun may finish for so long when the bot is stopped; the rest stays with Telegram."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between attempts to reach Telegram."""

LONGEST_RETRY_PAUSE = 5.0
"""Seconds between attempts at one update: when the database is back, people wait no longer."""

CONFLICT_PAUSE = 5.0

log = structlog.get_logger(__name__)

Pause = Callable[[float], Awaitable[None]]


class FetchUpdates(TelegramMethod[list[JsonValue]]):
    """``getUpdates`` whose result is not interpreted: one update that aiogram cannot read must not
    keep all the others from being read.
    """

    __returning__ = list[JsonValue]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


class Window:
    """The updates that Telegram still keeps, in the order in which it sends them.

    ``offset`` confirms all that were settled without a gap. Numbers may have gaps, and after a
    quiet week they may begin anew anywhere, so they are never compared.
    """

    def __init__(self) -> None:
        self.offset: int | None = None
        self._settled: dict[int, bool] = {}
        self.moved = asyncio.Event()

    def open(self, update_id: int) -> bool:
        """Whether it has to be handled: false for one that is being handled or waits its turn."""
        if update_id in self._settled:
            return False
        self._settled[update_id] = False
        return True

    def settle(self, update_id: int) -> None:
        self._settled[update_id] = True
        for first, settled in list(self._settled.items()):
            if not settled:
                break
            del self._settled[first]
            self.offset = first + 1
        self.moved.set()

    @property
    def unsettled(self) -> int:
        """Updates that Telegram has to keep, those behind an unsettled one included."""
        return len(self._settled)


class Polling:
    """Fetches updates and has them handled: in order within a chat, chats side by side."""

    def __init__(
        self,
        bot: Bot,
        acceptance: Acceptance,
        pause: Pause = asyncio.sleep,
        pulse: Pulse | None = None,
    ) -> None:
        self._bot = bot
        self._acceptance = acceptance
        self._pulse = pulse or Pulse()
        self._pause = pause
        self._window = Window()
        self._turns = Turns()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def run(self, stop: asyncio.Event) -> None:
        """Until ``stop`` is set. Raises ``ConfigurationError`` when Telegram refuses the token."""
        fetching = asyncio.create_task(self._fetch_on())
        stopped = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({fetching, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            fetching.cancel()
            failed = (await asyncio.gather(fetching, stopped, return_exceptions=True))[0]
            await self._finish()
        if isinstance(failed, Exception):
            raise failed

    async def _fetch_on(self) -> None:
        while True:
            for raw in await self._fetched():
                self._begin(raw)
            # Only with nothing unsettled does Telegram hold a request back until there is news.
            full = self._window.unsettled >= MAX_UNSETTLED
            await self._settling(LOOK_AGAIN_WHEN_FULL if full else LOOK_AGAIN)

    async def _settling(self, longest: timedelta) -> None:
        """Until all is settled, and no longer than ``longest``."""
        try:
            async with asyncio.timeout(longest.total_seconds()):
                while self._window.unsettled:
                    self._window.moved.clear()
                    await self._window.moved.wait()
        except TimeoutError:
            return

    async def _fetched(self) -> Sequence[JsonValue]:
        """The next updates, as soon as Telegram can be reached."""
        pause = FIRST_PAUSE
        while True:
            # Not before the loop: what is settled meanwhile is confirmed by the next attempt.
            request = FetchUpdates(
                offset=self._window.offset,
                timeout=int(POLL.total_seconds()),
                allowed_updates=list(ALLOWED_UPDATES),
            )
            try:
                fetched = await self._bot(request, request_timeout=self._longest_request())
            except (TelegramUnauthorizedError, TelegramNotFound) as error:
                msg = (
                    "Telegram does not accept TELEGRAM_BOT_TOKEN: "
                    "copy it again from @BotFather (/mybots, API Token)"
                )
                raise ConfigurationError(msg) from error
            except TelegramRetryAfter as error:
                log.warning("telegram.slow_down", seconds=error.retry_after)
                await self._pause(error.retry_after)
            except TelegramConflictError as error:
                log.error(  # noqa: TRY400 - the reason is known, a stack trace adds nothing
                    "telegram.conflict",
                    reason=error.message,
                    advice="another program polls with this token, or a webhook is set: stop the "
                    "other one, or delete the webhook; this one goes on trying",
                )
                await self._pause(CONFLICT_PAUSE)
            except (AiogramError, OSError) as error:
                log.warning("telegram.unreachable", reason=type(error).__name__, again_in=pause)
                await self._pause(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                self._pulse.beat()
                return fetched

    def _longest_request(self) -> int:
        return int(POLL.total_seconds() + self._bot.session.timeout)

    def _begin(self, raw: JsonValue) -> None:
        received = Received.of(raw)
        if received is None:
            log.warning("update.without_number")
            return
        if self._window.open(received.update_id):
            task = asyncio.create_task(self._settle(received))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _settle(self, received: Received) -> None:
        """Tasks take their turn in the order in which they were begun."""
        async with self._turns.of(received.chat):
            pause = FIRST_PAUSE
            while not self._stopping:
                async with self._slots:
                    outcome = await self._acceptance.attempt(received)
                if outcome.settled:
                    self._window.settle(received.update_id)
                    return
                asked = outcome.retry_after.total_seconds() if outcome.retry_after else 0.0
                await self._pause(max(pause, asked))
                pause = min(pause * 2, LONGEST_RETRY_PAUSE)

    async def _finish(self) -> None:
        """Lets what has begun finish, then tells Telegram what was settled."""
        self._stopping = True
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=GRACE.total_seconds())
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._window.offset is None:
            return
        try:
            await self._bot(FetchUpdates(offset=self._window.offset, limit=1, timeout=0))
        except (AiogramError, OSError) as error:
            # They come once more, and the conversations drop them.
            log.warning("telegram.not_confirmed", reason=type(error).__name__)


async def run_polling(
    bot: Bot, acceptance: Acceptance, stop: asyncio.Event, pulse: Pulse | None = None
) -> None:
    """Until ``stop`` is set. Raises ``ConfigurationError`` when Telegram refuses the token."""
    await Polling(bot, acceptance, pulse=pulse).run(stop)
