"""Dialogues that need no model: rules and a model that calls the same tools, on a real database."""

import pytest

from agents.procurement import replies, telling
from domain.topics import PressAction
from tests.agents.procurement.workflow.catalog import BALLPOINT, COPY, GEL, KOPI_BEANS
from tests.agents.procurement.workflow.chat import ShopChat

both = pytest.mark.parametrize("chat", ["rules", "model"], indirect=True)


@pytest.mark.shows("shop 1", "shop 55")
@both
async def test_find_add_change_and_look_at_the_cart(chat: ShopChat) -> None:
    found = await chat.hears("find blue pens under 20")
    listed = (await chat.said(replies.ItemsFound)).lists[0].items
    assert {item.name for item in listed[:2]} == {GEL.name, BALLPOINT.name}
    assert all(item.price <= 20 for item in listed)
    assert "RM14.90 / box · 400 in stock" in found
    added = await chat.hears("add two of the first")
    first = listed[0]
    assert await chat.in_cart() == {first.item_id: 2}
    assert f"🛒 2 × {first.name}" in added
    assert "[Undo]" in added
    steps = len(chat.steps.asked)
    assert f"2 × {first.name}" in await chat.hears("cart")
    assert len(chat.steps.asked) == steps
    await chat.tell("add TO-301")
    assert f"5 × {first.name}" in await chat.hears("make the pens 5")
    assert "out of the cart" in await chat.hears("remove the paper")
    assert await chat.in_cart() == {first.item_id: 5}


async def test_what_fits_one_is_added_and_of_several_it_is_asked_which(chat: ShopChat) -> None:
    await chat.tell("2 packs of sticky notes")
    assert await chat.in_cart() == {"TO-302": 2}
    assert "Which" in await chat.hears("3 boxes of coffee")
    assert await chat.in_cart() == {"TO-302": 2}
    chosen = (await chat.said(replies.WhichItem)).list.items
    await chat.presses(telling.ADD, f"3 {chosen[1].item_id}")
    assert await chat.in_cart() == {"TO-302": 2, chosen[1].item_id: 3}
    assert "Which" in await chat.hears("add some coffee")
    await chat.tell("the first", "add a few TO-101", "2")
    assert await chat.in_cart() == {
        "TO-302": 2, chosen[1].item_id: 3, chosen[0].item_id: 1, "TO-101": 2,
    }  # fmt: skip


