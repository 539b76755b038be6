"""The tool server of a business, and a door in front of it at which tests make things happen."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
from aiohttp import ClientError, ClientSession, web

from local.own_process import reached
from tests.e2e.commands import begin
from tests.e2e.house import House, clean_environment
from tests.local.waiting import eventually
from tests.metrics import free_port

TOKEN = "a-token-of-28-printable-signs"
Happening = Callable[[], Awaitable[object]]


@dataclass
class Business:
    """``before`` and ``after`` happen once, when a tool of this name is asked: before the server
    hears of it, and when it has done it and nobody knows yet.
    """

    house: House
    before: dict[str, Happening] = field(default_factory=dict)
    after: dict[str, Happening] = field(default_factory=dict)
    _port: int = field(default_factory=free_port)
    _process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Returns when it listens."""
        environment = clean_environment(
            SERVICES_DATABASE_URL=self.house.database_url, SERVICES_TOKEN=TOKEN
        )
        listen = ("--http", f"127.0.0.1:{self._port}", "--sample")
        command = (sys.executable, "-m", "examples.service_tools", *listen)
        self._process = await begin(command, environment, self.house.data_dir)
        await eventually(lambda: reached(self.url))

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.communicate()

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        asked = json.loads(body) if body else {}
        tool = asked["params"]["name"] if asked.get("method") == "tools/call" else ""
        if (happening := self.before.pop(tool, None)) is not None:
            await happening()
        kept = {k: v for k, v in request.headers.items() if k.lower() != "host"}
        try:
            async with (
                ClientSession(auto_decompress=False) as http,
                http.request(
                    request.method, f"{self.url}{request.path}", data=body, headers=kept
                ) as told,
            ):
                answer = web.Response(
                    status=told.status,
                    body=await told.read(),
                    headers={"Content-Type": told.headers.get("Content-Type", "text/plain")},
                )
        except ClientError:
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        if (happening := self.after.pop(tool, None)) is not None:
            await happening()
        return answer

    async def tasks(self, phone: str) -> list[asyncpg.Record]:
        """Of the customer with this number, each with its booking, if it has one."""
        return await self.house.rows(
            "SELECT t.name, t.status, c.from_ts, c.status AS booking FROM services.customers p"
            " JOIN services.tasks t ON t.customer_id = p.id"
            " LEFT JOIN services.calendar c ON c.task_id = t.id WHERE p.phone = $1",
            phone,
        )


def write_servers(file: Path, port: int) -> None:
    """``MCP_SERVERS_FILE``: the door at ``port`` is the business."""
    door = {
        "url": f"http://127.0.0.1:{port}/mcp",
        "headers": {"Authorization": f"Bearer {TOKEN}"},
        "tools": {"setting_list": "read", "call_hangup": "idempotent"},
    }
    file.write_text(json.dumps({"mcpServers": {"services": door}}))


@asynccontextmanager
async def open_business(house: House, port: int) -> AsyncIterator[Business]:
    business = Business(house)
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", business.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await business.start()
    try:
        yield business
    finally:
        await business.kill()
        await runner.cleanup()
