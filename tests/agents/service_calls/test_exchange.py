"""What crosses to activities and back."""

from agents.service_calls.exchange import LoadedGraph
from tests.agents.service_calls.plays import shipped


def test_a_graph_comes_over_whole_without_what_it_leaves_to_defaults() -> None:
    loaded = LoadedGraph(sha256="first", graph=shipped())
    written = loaded.model_dump_json()
    assert LoadedGraph.model_validate_json(written) == loaded
    assert len(written) < len(shipped().model_dump_json()) / 2
