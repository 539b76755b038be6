"""Tools of other servers, called for the nodes of a graph.

A call changes the world at most once. Whether it may be sent again is decided by what the operator
and the server say of the tool; where nobody can tell what became of it, the answer is ``UNKNOWN``
and it is never sent again. Arguments and results are people's: neither is logged.
"""

import asyncio
import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import JsonValue, SecretStr

import agents
from adapters.file_links import FileLinks
from adapters.mcp.config import EraseTool, RemoteServer, Vouched
from adapters.mcp.errors import (
    RemoteBusyError,
    RemoteInvalidError,
    RemoteRefusedError,
    RemoteUnavailableError,
    RemoteUnknownError,
)
from adapters.mcp.schemas import UnfitSchemaError, held_to
from adapters.mcp.sessions import DescribedTool, RemoteAnswer, ToolSessions
from agents.service_calls.exchange import ServiceToolResult, ServiceToolStatus, ToolRequest
from agents.service_calls.tool_results import Fitting, ResultTooLargeError, taken
from domain.errors import AppError

SLUG = "service_calls"

OURS = "services"
"""The name of our own server."""

OPENING = timedelta(seconds=8)
"""How long a call waits for its server to be started; what is started goes on starting."""
PATIENCE = timedelta(seconds=5)
"""How long a call waits where its server is asked too often. With two openings, and two attempts of
at most ten seconds, all of it stays below the activity's timeout."""
PAUSE = timedelta(seconds=1)
"""Between two attempts; there are no more."""

UNAVAILABLE, TIMEOUT, LOST = "unavailable", "timeout", "lost"
_PASSING = frozenset({UNAVAILABLE, TIMEOUT, LOST})
"""Why another attempt can help."""
_CODE = re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*): ")
_CONFLICT = "conflict"


