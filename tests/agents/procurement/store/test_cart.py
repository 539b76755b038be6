"""The cart: one for each person, changed whole or not at all, every change taken back alone."""

import asyncio
from collections.abc import Awaitable

import pytest

from adapters.postgres.pool import Database
from agents.procurement.items import Cart
from agents.procurement.tools import CartChanged
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode
from tests.agents.procurement.samples import an_item
from tests.agents.procurement.store.conftest import PAPER, PEN, TONER, Counter, names, put


def lines(changed: CartChanged | Cart) -> dict[str, int]:
    cart = changed.cart if isinstance(changed, CartChanged) else changed
    return {line.item_id: line.quantity for line in cart.lines}


async def refusal(call: Awaitable[object]) -> ToolRefusedError:
    with pytest.raises(ToolRefusedError) as refused:
        await call
    return refused.value


@pytest.mark.shows("shop 7–9")
async def test_every_tool_has_a_handler(counter: Counter) -> None:
    assert {tool.name for tool, _ in counter.shop.bound()} == names()


@pytest.mark.shows("shop 20")
async def test_the_same_item_again_raises_its_quantity_and_the_cart_comes_back(
    counter: Counter,
) -> None:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    changed = await counter.call("add_to_cart", item_id="pen-1")
    assert isinstance(changed, CartChanged)
    assert lines(changed) == {"PEN-1": 3}
    assert str(changed.cart.total) == "44.70"
    assert changed.cart.version == 2
    assert lines(await counter.of("terminal:other").call("get_cart")) == {}


@pytest.mark.shows("shop 16", "shop 24")
async def test_what_can_not_be_is_refused_with_what_is_allowed_and_changes_nothing(
    counter: Counter,
) -> None:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=990)
    unnamed = await refusal(counter.call("add_to_cart", item_id="PAP-1", seen=()))
    assert (unnamed.refusal, "Search first" in unnamed.hint) == (ErrorCode.NOT_FOUND, True)
    too_many = await refusal(counter.call("add_to_cart", item_id="PEN-1", quantity=10))
    assert (too_many.refusal, "9 more" in too_many.hint) == (ErrorCode.INVALID_ARGUMENTS, True)
    scarce = await refusal(counter.call("add_to_cart", item_id="TON-1", quantity=4))
    assert (scarce.refusal, "At most 3" in scarce.hint) == (ErrorCode.OUT_OF_STOCK, True)
    dollars = await refusal(counter.call("add_to_cart", item_id="USD-1"))
    assert dollars.refusal == ErrorCode.OTHER_CURRENCY
    not_there = await refusal(counter.call("set_quantity", item_id="PAP-1", quantity=2))
    assert "PEN-1 Gel pen blue" in not_there.hint
    assert lines(await counter.call("get_cart")) == {"PEN-1": 990}


@pytest.mark.shows("shop 20")
async def test_a_cart_holds_fifty_products(counter: Counter, database: Database) -> None:
    many = [an_item(f"N-{number}", f"Thing {number}") for number in range(51)]
    await put(database, *many)
    seen = tuple(item.item_id for item in many)
    for each in seen[:50]:
        await counter.call("add_to_cart", item_id=each, seen=seen)
    refused = await refusal(counter.call("add_to_cart", item_id=seen[50], seen=seen))
    assert (refused.refusal, refused.details) == (ErrorCode.LIMIT, {"why": "lines", "most": 50})


async def test_undo_takes_back_one_change_whatever_came_later(counter: Counter) -> None:
    first = await counter.call("add_to_cart", "a", item_id="PEN-1", quantity=2)
    await counter.call("add_to_cart", "b", item_id="PEN-1", quantity=3)
    await counter.call("add_to_cart", "c", item_id="PAP-1")
    undone = await counter.call("undo_cart_change", "d", change_id=first.change_id)
    assert lines(undone) == {"PEN-1": 3, "PAP-1": 1}
    again = await refusal(counter.call("undo_cart_change", change_id="a"))
    assert again.refusal == ErrorCode.ALREADY_DONE
    newest = await counter.call("undo_cart_change")
    assert (lines(newest), newest.undone) == ({"PEN-1": 3}, "c")
    stranger = await refusal(counter.of("terminal:other").call("undo_cart_change", change_id="b"))
    assert stranger.refusal == ErrorCode.NOT_FOUND


async def test_a_removed_line_comes_back_with_its_price(
    counter: Counter, database: Database
) -> None:
    await counter.call("add_to_cart", item_id="PEN-1", quantity=2)
    removed = await counter.call("set_quantity", "x", item_id="PEN-1", quantity=0)
    assert lines(removed) == {}
    assert removed.cart.currency is None
    await put(database, PEN.model_copy(update={"price": PEN.price * 2}))
    back = await counter.call("undo_cart_change", change_id="x")
    [line] = back.cart.lines
    assert (line.quantity, line.price_when_added, line.price_now) == (2, PEN.price, PEN.price * 2)


async def test_a_cart_shows_what_became_of_its_items(counter: Counter, database: Database) -> None:
    for item_id in ("PEN-1", "PAP-1", "TON-1"):
        await counter.call("add_to_cart", item_id=item_id, quantity=2)
    await put(
        database,
        PEN.model_copy(update={"price": PEN.price + 1}),
        TONER.model_copy(update={"stock": 0}),
    )
    cart = await counter.call("get_cart")
    pen, paper, toner = cart.lines
    assert (pen.price_when_added, pen.price_now) == (PEN.price, PEN.price + 1)
    assert (paper.name, paper.price_now, paper.available) == (PAPER.name, None, 0)
    assert (toner.price_now, toner.available) == (TONER.price, 0)
    assert cart.total == 2 * (PEN.price + 1) + 2 * TONER.price
    raised = await refusal(counter.call("set_quantity", item_id="PAP-1", quantity=3))
    assert PAPER.name in str(raised)
    assert "PAP-1" not in lines(await counter.call("set_quantity", item_id="PAP-1", quantity=0))


async def test_two_adds_at_once_are_both_in_the_cart(counter: Counter) -> None:
    adds = [counter.call("add_to_cart", item_id="PEN-1", quantity=2) for _ in range(8)]
    changes = await asyncio.gather(*adds)
    assert lines(await counter.call("get_cart")) == {"PEN-1": 16}
    assert sorted(each.quantity for each in changes) == list(range(2, 18, 2))
    assert sorted(each.cart.version for each in changes) == list(range(1, 9))
