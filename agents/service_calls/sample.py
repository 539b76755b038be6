"""The data of Harbour Home Services, so that a business that has none can be tried at once."""

from pathlib import Path

from adapters.mcp.sessions import ToolSessions
from adapters.postgres.pool import Database
from agents.service_calls.exchange import ServiceToolStatus, ToolRequest
from agents.service_calls.servers import OURS, McpToolServers, ours
from settings.variables import variables


async def load(database: Database, folder: Path) -> str:
    """Has the tool server load it where that was never begun. Elsewhere, and where the business
    has servers of its own, nothing is done.
    """
    del folder
    given = variables()
    if given.get("MCP_SERVERS_FILE") or given.get("SERVICES_DATABASE_URL"):
        return ""
    async with database.connection() as connection:
        if await connection.fetchval("SELECT to_regnamespace('services') IS NOT NULL"):
            return ""
    server = ours({**given, "DATABASE_URL": database.url}, sample=True)
    servers = McpToolServers(ToolSessions({OURS: server}))
    asked = ToolRequest(
        user_id="", task_id="", step=0, server=OURS, tool="setting_list",
        arguments={"category": "dl__service"}, results={"services": ""},
    )  # fmt: skip
    try:
        result = await servers.call(asked, 1)
    finally:
        await servers.aclose()
    if result.status is not ServiceToolStatus.OK:
        return ""
    return "a sample business, Harbour Home Services, can be called: /service"
