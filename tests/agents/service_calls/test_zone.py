"""In which time zone a business works."""

import pytest
from temporalio.testing import ActivityEnvironment

from agents.service_calls.activities.call_log import Records
from agents.service_calls.exchange import LoadGraphRequest
from agents.service_calls.graph.shapes import Graph
from tests.agents.service_calls.plays import shipped
from tests.agents.service_calls.workflow.chat import InMemoryCallLog, InMemoryGraphs


@pytest.mark.parametrize(("own", "zone"), [({}, "Asia/Kuala_Lumpur"), ({"timezone": "UTC"}, "UTC")])
async def test_a_graph_without_a_zone_is_that_of_the_deployment(
    own: dict[str, str], zone: str
) -> None:
    graphs = InMemoryGraphs()
    written = shipped().model_dump(by_alias=True, exclude_defaults=True)
    graphs.put("first", Graph.model_validate(written | own))
    records = Records(graphs, InMemoryCallLog(), "Asia/Kuala_Lumpur")
    loaded = await ActivityEnvironment().run(records.load_graph, LoadGraphRequest())
    assert loaded.graph.timezone == zone
