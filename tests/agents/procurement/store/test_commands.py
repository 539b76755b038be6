"""The commands for operators: what they print, what they change, whom they tell."""

import csv
import io
from pathlib import Path

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.procurement.commands import NotToldError, commands
from agents.records import RefusedFieldError
from domain.errors import ConfigurationError, NotFoundError
from tests.agents.operating import Operating
from tests.agents.procurement.store.conftest import Counter

HEADING = "item_id,name,category,price,currency\n"
LINE = "PEN-9,Fountain pen,Pens,89.90,MYR\n"


class Desk(Operating):
    async def does(self, group: str, *arguments: str) -> Result:
        return await self.run(commands(self.reach)[group], *arguments)


@pytest.fixture
def desk(database_url: str) -> Desk:
    return Desk(database_url)


@pytest.fixture
async def sent(counter: Counter) -> int:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    request = (await counter.agreed(await counter.proposed(notes="=1+1"), notes="=1+1")).request
    assert request is not None
    return request.number


@pytest.mark.shows("shop 56")
async def test_a_catalog_is_imported_and_shown(
    desk: Desk, database: Database, tmp_path: Path
) -> None:
    del database
    assert isinstance((await desk.does("catalog", "show")).exception, ConfigurationError)
    file = tmp_path / "catalog.csv"
    file.write_text(HEADING + "".join(f"P-{n},Pen {n},Pens,1.00,MYR\n" for n in range(30)) + LINE)
    done = await desk.does("catalog", "import", str(file))
    assert (done.exit_code, "imported 31 items" in done.output) == (0, True)
    shown = await desk.does("catalog", "show")
    assert "31 items · catalog.csv" in shown.output
    assert ["Pens", "31", "1.00", "89.90", "MYR"] in [
        line.split() for line in shown.output.splitlines()
    ]


async def test_a_refused_file_says_which_lines_and_changes_nothing(
    desk: Desk, counter: Counter, tmp_path: Path
) -> None:
    file = tmp_path / "catalog.csv"
    file.write_text(HEADING + LINE + "PEN-8,,Pens,1,MYR\n")
    refused = await desk.does("catalog", "import", str(file))
    assert refused.exit_code == 1
    assert "line 3: no name" in refused.output
    assert (await counter.call("get_item", item_id="PEN-1")).item.name == "Gel pen blue"


async def test_requests_are_listed_and_exported(desk: Desk, sent: int) -> None:
    listed = await desk.does("requests", "list")
    assert f"PR-{sent}" in listed.output
    assert "2 × Gel pen blue" in listed.output
    [row] = csv.DictReader(io.StringIO((await desk.does("requests", "export")).stdout))
    assert (row["number"], row["item_id"], row["quantity"], row["price"], row["total"]) == (
        f"PR-{sent}", "PEN-1", "2", "14.90", "29.80",
    )  # fmt: skip
    assert row["notes"] == "'=1+1"


@pytest.mark.shows("shop 56")
async def test_the_person_is_told_of_a_new_status_once(desk: Desk, sent: int) -> None:
    done = await desk.does("requests", "set", f"pr-{sent}", "ordered")
    again = await desk.does("requests", "set", str(sent), "ordered")
    assert (f"PR-{sent} is ordered" in done.output, "already" in again.output) == (True, True)
    (conversation, user_id, notice), repeated = desk.told
    assert repeated[2].id == notice.id == f"PR-{sent}/ordered", "a conversation says it once"
    assert (conversation, user_id) == ("conversation:terminal:me", "terminal:me")
    assert (notice.topic, notice.content) == (
        "procurement.status", {"number": sent, "status": "ordered"},
    )  # fmt: skip


async def test_a_status_that_could_not_be_told_is_kept_and_says_so(desk: Desk, sent: int) -> None:
    desk.unreachable = True
    untold = await desk.does("requests", "set", f"PR-{sent}", "received")
    assert isinstance(untold.exception, NotToldError)
    desk.unreachable = False
    await desk.does("requests", "set", f"PR-{sent}", "received")
    assert len(desk.told) == 1, "who was not told is told by the same command"
    assert "received" in (await desk.does("requests", "list")).output
    unknown = await desk.does("requests", "set", "PR-999", "ordered")
    assert isinstance(unknown.exception, NotFoundError)
    other = await desk.does("requests", "set", f"PR-{sent}", "cancelled")
    assert other.exit_code == 2


@pytest.mark.shows("shop 62")
async def test_single_items_are_added_changed_and_retired(desk: Desk, counter: Counter) -> None:
    del counter
    written = ("name=Desk lamp", "price=45.5", "currency=MYR", "attributes.colour=white")
    assert "LMP-1 added" in (await desk.does("catalog", "add", "LMP-1", *written)).output
    assert "was so already" in (await desk.does("catalog", "add", "LMP-1", *written)).output
    assert "changed" in (await desk.does("catalog", "change", "lmp-1", "price=40")).output
    shown = (await desk.does("catalog", "show", "LMP-1")).output
    assert ("price: 40.00" in shown, "{'colour': 'white'}" in shown) == (True, True)
    assert "retired" in (await desk.does("catalog", "retire", "LMP-1")).output
    assert isinstance((await desk.does("catalog", "show", "LMP-1")).exception, NotFoundError)
    for wrong in ("price=free", "pirce=4", "lamp"):
        refused = await desk.does("catalog", "change", "PEN-1", wrong)
        assert isinstance(refused.exception, RefusedFieldError)
        assert refused.exception.field == wrong.partition("=")[0]
