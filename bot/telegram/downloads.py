"""Fetches what people send from Telegram, into memory and never more than allowed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    TelegramAPIError,
    TelegramBadRequest,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiohttp import ClientConnectorError, ClientError, ClientResponseError

from bot.remembered import Remembered
from domain.errors import (
    AppError,
    AttachmentGoneError,
    AttachmentUnavailableError,
    UnusableAttachmentError,
)
from domain.messages import MAX_ATTACHMENT_BYTES

ATTEMPTS = 3
"""In a row; a connection that breaks off mostly holds the second time."""

MAX_ROUNDS = 5
"""Rounds of attempts, each when the activity is tried again, before the file counts as gone."""

PAUSE = timedelta(seconds=0.5)
TIMEOUT = timedelta(seconds=60)
"""For 20 MB over a slow line."""

AT_ONCE = 4
"""Files at the same time, from their download until they are stored: at most 80 MB in memory. It is
how many activities their worker takes at once."""

_MAX_REMEMBERED = 1_000
_GONE = frozenset({400, 403, 404, 410})

log = structlog.get_logger(__name__)


class TooLargeError(UnusableAttachmentError):
    """More bytes than an attachment may have."""

    def __init__(self) -> None:
        super().__init__("too many bytes", why="too_large")


class _Bounded(BytesIO):
    """Memory that takes no more than an attachment may have."""

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]  # only bytes are written
        if self.tell() + len(chunk) > MAX_ATTACHMENT_BYTES:
            raise TooLargeError
        return super().write(chunk)


@dataclass(eq=False)
class Downloads:
    """Implements ``RemoteFiles``. A file that breaks off each time is given up after
    ``MAX_ROUNDS``; while Telegram as a whole cannot be reached nothing is counted against a file.
    """

    bot: Bot
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    _rounds: Remembered[str, int] = field(default_factory=lambda: Remembered(_MAX_REMEMBERED))

    async def fetch(self, remote: str) -> bytes:
        """The bytes of the file with this id, in memory."""
        reason = "no attempt"
        for attempt in range(ATTEMPTS):
            if attempt:
                await self.pause(PAUSE.total_seconds() * attempt)
            try:
                content = await self._once(remote)
            except _BrokenOffError as error:
                reason = str(error)
                log.info("download.broken_off", attempt=attempt + 1, reason=reason)
            else:
                self._rounds.pop(remote, None)
                return content
        raise self._after_a_round(remote, reason)

    def _after_a_round(self, remote: str, reason: str) -> AppError:
        rounds = self._rounds.pop(remote, 0) + 1
        if rounds >= MAX_ROUNDS:
            return AttachmentGoneError(f"given up: {reason}")
        self._rounds[remote] = rounds
        return AttachmentUnavailableError(reason)

    async def _once(self, remote: str) -> bytes:
        path, size = await self._located(remote)
        memory = _Bounded()
        try:
            await self.bot.download_file(path, memory, timeout=int(TIMEOUT.total_seconds()))
        except ClientConnectorError as error:
            raise AttachmentUnavailableError(f"no connection: {error}") from error
        except ClientResponseError as error:
            msg = f"status {error.status}"
            if error.status in _GONE:
                raise AttachmentGoneError(msg) from error
            raise _BrokenOffError(msg) from error
        except FileNotFoundError as error:  # a Bot API server of one's own gives out paths
            raise AttachmentGoneError("not on this machine") from error
        except (ClientError, TimeoutError, OSError) as error:
            raise _BrokenOffError(type(error).__name__) from error
        content = memory.getvalue()
        if size is not None and len(content) < size:
            raise _BrokenOffError(f"{len(content)} of {size} bytes")
        return content

    async def _located(self, remote: str) -> tuple[str, int | None]:
        try:
            found = await self.bot.get_file(remote)
        except (TelegramBadRequest, TelegramNotFound) as error:
            if "too big" in error.message:
                raise TooLargeError from error
            raise AttachmentGoneError(error.message) from error
        except TelegramRetryAfter as error:
            wait = timedelta(seconds=error.retry_after)
            raise AttachmentUnavailableError(str(error), retry_after=wait) from error
        except TelegramServerError as error:
            raise _BrokenOffError(str(error)) from error
        except TelegramAPIError as error:
            raise AttachmentUnavailableError(str(error)) from error
        if found.file_path is None:
            raise AttachmentGoneError("no path")
        if found.file_size is not None and found.file_size > MAX_ATTACHMENT_BYTES:
            raise TooLargeError
        return found.file_path, found.file_size


class _BrokenOffError(Exception):
    """One attempt that broke off."""
