"""Items that staff change in a chat: asked about as they will be, changed once, taken back."""

from typing import Any

import pytest

from adapters.postgres.pool import Database
from adapters.postgres.tool_calls import PostgresToolCalls
from agents.procurement.handlers import Shop
from agents.procurement.settings import ProcurementSettings
from agents.procurement.store.catalog_items import change_item, read_item, retire_item
from agents.procurement.tools import CATALOG_TOOLS
from domain.errors import NotFoundError, ToolRefusedError
from domain.messages import CallRequest
from domain.tools import RunToolRequest, ToolCall, call_of
from domain.understanding import Person
from tests.agents.procurement.store.conftest import CHAT, PEN, put

MIA = "telegram:7001"


@pytest.fixture
async def shop(database: Database) -> Shop:
    await put(database, PEN)
    settings = ProcurementSettings(_env_file=None, catalog_staff=frozenset({MIA}))
    return Shop(settings, currency="MYR")


class Desk:
    """Calls tools as the loop does: what is written and the call's row are one transaction."""

    def __init__(self, database: Database, shop: Shop, user: str = MIA) -> None:
        self._calls, self._shop, self._user = PostgresToolCalls(database), shop, user
        self._made = 0

    async def proposed(self, name: str, /, **arguments: Any) -> Any:  # noqa: ANN401 - as JSON
        request, work = self._request(name, arguments, check=True)
        del request
        return (await self._calls.checked(work)).model_dump(mode="json")

    async def agreed(self, facts: Any, name: str, /, **arguments: Any) -> Any:  # noqa: ANN401
        return await self._run(name, arguments, confirmed=facts, confirmed_by="m2")

    async def undone(self, change_id: str) -> Any:  # noqa: ANN401 - as JSON
        return await self._run("undo_item_change", {"change_id": change_id})

    async def _run(self, name: str, arguments: dict[str, Any], **more: Any) -> Any:  # noqa: ANN401
        request, work = self._request(name, arguments, **more)
        effect = next(tool.effect for tool, _ in self._shop.bound() if tool.name == name)
        return (await self._calls.carry_out(request, effect, work)).value

    def _request(self, name: str, arguments: dict[str, Any], **more: Any) -> Any:  # noqa: ANN401
        self._made += 1
        tool, handler = next(each for each in self._shop.bound() if each[0].name == name)
        told = tool.arguments.model_validate(arguments)
        wanted = CallRequest(name=name, arguments=told.model_dump_json())
        call: ToolCall = call_of(f"{CHAT}/procurement/1/t{self._made}/r1/c1", wanted)
        request = RunToolRequest(
            person=Person(user_id=self._user),
            conversation_id=CHAT,
            task_id=f"{CHAT}/procurement/1",
            agent="procurement",
            call=call,
            **more,
        )
        return request, lambda connection: handler(connection, request, told)


@pytest.mark.shows("shop 62")
async def test_an_item_is_changed_as_it_was_shown_and_the_change_is_taken_back(
    database: Database, shop: Shop
) -> None:
    desk = Desk(database, shop)
    facts = await desk.proposed("change_item", item_id="pen-1", price="11.90", stock=40)
    assert (facts["before"]["price"], facts["after"]["price"]) == ("14.90", "11.90")
    assert (await read_item(database, "PEN-1"))["price"] == "14.90", "nothing before a yes"
    done = await desk.agreed(facts, "change_item", item_id="pen-1", price="11.90", stock=40)
    assert (await read_item(database, "PEN-1"))["stock"] == 40
    await desk.undone(done["change_id"])
    assert (await read_item(database, "PEN-1")) == PEN.model_dump(mode="json")
    with pytest.raises(ToolRefusedError, match="changed since"):
        await desk.undone(done["change_id"])


@pytest.mark.shows("shop 62")
async def test_a_new_item_has_a_number_of_its_name_and_undo_takes_it_out_again(
    database: Database, shop: Shop
) -> None:
    desk = Desk(database, shop)
    gloves = {"name": "Nitrile gloves M", "price": "12.50", "unit": "box", "stock": 40}
    facts = await desk.proposed("add_item", **gloves)
    done = await desk.agreed(facts, "add_item", **gloves)
    added = await read_item(database, "NITRILE-GLOVES-M")
    assert (added["price"], added["currency"], added["unit"]) == ("12.50", "MYR", "box")
    second = await desk.proposed("add_item", **gloves)
    assert second["after"]["item_id"] == "NITRILE-GLOVES-M-2"
    with pytest.raises(ToolRefusedError, match="already"):
        await desk.proposed("add_item", item_id="nitrile-gloves-m", **gloves)
    await desk.undone(done["change_id"])
    with pytest.raises(NotFoundError):
        await read_item(database, "NITRILE-GLOVES-M")


@pytest.mark.shows("shop 62")
async def test_a_retired_item_is_sold_again_by_undo(database: Database, shop: Shop) -> None:
    desk = Desk(database, shop)
    facts = await desk.proposed("retire_item", item_id="PEN-1")
    assert facts["after"] is None
    done = await desk.agreed(facts, "retire_item", item_id="PEN-1")
    with pytest.raises(NotFoundError):
        await read_item(database, "PEN-1")
    await desk.undone(done["change_id"])
    assert (await read_item(database, "PEN-1")) == PEN.model_dump(mode="json")


async def test_what_is_another_one_by_now_is_shown_anew(database: Database, shop: Shop) -> None:
    desk = Desk(database, shop)
    facts = await desk.proposed("change_item", item_id="PEN-1", price="11.90")
    await change_item(database, "PEN-1", {"price": "13.00"})
    with pytest.raises(ToolRefusedError, match="not as the person saw it"):
        await desk.agreed(facts, "change_item", item_id="PEN-1", price="11.90")
    assert (await read_item(database, "PEN-1"))["price"] == "13.00"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"item_id": "PEN-1", "price": "14.90"}, "It is so already"),
        ({"item_id": "PEN-9", "price": "14.90"}, "no item"),
        ({"item_id": "PEN-1", "currency": "QQQ"}, "currency"),
    ],
)
async def test_what_cannot_be_is_refused_before_it_is_asked_about(
    database: Database, shop: Shop, arguments: dict[str, Any], why: str
) -> None:
    with pytest.raises(ToolRefusedError, match=why):
        await Desk(database, shop).proposed("change_item", **arguments)


@pytest.mark.shows("shop 62")
async def test_nobody_but_staff_changes_the_catalog_or_takes_a_change_of_staff_back(
    database: Database, shop: Shop
) -> None:
    staff, customer = Desk(database, shop), Desk(database, shop, "telegram:8")
    wanted = {"name": "x", "price": "1", "item_id": "PEN-1"}
    for tool in CATALOG_TOOLS:
        given = {name: wanted[name] for name in wanted if name in tool.arguments.model_fields}
        with pytest.raises(ToolRefusedError, match="Only staff"):
            await customer.proposed(tool.name, **given)
    facts = await staff.proposed("retire_item", item_id="PEN-1")
    done = await staff.agreed(facts, "retire_item", item_id="PEN-1")
    with pytest.raises(ToolRefusedError, match="Only staff"):
        await customer.undone(done["change_id"])
    assert (await retire_item(database, "PEN-1")).outcome == "unchanged"
