"""The terminal through a pipe: a line at a time, each dealt with before the next is read."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TextIO

from bot.handover import NoWorkerError
from bot.settling import settled
from bot.terminal.chat import TerminalChat
from bot.terminal.lines import Quit, parsed
from bot.texts.reasons import reason_of
from domain.errors import AppError

POLL_SECONDS = 0.02
"""Between two looks at what this process was told."""
LOOK_AFTER = timedelta(seconds=2)
"""Then the conversation is asked: the last delivery tells that a message is dealt with, but a run
may end before it did.
"""
CATCH_UP_SECONDS = 0.1
LINE_LIMIT = timedelta(minutes=5)
"""Longer than any reading or model call with its retries: then something waits for an operator."""
CATCH_UP_LIMIT = timedelta(seconds=10)
SILENCE_LIMIT = timedelta(seconds=60)
"""No worker or server answered for this long: nothing more is to be expected."""


async def lines_of(stdin: TextIO) -> AsyncIterator[str]:
    """The lines of a pipe or file as they come.

    A daemon thread reads the descriptor itself: files cannot be polled, and a thread blocked
    inside ``sys.stdin`` would hold its lock and disturb the end of the process.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()
    descriptor = os.dup(stdin.fileno())

    def hand_over(line: bytes | None) -> bool:
        try:
            loop.call_soon_threadsafe(queue.put_nowait, line)
        except RuntimeError:
            return False  # the chat has ended and its loop is closed
        return True

    def read() -> None:
        with os.fdopen(descriptor, "rb", buffering=0) as raw:
            while line := raw.readline():
                if not hand_over(line):
                    return
        hand_over(None)

    threading.Thread(target=read, name="stdin", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


@dataclass(eq=False)
class PipedTerminal:
    """Exit code 0 when every message was handed over and dealt with, else 1."""

    chat: TerminalChat

    async def run(self, stdin: TextIO) -> int:
        """Also ends when nobody reads the output any more: unseen replies come next time."""
        try:
            return await self._lines(stdin)
        except BrokenPipeError:
            return 1

    async def _lines(self, stdin: TextIO) -> int:
        await self._catch_up()
        async for typed in lines_of(stdin):
            line = parsed(typed, commands=self.chat.commands)
            if isinstance(line, Quit):
                break
            message_id = await self.chat.send(line)
            if message_id is not None:
                await self._wait_for(message_id)
        return 1 if self.chat.failures else 0

    async def _catch_up(self) -> None:
        """Shows first what was said while nobody listened; a database that is away may hold it."""
        deadline = self.chat.clock() + CATCH_UP_LIMIT
        while await self.chat.resume() and self.chat.clock() < deadline:
            await self.chat.pause(CATCH_UP_SECONDS)

    async def _wait_for(self, message_id: str) -> None:
        """Until the message is dealt with; gives up, and says so, after the limits above."""
        started = answered = looked = self.chat.clock()
        while not self._overdue(started, answered):
            if message_id in self.chat.memory.dealt_with:
                return
            if self.chat.clock() - looked < LOOK_AFTER:
                await self.chat.pause(POLL_SECONDS)
                continue
            looked = self.chat.clock()
            try:
                if settled(await self.chat.status(), frozenset({message_id})):
                    return
                answered = self.chat.clock()
            except NoWorkerError:
                pass  # a worker that starts or restarts: look again
            except AppError as error:
                if not error.retryable:
                    why = reason_of(self.chat.formats.catalogue, error)
                    self._fail("terminal.not_sent", reason=why)
                    return

    def _overdue(self, started: datetime, answered: datetime) -> bool:
        now = self.chat.clock()
        if self.chat.screen.gone:
            raise BrokenPipeError
        if now - answered > SILENCE_LIMIT:
            self._fail("terminal.no_answer")
        elif now - started > LINE_LIMIT:
            self._fail("terminal.still_working")
        else:
            return False
        return True

    def _fail(self, key: str, **values: str) -> None:
        self.chat.failures += 1
        self.chat.tell(key, **values)
