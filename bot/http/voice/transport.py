"""How a live call reaches the other side: the page's socket, or a carrier's stream."""

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from aiohttp import WSMsgType, web
from pydantic import JsonValue

from bot.http.voice.frames import Said, frame


class CallTransport(Protocol):
    """Carries one call between ``LiveCall`` and who is on the other side, in the form that the
    other side speaks. ``rate`` is that of the sound in both directions, in samples a second.
    """

    @property
    def rate(self) -> int: ...

    def frames(self) -> AsyncGenerator[bytes | Said, None]:
        """What comes, in order, until the other side is gone: sound (16-bit little-endian samples
        of one channel), and what else a call takes. Raises ``NotUnderstoodError`` for anything
        that is not of its protocol. Asked again, it goes on where it was left.
        """

    async def send(self, kind: str, fields: Mapping[str, JsonValue]) -> None:
        """Tells the other side what ``docs/voice.md`` names so; a transport passes over what its
        protocol has no word for. ``clear`` and ``mark`` it must have. Raises ``ConnectionError``.
        """

    async def play(self, pcm: bytes) -> None:
        """Sends a piece of sound to be played behind all before it. May wait while the other side
        has enough. Raises ``ConnectionError``.
        """

    async def close(self, code: int) -> None:
        """Ends it, with a code of ``docs/voice.md`` where the protocol has a place for one."""


class PageTransport:
    """The socket of ``docs/voice.md``, at the rate that its first frame named."""

    def __init__(self, socket: web.WebSocketResponse, rate: int) -> None:
        self._socket = socket
        self.rate = rate

    async def frames(self) -> AsyncGenerator[bytes | Said, None]:
        async for message in self._socket:
            if message.type is WSMsgType.BINARY:
                yield message.data
            elif message.type is WSMsgType.TEXT:
                yield frame(message.data)

    async def send(self, kind: str, fields: Mapping[str, JsonValue]) -> None:
        await self._socket.send_str(json.dumps({"type": kind, **fields}, ensure_ascii=False))

    async def play(self, pcm: bytes) -> None:
        await self._socket.send_bytes(pcm)

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)
