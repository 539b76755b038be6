"""Records of agents over HTTP: the items of a catalog, written by an operator alone."""

from collections.abc import AsyncIterator

import pytest

from adapters.postgres.stores import Stores
from agents import SLUGS
from agents.records import records_of
from bot.http.records import RecordRoutes
from tests.bot.http.house import ANN, OPERATOR, House, bearer, house

PLACE = "/api/v1/catalog/items/LMP%2F1"
LAMP = {"name": "Desk lamp", "price": 45.5, "currency": "MYR", "stock": 3}
MINE = bearer(OPERATOR, None)


@pytest.fixture
async def shop(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setenv("CATALOG_STAFF", "http:shop:mia, http:shop:tom")
    async with house(
        stores,
        further=lambda parts: RecordRoutes(parts, stores.database, records_of(SLUGS)).routes(),
    ) as one:
        yield one


@pytest.mark.shows("shop 62")
async def test_an_item_is_added_changed_and_retired(shop: House) -> None:
    added = await shop.ask("PUT", PLACE, LAMP, MINE)
    assert (added.status, added.json["outcome"]) == (201, "added")
    assert added.json["record"]["item_id"] == "LMP/1"
    again = await shop.ask("PUT", PLACE, LAMP, MINE)
    assert (again.status, again.json["outcome"]) == (200, "unchanged")
    changed = await shop.ask("PATCH", PLACE, {"price": 40, "stock": None}, MINE)
    assert (changed.json["outcome"], changed.json["record"]["stock"]) == ("changed", None)
    read = await shop.ask("GET", PLACE, headers=MINE)
    assert (read.status, read.json) == (200, changed.json["record"])
    for outcome in ("retired", "unchanged"):
        gone = await shop.ask("DELETE", PLACE, headers=MINE)
        assert (gone.status, gone.json["outcome"]) == (200, outcome)
    assert (await shop.ask("GET", PLACE, headers=MINE)).status == 404


@pytest.mark.shows("shop 62")
async def test_what_is_wrong_is_named_and_only_an_operator_may(shop: House) -> None:
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        refused = await shop.ask(method, PLACE, LAMP, ANN)
        assert (refused.status, refused.json["error"]["code"]) == (403, "forbidden")
    for wrong in ({"price": "free"}, {"stock": -1}, {"nmae": "x"}):
        refused = await shop.ask("PUT", PLACE, {**LAMP, **wrong}, MINE)
        assert refused.status == 400
        assert next(iter(wrong)) in refused.json["error"]["message"]
    bodies: tuple[object, ...] = ([], "lamp")
    for body in bodies:
        assert (await shop.ask("PUT", PLACE, body, MINE)).status == 400
    assert (await shop.ask("PATCH", PLACE, {"price": 1}, MINE)).status == 404


@pytest.mark.shows("shop 62")
async def test_staff_write_with_a_key_in_their_own_name(shop: House) -> None:
    mia, eve = bearer(user="mia"), bearer(user="mia2")
    assert (await shop.ask("PUT", PLACE, LAMP, mia)).status == 201
    assert (await shop.ask("PATCH", PLACE, {"price": 1}, eve)).status == 403
    assert (await shop.ask("DELETE", PLACE, headers=bearer(user=None))).status == 403
    assert (await shop.ask("GET", PLACE, headers=mia)).json["price"] == "45.50"
