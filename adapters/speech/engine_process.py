"""A speech engine in a process of its own: it can neither block nor crash the worker."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from adapters.child_process import ChildFailedError, ChildProcess, Serve

_LEAVE_WITHIN = 1.0
"""Seconds for the process to leave when its pipe is closed."""

Answer = TypeVar("Answer")


class EngineProcess:
    """Answers one request at a time; the process starts with the first and stays. A process that
    works on one for longer than ``timeout`` is ended.

    Cancelling the wait takes back a request that has not begun; one that has begun is answered to
    its end.
    """

    def __init__(self, name: str, serve: Serve, timeout: timedelta) -> None:
        self._timeout = timeout.total_seconds()
        # The one thread, which alone opens and closes the pipe.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._process = ChildProcess(name, serve, os.cpu_count() or 1, leave_within=_LEAVE_WITHIN)
        self._asked = self._answered = False
        self.closed = False

    @property
    def pid(self) -> int | None:
        """Id of the process that runs now: none before the first request."""
        return self._process.pid

    @property
    def loading(self) -> bool:
        """Whether the process has its first request and has not answered it yet."""
        return self._asked and not self._answered

    async def ask(self, content: bytes, read: Callable[[bytes], Answer]) -> Answer:
        """Returns what ``read`` makes of the answer. Raises ``ChildFailedError``, and what ``read``
        raises; a ``ValueError`` of it ends the process.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._ask, content, read)

    def _ask(self, content: bytes, read: Callable[[bytes], Answer]) -> Answer:
        self._asked = True
        try:
            answer = self._process.ask(content, self._timeout)
        except ChildFailedError:
            self._asked = self._answered = False  # the next process has to load again
            raise
        self._answered = True
        try:
            return read(answer)
        except ValueError:
            self._process.clear()
            raise

    async def aclose(self) -> None:
        """Ends the process, also at work, whose caller gets an error. Idempotent."""
        self.closed = True
        self._process.stop()
        await asyncio.to_thread(self._thread.shutdown)
        self._process.clear()
