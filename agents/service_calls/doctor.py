"""What ``steward doctor`` asks of this agent."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing
from datetime import timedelta

from adapters.mcp.config import RemoteServer
from adapters.mcp.sessions import ToolSessions, sessions_of
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.servers import OURS, McpToolServers, ours
from agents.service_calls.settings import ServiceCallSettings
from domain.errors import AppError, ConfigurationError
from domain.health import Finding, degraded, down, ok
from settings import load_settings

_SERVERS, _GRAPH = "tool servers", "service graph"
_OPENING = timedelta(minutes=1)
"""For a session: a busy machine takes its time to start a server, and nobody waits on the phone."""
_NO_DATABASE = "postgresql://steward@127.0.0.1:1/none"
"""Our own server tells its tools without one, and must not make tables because it was looked at."""


async def check_servers() -> Finding:
    """Whether each server whose tools calls may use can be reached, and with how many tools."""
    return await found_of(looked_at())


def own_servers() -> Mapping[str, RemoteServer]:
    """By name, those that are there where the operator names none of that name. Only what they
    offer can be asked of them.
    """
    return {OURS: ours({"SERVICES_DATABASE_URL": _NO_DATABASE})}


def looked_at() -> ToolSessions:
    """Of the servers that calls would use, to see what they offer."""
    sessions = sessions_of(load_settings(), _OPENING)
    for name, server in own_servers().items():
        sessions.add(name, server)
    return sessions


async def found_of(sessions: ToolSessions) -> Finding:
    """All of them are asked at once. Closes the sessions."""
    servers = McpToolServers(sessions, opening=_OPENING)
    async with aclosing(servers):
        told = await asyncio.gather(*(_asked(servers, name) for name in servers.names))
    detail = "; ".join(said for said, _ in told)
    if all(reached for _, reached in told):
        return ok(_SERVERS, detail)
    return degraded(_SERVERS, detail, "start it, or correct MCP_SERVERS_FILE")


async def _asked(servers: McpToolServers, name: str) -> tuple[str, bool]:
    began = time.perf_counter()
    try:
        tools = await servers.offered(name)
    except (AppError, TimeoutError):
        return f"{name}: cannot be reached", False
    took = round((time.perf_counter() - began) * 1000)
    return f"{name}: {len(tools)} tools, {took} ms", True


async def check_graph() -> Finding:
    """Whether the graph of new calls can be read, and fits the tools of the servers that can be
    asked; all that is wrong with it.
    """
    file = ServiceCallSettings.load().graph_file
    try:
        text = await asyncio.to_thread(file.read_text, encoding="utf-8")
        async with aclosing(McpToolServers(looked_at(), opening=_OPENING)) as servers:
            checked = read_graph(text, await servers.schemas())
    except OSError as error:
        problem = f"{file} cannot be read ({error.strerror})"
    except UnicodeDecodeError:
        problem = f"{file} is not in UTF-8"
    except ConfigurationError as error:
        problem = str(error)
    else:
        graph = checked.graph
        return ok(_GRAPH, f"{graph.name} {graph.version}, {len(graph.nodes)} nodes")
    return down(_GRAPH, problem, "mend the file that SERVICE_GRAPH_FILE names")


CHECKS = {_SERVERS: check_servers, _GRAPH: check_graph}
"""By the name of what is checked."""
