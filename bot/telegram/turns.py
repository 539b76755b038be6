"""One thing after another within a chat, different chats side by side."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class _Line:
    """Those who wait for one chat, served in the order in which they came."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Turns:
    """Who came first within a chat is served first; what concerns no chat has no order."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}

    @asynccontextmanager
    async def of(self, chat: int | None) -> AsyncIterator[None]:
        if chat is None:
            yield
            return
        line = self._lines.setdefault(chat, _Line())
        line.waiting += 1
        try:
            async with line.lock:
                yield
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop(chat, None)
