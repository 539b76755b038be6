"""A tool server with which everything goes wrong that can, of an earlier version of the protocol.
What it carried out it writes into a file, and it knows keys again from there. As a program it
speaks over its streams; it loads no library, since tests often start it.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

Raw = dict[str, Any]

READS, REPEATS = {"readOnlyHint": True}, {"idempotentHint": True}
TEXT = {"type": "string"}
FILED = {"outputSchema": {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}}


class DiedError(Exception):
    """The server dies within a call."""


def offer(name: str, annotations: Raw | None = None, **more: Any) -> Raw:  # noqa: ANN401 - JSON
    properties = {"what": {**TEXT, "maxLength": 20}, **more.pop("properties", {})}
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"name": name, "inputSchema": schema, "annotations": annotations or {}, **more}


TOOLS = [
    *(offer(name, READS) for name in ("find", "sleep", "shout", "refuse")),
    offer("lie", READS, **FILED),
    *(offer(name) for name in ("write", "write_and_sleep", "write_and_die", "forget")),
    offer("write_and_lie", **FILED),
    *(offer(name, REPEATS) for name in ("set_and_die", "set_unvouched_and_die")),
    *(offer(name, properties={"idempotency_key": TEXT}) for name in ("keep", "keep_and_die")),
    offer("elsewhere", properties={"what": {"$ref": "http://127.0.0.1:1/schema"}}),
]


def carry_out(file: Path, what: str, key: str) -> bool:
    """False where it was done before, by its key."""
    if key and f"{what} {key}" in file.read_text().splitlines():
        return False
    with file.open("a", encoding="utf-8") as lines:
        lines.write(f"{what} {key}".strip() + "\n")
    return True


def call(file: Path, name: str, arguments: Raw) -> Raw | None:
    """The result of a tool, or None where it never comes."""
    what = arguments.get("what", "")
    fresh = carry_out(file, name, arguments.get("idempotency_key", ""))
    text, done = "", None
    match name.rpartition("_and_")[2]:
        case "find" if what.startswith(("{", "[", "plain")):
            text = what
        case "find":
            done = {"found": what != "none", "who": "x" * 3_000}
        case "shout":
            text = "a" * 1_000_000
        case "refuse":
            text = what or "something inside broke: at line 7"
        case "lie":
            done = {"id": 7}
        case "sleep":
            return None
        case "die" if fresh:
            raise DiedError
        case _:
            done = {"id": f"{name}-1", "replayed": not fresh, "process": os.getpid()}
    result = {"content": [{"type": "text", "text": text}], "isError": name == "refuse"}
    return result if done is None else {**result, "structuredContent": done}


def answer(file: Path, asked: Raw) -> Raw | None:
    """What it says to a message, or None where it says nothing."""
    if "id" not in asked:
        return None
    reply: Raw = {"jsonrpc": "2.0", "id": asked["id"]}
    match asked["method"]:
        case "initialize":
            about = {"name": "troubled", "version": "1"}
            version = {"protocolVersion": "2025-06-18", "serverInfo": about}
            return {**reply, "result": {**version, "capabilities": {"tools": {}}}}
        case "tools/list":
            return {**reply, "result": {"tools": TOOLS}}
        case "tools/call":
            result = call(file, asked["params"]["name"], asked["params"].get("arguments") or {})
            return None if result is None else {**reply, "result": result}
    return {**reply, "error": {"code": -32601, "message": "unknown method"}}


def main() -> None:
    for line in sys.stdin:
        reply = answer(Path(sys.argv[1]), json.loads(line))
        if reply is not None:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
