"""The tool server of an invented business as its callers reach it."""

import os
import sys
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from mcp import types

from adapters.mcp.config import RemoteServer
from adapters.mcp.connection import Connection

ROOT = Path(__file__).parents[3]
NOW = "2026-11-23T17:00:00+00:00"
"""Monday noon in New York."""
TOKEN = "a-token-of-28-printable-signs"
COMMAND = (sys.executable, "-m", "examples.service_tools")

KEYED = {
    "customer_create", "customer_update", "person_calendar_book", "task_cancel", "task_create",
    "task_note",
}  # fmt: skip
"""Tools that know a call again by its key."""

JsonObject = dict[str, Any]


def environment(url: str, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "DEFAULT_TIMEZONE": "America/New_York",
        "PYTHONPATH": str(ROOT),
        "SERVICES_DATABASE_URL": url,
        **more,
    }


def text_of(result: types.CallToolResult) -> str:
    """What a failure says."""
    assert result.is_error
    assert isinstance(result.content[0], types.TextContent)
    return result.content[0].text


class Caller(Protocol):
    async def call(self, tool: str, arguments: JsonObject, /) -> types.CallToolResult: ...


@dataclass
class Business:
    """Everything a test asks a server for has a key of its own."""

    url: str
    connection: Caller
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    async def result(self, tool: str, **arguments: object) -> types.CallToolResult:
        own = {"idempotency_key": self.key()} if tool in KEYED else {}
        return await self.connection.call(tool, {**own, **arguments})

    async def told(self, tool: str, **arguments: object) -> JsonObject:
        result = await self.result(tool, **arguments)
        assert not result.is_error, result.content
        told: JsonObject = result.structured_content
        return told

    async def refused(self, tool: str, **arguments: object) -> str:
        return text_of(await self.result(tool, **arguments))

    def key(self) -> str:
        return f"key/{next(self.numbers)}"

    async def customer(self, **given: object) -> str:
        """The id of a new one, with a number that no other has."""
        phone = given.pop("phone", f"555-{2000 + next(self.numbers)}")
        told = await self.told("customer_create", phone=phone, **given)
        customer_id: str = told["customer_id"]
        return customer_id

    async def task(self, service: str = "Drywall Repair", customer_id: str = "") -> str:
        told = await self.told(
            "task_create",
            customer_id=customer_id or await self.customer(),
            name=f"{service} Service",
            service_catalog=service,
            priority="normal",
        )
        task_id: str = told["task_id"]
        return task_id

    async def free(self, service: str = "Drywall Repair", **given: object) -> list[JsonObject]:
        asked = {"from_ts": "2026-11-23T19:00:00Z", "to_ts": "2026-11-30T19:00:00Z", **given}
        told = await self.told("person_calendar_free", service_catalog=service, **asked)
        slots: list[JsonObject] = told["slots"]
        return slots

    def booking(self, task_id: str, slot: JsonObject) -> JsonObject:
        """Arguments that book a slot that was offered."""
        named = ("from_ts", "to_ts", "employee_id")
        return {"task_id": task_id, **{name: slot[name] for name in named if name in slot}}


def over_streams(url: str) -> Connection:
    command, *args = (*COMMAND, "--sample", "--now", NOW)
    server = RemoteServer.model_validate(
        {"command": command, "args": args, "env": environment(url), "agents": ["calls"]}
    )
    return Connection("services", server)


def over_http(port: int, token: str = TOKEN) -> Connection:
    server = RemoteServer.model_validate(
        {
            "url": f"http://127.0.0.1:{port}/mcp",
            "headers": {"Authorization": f"Bearer {token}"},
            "agents": ["calls"],
        }
    )
    return Connection("services", server)
