"""A process of our own at the other end of a pipe: bytes go in, bytes come back, one at a time.

What is risky to decode is decoded there: it can neither block nor crash the worker. Answers are
bytes that the parent validates, never objects: a subverted process can't make it unpickle anything.
"""

import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

import structlog

if sys.platform != "win32":
    import resource

MAX_DATA_BYTES: Final = 1536 * 1024**2
"""Memory that such a process may take, its libraries and models included; seen: up to 0.8 GB."""

_STOP_WITHIN: Final = 5.0
"""Seconds that a process which was told to die may take."""

_log = structlog.get_logger(__name__)

_FROM_OUTSIDE: Final = frozenset(
    -each for each in signal.Signals if each.name in {"SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"}
)
"""Ends that somebody else put to it; any other one it came to by itself."""

Serve = Callable[[Connection, int], None]


class ChildFailedError(Exception):
    """The process died, hung or was stopped; the message is what it did. It is cleared away, and
    the next call starts one.
    """


class ChildDefeatedError(ChildFailedError):
    """What it was given was too much: it used up its time or its memory, or crashed over it. The
    same bytes would do so again.
    """


class ChildProcess:
    """One process and the pipe to it, started when needed and again when dead. ``ask`` is called
    by one thread at a time.

    The pipe is closed by that thread only: closing it under a waiting reader could hand the reader
    some other file that got the same descriptor.
    """

    def __init__(
        self,
        name: str,
        serve: Serve,
        threads: int,
        *,
        leave_within: float = 0.0,
        data_bytes: int = MAX_DATA_BYTES,
    ) -> None:
        """``name`` is for logs; ``leave_within`` seconds it may take to end by itself once its pipe
        is closed. ``data_bytes`` is the memory that it may take.
        """
        self._name = name
        self._serve = serve
        self._inference_threads = threads
        self._leave_within = leave_within
        self._data_bytes = data_bytes
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._stopped = False
        self._asked = False
        self._starting = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Id of the process that runs now: none before the first call."""
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def ask(self, content: bytes, timeout: float) -> bytes:
        """The answer to ``content``, within ``timeout`` seconds. Raises ``ChildFailedError``."""
        try:
            connection = self._running()
            connection.send_bytes(content)
            if not connection.poll(timeout):
                self.clear()
                raise ChildDefeatedError(f"took longer than {timeout:.0f} s")
            return connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise self._death() from error
        finally:
            self._asked = False

    def stop(self) -> None:
        """Start nothing any more and end what is at work; the asking thread hears by itself."""
        with self._starting:
            self._stopped = True
            if self._process is not None and (self._asked or not self._leave_within):
                self._process.kill()

    def clear(self) -> None:
        """End the process, if any, and close the pipe."""
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        if process is not None:
            process.join(self._leave_within)
            process.kill()
            process.join(_STOP_WITHIN)

    def _death(self) -> ChildFailedError:
        """What the end of the pipe means."""
        process = self._process
        if process is not None:
            process.join(_STOP_WITHIN)
        code = None if process is None else process.exitcode
        self.clear()
        if not code or code in _FROM_OUTSIDE:
            return ChildFailedError("died")
        return ChildDefeatedError(f"crashed with {code}")

    def _running(self) -> Connection:
        with self._starting:
            if self._stopped:
                raise ChildFailedError("is closed")
            self._asked = True
            if self._process is None or self._connection is None or not self._process.is_alive():
                self.clear()
                self._connection = self._started()
            return self._connection

    def _started(self) -> Connection:
        # Spawned, never forked: the worker runs threads and an event loop.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve_within_limits,
            args=(self._serve, self._data_bytes, theirs, self._inference_threads),
            name=self._name,
            daemon=True,
        )
        self._process.start()
        theirs.close()  # else the death of the process would not end our waiting
        _log.info(f"{self._name}.process_started", pid=self._process.pid)
        return ours


def _serve_within_limits(
    serve: Serve, data_bytes: int, connection: Connection, threads: int
) -> None:
    """In the process. A file made to eat memory fails alone; a crash writes nothing of it into a
    core file.
    """
    if sys.platform != "win32":
        _limit(resource.RLIMIT_DATA, data_bytes)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    serve(connection, threads)


def allow_seconds(seconds: int) -> None:
    """In the process: what it works on from now may take this long, on all its threads together;
    then the system ends it. Time in which a busy machine lets it wait does not count.
    """
    if sys.platform != "win32":
        _limit(resource.RLIMIT_CPU, math.ceil(time.process_time()) + seconds)


def _limit(what: int, wanted: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(
        what, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
    )


def answer_each(connection: Connection, answer: Callable[[bytes], bytes]) -> None:
    """In the process: answers what comes in until the parent closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, which then closes
    threading.Thread(target=_die_with_parent, name="parent-watch", daemon=True).start()
    while True:
        try:
            content = connection.recv_bytes()
        except (EOFError, OSError):
            return
        response = answer(content)
        try:
            connection.send_bytes(response)
        except OSError:
            return


def _die_with_parent() -> None:
    """A parent killed with SIGKILL can't stop its children; its sentinel becomes readable."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
