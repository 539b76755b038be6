"""The servers that a process may ask, with one session for each, and how often each is asked.

Nothing here needs the library ``mcp``: it is loaded when a session is first wanted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from aiolimiter import AsyncLimiter
from pydantic import JsonValue

from adapters.mcp.config import MOST, RemoteServer, servers_in
from domain.tools import TOOL_TIMEOUT
from settings import Settings
from settings.variables import variables

if TYPE_CHECKING:
    from adapters.mcp.connection import Connection

OPENING = timedelta(seconds=20)
"""For a session to be opened: a command may have to be fetched and started first."""

RPM = 120
"""Calls a minute of one server, where nobody says otherwise."""


@dataclass(frozen=True)
class DescribedTool:
    """A tool as its server describes it; ``arguments`` is a JSON schema."""

    name: str
    purpose: str
    """For a model: without what speaks to software, and cut."""
    arguments: Mapping[str, JsonValue]
    reads: bool
    """It says of itself that it changes nothing."""
    idempotent: bool
    """It says of itself that the same twice is as good as once."""
    keyed: str
    """The argument by which the server knows a call that it has carried out already, or empty."""


@dataclass(frozen=True)
class RemoteAnswer:
    """``value`` is the structured result or, without one, its text: as JSON where that is an object
    or a list, else under ``text``. ``error`` is set for what the tool failed with.
    """

    value: JsonValue = None
    error: str | None = None


class ToolSessions:
    """For one event loop. Close it when nobody asks any more."""

    def __init__(
        self,
        servers: Mapping[str, RemoteServer] | None = None,
        *,
        timeout: timedelta = TOOL_TIMEOUT,
        rpm: int = RPM,
        opening: timedelta = OPENING,
    ) -> None:
        """``timeout`` and ``rpm`` hold for servers that name none of their own; a session that is
        not open after ``opening`` is given up.
        """
        self._opening = opening
        self._servers = dict(servers or {})
        self._timeout, self._rpm = min(timeout, MOST), rpm
        self._connections: dict[str, Connection] = {}

    def add(self, name: str, server: RemoteServer) -> None:
        """A server that is there where the operator names none of this name."""
        self._servers.setdefault(name, server)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._servers)

    @property
    def for_models(self) -> tuple[str, ...]:
        """Names of those whose tools models may choose from."""
        return tuple(name for name, server in self._servers.items() if server.agents)

    def server(self, name: str) -> RemoteServer:
        """Raises ``KeyError``, as those below."""
        return self._servers[name]

    def timeout(self, name: str) -> timedelta:
        """Of one call."""
        own = self._servers[name].timeout_ms
        return self._timeout if own is None else timedelta(milliseconds=own)

    def connection(self, name: str) -> "Connection":
        """Opened when it is first needed."""
        if name not in self._connections:
            server = self._servers[name]
            rate_limit = AsyncLimiter(server.rate_rpm or self._rpm)
            made = import_module("adapters.mcp.connection").Connection
            self._connections[name] = made(name, server, rate_limit, self._opening)
        return self._connections[name]

    async def aclose(self) -> None:
        for connection in self._connections.values():
            await connection.aclose()


def sessions_of(settings: Settings, opening: timedelta = OPENING) -> ToolSessions:
    """With the servers that the operator named, if any; none of them is asked yet. A session that
    is not open after ``opening`` is given up.

    Raises ``ConfigurationError`` for a file that is none.
    """
    file = settings.mcp_servers_file
    return ToolSessions(
        servers_in(file, variables()) if file is not None else {},
        timeout=timedelta(milliseconds=settings.agent_tool_timeout_ms),
        rpm=settings.rate_limit_rpm_mcp,
        opening=opening,
    )
