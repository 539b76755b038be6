"""What docs/service_calls.md shows a business works as it stands there."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from adapters.mcp.config import servers_in
from agents.service_calls.exchange import CallEnd
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.graph.shapes import (
    BESIDE,
    OWN_RESULTS,
    PLACES,
    TOOL_PLACES,
    ActName,
    Graph,
    ToolState,
)
from tests.agents.service_calls.plays import EXAMPLE, Play

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "service_calls.md").read_text(encoding="utf-8")
SHIPPED = files("agents.service_calls.graphs").joinpath("home_services.json")


def steps() -> list[dict[str, object]]:
    """The blocks of the example: servers, fields, the node."""
    found = re.findall(r"^ {3}```json\n(.*?)^ {3}```", DOCUMENT, re.DOTALL | re.MULTILINE)
    return [json.loads(block) for block in found]


@pytest.mark.shows("calls D4")
async def test_a_node_with_a_tool_and_fields_is_added_as_documented(tmp_path: Path) -> None:
    servers, fields, node = steps()
    file = tmp_path / "servers.json"
    file.write_text(json.dumps(servers))
    known = servers_in(file, {"DATABASE_URL": "postgresql://x", "ADDRESSES_TOKEN": "t"})
    assert set(known) == {"services", "addresses"}

    graph = json.loads(SHIPPED.read_text("utf-8"))
    graph["nodes"].append(node)
    graph["global_context_schema_semantics"]["field_semantics"] |= fields
    graph["initial_context_template"]["template"] |= dict.fromkeys(fields, "")
    before = next(n for n in graph["nodes"] if n["node_name"] == "Extract_Customer_Contact_Info")
    before["default_next_node"] = node["node_name"]
    checked = read_graph(json.dumps(graph))
    assert checked.graph.node("Verify_Customer_Address").calls[0].server in known
    assert checked.sha256 != read_graph(SHIPPED.read_text("utf-8")).sha256

    play = await played(checked.graph)
    assert play.field("customer_address") == "12 Harbour Road"
    assert play.field("customer_lat_lng")
    assert play.ran.index("Verify_Customer_Address") < play.ran.index("Check_IF_existing_customer")


async def played(graph: Graph) -> Play:
    """The example, which is booked."""
    play = Play(graph)
    for words in EXAMPLE:
        await play.says(words)
    assert play.trial.outcome is CallEnd.BOOKED
    return play


async def test_no_graph_makes_a_task_without_a_matter_and_a_number() -> None:
    graph = json.loads(SHIPPED.read_text("utf-8"))
    plan = next(n for n in graph["nodes"] if n["node_name"] == "Plan")
    del plan["skip_when"]
    graph["global_conditions"].insert(
        0, {"condition": "at once", "child_node": "Plan", "when": {"said": "asks_human"}}
    )
    play = Play(read_graph(json.dumps(graph)).graph)
    await play.says(EXAMPLE[0])
    await play.says("can I talk to a human?")
    assert "Plan" in play.ran
    assert not play.tools.tasks


async def test_a_call_goes_on_without_a_node_that_a_business_took_out() -> None:
    """Comfort is left out: what led to it leads to what followed it."""
    graph = json.loads(SHIPPED.read_text("utf-8").replace('"Empathize"', '"Console_Build_Rapport"'))
    twice = [n for n in graph["nodes"] if n["node_name"] == "Console_Build_Rapport"]
    graph["nodes"].remove(twice[0])
    play = await played(read_graph(json.dumps(graph)).graph)
    assert "Empathize" not in play.ran


def test_whatever_a_graph_may_name_is_documented() -> None:
    schema = Graph.model_json_schema()
    parts = (schema, *schema["$defs"].values())
    keys = {key for part in parts for key in part.get("properties", ())}
    named = {*ActName, *ToolState, *CallEnd, *BESIDE, *PLACES, *TOOL_PLACES, *OWN_RESULTS}
    code = re.findall(r"```.*?```|`[^`]+`", DOCUMENT, re.DOTALL)
    known = set(re.findall(r"\w+", "".join(code)))
    assert sorted((keys | named) - known) == []


@pytest.mark.shows("calls H")
def test_every_setting_of_the_document_is_one() -> None:
    table = DOCUMENT.partition("## Settings")[2]
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", table))
    listed = re.findall(r"(?m)^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text())
    assert named
    assert named <= set(listed)
