"""Import: a file replaces the catalog whole, or changes nothing."""

import asyncio
import json
from pathlib import Path

import pytest

from adapters.health.report import PartHealth
from adapters.postgres.pool import Database
from agents.procurement import sample
from agents.procurement.store.catalog import (
    RefusedCatalogError,
    Report,
    import_items,
    import_synonyms,
    read_file,
    read_synonyms,
)
from agents.procurement.store.health import catalog
from agents.procurement.store.search import CatalogSearch, NoCatalogError
from agents.procurement.tools import SearchCatalog
from domain.errors import ConfigurationError
from domain.health import Health
from tests.agents.procurement.samples import an_item
from tests.agents.procurement.store.conftest import PAPER, PEN, put

HEADING = "item_id,name,price,currency,stock,colour\n"
GOOD = "".join(f"G-{number},Thing {number},5.00,MYR,,\n" for number in range(60))


async def found(database: Database, query: str) -> list[str]:
    async with database.connection() as connection:
        result = await CatalogSearch().find(connection, SearchCatalog(query=query, limit=10))
    return [hit.item_id for hit in result.items]


def test_rows_that_do_not_fit_are_told_by_line_and_reason(tmp_path: Path) -> None:
    file = tmp_path / "catalog.csv"
    bad = (
        'B-1,"Two\nlines",5.00,MYR,3,blue\n'
        "B-2,,5.00,MYR,,\n"
        "B-3,Pen,-1,MYR,,\n"
        "B-4,Pen,free,MYR,,\n"
        "B-5,Pen,5.00,QQQ,,\n"
        "b-1,Pen,5.00,MYR,,\n"
        "B-7,Pen,5.00,MYR,-2,\n"
        "B-8,Pen,5.00,MYR,2,red,more\n"
        ",Pen,5.00,MYR,,\n"
        "B-9,Pen,1.005,jpy,,\n"
    )
    file.write_text("\ufeff" + HEADING + bad)
    items, report = read_file(file)
    assert [(item.item_id, str(item.price)) for item in items] == [("B-1", "5.00"), ("B-9", "1")]
    assert items[0].attributes == {"colour": "blue"}
    assert [(each.line, each.reason) for each in report.refused] == [
        (4, "no name, or one longer than 500 characters"),
        (5, "the price is no number of 0 or more"),
        (6, "the price is no number of 0 or more"),
        (7, "unknown currency"),
        (8, "article number b-1 twice"),
        (9, "the stock is no whole number of 0 or more"),
        (10, "more fields than the heading has"),
        (11, "no article number, or one longer than 64 characters"),
    ]


def test_json_lines_are_read_with_exact_prices(tmp_path: Path) -> None:
    file = tmp_path / "catalog.jsonl"
    line = {"item_id": 7, "name": "Pen", "price": 0.1, "currency": "MYR", "colour": ["blue"]}
    file.write_text(f"{json.dumps(line)}\n\nnonsense\n[1]\n{'[' * 100_000}\n")
    [item], report = read_file(file)
    assert (item.item_id, str(item.price)) == ("7", "0.10")
    assert item.attributes == {"colour": '["blue"]'}
    assert [each.line for each in report.refused] == [3, 4, 5]


def test_a_file_that_is_no_catalog_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("a;b\n1;2\n")
    with pytest.raises(ConfigurationError, match="currency, item_id, name, price"):
        read_file(file)
    file.write_text(f"item_id,name,price,currency\n1,{'x' * 200_000},1,MYR\n")
    with pytest.raises(ConfigurationError, match="no CSV in line 2"):
        read_file(file)
    file.write_bytes(b"item_id\xff")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        read_file(file)


@pytest.mark.shows("shop bad input (3)")
async def test_more_than_one_row_in_twenty_refused_changes_nothing(
    database: Database, tmp_path: Path
) -> None:
    await put(database, PEN)
    file = tmp_path / "catalog.csv"
    for refused, changes in ((3, True), (4, False)):
        file.write_text(HEADING + GOOD + "X,,1,MYR,,\n" * refused)
        items, report = read_file(file)
        if changes:
            await import_items(database, items, report, source="x", language="english")
            assert (report.items, len(await found(database, "thing"))) == (60, 10)
            await put(database, PEN)
        else:
            with pytest.raises(RefusedCatalogError):
                await import_items(database, items, report, source="x", language="english")
    assert await found(database, "thing") == []
    assert await found(database, "pen") == ["PEN-1"]


