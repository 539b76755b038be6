"""A pool of reading processes: text recognition that can neither block nor crash the worker."""

import asyncio
import contextlib
import os
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta

import structlog
from pydantic import ValidationError

from adapters.child_process import ChildFailedError, ChildProcess, Serve
from adapters.media.lines import OcrText
from agents.expenses.reader.process import LOAD, ReaderAnswer, serve
from domain.errors import ReadingFailedError, UnusableAttachmentError

READ_TIMEOUT = timedelta(seconds=60)
"""For one attachment; waiting for a free process and loading its models are not counted. Three
dense pages take ten seconds on two slow cores: a picture that needs longer is made to hang its
reader."""

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

    def __init__(
        self,
        processes: int = 1,
        timeout: timedelta = READ_TIMEOUT,
        resting_bytes: int = MAX_RESTING_BYTES,
        *,
        loading: timedelta = LOAD_TIMEOUT,
        serve: Serve = serve,
    ) -> None:
        """``serve`` is what the processes run."""
        threads = max(1, (os.cpu_count() or 1) // processes)
        self._slots = [
            _Slot(ChildProcess("ocr", serve, threads), resting_bytes, loading.total_seconds())
            for _ in range(processes)
        ]
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

        Raises ``UnusableAttachmentError`` when it can't be read by anybody and
        ``ReadingFailedError`` when the reader died, hung or was closed. Cancelling the wait leaves
        the process to finish; it takes the next attachment only then.
        """
        slot = await self._free.get()
        if self._closed:
            self._free.put_nowait(slot)
            msg = "the reading pool is closed"
            raise ReadingFailedError(msg)
        loop = asyncio.get_running_loop()
        job = self._threads.submit(slot.read, content, self._timeout)
        job.add_done_callback(lambda done: _give_back(loop, self._free, slot, done))
        return await asyncio.wrap_future(job)

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
        answer = self._answer(content, timeout)
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
        answer = self._answer(LOAD, self._loading)
        if answer.outcome != "ready":
            self.process.clear()
            raise ReadingFailedError(answer.message or "the reading process is not ready")
        self._ready = self.process.pid

    def _answer(self, content: bytes, timeout: float) -> ReaderAnswer:
        try:
            return ReaderAnswer.model_validate_json(self.process.ask(content, timeout))
        except ChildFailedError as error:
            msg = f"the reading process {error}"
            raise ReadingFailedError(msg) from error
        except ValidationError as error:
            self.process.clear()
            msg = "the reading process answered nonsense"
            raise ReadingFailedError(msg) from error


def _text_of(answer: ReaderAnswer) -> OcrText:
    if answer.outcome == "refused":
        raise UnusableAttachmentError(answer.message, user_text=answer.user_text, why=answer.why)
    if answer.outcome == "failed" or answer.text is None:
        raise ReadingFailedError(answer.message or "the reading process gave no text")
    return answer.text
