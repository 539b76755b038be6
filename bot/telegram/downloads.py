"""Fetches what people send from Telegram, into memory and never more than allowed."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from io import BytesIO

import structlog
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiohttp import ClientConnectorError, ClientError, ClientResponseError

from domain.errors import AppError
from domain.messages import MAX_ATTACHMENT_BYTES, Unusable

ATTEMPTS = 3
"""In a row; a connection that breaks off mostly holds the second time."""

MAX_ROUNDS = 5
"""Rounds of attempts, each when the update is tried again, before the file counts as gone."""

PAUSE = timedelta(seconds=0.5)
TIMEOUT = timedelta(seconds=60)
"""For 20 MB over a slow line."""

AT_ONCE = 4
"""Files at the same time, from their download until they are stored: at most 80 MB in memory."""

_MAX_REMEMBERED = 1_000
_GONE = frozenset({400, 403, 404, 410})

log = structlog.get_logger(__name__)


class FileUnavailableError(AppError):
    """Telegram did not give out the file; another attempt may succeed."""

    code = "telegram.file_unavailable"
    retryable = True


class UnusableFileError(AppError):
    """The file cannot be had, whatever is tried: ``unusable`` says why."""

    code = "telegram.file_unusable"

    def __init__(self, unusable: Unusable, detail: str) -> None:
        super().__init__(f"{unusable.value}: {detail}")
        self.unusable = unusable


@dataclass(frozen=True)
class RemoteFile:
    """A file at Telegram. ``size`` in bytes is what Telegram declares, if it does."""

    id: str
    size: int | None = None


class _Bounded(BytesIO):
    """Memory that takes no more than an attachment may have."""

    def write(self, chunk: bytes, /) -> int:  # type: ignore[override]  # only bytes are written
        if self.tell() + len(chunk) > MAX_ATTACHMENT_BYTES:
            raise UnusableFileError(Unusable.TOO_LARGE, "more bytes than declared")
        return super().write(chunk)


class Downloads:
    """Fetches files. One that breaks off each time is given up after ``MAX_ROUNDS``; while Telegram
    as a whole cannot be reached nothing is counted against a file.
    """

    def __init__(self, bot: Bot, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._bot = bot
        self._pause = pause
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._rounds: OrderedDict[str, int] = OrderedDict()

    @asynccontextmanager
    async def room(self, file: RemoteFile | None) -> AsyncIterator[None]:
        """Waits for the memory that a file needs, and keeps it as long as its bytes are needed."""
        if file is None:
            yield
            return
        async with self._slots:
            yield

    async def fetch(self, file: RemoteFile) -> bytes:
        """To be called within ``room``. Raises ``UnusableFileError`` for good,
        ``FileUnavailableError`` for now.
        """
        if file.size is not None and file.size > MAX_ATTACHMENT_BYTES:
            raise UnusableFileError(Unusable.TOO_LARGE, f"{file.size} bytes declared")
        reason = "no attempt"
        for attempt in range(ATTEMPTS):
            if attempt:
                await self._pause(PAUSE.total_seconds() * attempt)
            try:
                content = await self._once(file)
            except _BrokenOffError as error:
                reason = str(error)
                log.info("download.broken_off", attempt=attempt + 1, reason=reason)
            else:
                self._rounds.pop(file.id, None)
                return content
        raise self._after_a_round(file, reason)

    def _after_a_round(self, file: RemoteFile, reason: str) -> AppError:
        rounds = self._rounds.pop(file.id, 0) + 1
        if rounds >= MAX_ROUNDS:
            return UnusableFileError(Unusable.FILE_GONE, f"given up: {reason}")
        self._rounds[file.id] = rounds
        if len(self._rounds) > _MAX_REMEMBERED:
            self._rounds.popitem(last=False)
        return FileUnavailableError(reason)

    async def _once(self, file: RemoteFile) -> bytes:
        path, size = await self._located(file)
        memory = _Bounded()
        try:
            await self._bot.download_file(path, memory, timeout=int(TIMEOUT.total_seconds()))
        except ClientConnectorError as error:
            msg = f"no connection: {error}"
            raise FileUnavailableError(msg) from error
        except ClientResponseError as error:
            if error.status in _GONE:
                raise UnusableFileError(Unusable.FILE_GONE, f"status {error.status}") from error
            msg = f"status {error.status}"
            raise _BrokenOffError(msg) from error
        except FileNotFoundError as error:  # a Bot API server of one's own gives out paths
            raise UnusableFileError(Unusable.FILE_GONE, "not on this machine") from error
        except (ClientError, TimeoutError, OSError) as error:
            raise _BrokenOffError(type(error).__name__) from error
        content = memory.getvalue()
        if size is not None and len(content) < size:
            msg = f"{len(content)} of {size} bytes"
            raise _BrokenOffError(msg)
        return content

    async def _located(self, file: RemoteFile) -> tuple[str, int | None]:
        try:
            found = await self._bot.get_file(file.id)
        except (TelegramBadRequest, TelegramNotFound) as error:
            large = "too big" in error.message
            unusable = Unusable.TOO_LARGE if large else Unusable.FILE_GONE
            raise UnusableFileError(unusable, error.message) from error
        except TelegramRetryAfter as error:
            wait = timedelta(seconds=error.retry_after)
            raise FileUnavailableError(str(error), retry_after=wait) from error
        except TelegramNetworkError as error:
            raise FileUnavailableError(str(error)) from error
        except TelegramServerError as error:
            raise _BrokenOffError(str(error)) from error
        if found.file_path is None:
            raise UnusableFileError(Unusable.FILE_GONE, "no path")
        if found.file_size is not None and found.file_size > MAX_ATTACHMENT_BYTES:
            raise UnusableFileError(Unusable.TOO_LARGE, f"{found.file_size} bytes declared")
        return found.file_path, found.file_size


class _BrokenOffError(Exception):
    """One attempt that broke off."""