@pytest.mark.shows("shop bad input (3)")
async def test_of_two_imports_at_once_one_waits_and_both_are_whole(database: Database) -> None:
    first = [an_item(f"A-{number}", "Common thing red") for number in range(300)]
    second = [an_item(f"A-{number}", "Common thing blue") for number in range(150, 450)]
    await asyncio.gather(put(database, *first), put(database, *second))
    async with database.connection() as connection:
        names = await connection.fetch(
            "SELECT name, count(*) AS items FROM catalog_items WHERE active GROUP BY name"
        )
        versions = await connection.fetch("SELECT items FROM catalog_versions")
        common = await connection.fetchval(
            "SELECT items FROM catalog_terms WHERE lexeme = 'common'"
        )
    assert [row["items"] for row in names] == [300]
    assert [row["items"] for row in versions] == [300, 300]
    assert common == 300


async def test_a_search_during_an_import_sees_one_version_whole(database: Database) -> None:
    old = [an_item(f"A-{number}", f"Old thing {number}") for number in range(40)]
    new = [an_item(f"A-{number}", f"New thing {number}", "1.00") for number in range(40)]
    search, seen, imported = CatalogSearch(), set(), asyncio.Event()
    await put(database, *old)

    async def ask() -> None:
        async with database.transaction() as connection:
            result = await search.find(connection, SearchCatalog(query="thing", limit=10))
        seen.add((result.total, *{hit.name.split()[0] for hit in result.items}))

    async def ask_on() -> None:
        while not imported.is_set():
            await ask()
        await ask()

    asking = asyncio.create_task(ask_on())
    for items in (new, old, new):
        await put(database, *items)
    imported.set()
    await asking
    assert seen <= {(40, "Old"), (40, "New")}
    assert (40, "New") in seen


async def test_without_a_catalog_that_is_said(database: Database) -> None:
    with pytest.raises(NoCatalogError) as refused:
        await found(database, "pen")
    assert "nothing to order" in refused.value.hint
    without = await catalog(database)
    assert (without.status, "catalog import" in without.detail) == (Health.DEGRADED, True)
    await put(database, PEN, PAPER)
    assert await catalog(database) == PartHealth(status=Health.OK, detail="2 items")


async def test_an_import_replaces_what_was_there_and_own_synonyms_the_common_ones(
    database: Database, tmp_path: Path
) -> None:
    await put(database, PEN, PAPER)
    await put(database, PEN.model_copy(update={"name": "Fountain quill"}))
    for query, items in (("paper", []), ("gel", []), ("fountain", ["PEN-1"])):
        assert await found(database, query) == items
    await put(database, PEN, PAPER)
    assert await found(database, "paper") == ["PAP-1"]
    assert await found(database, "kertas") == ["PAP-1"]
    file = tmp_path / "synonyms.csv"
    file.write_text('term,language,expansion\nscribbler,english,"pen, pencil"\n')
    await import_synonyms(database, read_synonyms(file))
    await put(database, PEN, PAPER)
    assert await found(database, "kertas") == []
    assert await found(database, "scribblers") == ["PEN-1"]
    file.write_text("term,language,expansion\nscribbler,,pen\n")
    with pytest.raises(ConfigurationError, match="line 2"):
        read_synonyms(file)


async def test_the_sample_is_loaded_only_where_there_is_nothing(database: Database) -> None:
    folder = Path(__file__).parents[4] / "local" / "samples"
    assert "80 items" in await sample.load(database, folder)
    assert await sample.load(database, folder) == ""
    items, report = read_file(folder / "catalog.csv")
    assert (len(items), report) == (80, Report())
    assert sum(item.stock == 0 for item in items) == 3
    assert len({item.group for item in items if item.group}) == 2
