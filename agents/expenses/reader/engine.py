"""A pool of reading processes: text recognition that can neither block nor crash the worker."""

import asyncio
import contextlib
import hashlib
import os
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta

import structlog
from pydantic import ValidationError

from adapters.child_process import (
    MAX_DATA_BYTES,
    ChildDefeatedError,
    ChildFailedError,
    ChildProcess,
    Serve,
)
from adapters.media.lines import OcrText
from adapters.media.sniffing import FileRefusal
from agents.expenses.reader.process import LOAD, ReaderAnswer, serve
from domain.errors import ReadingFailedError, UnusableAttachmentError

READ_TIMEOUT = timedelta(seconds=120)
"""For one attachment; waiting for a free process and loading its models are not counted. What is
made to keep the processor busy is ended sooner, by the seconds of work that it may cause
(``process``): this is for what hangs without working."""

MAX_THREADS = 8
"""Of one reading. More make no receipt faster, and each takes memory."""

MAX_DEATHS = 2
"""Of processes at the same bytes, by whoever ended them. Chance may meet a picture once."""

_MOST_REMEMBERED = 100

LOAD_TIMEOUT = timedelta(seconds=90)
"""For a fresh process to load its models: two seconds where nothing else runs, but every process
of a machine may start at once after an outage, and from a cold disk."""

MAX_RESTING_BYTES = 400 * 1024**2
"""A process that holds more than this between readings is ended; the next attachment starts a
fresh one. Seen: 180 MB, whatever was read before."""

_log = structlog.get_logger(__name__)


class OcrPool:
    """Reads attachments in up to ``processes`` processes, started when needed, restarted when dead.

    Safe for many tasks of one event loop at once; those beyond ``processes`` wait their turn.
    A process is spawned, never forked: the worker runs threads and an event loop.
    """

    def __init__(  # noqa: PLR0913 - what one reading may cost
        self,
        processes: int = 1,
        timeout: timedelta = READ_TIMEOUT,
        resting_bytes: int = MAX_RESTING_BYTES,
        *,
        data_bytes: int = MAX_DATA_BYTES,
        loading: timedelta = LOAD_TIMEOUT,
        serve: Serve = serve,
    ) -> None:
        """``data_bytes`` is the memory that each process may take; ``serve`` is what they run."""
        threads = min(max(1, (os.cpu_count() or 1) // processes), MAX_THREADS)
        self._slots = [
            _Slot(
                ChildProcess("ocr", serve, threads, data_bytes=data_bytes),
                resting_bytes,
                loading.total_seconds(),
            )
            for _ in range(processes)
        ]
        self._deaths: OrderedDict[str, int] = OrderedDict()
        """How many processes died over these bytes, by their sha256."""
        # Last in, first out: at low load one warm process does all the work.
        self._free: asyncio.LifoQueue[_Slot] = asyncio.LifoQueue()
        for slot in self._slots:
            self._free.put_nowait(slot)
        self._timeout = timeout.total_seconds()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="ocr")
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """Ids of the processes that run now: none before the first attachment."""
        return tuple(pid for slot in self._slots if (pid := slot.process.pid) is not None)

    async def lines(self, content: bytes) -> OcrText:
        """The text of a picture or PDF.

        Raises ``UnusableAttachmentError`` when it can't be read by anybody or not with the time
        and memory that a file may take, and ``ReadingFailedError`` when the reader was ended or
        closed: another attempt may succeed. Cancelling the wait leaves the process to finish; it
        takes the next attachment only then.
        """
        slot = await self._free.get()
        if self._closed:
            self._free.put_nowait(slot)
            raise ReadingFailedError("the reading pool is closed")
        loop = asyncio.get_running_loop()
        job = self._threads.submit(slot.read, content, self._timeout)
        job.add_done_callback(lambda done: _give_back(loop, self._free, slot, done))
        try:
            return await asyncio.wrap_future(job)
        except _DiedReadingError as error:
            if not self._closed and await asyncio.to_thread(self._died_often, content):
                raise FileRefusal.TOO_DEMANDING.error(detail=str(error)) from error
            raise

    def _died_often(self, content: bytes) -> bool:
        digest = hashlib.sha256(content).hexdigest()
        deaths = self._deaths.pop(digest, 0) + 1
        if deaths >= MAX_DEATHS:
            return True
        self._deaths[digest] = deaths
        if len(self._deaths) > _MOST_REMEMBERED:
            self._deaths.popitem(last=False)
        return False

    async def close(self) -> None:
        """End all processes, also those at work, whose callers get an error. Idempotent."""
        self._closed = True
        for slot in self._slots:
            slot.process.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for slot in self._slots:
            slot.process.clear()


def _give_back(
    loop: asyncio.AbstractEventLoop,
    free: "asyncio.LifoQueue[_Slot]",
    slot: "_Slot",
    done: Future[OcrText],
) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        # Logged here, too: nobody waits for a job whose caller was cancelled.
        _log.info("ocr.read_refused", error=type(error).__name__)
    # A closed loop has no more callers to give it to.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(free.put_nowait, slot)


class _DiedReadingError(ReadingFailedError):
    """The process was ended from outside while it read."""


class _Slot:
    """One reading process. ``read`` is called by one thread at a time."""

    def __init__(self, process: ChildProcess, resting_bytes: int, loading: float) -> None:
        self.process = process
        self._resting_bytes = resting_bytes
        self._loading = loading
        self._ready: int | None = None
        """Id of the process that has loaded its models."""

    def read(self, content: bytes, timeout: float) -> OcrText:
        self._get_ready()
        try:
            answer = self._answer(content, timeout)
        except ChildDefeatedError as error:
            raise FileRefusal.TOO_DEMANDING.error(detail=f"the reading process {error}") from error
        except ChildFailedError as error:
            raise _DiedReadingError(f"the reading process {error}") from error
        if answer.resting > self._resting_bytes:
            pid, megabytes = self.process.pid, answer.resting // 1024**2
            _log.info("ocr.process_retired", pid=pid, megabytes=megabytes)
            self.process.clear()
        return _text_of(answer)

    def _get_ready(self) -> None:
        """A process that dies between this and the reading loads within the time of the reading."""
        pid = self.process.pid
        if pid is not None and pid == self._ready:
            return
        try:
            answer = self._answer(LOAD, self._loading)
        except ChildFailedError as error:
            raise ReadingFailedError(f"the reading process {error}") from error
        if answer.outcome != "ready":
            self.process.clear()
            raise ReadingFailedError(answer.message or "the reading process is not ready")
        self._ready = self.process.pid

    def _answer(self, content: bytes, timeout: float) -> ReaderAnswer:
        try:
            return ReaderAnswer.model_validate_json(self.process.ask(content, timeout))
        except ValidationError as error:
            self.process.clear()
            raise ChildDefeatedError("answered nonsense") from error


def _text_of(answer: ReaderAnswer) -> OcrText:
    if answer.outcome == "refused":
        raise UnusableAttachmentError(answer.message, user_text=answer.user_text, why=answer.why)
    if answer.outcome != "read" or answer.text is None:
        raise FileRefusal.TOO_DEMANDING.error(detail=answer.message or "no text")
    return answer.text
