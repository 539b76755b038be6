"""``steward graph``: what operators see of graph files and stored graphs."""

import json
from collections.abc import Awaitable
from pathlib import Path

from typer.testing import Result

from adapters.postgres.pool import Database
from agents.service_calls.graph.loading import read_file
from agents.service_calls.graph_commands import graph_app
from agents.service_calls.settings import ServiceCallSettings
from agents.service_calls.store.graphs import PostgresGraphs
from domain.errors import ConfigurationError, NotFoundError
from tests.agents.service_calls.store.conftest import database
from tests.agents.service_calls.store.conftest import run as run_of

__all__ = ["database"]
SHIPPED = ServiceCallSettings().graph_file
DIALOGUES = SHIPPED.with_suffix(".dialogues.toml")


def run(*arguments: object, url: str = "") -> Awaitable[Result]:
    return run_of(graph_app, url, *arguments)


async def test_a_file_is_checked_drawn_and_played(tmp_path: Path) -> None:
    told = await run("check", SHIPPED, "--without-servers")
    assert (told.exit_code, "is right: 21 nodes" in told.output) == (0, True)
    drawing = (await run("draw", SHIPPED)).output
    assert drawing.startswith("flowchart TD\n")
    assert 'n14("Communicate_To_Customer_Before_Action ⏳")' in drawing
    assert "n21 ==> finish" in drawing

    broken = tmp_path / "broken.json"
    broken.write_text(SHIPPED.read_text("utf-8").replace('"Empathize"', '"Empathise"', 1), "utf-8")
    for none in (tmp_path / "none.json", tmp_path):
        refused = await run("check", none, "--without-servers")
        assert isinstance(refused.exception, ConfigurationError)
    for command in (("check", broken, "--without-servers"), ("test", broken, DIALOGUES)):
        told = await run(*command)
        assert told.exit_code == 2
        assert 'no node is called "Empathise"; did you mean "Empathize"?' in told.output


async def test_the_shipped_dialogues_come_out_and_others_do_not(tmp_path: Path) -> None:
    for file, least in ((SHIPPED, 20), (SHIPPED.with_name("salon.json"), 3)):
        told = await run("test", file, file.with_suffix(".dialogues.toml"))
        assert told.exit_code == 0, told.output
        assert told.output.count("ok: ") >= least

    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        """
        [[dialogue]]
        name = "another one"
        path = ["GREET_CUSTOMER"]
        outcome = "booked"
        booked = 1
        context = { customer_name = "Ana" }
        [[dialogue.step]]
        says = "hi"
        replies = ["Good evening"]
        never = ["welcome"]
        node = ""
        """,
        "utf-8",
    )
    told = await run("test", SHIPPED, wrong)
    assert told.exit_code == 1
    for said in (
        '"Good evening" is not in', '"welcome" is in the reply', "the call is at", "path: GREET",
        "customer_name is ''", "outcome: abandoned, not booked", "booked: 0, not 1", "1 of 1",
    ):  # fmt: skip
        assert said in told.output
    wrong.write_text('[[dialogue]]\nnme = "x"', "utf-8")
    for file in (wrong, tmp_path / "none.toml", SHIPPED):
        assert isinstance((await run("test", SHIPPED, file)).exception, ConfigurationError)


async def test_stored_graphs_are_listed_shown_and_compared(
    database: Database, tmp_path: Path
) -> None:
    url = database.url
    assert "no graph is stored yet" in (await run("list", url=url)).output
    assert isinstance((await run("show", url=url)).exception, NotFoundError)
    given = read_file(SHIPPED)
    await PostgresGraphs(database).put(given)
    sha256 = given.sha256
    assert (await run("list", url=url)).output.startswith(f"{sha256[:12]}  20")
    shown = await run("show", url=url)
    assert json.loads(shown.output) == json.loads(SHIPPED.read_text("utf-8"))
    assert (await run("diff", sha256[:8], SHIPPED, url=url)).output == "they are the same\n"
    other = tmp_path / "other.json"
    text = SHIPPED.read_text("utf-8")
    other.write_text(text.replace('"version": "1"', '"version": "2"'), "utf-8")
    assert '+  "version": "2"' in (await run("diff", sha256[:8], other, url=url)).output
    other.write_text("{", "utf-8")
    assert isinstance((await run("diff", SHIPPED, other)).exception, ConfigurationError)
