"""Graphs under their sha256: a call keeps its own, new calls take that of the process's file."""

from pathlib import Path

import pytest

from adapters.postgres.pool import Database
from agents.service_calls.errors import GraphUnknownError
from agents.service_calls.exchange import LoadedGraph
from agents.service_calls.graph.loading import read_file
from agents.service_calls.settings import ServiceCallSettings
from agents.service_calls.store.graphs import PostgresGraphs
from agents.service_calls.store.health import graph_and_calls
from domain.errors import ConfigurationError, NotFoundError
from domain.health import Health

SHIPPED = ServiceCallSettings().graph_file


def version(folder: Path, number: int) -> Path:
    text = SHIPPED.read_text("utf-8")
    file = folder / f"{number}.json"
    file.write_text(text.replace('"version": "', f'"version": "{number}.', 1), "utf-8")
    return file


@pytest.mark.shows("calls D3")
async def test_running_calls_keep_their_graph_and_new_ones_take_the_newest(
    database: Database, tmp_path: Path
) -> None:
    old, new = (read_file(version(tmp_path, number)) for number in (1, 2))
    with pytest.raises(GraphUnknownError):
        await PostgresGraphs(database).load("")
    older, newer = PostgresGraphs(database, old), PostgresGraphs(database, new)
    first = await older.load("")
    second = await newer.load("")
    assert (first.sha256, second.sha256) == (old.sha256, new.sha256)
    assert await newer.load(first.sha256) == first
    written = first.model_dump_json()
    assert LoadedGraph.model_validate_json(written) == first, "as workflows get it"
    assert len(written) < len(first.graph.model_dump_json()) / 2, "without what is left to defaults"
    assert (await older.load("")) is first, "read once"
    looking = PostgresGraphs(database)
    assert (await looking.load("")).sha256 == second.sha256
    await PostgresGraphs(database, old).load("")
    assert (await looking.load("")).sha256 == first.sha256, "put in use again"
    assert [graph.sha256 for graph in await looking.all()] == [first.sha256, second.sha256]
    assert await looking.body(first.sha256[:12]) == old.body
    for wrong in ("", "0000000", first.sha256[:3]):
        with pytest.raises(NotFoundError):
            await looking.body(wrong)
    health = await graph_and_calls(database, old)
    assert health.status is Health.OK
    assert "0 calls" in health.detail


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"nodes": [', "utf-8")
    for file in (broken, tmp_path / "none.json"):
        with pytest.raises(ConfigurationError, match=file.name):
            read_file(file)
