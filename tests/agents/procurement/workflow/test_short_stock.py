"""What is offered where less is in stock than is wanted."""

from agents.procurement import replies
from agents.procurement.call_replies import ADD, CHANGE, ORDER_LEFT
from tests.agents.procurement.workflow.chat import ShopChat


async def leave_in_stock(chat: ShopChat, count: int, item_id: str) -> None:
    change = "UPDATE catalog_items SET stock = $1 WHERE item_id = $2"
    await chat.stores.database.execute(change, count, item_id)


async def test_as_many_as_are_left_are_ordered_on_the_day_that_was_wished(chat: ShopChat) -> None:
    await chat.tell("add 2 BL-601", "add 3 TO-301")
    await leave_in_stock(chat, 1, "BL-601")
    refused = await chat.hears("checkout for friday, note: leave at reception")
    assert "Only 1 left of USB-C cable 2 m." in refused
    assert "[Order 1] [Change]" in refused
    asked = await chat.presses(ORDER_LEFT)
    assert "1 × USB-C cable 2 m" in asked
    proposal = (await chat.said(replies.AskSend)).proposal
    assert proposal.delivery_date is not None
    assert proposal.notes == "leave at reception"
    assert await chat.in_cart() == {"BL-601": 1, "TO-301": 3}
    await chat.tell("yes")
    assert len(await chat.sent_requests()) == 1


async def test_what_is_out_of_stock_is_left_out_or_changed(chat: ShopChat) -> None:
    await leave_in_stock(chat, 25, "BL-601")
    await chat.tell("add 2 BL-601", "add 3 TO-301")
    await leave_in_stock(chat, 0, "BL-601")
    assert "[Order without it] [Change]" in await chat.hears("checkout")
    assert "What shall I change?" in await chat.presses(CHANGE)
    await chat.presses(ORDER_LEFT)
    assert await chat.in_cart() == {"TO-301": 3}
    await chat.tell("no")


async def test_as_many_as_there_are_can_be_put_in(chat: ShopChat) -> None:
    await leave_in_stock(chat, 2, "BL-601")
    refused = await chat.hears("add 5 BL-601")
    assert "Only 2 left of USB-C cable 2 m." in refused
    assert "[Add 2]" in refused
    assert "[Change]" not in refused
    await chat.presses(ADD)
    assert await chat.in_cart() == {"BL-601": 2}
    assert "[Change]" in await chat.hears("add 5 BL-601")