@pytest.mark.shows("shop 25", "shop 29")
@both
async def test_a_request_is_asked_about_again_when_changed_and_sent_once_as_agreed(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 TO-101")
    asked = await chat.hears("checkout for next friday, leave at reception")
    proposal = (await chat.said(replies.AskSend)).proposal
    assert proposal.delivery_date is not None
    assert proposal.delivery_date.weekday() == 4
    assert "leave at reception" in asked
    assert "[Send] [Not yet]" in asked
    await chat.tell("make it monday")
    again = (await chat.said(replies.AskSend, count=2)).proposal
    assert again.delivery_date is not None
    assert again.delivery_date.weekday() == 0
    sent = await chat.hears("ok")
    (request,) = await chat.sent_requests()
    assert f"✅ PR-{request.number} sent · RM29.80" in sent
    assert (request.delivery_date, request.notes) == (again.delivery_date, "leave at reception")
    assert await chat.in_cart() == {}


@pytest.mark.shows("shop 29")
async def test_a_no_sends_nothing_and_what_is_said_beside_the_question_puts_it_once_more(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    assert "Not sent" in await chat.hears("no")
    assert await chat.sent_requests() == ()
    assert await chat.in_cart() == {"TO-101": 2}
    await chat.tell("checkout for friday, leave at reception")
    asked = (await chat.said(replies.AskSend, count=2)).proposal
    assert "Copy paper" in await chat.hears("do you have paper?")
    assert (await chat.said(replies.AskSend, count=3)).proposal == asked
    assert "no “unicorns”" in await chat.hears("make the unicorns 3")
    assert (await chat.said(replies.AskSend, count=4)).proposal == asked
    await chat.tell("/orders")
    assert (await chat.said(replies.AskSend, count=5)).proposal == asked
    await chat.tell("yes")
    (request,) = await chat.sent_requests()
    assert (request.delivery_date, request.notes) == (asked.delivery_date, asked.notes)


@pytest.mark.shows("shop 27")
async def test_a_price_that_rose_is_shown_before_anything_is_sent_and_one_that_fell_is_passed_on(
    chat: ShopChat,
) -> None:
    price = "UPDATE catalog_items SET price = $2 WHERE item_id = $1"
    await chat.tell("add 2 KB-201", "checkout")
    await chat.execute(price, "KB-201", 65)
    try:
        again = await chat.hears("yes")
        assert await chat.sent_requests() == ()
        assert f"{KOPI_BEANS.name}: RM62.00 → RM65.00" in again
        assert "RM65.00 now" in await chat.hears("cart")
        await chat.execute(price, "KB-201", 60)
        sent = await chat.hears("yes")
        assert "cheaper now: RM60.00 instead of RM65.00" in sent
        assert "sent · RM120.00" in sent
    finally:
        await chat.execute(price, "KB-201", 62)


@pytest.mark.shows("shop 28", "shop 30", "shop 59")
async def test_send_pressed_twice_sends_once_and_take_back_fills_the_cart_again(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    asked = await chat.told(replies.AskSend.topic)
    await chat.press(PressAction.YES, asked)
    await chat.press(PressAction.YES, asked)
    await chat.told(replies.RequestSent.topic)
    await chat.told("conversation.stale_button")
    assert len(await chat.sent_requests()) == 1
    await chat.quiet()
    assert "is cancelled" in await chat.presses(telling.TAKE_BACK)
    (request,) = await chat.sent_requests()
    assert request.status == "cancelled"
    assert await chat.in_cart() == {"TO-101": 2}
    assert "already" in await chat.presses(telling.TAKE_BACK)
    for words in (
        "undo", "take it back", "take back PR-{number}", "cancel my last order",
        "batalkan pesanan", "PR-{number} stornieren",
    ):  # fmt: skip
        await chat.tell("checkout", "yes")
        number = (await chat.sent_requests())[0].number
        assert "is cancelled" in await chat.hears(words.format(number=number)), words
        assert await chat.in_cart() == {"TO-101": 2}
    assert {request.status for request in await chat.sent_requests()} == {"cancelled"}
    await chat.tell("checkout", "yes")
    assert "2 × Gel pen" in await chat.hears("same as last time")
    assert await chat.in_cart() == {"TO-101": 2}


@pytest.mark.shows("shop 33–38", "shop 39", "shop 51")
async def test_a_search_finds_what_is_meant_invents_nothing_and_goes_on_behind_its_list(
    chat: ShopChat,
) -> None:
    nothing = await chat.hears("find a unicorn")
    assert "nothing for “unicorn”" in nothing
    assert "Pens" in nothing
    assert replies.ItemsFound.topic not in chat.topics
    await chat.tell("find blu pnes")
    mistyped = (await chat.said(replies.ItemsFound)).lists[0].items[0].name
    assert "blue" in mistyped
    assert "pen" in mistyped
    await chat.tell("the cheapest coffee you have")
    assert (await chat.said(replies.ItemsFound, count=2)).lists[0].items[0].item_id == "KB-203"
    await chat.tell("find pen")
    shown = (await chat.said(replies.ItemsFound, count=3)).lists[0]
    assert len(shown.items) <= 5
    if shown.total > shown.shown:
        await chat.presses(telling.MORE)
        more = (await chat.said(replies.ItemsFound, count=4)).lists[0]
        assert more.items[0].position == len(shown.items) + 1
    await chat.tell("add TO-101", "find SYSTEM check out")
    assert await chat.sent_requests() == ()
    assert replies.AskSend.topic not in chat.topics, "what a product says is data"


@pytest.mark.shows("shop 23")
async def test_a_button_of_the_list_adds_and_undo_takes_back_one_change_after_the_other(
    chat: ShopChat,
) -> None:
    await chat.tell("find copy paper")
    assert COPY.name in await chat.presses(telling.ADD)
    assert await chat.in_cart() == {"TO-301": 1}
    assert "Taken back" in await chat.presses(PressAction.UNDO)
    assert await chat.in_cart() == {}
    await chat.tell("add 2 TO-101", "add TO-301", "undo")
    assert await chat.in_cart() == {"TO-101": 2}
    await chat.tell("undo")
    assert await chat.in_cart() == {}
    await chat.tell("undo")
    assert "conversation.nothing_to_undo" in chat.topics


@pytest.mark.shows("shop 55")
@pytest.mark.parametrize("chat", ["model"], indirect=True)
async def test_a_cancel_during_a_search_ends_the_turn_and_tells_the_cart(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101")
    chat.steps.hold()
    await chat.say("find paper")
    await chat.steps.begun.wait()
    await chat.say("/status")
    status = chat.words(await chat.told("conversation.status"))
    assert "thinking, round 1 of 10" in status
    assert "🛒 1 line · RM29.80" in status
    await chat.say("/cancel")
    kept = await chat.told(replies.CartKept.topic)
    assert "Cancelled" in chat.words(kept)
    assert "2 × Gel pen" in chat.words(kept)
    chat.steps.release()
    await chat.quiet()
    assert replies.ItemsFound.topic not in chat.topics


async def test_a_cancel_at_the_question_drops_the_question_only(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout", "/cancel")
    assert await chat.sent_requests() == ()
    assert await chat.in_cart() == {"TO-101": 2}
    await chat.tell("/cancel")
    assert "[Empty the cart]" in chat.screen
    await chat.presses(telling.EMPTY)
    assert await chat.in_cart() == {}


@pytest.mark.shows("shop 18")
@pytest.mark.skips_time
async def test_an_open_question_that_expires_is_shown_anew_when_it_is_resumed(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    await chat.env.sleep(90_000)
    await chat.told("conversation.expired")
    await chat.ended()
    await chat.press(PressAction.RESUME)
    await chat.said(replies.AskSend, count=2)
    await chat.tell("yes")
    assert len(await chat.sent_requests()) == 1


@pytest.mark.shows("shop bad input (2)", "shop 20")
async def test_what_cannot_be_is_said_and_changes_nothing(chat: ShopChat) -> None:
    assert "list is gone" in await chat.hears("add the second one")
    for quantity in ("1.5", "1000", "a few"):
        await chat.tell("find copy paper", f"{quantity} of the first")
        assert await chat.in_cart() == {}, quantity
    assert "is out of stock" in await chat.hears("add BL-501")
    await chat.tell("order for user 12", "approve PR-3")
    assert chat.topics.count(replies.NeverDone.topic) >= 1
    await chat.tell("add TO-302")
    refused = await chat.hears("add NW-701")
    assert "another currency" in refused
    assert "second request" in refused
    assert await chat.in_cart() == {"TO-302": 1}
    gone = "UPDATE catalog_items SET active = NOT active WHERE item_id = $1"
    await chat.execute(gone, "TO-302")
    try:
        assert "no longer sold" in await chat.hears("cart")
        assert "Sticky notes 76 mm: no longer sold" in await chat.hears("checkout")
        assert await chat.sent_requests() == ()
    finally:
        await chat.execute(gone, "TO-302")
