"""Answers callers of the tools, over whatever transport, for as long as the process lives."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from traceback import extract_tb

import structlog
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)
from pydantic import BaseModel, JsonValue, ValidationError

from adapters.postgres.pool import Database
from domain.errors import AppError, ConfigurationError, StorageUnavailableError
from examples.service_tools.errors import ServicesRefusedError
from examples.service_tools.schema import Fill, prepare
from examples.service_tools.tools import TOOLS
from examples.service_tools.workplace import Clock, Workplace

MAX_CONNECTIONS = 5
"""Of one server process to the database."""

_TOOLS = {tool.name: tool for tool in TOOLS}

_log = structlog.get_logger(__name__)


class ServiceTools:
    """The tools on one database, whose tables are made with the first call that reaches it: the
    server starts, and lives on, while the database is away.
    """

    def __init__(self, url: str, region: str, clock: Clock, fill: Fill | None = None) -> None:
        self._url = url
        self._region = region
        self._clock = clock
        self._fill = fill
        self._preparing = asyncio.Lock()
        self._database: Database | None = None

    async def database(self) -> Database:
        """With all tables, under the role of its own. Raises as ``Database.connection``."""
        async with self._preparing:
            if self._database is None:
                url = await prepare(self._url, self._fill)
                self._database = Database(url, max_connections=MAX_CONNECTIONS)
            return self._database

    async def begin(self) -> None:
        """Makes the tables before the first call, where that is possible."""
        try:
            await self.database()
        except AppError as error:
            _log.warning("services.not_ready", reason=str(error))

    async def aclose(self) -> None:
        async with self._preparing:
            database, self._database = self._database, None
        if database is not None:
            await database.close()

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> CallToolResult:
        """A failure is a result, too: ``code: text``. Neither quotes what was given."""
        started = perf_counter()
        try:
            told = await self._told(name, arguments)
        except ValidationError as error:
            code, answer = "invalid.arguments", _failed("invalid.arguments", _places(error))
        except AppError as error:
            code, answer = error.code, _failed(error.code, str(error))
        except Exception as error:  # noqa: BLE001 - of one call; the server answers the others
            # Without its text, which may quote a row.
            place = extract_tb(error.__traceback__)[-1]
            kind, where = type(error).__name__, f"{Path(place.filename).name}:{place.lineno}"
            _log.error("services.bug", tool=name[:48], error=kind, place=where)
            code, answer = "internal", _failed("internal", "the server made a mistake")
        else:
            code, answer = "ok", _done(told)
        took = round((perf_counter() - started) * 1000)
        _log.info("services.call", tool=name[:48], status=code, duration_ms=took)
        return answer

    async def _told(self, name: str, arguments: Mapping[str, JsonValue]) -> BaseModel:
        tool = _TOOLS.get(name)
        if tool is None:
            raise ServicesRefusedError(code="not_found.tool", message="there is no such tool")
        try:
            async with (await self.database()).transaction() as connection:
                at = Workplace(connection, self._clock(), self._region)
                return await tool.call(at, arguments)
        except StorageUnavailableError as error:
            raise _away(error) from error
        except ConfigurationError as error:
            # As of a database that was put in the place of the old one: its tables are missing.
            await self.aclose()
            raise _away(error) from error


def _away(error: AppError) -> ServicesRefusedError:
    _log.warning("services.unavailable", reason=str(error))
    return ServicesRefusedError("unavailable", "the database does not answer")


def _places(error: ValidationError) -> str:
    """Which arguments do not fit, without their values."""
    found = {".".join(map(str, each["loc"])) or "arguments" for each in error.errors()}
    return f"do not fit: {', '.join(sorted(found))[:200]}"


def _done(told: BaseModel) -> CallToolResult:
    text = TextContent(type="text", text=told.model_dump_json())
    return CallToolResult(content=[text], structured_content=told.model_dump(mode="json"))


def _failed(code: str, text: str) -> CallToolResult:
    content = TextContent(type="text", text=f"{code}: {text}")
    return CallToolResult(content=[content], is_error=True)


def speaking(tools: ServiceTools) -> Server:
    """The protocol around the tools."""

    async def listed(
        _: ServerRequestContext, params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        del params
        return ListToolsResult(tools=[tool.form() for tool in TOOLS])

    async def called(_: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
        return await tools.call(params.name, params.arguments or {})

    return Server("steward-services", on_list_tools=listed, on_call_tool=called)
