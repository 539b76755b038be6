"""A tool server that does one thing wrong: named by its argument. It loads no library."""

import json
import sys
import time

MANY = 20_000


def tool(name: str, schema: dict[str, object]) -> dict[str, object]:
    return {"name": name, "inputSchema": {"type": "object", **schema}}


def listed(fault: str) -> list[dict[str, object]]:
    match fault:
        case "many":
            return [tool(f"t{number}", {}) for number in range(MANY)]
        case "deep":
            deep: dict[str, object] = {}
            for _ in range(40):
                deep = {"type": "object", "properties": {"a": deep}}
            return [tool("deep", deep), tool("fine", {})]
        case "elsewhere":
            return [tool("elsewhere", {"properties": {"a": {"$ref": "http://127.0.0.1:1/x"}}})]
    return [tool("fine", {})]


def main() -> None:
    fault, marker = sys.argv[1:]
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        result: dict[str, object] = {}
        match asked["method"]:
            case "initialize":
                result = {
                    "protocolVersion": asked["params"]["protocolVersion"],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "hostile", "version": "1"},
                }
            case "tools/list":
                if fault == "hangs" and not _began(marker):
                    time.sleep(3_600)
                if fault == "nonsense":
                    result = {"tools": "all of them"}
                else:
                    result = {"tools": listed(fault)}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}) + "\n")
        sys.stdout.flush()


def _began(marker: str) -> bool:
    """Whether somebody let it answer."""
    try:
        with open(marker, encoding="utf-8"):  # noqa: PTH123 - as little as possible is loaded
            return True
    except OSError:
        return False


if __name__ == "__main__":
    main()
