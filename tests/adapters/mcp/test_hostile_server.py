"""A server of somebody else's that hangs, lists too much, or describes what holds us up."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.mcp.config import RemoteServer
from adapters.mcp.schemas import UnfitSchemaError, depth_of, held_to, without_costly
from adapters.mcp.sessions import ToolSessions
from adapters.mcp.tools import MOST_TOOLS, RemoteTools
from tests.local.waiting import eventually

SLOW = {"type": "object", "properties": {"pattern": {"type": "string", "pattern": "^(a+)+$"}}}


def test_patterns_of_somebody_else_are_never_run() -> None:
    held = held_to(SLOW)
    assert held.mismatches({"pattern": "a" * 40 + "!"}) == []
    assert [m.validator for m in held.mismatches({"pattern": 7})] == ["type"]
    assert without_costly(SLOW)["properties"] == {"pattern": {"type": "string"}}


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


def test_references_that_double_each_other_are_counted_before_they_are_followed() -> None:
    last: dict[str, object] = {"a50": {"type": "object"}}
    doubling = {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(50)}
    with pytest.raises(UnfitSchemaError, match="parts"):
        held_to({"type": "object", "$defs": doubling | last, "$ref": "#/$defs/a0"})
    each_other = {"a": {"$ref": "#/$defs/b"}, "b": {"not": {"$ref": "#/$defs/a"}}}
    with pytest.raises(UnfitSchemaError, match="itself"):
        held_to({"type": "object", "$defs": each_other, "$ref": "#/$defs/a"})


def test_what_is_much_is_not_held_to_a_schema() -> None:
    held = held_to({"type": "object", "properties": {"x": {"type": "array", "uniqueItems": True}}})
    assert held.mismatches({"x": [{"a": 1}, {"a": 1}]}) == []
    with pytest.raises(UnfitSchemaError, match="much"):
        held.mismatches({"x": [1] * 200_000})


@pytest.mark.parametrize(
    ("draft", "schema"),
    [
        ("draft-07", {"properties": {"x": {"items": [{"type": "string"}, {"type": "number"}]}}}),
        ("draft-04", {"properties": {"x": {"minimum": 1, "exclusiveMinimum": True}}}),
    ],
)
def test_a_schema_is_read_by_the_draft_that_it_names(draft: str, schema: dict[str, object]) -> None:
    named = {"$schema": f"http://json-schema.org/{draft}/schema#", "type": "object", **schema}
    value = {"draft-07": ["a", "b"], "draft-04": 1}[draft]
    assert len(held_to(named).mismatches({"x": value})) == 1


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
