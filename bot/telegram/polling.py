"""Long polling that confirms exactly what was accepted, and nothing before that."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
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
from domain.errors import ConfigurationError

POLL = timedelta(seconds=25)
"""How long Telegram holds a request back when there is nothing."""

AT_ONCE = 32
"""Updates of different chats that are handled at the same time."""

GRACE = timedelta(seconds=20)
"""What has begun may finish for so long when the bot is stopped; the rest stays with Telegram."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between attempts to reach Telegram."""

LONGEST_RETRY_PAUSE = 5.0
"""Seconds between attempts at one update: when Temporal is back, people wait no longer."""

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


@dataclass(eq=False)
class Polling:
    """Fetches updates, has them handled and confirms them: for each update, signal, then go on.

    In order within a chat; the chats of one fetch side by side. While an update is not accepted it
    is tried again and again, and nothing behind it in its chat is handled before it.
    """

    bot: Bot
    acceptance: Acceptance
    pause: Pause = asyncio.sleep
    pulse: Pulse = field(default_factory=Pulse)
    _offset: int | None = None
    """Telegram forgets all updates below it. Numbers may have gaps, and after a quiet week they
    may begin anew anywhere, so they are never compared."""
    _stopping: bool = False

    async def run(self, stop: asyncio.Event) -> None:
        """Until ``stop`` is set. Raises ``ConfigurationError`` when Telegram refuses the token."""
        stopped = asyncio.create_task(stop.wait())
        try:
            while not stop.is_set():
                fetching = asyncio.create_task(self._fetched())
                await asyncio.wait({fetching, stopped}, return_when=asyncio.FIRST_COMPLETED)
                if not fetching.done():
                    fetching.cancel()
                    await asyncio.gather(fetching, return_exceptions=True)
                    break
                await self._take(fetching.result(), stopped)
        finally:
            stopped.cancel()
            await self._confirm()

    async def _take(self, fetched: Sequence[JsonValue], stopped: asyncio.Task[bool]) -> None:
        """Handles what was fetched; what is not settled when the bot stops stays with Telegram."""
        updates = [received for raw in fetched if (received := Received.of(raw)) is not None]
        if len(updates) < len(fetched):
            log.warning("update.without_number", count=len(fetched) - len(updates))
            await self.pause(FIRST_PAUSE)
        settled: set[int] = set()
        handling = asyncio.create_task(self._handle(updates, settled))
        await asyncio.wait({handling, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if not handling.done():
            self._stopping = True
            await asyncio.wait({handling}, timeout=GRACE.total_seconds())
            handling.cancel()
        await asyncio.gather(handling, return_exceptions=self._stopping)
        for received in updates:
            if received.update_id not in settled:
                break
            self._offset = received.update_id + 1

    async def _handle(self, updates: Sequence[Received], settled: set[int]) -> None:
        chats: dict[int, list[Received]] = {}
        for received in updates:
            # What concerns no chat has no order: its own number keeps it apart.
            chats.setdefault(received.chat or received.update_id, []).append(received)
        slots = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._settle(of, settled, slots) for of in chats.values()))

    async def _settle(
        self, updates: Sequence[Received], settled: set[int], slots: asyncio.Semaphore
    ) -> None:
        """The updates of one chat, one after another, each for as long as it takes."""
        for received in updates:
            pause = FIRST_PAUSE
            while not self._stopping:
                async with slots:
                    outcome = await self.acceptance.attempt(received)
                if outcome.settled:
                    settled.add(received.update_id)
                    break
                asked = outcome.retry_after.total_seconds() if outcome.retry_after else 0.0
                await self.pause(max(pause, asked))
                pause = min(pause * 2, LONGEST_RETRY_PAUSE)
            else:
                return

    async def _fetched(self) -> Sequence[JsonValue]:
        """The next updates, as soon as Telegram can be reached."""
        pause = FIRST_PAUSE
        while True:
            request = FetchUpdates(
                offset=self._offset,
                timeout=int(POLL.total_seconds()),
                allowed_updates=list(ALLOWED_UPDATES),
            )
            try:
                longest = int(POLL.total_seconds() + self.bot.session.timeout)
                fetched = await self.bot(request, request_timeout=longest)
            except (TelegramUnauthorizedError, TelegramNotFound) as error:
                raise ConfigurationError(
                    "Telegram does not accept TELEGRAM_BOT_TOKEN: "
                    "copy it again from @BotFather (/mybots, API Token)"
                ) from error
            except TelegramRetryAfter as error:
                log.warning("telegram.slow_down", seconds=error.retry_after)
                await self.pause(error.retry_after)
            except TelegramConflictError as error:
                log.error(  # noqa: TRY400 - the reason is known, a stack trace adds nothing
                    "telegram.conflict",
                    reason=error.message,
                    advice="another program polls with this token, or a webhook is set: stop the "
                    "other one, or delete the webhook; this one goes on trying",
                )
                await self.pause(CONFLICT_PAUSE)
            except (AiogramError, OSError) as error:
                log.warning("telegram.unreachable", reason=type(error).__name__, again_in=pause)
                await self.pause(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                self.pulse.beat()
                return fetched

    async def _confirm(self) -> None:
        """Tells Telegram what was settled, before the bot goes."""
        if self._offset is None:
            return
        try:
            await self.bot(FetchUpdates(offset=self._offset, limit=1, timeout=0))
        except (AiogramError, OSError) as error:
            # They come once more, and the conversations drop them.
            log.warning("telegram.not_confirmed", reason=type(error).__name__)
