"""Streams of this process: each reader gets every event of its session once, in order."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Never

import structlog

from bot.http.contract import SlowReaderError
from bot.http.ports import EventLog, Wire
from domain.channel_events import Event, News
from domain.errors import StorageUnavailableError

PAGE = 100
"""Events that are read at once."""

QUIET = timedelta(seconds=15)
"""After so long without anything a reader is told that it is still served."""

MAX_BEHIND = 1024 * 1024
"""Bytes of events that came while a reader took in nothing; after that it is let go."""

LAST_WORDS = timedelta(minutes=2)
"""How long a reader of an erased session waits for the words that tell of the erasure: it may have
to end other conversations of the person first."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(milliseconds=100), timedelta(seconds=2)
"""Before the database is tried again."""

_log = structlog.get_logger(__name__)


class EventHub:
    """Implements ``Hub``. Nothing of what happens is kept here: news only wake readers, and these
    read the log on from where they are. So news that were missed cost time and no event.
    """

    def __init__(
        self,
        log: EventLog,
        wire: Wire,
        *,
        quiet: timedelta = QUIET,
        last_words: timedelta = LAST_WORDS,
    ) -> None:
        self._log = log
        self._wire = wire
        self._quiet = quiet.total_seconds()
        self._last_words = last_words.total_seconds()
        self._readers: dict[str, set[_Reader]] = {}

    @property
    def streams(self) -> int:
        """How many read at this moment."""
        return sum(len(readers) for readers in self._readers.values())

    async def run(self) -> Never:
        """Listens until it is cancelled; over one connection, made anew when it breaks."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._wire.listening() as news:
                    pause = FIRST_PAUSE
                    for readers in self._readers.values():
                        for reader in readers:
                            reader.look()
                    async for one in news:
                        for reader in tuple(self._readers.get(one.session_id, ())):
                            reader.hear(one)
            except StorageUnavailableError as error:
                _log.warning("channel_events.not_heard", reason=str(error))
            await asyncio.sleep(pause.total_seconds())
            pause = min(pause * 2, LONGEST_PAUSE)

    @asynccontextmanager
    async def reading(
        self, session_id: str, after: int
    ) -> AsyncIterator[AsyncIterator[Event | None]]:
        """As ``Hub`` has it."""
        reader = _Reader(self._log, session_id, after, self._quiet, self._last_words)
        try:
            async with asyncio.timeout(None) as reader.patience:
                self._readers.setdefault(session_id, set()).add(reader)
                try:
                    yield reader
                finally:
                    readers = self._readers[session_id]
                    readers.discard(reader)
                    if not readers:
                        del self._readers[session_id]
        except TimeoutError as error:
            if not reader.let_go:
                raise
            raise SlowReaderError(f"more than {MAX_BEHIND} bytes behind") from error


class _Reader(AsyncIterator[Event | None]):
    """One stream: pages of the log, then what is told aside of it."""

    def __init__(
        self, log: EventLog, session_id: str, after: int, quiet: float, last_words: float
    ) -> None:
        self.patience: asyncio.Timeout | None = None
        """Runs out when the reader is let go."""
        self.let_go = False
        self._log = log
        self._session_id = session_id
        self._after = after
        self._quiet = quiet
        self._last_words = last_words
        self._woken = asyncio.Event()
        self._stale = True
        self._look_at = 0.0
        self._pause = FIRST_PAUSE
        self._page: deque[Event] = deque()
        self._told: deque[Event] = deque()
        self._told_keys: set[str] = set()
        self._ends_at: float | None = None
        self._asking = False
        self._behind = 0
        self._coming: deque[News] = deque()

    def look(self) -> None:
        """There may be something new in the log."""
        self._stale, self._look_at = True, 0.0
        self._woken.set()

    def hear(self, news: News) -> None:
        if news.told is not None and news.told.key not in self._told_keys:
            self._told_keys.add(news.told.key)
            self._told.append(news.told)
            self._woken.set()
        if news.gone or news.seq > self._after:
            self.look()
        if news.seq > self._after:
            self._coming.append(news)
            self._behind += news.size
            behind = self._behind > MAX_BEHIND and not self._asking
            if behind and self.patience is not None and not self.let_go:
                self.let_go = True
                self.patience.reschedule(asyncio.get_running_loop().time())

    async def __anext__(self) -> Event | None:
        """The next event; None when there was none for a while."""
        self._asking = True
        try:
            return await self._next()
        finally:
            self._asking = False

    async def _next(self) -> Event | None:
        clock = asyncio.get_running_loop().time
        quiet_at = clock() + self._quiet
        while True:
            now = clock()
            if self._page:
                event = self._page.popleft()
                self._after = event.seq
                while self._coming and self._coming[0].seq <= event.seq:
                    self._behind -= self._coming.popleft().size
                return event
            if self._stale and now >= self._look_at:
                await self._read(now)
            elif self._told:
                if self._ends_at is not None:  # last words of a session that is gone
                    self._ends_at = now
                return self._told.popleft()
            elif self._ends_at is not None and now >= self._ends_at:
                raise StopAsyncIteration
            elif now >= quiet_at:
                self.look()  # news may have been lost on their way
                return None
            else:
                moments = (quiet_at, self._ends_at, self._look_at if self._stale else None)
                await self._wait(min(m for m in moments if m is not None) - now)

    async def _read(self, now: float) -> None:
        """The next page. An outage is tried again a little later."""
        self._stale = False
        try:
            page = await self._log.read(self._session_id, self._after, PAGE)
            gone = not page and await self._log.find(self._session_id) is None
        except StorageUnavailableError:
            self._stale, self._look_at = True, now + self._pause.total_seconds()
            self._pause = min(self._pause * 2, LONGEST_PAUSE)
            return
        except asyncio.CancelledError:
            self._stale = True  # whoever gave up waiting may ask again
            raise
        self._pause = FIRST_PAUSE
        self._page.extend(page)
        self._stale = self._stale or len(page) == PAGE
        if gone and self._ends_at is None:
            self._ends_at = now + self._last_words

    async def _wait(self, seconds: float) -> None:
        self._woken.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