class McpToolServers:
    """``ToolServers`` by the Model Context Protocol. For one event loop. Without ``rules``
    nothing is chosen from lists.
    """

    def __init__(  # noqa: PLR0913 - what it is bound with, and times for tests
        self,
        sessions: ToolSessions,
        rules: Fitting | None = None,
        *,
        pause: timedelta = PAUSE,
        patience: timedelta = PATIENCE,
        opening: timedelta = OPENING,
        links: FileLinks | None = None,
    ) -> None:
        self._links = links
        self._opens_within = opening.total_seconds()
        self._sessions, self._rules = sessions, rules
        self._pause, self._patience = pause, patience

    @property
    def names(self) -> tuple[str, ...]:
        """Of the servers that this agent may use."""
        return tuple(name for name in self._sessions.names if self._may_use(name))

    async def aclose(self) -> None:
        await self._sessions.aclose()

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        """See ``ToolServers``."""
        began = time.perf_counter()
        result = await self._called(request, attempt)
        took = round((time.perf_counter() - began) * 1000)
        return result.model_copy(update={"milliseconds": took})

    async def offered(self, server: str) -> Mapping[str, DescribedTool]:
        """By name, what nodes may use. Raises ``KeyError`` for a server that is not configured for
        this agent, and ``AppError`` for one that cannot be asked.
        """
        known, connection = self._server(server), self._sessions.connection(server)
        async with asyncio.timeout(self._opens_within):
            await connection.open()
        answers_within = self._sessions.timeout(server).total_seconds()
        async with asyncio.timeout(max(answers_within, self._opens_within)):
            tools = await connection.offered_tools()
        return {tool.name: tool for tool in tools if known.offers(tool.name)}

    async def described(self, names: Sequence[str]) -> dict[str, tuple[str, tuple[str, ...]]]:
        """By ``server.tool``, what it is for and the texts that it takes; nothing for one whose
        server cannot be asked now.
        """
        known: dict[str, tuple[str, tuple[str, ...]]] = {}
        for server in {name.partition(".")[0] for name in names}:
            try:
                tools = await self.offered(server)
            except (AppError, KeyError, TimeoutError):
                continue
            known |= {
                f"{server}.{name}": (tool.purpose, _texts_of(tool))
                for name, tool in tools.items()
                if f"{server}.{name}" in names
            }
        return known

    async def schemas(self) -> dict[str, Mapping[str, JsonValue]]:
        """By ``server.tool``, what the tools of servers that can be asked are called with."""
        found = await asyncio.gather(*(self.offered(n) for n in self.names), return_exceptions=True)
        asked = zip(self.names, found, strict=True)
        told = [(name, tools) for name, tools in asked if not isinstance(tools, BaseException)]
        return {f"{n}.{tool}": each.arguments for n, tools in told for tool, each in tools.items()}

    async def erase(self, server: str, customer_id: str) -> bool:
        """Whether the server carried it out; one that has no way to, or does not answer, did not.
        Repeating it is harmless.
        """
        try:
            erasing = self._server(server).erase
        except KeyError:
            return False
        if erasing is None or not customer_id:
            return False
        request = ToolRequest(
            user_id="",
            task_id="",
            step=0,
            server=server,
            tool=erasing.tool,
            arguments={erasing.argument: customer_id},
        )
        # Erased twice is erased.
        return (await self._sent(request, again=True)).status is ServiceToolStatus.OK

    def _server(self, name: str) -> RemoteServer:
        if not self._may_use(name):
            raise KeyError(name)
        return self._sessions.server(name)

    def _may_use(self, name: str) -> bool:
        if name not in self._sessions.names:
            return False
        agents_named = self._sessions.server(name).agents
        return agents_named is None or SLUG in agents_named

    async def _called(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        try:
            server = self._server(request.server)
        except KeyError:
            return _failed("unknown_server")
        if not server.offers(request.tool):
            return _failed("unknown_tool")
        return await self._sent(request, server.tools.get(request.tool), attempt)

    async def _sent(
        self,
        request: ToolRequest,
        vouched: Vouched | None = None,
        attempt: int = 1,
        *,
        again: bool = False,
    ) -> ServiceToolResult:
        connection = self._sessions.connection(request.server)
        try:
            await connection.turn(self._patience)
            async with asyncio.timeout(self._opens_within):
                tool = await connection.offered(request.tool)
                repeatable = again or (tool is not None and _repeatable(tool, vouched, request.key))
                if tool is not None and not repeatable:
                    # A session that was lost unnoticed must be found before the call, not by it.
                    tool = await connection.offered(request.tool, fresh=True)
        except (AppError, TimeoutError) as error:
            code = "busy" if isinstance(error, RemoteBusyError) else UNAVAILABLE
            return _failed(code) if attempt == 1 else _unknown(code)
        if tool is None:
            return _failed("unknown_tool")
        if attempt > 1 and not repeatable:
            return _unknown("worker_died")
        arguments = self._arguments_of(request, tool)
        if tool.keyed and request.key:
            arguments[tool.keyed] = request.key
        if not _fits(tool.arguments, arguments):
            return _failed("invalid_arguments")
        result = await self._asked(request, arguments)
        if repeatable and result.code in _PASSING:
            await asyncio.sleep(self._pause.total_seconds())
            with suppress(AppError, TimeoutError):  # then the attempt says so
                async with asyncio.timeout(self._opens_within):
                    await connection.open()
            result = await self._asked(request, arguments)
        reads = vouched is Vouched.READ and tool.reads
        if result.status is ServiceToolStatus.UNKNOWN and (
            reads or (repeatable and result.code in _PASSING)
        ):
            # Whoever asks once more finds out: nothing is done twice by that.
            return result.model_copy(update={"status": ServiceToolStatus.FAILED})
        return result

    def _arguments_of(self, request: ToolRequest, tool: DescribedTool) -> dict[str, JsonValue]:
        """With a link to each photo. A tool that takes none is called without them."""
        arguments = dict(request.arguments)
        photos = arguments.get(request.photos)
        if not isinstance(photos, list):
            return arguments
        if request.photos not in _listed(tool.arguments.get("properties")):
            del arguments[request.photos]
        elif self._links is not None:
            arguments[request.photos] = [self._linked(request, each) for each in photos]
        return arguments

    def _linked(self, request: ToolRequest, photo: JsonValue) -> JsonValue:
        if self._links is None or not isinstance(photo, dict):
            return photo
        url = self._links.link(request.user_id, str(photo["sha256"]), datetime.now(UTC))
        return {**photo, "url": url}

    async def _asked(
        self, request: ToolRequest, arguments: dict[str, JsonValue]
    ) -> ServiceToolResult:
        """Once. A session that was lost is opened again, as part of the call."""
        limit = self._sessions.timeout(request.server)
        try:
            async with asyncio.timeout(limit.total_seconds()):
                answer = await self._sessions.connection(request.server).ask(
                    request.tool, arguments
                )
        except TimeoutError:
            return _unknown(TIMEOUT)
        except RemoteInvalidError:
            return _unknown("invalid_result")
        except RemoteUnknownError:
            return _unknown(LOST)
        except RemoteUnavailableError:
            return _failed(UNAVAILABLE)
        except RemoteRefusedError:
            return _failed("refused")
        return self._result(request, answer)

    def _result(self, request: ToolRequest, answer: RemoteAnswer) -> ServiceToolResult:
        if answer.error is not None:
            named = _CODE.match(answer.error)
            code = named[1][:64] if named else "failed"
            if code.split(".")[0] == _CONFLICT:
                return ServiceToolResult(status=ServiceToolStatus.CONFLICT, code=code)
            return _failed(code)
        try:
            return taken(request, answer.value, self._rules)
        except ResultTooLargeError:
            return _unknown("result_too_large")


_OURS_RPM = 6_000
"""Calls a minute of our own server: a call makes eight, and nobody else pays for them."""


def ours(variables: Mapping[str, str]) -> RemoteServer:
    """Our own server, run beside the worker: where nothing else is configured, this is it. It is
    given what it needs of ``variables``.
    """
    needed = ("SERVICES_DATABASE_URL", "DATABASE_URL", "SERVICE_PHONE_REGION", "DEFAULT_TIMEZONE")
    given = {name: variables[name] for name in needed if name in variables}
    root = str(Path(agents.__file__).parents[1])
    return RemoteServer(
        command=sys.executable,
        args=("-m", "examples.service_tools"),
        env={name: SecretStr(value) for name, value in {**given, "PYTHONPATH": root}.items()},
        tools={
            **dict.fromkeys(
                ("setting_list", "entity_list", "customer_get", "person_calendar_free"),
                Vouched.READ,
            ),
            "call_hangup": Vouched.IDEMPOTENT,
        },
        erase=EraseTool(tool="customer_erase", argument="customer_id"),
        rate_rpm=_OURS_RPM,
    )


def _repeatable(tool: DescribedTool, vouched: Vouched | None, key: str) -> bool:
    """Whether the same call twice is as good as once. What a server says of itself alone is not
    enough, but for a key: who takes one knows what it is for.
    """
    if tool.keyed and key:
        return True
    if vouched is Vouched.READ:
        return tool.reads
    return vouched is Vouched.IDEMPOTENT and tool.idempotent


def _fits(schema: Mapping[str, JsonValue], arguments: Mapping[str, JsonValue]) -> bool:
    """To a schema that is none, or that points elsewhere, nothing fits."""
    try:
        return not held_to(schema).mismatches(dict(arguments))
    except UnfitSchemaError:
        return False


def _failed(code: str) -> ServiceToolResult:
    return ServiceToolResult(status=ServiceToolStatus.FAILED, code=code)


def _unknown(code: str) -> ServiceToolResult:
    return ServiceToolResult(status=ServiceToolStatus.UNKNOWN, code=code)


def _listed(properties: JsonValue) -> dict[str, JsonValue]:
    return properties if isinstance(properties, dict) else {}


def _texts_of(tool: DescribedTool) -> tuple[str, ...]:
    """Names of the arguments that hold text; the key of a write is not a model's to give."""
    return tuple(
        name
        for name, schema in _listed(tool.arguments.get("properties")).items()
        if name != tool.keyed and isinstance(schema, dict) and schema.get("type") == "string"
    )
