"""A server of somebody else's that hangs, lists too much, or describes what holds us up."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.mcp.config import RemoteServer
from adapters.mcp.schemas import UnfitSchemaError, depth_of, held_to, without_patterns
from adapters.mcp.sessions import ToolSessions
from adapters.mcp.tools import MOST_TOOLS, RemoteTools
from tests.local.waiting import eventually

SLOW = {"type": "object", "properties": {"pattern": {"type": "string", "pattern": "^(a+)+$"}}}


def test_patterns_of_somebody_else_are_never_run() -> None:
    held = held_to(SLOW)
    assert held.mismatches({"pattern": "a" * 40 + "!"}) == []
    assert [m.validator for m in held.mismatches({"pattern": 7})] == ["type"]
    assert without_patterns(SLOW)["properties"] == {"pattern": {"type": "string"}}


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "http://127.0.0.1:9/x"},
        {"$ref": "#/nowhere"},
        {"$ref": "#"},
        {"properties": {"a": {"$ref": "file:///etc/passwd"}}},
    ],
)
def test_nothing_is_fetched_or_followed_for_ever(schema: dict[str, object]) -> None:
    with pytest.raises(UnfitSchemaError):
        held_to({"type": "object", **schema}).mismatches({"a": 1})


def test_a_deep_schema_is_refused_before_anything_goes_down_into_it() -> None:
    deep: dict[str, object] = {"type": "object"}
    for _ in range(50_000):
        deep = {"type": "object", "properties": {"a": deep}}
    assert depth_of(deep) == 33
    with pytest.raises(UnfitSchemaError, match="deep"):
        held_to(deep)


HOSTILE = Path(__file__).parent / "hostile.py"


@asynccontextmanager
async def tools_of(tmp_path: Path, *faults: str, within: float = 60) -> AsyncIterator[RemoteTools]:
    """Of a server for each fault, and of one without."""
    servers = {
        fault: RemoteServer(
            command=sys.executable,
            args=(str(HOSTILE), fault, str(tmp_path / "go on")),
            agents=("shop",),
        )
        for fault in (*faults, "none")
    }
    remote = RemoteTools(ToolSessions(servers), timedelta(seconds=within))
    try:
        await remote.load()
        yield remote
    finally:
        await remote.aclose()


def names(remote: RemoteTools) -> set[str]:
    return {each.tool.name for each in remote.of("shop")}


async def test_whatever_a_server_lists_the_others_are_there(tmp_path: Path) -> None:
    faults = ("many", "deep", "elsewhere", "nonsense")
    async with tools_of(tmp_path, *faults) as remote:
        found = names(remote)
    assert len([name for name in found if name.startswith("many.")]) == MOST_TOOLS
    assert {name for name in found if not name.startswith("many.")} == {"deep.fine", "none.fine"}


async def test_a_server_that_hangs_is_left_and_asked_again_later(tmp_path: Path) -> None:
    async with tools_of(tmp_path, "hangs", within=3) as remote:
        if "none.fine" not in names(remote):
            pytest.skip("this machine needs longer to start a process")
        assert names(remote) == {"none.fine"}
        assert not remote.complete
        (tmp_path / "go on").touch()
        async with remote.completing(timedelta(milliseconds=10)):
            await eventually(lambda: _is(remote, {"none.fine", "hangs.fine"}), within=120)
    assert remote.complete


async def _is(remote: RemoteTools, wanted: set[str]) -> bool:
    return names(remote) == wanted
