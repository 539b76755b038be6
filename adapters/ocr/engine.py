"""A pool of reading processes: text recognition that can neither block nor crash the worker."""

import asyncio
import contextlib
import multiprocessing
import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import structlog
from pydantic import ValidationError

from adapters.ocr.lines import OcrText
from adapters.ocr.process import Answer, serve
from domain.errors import ReadingFailedError, UnusableAttachmentError

READ_TIMEOUT = timedelta(seconds=60)
"""For one attachment, waiting for a free process not counted: three dense pages take ten seconds
on two slow cores. A picture that needs longer is made to hang its reader."""

_STOP_WITHIN = 5.0
"""Seconds that a process which was told to die may take."""

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
    ) -> None:
        threads = max(1, (os.cpu_count() or 1) // processes)
        self._slots = [_Slot(threads, resting_bytes) for _ in range(processes)]
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
        return tuple(pid for slot in self._slots if (pid := slot.pid) is not None)

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
            slot.stop()
        await asyncio.to_thread(self._threads.shutdown)
        for slot in self._slots:
            slot.clear()


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
    """One process and the pipe to it. ``read`` is called by one thread at a time.

    The pipe is closed by the reading thread only: closing it under a waiting reader could hand
    the reader some other file that got the same descriptor.
    """

    def __init__(self, threads: int, resting_bytes: int) -> None:
        self._inference_threads = threads
        self._resting_bytes = resting_bytes
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._stopped = False
        self._starting = threading.Lock()

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def read(self, content: bytes, timeout: float) -> OcrText:
        try:
            connection = self._running()
            connection.send_bytes(content)
            if not connection.poll(timeout):
                self.clear()
                msg = f"reading took longer than {timeout:.0f} s"
                raise ReadingFailedError(msg)
            answer = Answer.model_validate_json(connection.recv_bytes())
        except (EOFError, OSError) as error:
            self.clear()
            msg = "the reading process died"
            raise ReadingFailedError(msg) from error
        except ValidationError as error:
            self.clear()
            msg = "the reading process answered nonsense"
            raise ReadingFailedError(msg) from error
        if answer.resting > self._resting_bytes:
            _log.info("ocr.process_retired", pid=self.pid, megabytes=answer.resting // 1024**2)
            self.clear()
        return _text_of(answer)

    def stop(self) -> None:
        """Start nothing any more and end what runs; the reading thread hears of it by itself."""
        with self._starting:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def clear(self) -> None:
        """End the process, if any, and close the pipe."""
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if process is not None:
            process.kill()
            process.join(_STOP_WITHIN)
        if connection is not None:
            connection.close()

    def _running(self) -> Connection:
        with self._starting:
            if self._stopped:
                msg = "the reading pool is closed"
                raise ReadingFailedError(msg)
            if self._process is None or self._connection is None or not self._process.is_alive():
                self.clear()
                self._connection = self._started()
            return self._connection

    def _started(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, self._inference_threads), name="ocr", daemon=True
        )
        self._process.start()
        theirs.close()  # else the death of the process would not end our waiting
        _log.info("ocr.process_started", pid=self._process.pid)
        return ours


def _text_of(answer: Answer) -> OcrText:
    if answer.outcome == "refused":
        raise UnusableAttachmentError(answer.message, user_text=answer.user_text, why=answer.why)
    if answer.outcome == "failed" or answer.text is None:
        raise ReadingFailedError(answer.message or "the reading process gave no text")
    return answer.text
