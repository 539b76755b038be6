"""Connections that break in every way that TCP allows; a server of plain sockets plays them."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from domain.errors import ModelUnavailableError
from tests.adapters.model.openai.asked import Asked
from tests.adapters.model.questions import to_pick
from tests.model_server.payloads import picked

_CONTENT = json.dumps(picked("milk"))
_BODY = json.dumps({"choices": [{"message": {"content": _CONTENT}}]}).encode()
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
_WHOLE = _HEAD % len(_BODY) + _BODY

Connection = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Sockets:
    """Answers each connection with ``play``, after it has read the request."""

    def __init__(self) -> None:
        self.play: Connection = half
        self.taken = asyncio.Event()
        self.ended = asyncio.Event()
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.partition(b":")[2])
            for line in head.lower().splitlines()
            if line.startswith(b"content-length")
        )
        await reader.readexactly(length)
        self.taken.set()
        try:
            with contextlib.suppress(ConnectionError):
                await self.play(reader, writer)
        finally:
            self.ended.set()
            writer.close()


async def half(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(_WHOLE[:-20])
    await writer.drain()


async def until_left(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A byte at a time, each well before any time-out of a single phase."""
    for byte in _WHOLE:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.02)
        if reader.at_eof():
            return


@pytest.fixture
async def sockets() -> AsyncIterator[Sockets]:
    sockets = Sockets()
    listening = await asyncio.start_server(sockets.serve, "127.0.0.1", 0)
    sockets.port = listening.sockets[0].getsockname()[1]
    yield sockets
    listening.close()
    await listening.wait_closed()


@pytest.fixture
def there(config: OpenAIConfig, sockets: Sockets) -> OpenAIConfig:
    return replace(config, base_url=f"http://127.0.0.1:{sockets.port}/v1")


@pytest.fixture
async def engine(there: OpenAIConfig) -> AsyncIterator[Asked]:
    client = ModelClient(there)
    yield Asked(client)
    await client.aclose()


async def test_a_connection_that_breaks_is_unavailable(engine: Asked) -> None:
    with pytest.raises(ModelUnavailableError, match="cannot be reached"):
        await engine.pick(to_pick())


@pytest.mark.parametrize("play", [until_left, trickle])
async def test_a_slow_server_is_left_when_the_time_is_up(
    there: OpenAIConfig, sockets: Sockets, play: Connection
) -> None:
    sockets.play = play
    hasty = replace(there, timeout=timedelta(seconds=1))
    with pytest.raises(ModelUnavailableError, match="in time"):
        await Asked(ModelClient(hasty)).pick(to_pick())
    await sockets.ended.wait()


async def test_cancelling_the_task_hangs_up_on_the_server(engine: Asked, sockets: Sockets) -> None:
    sockets.play = until_left
    asking = asyncio.ensure_future(engine.pick(to_pick()))
    await sockets.taken.wait()
    assert not sockets.ended.is_set()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await sockets.ended.wait()
