"""Staff change the catalog in a chat: by the command, or in words that a model reads."""

import json
from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.procurement import replies
from agents.procurement.store.catalog_items import read_item
from agents.procurement.tools import CATALOG_TOOLS
from domain.conversation import Limits
from domain.topics import PressAction
from tests.agents.procurement.workflow.chat import ShopChat, calls, in_turn

BY_MODEL = pytest.mark.parametrize("staff", ["model"], indirect=True)
OF_STAFF = {tool.name for tool in CATALOG_TOOLS}


@pytest.fixture(params=["rules"])
async def staff(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> AsyncIterator[ShopChat]:
    """A chat with a person of the staff."""
    has_model = request.param == "model"
    own = limits.model_copy(update={"has_model": has_model, "enabled": ("procurement",)})
    async with ShopChat(server, own, shop, staff=True).open() as chat:
        yield chat


async def price_of(chat: ShopChat, item_id: str) -> object:
    return (await read_item(chat.stores.database, item_id))["price"]


@pytest.mark.shows("shop 62")
async def test_a_change_is_shown_agreed_to_and_taken_back(staff: ShopChat) -> None:
    before = await price_of(staff, "TO-101")
    asked = await staff.hears("/catalog change TO-101 price 11.90")
    assert "🗂 Change TO-101 · Gel pen" in asked
    assert f"Price: RM{before} / box → RM11.90 / box" in asked
    assert await price_of(staff, "TO-101") == before
    done = await staff.hears("yes")
    assert "✅ TO-101" in done
    assert "[Undo]" in done
    assert await price_of(staff, "TO-101") == "11.90"
    assert "undone" in await staff.presses(PressAction.UNDO)
    assert await price_of(staff, "TO-101") == before


@pytest.mark.shows("shop 62")
async def test_an_item_is_added_retired_and_back_by_words(staff: ShopChat) -> None:
    asked = await staff.hears("/catalog add name Nitrile gloves M price 12.50 unit box stock 40")
    assert "Add NITRILE-GLOVES-M · Nitrile gloves M to the catalog?" in asked
    await staff.tell("yes")
    assert "Nitrile gloves M" in await staff.hears("find nitrile gloves")
    await staff.tell("/catalog retire NITRILE-GLOVES-M", "yes")
    assert "Nitrile gloves M" not in await staff.hears("find nitrile gloves")
    assert "undone" in await staff.hears("undo")
    assert "Nitrile gloves M" in await staff.hears("find nitrile gloves")


async def test_a_no_changes_nothing_and_what_does_not_fit_is_named(staff: ShopChat) -> None:
    before = await price_of(staff, "TO-102")
    await staff.tell("/catalog change TO-102 price 1")
    assert "Nothing changed in the catalog" in await staff.hears("no")
    assert "“price” is missing or doesn't fit" in await staff.hears(
        "/catalog change TO-102 price x"
    )
    assert "like that already" in await staff.hears(f"/catalog change TO-102 price {before}")
    assert "I can't find that one" in await staff.hears("/catalog retire NO-1")
    assert "/catalog retire TO-101" in await staff.hears("/catalog")
    assert await price_of(staff, "TO-102") == before


@pytest.mark.shows("shop 62")
async def test_a_customer_is_told_that_it_is_for_staff(chat: ShopChat) -> None:
    before = await price_of(chat, "TO-101")
    told = await chat.hears("/catalog change TO-101 price 1")
    assert "Only staff can change the catalog." in told
    assert replies.AskItemChange.topic not in chat.topics
    assert await price_of(chat, "TO-101") == before


@BY_MODEL
@pytest.mark.shows("shop 62")
async def test_a_model_reads_words_of_staff_and_the_person_says_yes_to_what_it_read(
    staff: ShopChat,
) -> None:
    gloves = {"name": "Nitrile gloves L", "price": "12.50", "unit": "box", "stock": 40}
    staff.steps.script = in_turn(calls(("add_item", json.dumps(gloves))))
    asked = await staff.hears("add nitrile gloves L, 12.50 a box, 40 in stock")
    assert "Price: RM12.50 / box" in asked
    assert "In stock: 40" in asked
    assert set(staff.steps.asked[-1].tools) >= OF_STAFF
    await staff.tell("yes")
    assert await price_of(staff, "NITRILE-GLOVES-L") == "12.50"
    assert len(staff.steps.asked) == 1, "the card tells what was done"


@pytest.mark.parametrize("chat", ["model"], indirect=True)
async def test_a_model_is_offered_no_tool_of_staff_for_a_customer(chat: ShopChat) -> None:
    before = await price_of(chat, "TO-101")
    wanted = json.dumps({"item_id": "TO-101", "price": "1"})
    script = in_turn(calls(("change_item", wanted)), calls(("get_cart", "{}")))
    chat.steps.script = script
    await chat.tell("find gel pens")
    assert not OF_STAFF & set(chat.steps.asked[0].tools)
    refused = chat.steps.asked[1].rounds[-1].results[0].error
    assert refused is not None
    assert refused.code == "not_offered"
    assert await price_of(chat, "TO-101") == before
