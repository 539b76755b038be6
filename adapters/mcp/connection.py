"""A session with one server: opened when it is first needed, and again after it broke."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from os import devnull
from pathlib import Path
from typing import Any, TextIO

import httpx2
import structlog
from mcp import types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from adapters.mcp.config import RemoteServer
from adapters.mcp.errors import RemoteRefusedError, RemoteUnavailableError, RemoteUnknownError
from domain.errors import AppError

OPENING = timedelta(seconds=20)
"""A command may have to be fetched and started first."""

ENDING = timedelta(seconds=5)

_GONE = frozenset({types.jsonrpc.CONNECTION_CLOSED})
_MAX_PAGES = 20

_log = structlog.get_logger(__name__)


def _nowhere() -> TextIO:
    return Path(devnull).open("w", encoding="utf-8")


class Connection:
    """For one event loop. A session belongs to one task, as the library wants it: calls wait for
    that task to have opened it.
    """

    def __init__(self, name: str, server: RemoteServer) -> None:
        self._name = name
        self._server = server
        self._lock = asyncio.Lock()
        self._client: Client | None = None
        self._opening: asyncio.Future[Client] | None = None
        self._ending = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def tools(self) -> tuple[types.Tool, ...]:
        """All that the server has. Raises ``RemoteUnavailableError``, ``RemoteUnknownError``
        or ``RemoteRefusedError``.
        """
        client = await self._opened()
        found: list[types.Tool] = []
        cursor: str | None = None
        for _ in range(_MAX_PAGES):
            async with self._minding(client):
                page = await client.list_tools(cursor=cursor, cache_mode="refresh")
            found += page.tools
            cursor = page.next_cursor
            if cursor is None:
                break
        return tuple(found)

    async def call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """Asked once. A session that ended before is opened again first. Raises as ``tools``."""
        client = await self._opened()
        async with self._minding(client):
            return await client.call_tool(tool, arguments)

    async def aclose(self) -> None:
        async with self._lock:
            await self._dropped()

    @asynccontextmanager
    async def _minding(self, client: Client) -> AsyncIterator[None]:
        """A session that broke is not used again."""
        try:
            yield
        except MCPError as error:
            if error.code not in _GONE:
                failure: AppError = RemoteRefusedError(error.message)
                raise failure from None
            reason = "it ended the session"
        except (OSError, httpx2.HTTPError, RuntimeError, ExceptionGroup) as error:
            reason = type(error).__name__
        else:
            return
        async with self._lock:
            if self._client is client:
                await self._dropped()
        msg = f"the server {self._name} does not answer: {reason}"
        raise RemoteUnknownError(msg)

    async def _opened(self) -> Client:
        """The session, opened if there is none. Whoever leaves does not end the opening: starting
        a server may take longer than one call may.
        """
        async with self._lock:
            if self._keeper is None or self._keeper.done() or self._opening is None:
                self._opening = asyncio.get_running_loop().create_future()
                self._ending = asyncio.Event()
                self._keeper = asyncio.create_task(self._kept(self._opening, self._ending))
            opening = self._opening
        await asyncio.wait({opening})
        error = None if opening.cancelled() else opening.exception()
        if error is None and not opening.cancelled():
            return opening.result()
        msg = f"the server {self._name} cannot be reached: {type(error).__name__}"
        raise RemoteUnavailableError(msg)

    async def _kept(self, opening: "asyncio.Future[Client]", ending: asyncio.Event) -> None:
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(OPENING.total_seconds()):
                    client = await stack.enter_async_context(await self._made(stack))
                self._client = client
                opening.set_result(client)
                _log.info("remote.opened", server=self._name)
                await ending.wait()
        except Exception as error:  # noqa: BLE001 - whatever broke the session, whoever waits is told
            if opening.done():
                _log.warning("remote.lost", server=self._name, error=type(error).__name__)
            else:
                opening.set_exception(error)
                opening.exception()  # it is heard, even if whoever wanted the session has left
        finally:
            opening.cancel()  # nobody waits for ever, whatever ended this

    async def _made(self, stack: AsyncExitStack) -> Client:
        server = self._server
        if server.url is not None:
            headers = {key: value.get_secret_value() for key, value in server.headers.items()}
            http = await stack.enter_async_context(
                httpx2.AsyncClient(headers=headers, timeout=OPENING.total_seconds())
            )
            return Client(streamable_http_client(server.url, http_client=http))
        command, *rest = server.command
        env = {key: value.get_secret_value() for key, value in server.env.items()}
        parameters = StdioServerParameters(command=command, args=rest, env=env)
        # What it writes to its error stream may quote people.
        nowhere = stack.enter_context(_nowhere())
        return Client(stdio_client(parameters, errlog=nowhere))

    async def _dropped(self) -> None:
        keeper, self._keeper, self._client = self._keeper, None, None
        if keeper is None:
            return
        self._ending.set()
        done, _ = await asyncio.wait({keeper}, timeout=ENDING.total_seconds())
        if not done:
            keeper.cancel()
            with suppress(asyncio.CancelledError):
                await keeper
