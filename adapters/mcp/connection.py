"""A session with one server: opened when it is first needed, and again after it broke."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from os import devnull
from pathlib import Path
from typing import Any, TextIO, TypeVar

import httpx2
import structlog
from aiolimiter import AsyncLimiter
from mcp import types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from pydantic import JsonValue, ValidationError

from adapters.mcp.config import RemoteServer
from adapters.mcp.errors import (
    RemoteBusyError,
    RemoteInvalidError,
    RemoteRefusedError,
    RemoteUnavailableError,
    RemoteUnknownError,
)
from adapters.mcp.schemas import HeldTo, UnfitSchemaError, held_to
from adapters.mcp.sessions import OPENING, RPM, DescribedTool, RemoteAnswer
from adapters.model.software_orders import data_only
from domain.errors import AppError

ENDING = timedelta(seconds=5)

KEYS = ("idempotency_key", "idempotencyKey")
"""An argument by which a server knows a call that it has carried out already."""
MAX_PURPOSE = 300
"""Characters of what a tool says of itself."""

_GONE = types.jsonrpc.CONNECTION_CLOSED
_BY_HTTP = frozenset(
    {types.jsonrpc.INVALID_REQUEST, types.jsonrpc.INTERNAL_ERROR, types.jsonrpc.REQUEST_TIMEOUT}
)
"""What also stands for an answer of HTTP that is no result: of a gateway, behind which the server
may have done it, or of a server that was started again and does not know the session."""
_SESSION = "session"
"""Of which such an answer then speaks: nothing was done."""
_MAX_PAGES, MOST_LISTED = 20, 1_000

_log = structlog.get_logger(__name__)


_Given = TypeVar("_Given")


class _NoSessionError(RemoteUnknownError):
    """The server does not know the session."""


def described(tool: types.Tool) -> DescribedTool:
    """Returns a tool in our own words."""
    hints = tool.annotations or types.ToolAnnotations()
    properties = tool.input_schema.get("properties", {})
    return DescribedTool(
        name=tool.name,
        purpose=data_only(tool.description or tool.title or tool.name)[:MAX_PURPOSE],
        arguments=tool.input_schema,
        reads=hints.read_only_hint is True,
        idempotent=hints.idempotent_hint is True or hints.read_only_hint is True,
        keyed=next((key for key in KEYS if key in properties), ""),
    )


def _held_from(schema: dict[str, Any] | None) -> HeldTo | None:
    """Makes a checker of results from a tool's output schema; None where there is no usable one.
    Empties the schema: the library would check results in the event loop, however long that takes.
    """
    if schema is None:
        return None
    try:
        return held_to(schema)
    except UnfitSchemaError:
        return None
    finally:
        schema.clear()


def answered(result: types.CallToolResult) -> RemoteAnswer:
    """What a tool gave."""
    text = text_of(result.content)
    if result.is_error:
        return RemoteAnswer(error=text)
    if result.structured_content is not None:
        return RemoteAnswer(result.structured_content)
    with suppress(ValueError):
        value: JsonValue = json.loads(text)
        if isinstance(value, dict | list):
            return RemoteAnswer(value)
    return RemoteAnswer({"text": text})


def text_of(content: Iterable[types.ContentBlock]) -> str:
    """Texts as they are; of everything else what it is."""
    parts = (
        block.text if isinstance(block, types.TextContent) else f"[{block.type} left out]"
        for block in content
    )
    return "\n".join(parts)


def _nowhere() -> TextIO:
    return Path(devnull).open("w", encoding="utf-8")


class Connection:
    """For one event loop. A session belongs to one task, as the library wants it: calls wait for
    that task to have opened it.
    """

    def __init__(
        self,
        name: str,
        server: RemoteServer,
        rate_limit: AsyncLimiter | None = None,
        opening: timedelta = OPENING,
    ) -> None:
        self._name, self._server, self._opens_within = name, server, opening.total_seconds()
        self._rate_limit = rate_limit or AsyncLimiter(RPM)
        self._lock = asyncio.Lock()
        self._client: Client | None = None
        self._opening: asyncio.Future[Client] | None = None
        self._ending = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._listed: dict[str, types.Tool] = {}
        """As the open session told."""
        self._results: dict[str, HeldTo | None] = {}
        """Checkers of results, by the names of tools."""

    async def turn(self, patience: timedelta) -> None:
        """Waits until the server may be asked: a minute's worth at once, then as many as time
        brings back. Raises ``RemoteBusyError`` where that takes longer.
        """
        try:
            async with asyncio.timeout(patience.total_seconds()):
                await self._rate_limit.acquire()
        except TimeoutError:
            raise RemoteBusyError(
                f"the server {self._name} is asked more often than its limit allows"
            ) from None

    async def open(self) -> None:
        """Raises ``RemoteUnavailableError``."""
        await self._opened()

    async def tools(self) -> tuple[types.Tool, ...]:
        """All that the server has. Raises ``RemoteUnavailableError``, ``RemoteUnknownError``
        or ``RemoteRefusedError``.
        """
        return await self._again(self._tools, RemoteUnknownError)

    async def offered_tools(self) -> tuple[DescribedTool, ...]:
        """All, asked for anew. Raises as ``tools``."""
        return tuple(described(tool) for tool in await self.tools())

    async def offered(self, name: str, *, fresh: bool = False) -> DescribedTool | None:
        """One tool, as this session knows it; asked for anew if ``fresh``, and where it is not
        known. Raises as ``tools``.
        """
        await self._opened()
        if fresh or name not in self._listed:
            await self.tools()
        tool = self._listed.get(name)
        return None if tool is None else described(tool)

    async def ask(self, tool: str, arguments: dict[str, Any]) -> RemoteAnswer:
        """``call``, and what it gave."""
        return answered(await self.call(tool, arguments))

    async def _again(
        self, work: Callable[[Client], Awaitable[_Given]], failure: type[RemoteUnknownError]
    ) -> _Given:
        """Once more after this failure: a question may be repeated, and so may what was sent to a
        server that does not know the session.
        """
        try:
            return await work(await self._opened())
        except failure:
            return await work(await self._opened())

    async def _tools(self, client: Client) -> tuple[types.Tool, ...]:
        found: list[types.Tool] = []
        results: dict[str, HeldTo | None] = {}
        cursor: str | None = None
        for _ in range(_MAX_PAGES):
            async with self._minding(client):
                page = await client.list_tools(cursor=cursor, cache_mode="refresh")
            results |= {tool.name: _held_from(tool.output_schema) for tool in page.tools}
            found += page.tools
            cursor = page.next_cursor
            if cursor is None or len(found) > MOST_LISTED:
                break
        if self._client is client:
            self._listed, self._results = {tool.name: tool for tool in found}, results
        return tuple(found)

    async def call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """Asked once. A session that ended before is opened again first. Raises as ``tools``, and
        ``RemoteInvalidError`` for a result that the tool's own schema does not allow.
        """

        async def asked(client: Client) -> types.CallToolResult:
            if tool not in self._results:  # else the library lists them by itself, as they are
                await self._tools(client)
            async with self._minding(client):
                return await client.call_tool(tool, arguments)

        result = await self._again(asked, _NoSessionError)
        held = self._results.get(tool)
        if held is None or result.is_error or result.structured_content is None:
            return result
        try:
            wrong = await asyncio.to_thread(held.mismatches, result.structured_content)
        except UnfitSchemaError:
            return result  # too much of it: what is used of a result is looked at once more
        if wrong:
            raise RemoteInvalidError(f"the server {self._name} answers what it must not")
        return result

    async def aclose(self) -> None:
        async with self._lock:
            await self._dropped()

    @asynccontextmanager
    async def _minding(self, client: Client) -> AsyncIterator[None]:
        """A session that broke is not used again."""
        try:
            yield
        except MCPError as error:
            if error.code == _GONE:
                reason, gone = "it ended the session", True
            elif error.code in _BY_HTTP:
                reason, gone = "an error of its own", self._server.url is not None
            else:
                failure: AppError = RemoteRefusedError(error.message)
                raise failure from None
            unsent = gone and _SESSION in error.message.casefold()
        except (ValidationError, RuntimeError) as error:
            # The library holds results to their schema. Its message quotes them.
            gone = self._client is not client or self._keeper is None or self._keeper.done()
            if not gone:
                raise RemoteInvalidError(
                    f"the server {self._name} answers what it must not"
                ) from None
            reason, unsent = type(error).__name__, False
        except Exception as error:  # noqa: BLE001 - whatever the way to a server can break with
            reason, gone, unsent = type(error).__name__, True, False
        else:
            return
        if gone:
            async with self._lock:
                if self._client is client:
                    await self._dropped()
        msg = f"the server {self._name} does not answer: {reason}"
        raise _NoSessionError(msg) if unsent else RemoteUnknownError(msg)

    async def _opened(self) -> Client:
        """The session, opened if there is none. Whoever leaves does not end the opening: starting
        a server may take longer than one call may.
        """
        async with self._lock:
            if self._keeper is None or self._keeper.done() or self._opening is None:
                self._opening = asyncio.get_running_loop().create_future()
                self._ending = asyncio.Event()
                self._keeper = asyncio.create_task(self._hold_open(self._opening, self._ending))
            opening = self._opening
        await asyncio.wait({opening})
        error = None if opening.cancelled() else opening.exception()
        if error is None and not opening.cancelled():
            return opening.result()
        raise RemoteUnavailableError(
            f"the server {self._name} cannot be reached: {type(error).__name__}"
        )

    async def _hold_open(self, opening: "asyncio.Future[Client]", ending: asyncio.Event) -> None:
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._opens_within):
                    client = await stack.enter_async_context(await self._make_client(stack))
                self._client, self._listed, self._results = client, {}, {}
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

    async def _make_client(self, stack: AsyncExitStack) -> Client:
        server = self._server
        if server.url is not None:
            headers = {key: value.get_secret_value() for key, value in server.headers.items()}
            http = await stack.enter_async_context(
                httpx2.AsyncClient(headers=headers, timeout=self._opens_within)
            )
            return Client(streamable_http_client(server.url, http_client=http))
        env = {key: value.get_secret_value() for key, value in server.env.items()}
        parameters = StdioServerParameters(command=server.command, args=[*server.args], env=env)
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
