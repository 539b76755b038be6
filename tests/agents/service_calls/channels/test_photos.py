"""A photo on its whole way: from the chat by a link to the business's own server."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import asyncpg
import pytest
from aiohttp import FormData
from temporalio.testing import WorkflowEnvironment

from adapters.file_links import FileLinks
from adapters.mcp.config import RemoteServer
from adapters.mcp.sessions import ToolSessions
from adapters.postgres.stores import Stores
from agents.parts import AgentParts
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.exchange import ServiceToolResult, ToolRequest
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.servers import OURS, McpToolServers
from bot.http.file_links import FileLinkRoutes
from domain.conversation import Limits
from domain.tools import TOOL_QUEUE
from tests.agents.service_calls.channels.office import Office
from tests.agents.service_calls.plays import EXAMPLE
from tests.bot.http.house import ANN, MESSAGE, PHOTO, house
from tests.examples.service_tools.business import COMMAND, NOW, environment
from tests.examples.service_tools.conftest import new_database

pytestmark = pytest.mark.real_server
KEY = b"a key of this deployment"


class ServedOffice(Office):
    """An office whose tools are the example's server, a process of its own."""

    servers_of_business: McpToolServers

    def parts(self) -> AgentParts:
        own = super().parts()
        return replace(own, activities={**own.activities, TOOL_QUEUE: (CallTool(self).call_tool,)})

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        return await self.servers_of_business.call(request, attempt)


@pytest.fixture
async def services(postgres_url: str) -> AsyncIterator[str]:
    async with new_database(postgres_url, "services_with_photos") as url:
        yield url


async def kept_photos(url: str) -> list[tuple[str, bytes | None]]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(
            "SELECT name, content FROM services.task_photos JOIN services.tasks ON id = task_id"
        )
    finally:
        await connection.close()
    return [(row["name"], row["content"]) for row in rows]


@pytest.mark.shows("calls A8 (3)")
async def test_a_photo_is_kept_with_the_visit_by_the_business(
    server: WorkflowEnvironment, limits: Limits, stores: Stores, services: str
) -> None:
    one = ServedOffice(server, limits, stores)
    command, *args = (*COMMAND, "--sample", "--now", NOW)
    remote = {"command": command, "args": args, "env": environment(services)}
    sessions = ToolSessions({OURS: RemoteServer.model_validate(remote)})
    routes = FileLinkRoutes(FileLinks("", KEY), stores.attachments, lambda: datetime.now(UTC))
    async with house(stores, gateway=one.gateway, further=lambda _: routes.routes()) as one.http:
        links = FileLinks(one.http.origin, KEY)
        one.servers_of_business = McpToolServers(sessions, OfflineCalls(), links=links)
        async with one.open():
            form = FormData()
            form.add_field("message", EXAMPLE[0])
            form.add_field("files[]", PHOTO, filename="wall.png", content_type="image/png")
            told = await one.http.ask("POST", MESSAGE, data=form, headers=ANN)
            assert told.status == 200, told.body
            session = told.json["session_id"]
            for text in EXAMPLE[1:4]:
                told = await one.http.said(text, ANN, session_id=session)
                assert told.status == 200, told.body
        await one.servers_of_business.aclose()
    assert await kept_photos(services) == [("Drywall Repair Service", PHOTO)]
