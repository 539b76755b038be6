"""A tool server with which everything goes wrong that can: over its streams, or over HTTP with
``PORT``. What it carried out it writes into ``FILE``, and it knows keys again from there.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

FILE, PORT = Path(sys.argv[1]), sys.argv[2:]

READS = ToolAnnotations(read_only_hint=True)
REPEATS = ToolAnnotations(idempotent_hint=True)
TEXT = {"type": "string"}
KEY = {"idempotency_key": TEXT}
FILED = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}


def offer(name: str, annotations: ToolAnnotations | None = None, **given: Any) -> Tool:  # noqa: ANN401 - JSON
    properties = {"what": {"type": "string", "maxLength": 20}, **given.pop("properties", {})}
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **given}
    return Tool(name=name, input_schema=schema, annotations=annotations)


TOOLS = [
    offer("find", READS),
    offer("sleep", READS),
    offer("shout", READS),
    offer("lie", READS).model_copy(update={"output_schema": FILED}),
    offer("refuse", READS),
    offer("write"),
    offer("write_and_lie").model_copy(update={"output_schema": FILED}),
    offer("write_and_sleep"),
    offer("write_and_die"),
    offer("set_and_die", REPEATS),
    offer("set_unvouched_and_die", REPEATS),
    offer("keep", properties=KEY),
    offer("keep_and_die", properties=KEY),
    offer("keep_and_sleep", properties=KEY),
    offer("forget"),
    offer("elsewhere", properties={"what": {"$ref": "http://127.0.0.1:1/schema"}}),
]


def carried_out(what: str, key: str = "") -> bool:
    """False where it was done before, by its key."""
    known = FILE.read_text().splitlines()
    if key and f"{what} {key}" in known:
        return False
    with FILE.open("a", encoding="utf-8") as file:
        file.write(f"{what} {key}".strip() + "\n")
    return True


def told(text: str, **more: object) -> CallToolResult:
    return CallToolResult.model_validate({"content": [TextContent(type="text", text=text)], **more})


async def called(_: ServerRequestContext, params: CallToolRequestParams) -> CallToolResult:
    given = params.arguments or {}
    what = given.get("what", "")
    fresh = carried_out(params.name, given.get("idempotency_key", ""))
    match params.name.rpartition("_and_")[2]:
        case "find" if what.startswith(("{", "[", "plain")):
            return told(what)
        case "find":
            return told("", structured_content={"found": what != "none", "who": "x" * 3_000})
        case "shout":
            return told("a" * 1_000_000)
        case "refuse":
            return told(what or "something inside broke: at line 7", is_error=True)
        case "lie":
            return told("", structured_content={"id": 7})
        case "sleep" if fresh:
            await asyncio.Event().wait()
        case "die" if fresh:
            os._exit(1)
    done = {"id": f"{params.name}-1", "replayed": not fresh, "process": os.getpid()}
    return told("", structured_content=done)


async def listed(_: ServerRequestContext, params: PaginatedRequestParams | None) -> ListToolsResult:
    del params
    return ListToolsResult(tools=TOOLS)


async def serve() -> None:
    server = Server("troubled", on_list_tools=listed, on_call_tool=called)
    if PORT:
        app = server.streamable_http_app(json_response=True)
        config = uvicorn.Config(app, host="127.0.0.1", port=int(PORT[0]), log_config=None)
        await uvicorn.Server(config).serve()
        return
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(serve())
