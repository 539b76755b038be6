"""Single items: added, changed and retired beside a catalog that was imported whole."""

import asyncio

import pytest
from pydantic import JsonValue

from adapters.postgres.pool import Database
from agents.procurement.store.catalog_items import change_item, put_item, read_item, retire_item
from agents.procurement.store.health import catalog
from agents.procurement.store.search import CatalogSearch
from agents.procurement.tools import SearchCatalog
from agents.records import RecordOutcome, RefusedFieldError
from domain.errors import NotFoundError, ToolRefusedError
from tests.agents.procurement.store.conftest import PAPER, PEN, Counter, put

LAMP: dict[str, JsonValue] = {
    "name": "Desk lamp",
    "price": "45.5",
    "currency": "myr",
    "category": "Lamps",
    "attributes": {"colour": "white"},
}


async def find(search: CatalogSearch, database: Database, query: str) -> list[str]:
    async with database.connection() as connection:
        found = await search.find(connection, SearchCatalog(query=query))
    return [hit.item_id for hit in found.items]


async def count_versions(database: Database) -> int:
    async with database.connection() as connection:
        return int(await connection.fetchval("SELECT count(*) FROM catalog_versions"))


@pytest.mark.shows("shop 62")
async def test_an_item_is_found_once_it_is_added_and_no_more_once_it_is_retired(
    database: Database,
) -> None:
    await put(database, PEN, PAPER)
    search = CatalogSearch()
    assert await find(search, database, "pen") == ["PEN-1"]
    added = await put_item(database, "LMP-1", LAMP)
    assert (added.outcome, added.record["price"]) == (RecordOutcome.ADDED, "45.50")
    assert await find(search, database, "desk lamp") == ["LMP-1"]
    assert await find(search, database, "pen") == ["PEN-1"], "others are of an earlier version"
    assert (await catalog(database)).detail == "3 items"
    changed = await change_item(database, "lmp-1", {"name": "Floor light", "stock": 4})
    assert (changed.outcome, changed.record["item_id"]) == (RecordOutcome.CHANGED, "LMP-1")
    assert changed.record["attributes"] == {"colour": "white"}, "what was not named stays"
    assert await find(search, database, "floor light") == ["LMP-1"]
    assert (await retire_item(database, "LMP-1")).outcome is RecordOutcome.RETIRED
    assert await find(search, database, "floor light") == []
    with pytest.raises(NotFoundError):
        await read_item(database, "LMP-1")
    assert (await put_item(database, "LMP-1", LAMP)).outcome is RecordOutcome.ADDED
    assert await find(search, database, "desk lamp") == ["LMP-1"]


@pytest.mark.shows("shop 62")
async def test_the_same_again_changes_nothing(database: Database) -> None:
    await put(database, PEN)
    await put_item(database, "LMP-1", LAMP)
    before = await count_versions(database)
    assert (await put_item(database, "LMP-1", LAMP)).outcome is RecordOutcome.UNCHANGED
    assert (
        await change_item(database, "LMP-1", {"price": 45.50})
    ).outcome is RecordOutcome.UNCHANGED
    await change_item(database, "LMP-1", {"price": "40", "stock": 2})
    assert await count_versions(database) == before, "searches know the same words"
    await retire_item(database, "LMP-1")
    assert (await retire_item(database, "LMP-1")).outcome is RecordOutcome.UNCHANGED


async def test_the_first_item_of_all_can_be_added(database: Database) -> None:
    added = await asyncio.gather(*(put_item(database, "LMP-1", LAMP) for _ in range(3)))
    assert sorted(each.outcome for each in added) == ["added", "unchanged", "unchanged"]
    assert await find(CatalogSearch(), database, "lamp") == ["LMP-1"]


@pytest.mark.shows("shop 62")
async def test_a_price_that_a_cart_holds_is_asked_about_again(counter: Counter) -> None:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    facts = await counter.proposed()
    await change_item(counter.database, "PEN-1", {"price": "19.90"})
    with pytest.raises(ToolRefusedError, match="not as the person saw it"):
        await counter.agreed(facts)
    [line] = (await counter.call("get_cart")).lines
    assert (str(line.price_when_added), str(line.price_now)) == ("14.90", "19.90")
    await retire_item(counter.database, "PEN-1")
    [line] = (await counter.call("get_cart")).lines
    assert (line.price_now, line.available) == (None, 0), "it is shown as gone"


@pytest.mark.shows("shop 62")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", "x" * 501),
        ("name", "a\x00b"),
        ("price", "free"),
        ("price", -1),
        ("price", "NaN"),
        ("price", True),
        ("price", 1e300),
        ("price", None),
        ("currency", "QQQ"),
        ("stock", "many"),
        ("stock", -1),
        ("stock", 10**12),
        ("attributes", ["red"]),
        ("attributes", {"colour": "\x00"}),
        ("attributes", {str(n): "x" for n in range(101)}),
        ("category", "x" * 301),
        ("pirce", 5),
        ("item_id", "LMP-2"),
    ],
)
async def test_a_field_that_does_not_fit_is_named_and_nothing_is_written(
    database: Database, field: str, value: JsonValue
) -> None:
    await put(database, PEN)
    for write, item_id in ((change_item, "PEN-1"), (put_item, "LMP-1")):
        with pytest.raises(RefusedFieldError) as refused:
            await write(database, item_id, {**LAMP, field: value})
        assert refused.value.field == field
    assert (await read_item(database, "PEN-1"))["name"] == PEN.name
    assert await find(CatalogSearch(), database, "lamp") == []


async def test_an_article_number_that_is_none_or_unknown_is_refused(database: Database) -> None:
    await put(database, PEN)
    for item_id in ("", " ", "x" * 65, "a\x00b"):
        with pytest.raises(RefusedFieldError, match="item_id"):
            await put_item(database, item_id, LAMP)
    for item_id in ("LMP-9", "", "a\x00b", "x" * 65):
        with pytest.raises(NotFoundError):
            await change_item(database, item_id, {"price": 1})
        with pytest.raises(NotFoundError):
            await retire_item(database, item_id)
