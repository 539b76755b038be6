"""Dialogues that need no model: rules and a model that calls the same tools, on a real database."""

import pytest

from agents.procurement import replies, telling
from domain.topics import PressAction
from tests.agents.procurement.workflow.catalog import BALLPOINT, COPY, GEL, KOPI_BEANS
from tests.agents.procurement.workflow.chat import ShopChat

both = pytest.mark.parametrize("chat", ["rules", "model"], indirect=True)


@pytest.mark.shows("shop 1", "shop 55")
@both
async def test_find_add_and_look_at_the_cart(chat: ShopChat) -> None:
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

    asked = len(chat.steps.asked)
    assert f"2 × {first.name}" in await chat.hears("cart")
    assert len(chat.steps.asked) == asked


async def test_a_wish_that_fits_several_is_asked_about_and_adds_nothing(chat: ShopChat) -> None:
    shown = await chat.hears("3 boxes of coffee")
    assert "Which" in shown
    assert await chat.in_cart() == {}
    chosen = (await chat.said(replies.WhichItem)).list.items[1]
    await chat.presses(telling.ADD, f"3 {chosen.item_id}")
    assert await chat.in_cart() == {chosen.item_id: 3}


async def test_what_the_shop_asked_is_answered_in_a_word(chat: ShopChat) -> None:
    await chat.hears("add a few TO-101")
    await chat.tell("2")
    assert await chat.in_cart() == {"TO-101": 2}
    assert "Which" in await chat.hears("add some coffee")
    second = (await chat.said(replies.WhichItem)).list.items[1]
    await chat.tell("the second")
    assert await chat.in_cart() == {"TO-101": 2, second.item_id: 1}


async def test_a_wish_that_fits_one_is_added(chat: ShopChat) -> None:
    await chat.hears("2 packs of sticky notes")
    assert list((await chat.in_cart()).values()) == [2]


@both
async def test_lines_are_changed_and_removed_by_name(chat: ShopChat) -> None:
    await chat.tell("add TO-101", "add TO-301")
    assert await chat.in_cart() == {"TO-101": 1, "TO-301": 1}
    assert "5 × Gel pen" in await chat.hears("make the pens 5")
    assert "out of the cart" in await chat.hears("remove the paper")
    assert await chat.in_cart() == {"TO-101": 5}


@pytest.mark.shows("shop 25")
@both
async def test_a_request_is_sent_once_with_its_date_and_note(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101")
    asked = await chat.hears("checkout for next friday, leave at reception")
    proposal = (await chat.said(replies.AskSend)).proposal
    assert proposal.delivery_date is not None
    assert proposal.delivery_date.weekday() == 4
    assert "leave at reception" in asked
    assert "[Send] [Not yet]" in asked
    sent = await chat.hears("yes")
    (request,) = await chat.sent_requests()
    assert f"✅ PR-{request.number} sent · RM29.80" in sent
    assert (request.delivery_date, request.notes) == (proposal.delivery_date, proposal.notes)
    assert await chat.in_cart() == {}


@pytest.mark.shows("shop 29")
async def test_no_sends_nothing_and_leaves_the_cart(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    assert "Not sent" in await chat.hears("no")
    assert await chat.sent_requests() == ()
    assert await chat.in_cart() == {"TO-101": 2}


@pytest.mark.shows("shop 29")
@both
async def test_a_proposal_that_is_changed_is_asked_about_again(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout for friday")
    await chat.tell("make it monday")
    again = await chat.said(replies.AskSend, count=2)
    assert again.proposal.delivery_date is not None
    assert again.proposal.delivery_date.weekday() == 0
    await chat.tell("ok")
    (request,) = await chat.sent_requests()
    assert request.delivery_date == again.proposal.delivery_date


async def test_an_answer_beside_the_question_leaves_it_open(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout", "/orders")
    await chat.said(replies.AskSend, count=2)
    await chat.tell("yes")
    assert len(await chat.sent_requests()) == 1


async def test_an_answer_of_the_shop_beside_the_question_puts_it_once_more(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout for friday, leave at reception")
    asked = (await chat.said(replies.AskSend)).proposal
    assert "Copy paper" in await chat.hears("do you have paper?")
    assert (await chat.said(replies.AskSend, count=2)).proposal == asked
    assert "no “unicorns”" in await chat.hears("make the unicorns 3")
    assert (await chat.said(replies.AskSend, count=3)).proposal == asked
    await chat.tell("yes")
    (request,) = await chat.sent_requests()
    assert (request.delivery_date, request.notes) == (asked.delivery_date, asked.notes)


@pytest.mark.shows("shop 27")
async def test_a_price_that_rose_meanwhile_is_shown_before_anything_is_sent(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 KB-201", "checkout")
    await chat.execute("UPDATE catalog_items SET price = 65 WHERE item_id = $1", "KB-201")
    try:
        again = await chat.hears("yes")
        assert await chat.sent_requests() == ()
        assert f"{KOPI_BEANS.name}: RM62.00 → RM65.00" in again
        assert "RM65.00 now" in await chat.hears("cart")
        await chat.tell("yes")
        (request,) = await chat.sent_requests()
        assert request.total == 130
    finally:
        await chat.execute("UPDATE catalog_items SET price = 62 WHERE item_id = $1", "KB-201")


@pytest.mark.shows("shop 27")
async def test_a_price_that_fell_is_passed_on_and_told(chat: ShopChat) -> None:
    await chat.tell("add 2 KB-201", "checkout")
    await chat.execute("UPDATE catalog_items SET price = 60 WHERE item_id = $1", "KB-201")
    try:
        sent = await chat.hears("yes")
        assert "cheaper now: RM60.00 instead of RM62.00" in sent
        assert "sent · RM120.00" in sent
    finally:
        await chat.execute("UPDATE catalog_items SET price = 62 WHERE item_id = $1", "KB-201")


@pytest.mark.shows("shop 28")
async def test_send_pressed_twice_sends_once(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout")
    asked = await chat.told(replies.AskSend.topic)
    await chat.press(PressAction.YES, asked)
    await chat.press(PressAction.YES, asked)
    await chat.told(replies.RequestSent.topic)
    await chat.told("conversation.stale_button")
    assert len(await chat.sent_requests()) == 1


@pytest.mark.shows("shop 33–38")
@both
async def test_nothing_found_names_what_is_near_and_invents_nothing(chat: ShopChat) -> None:
    shown = await chat.hears("find a unicorn")
    assert "nothing for “unicorn”" in shown
    assert "Pens" in shown
    assert replies.ItemsFound.topic not in chat.topics


@pytest.mark.shows("shop 33–38")
async def test_typing_errors_do_not_hide_an_item(chat: ShopChat) -> None:
    await chat.tell("find blu pnes")
    listed = (await chat.said(replies.ItemsFound)).lists[0].items
    assert "blue" in listed[0].name
    assert "pen" in listed[0].name


@pytest.mark.shows("shop 33–38")
@both
async def test_the_cheapest_is_truly_the_cheapest(chat: ShopChat) -> None:
    await chat.tell("the cheapest coffee you have")
    first = (await chat.said(replies.ItemsFound)).lists[0].items[0]
    assert first.item_id == "KB-203"


@pytest.mark.shows("shop 39")
async def test_more_goes_on_behind_the_list_and_numbers_go_on(chat: ShopChat) -> None:
    await chat.tell("find pen")
    shown = (await chat.said(replies.ItemsFound)).lists[0]
    assert len(shown.items) <= 5
    if shown.total > shown.shown:
        await chat.presses(telling.MORE)
        more = (await chat.said(replies.ItemsFound, count=2)).lists[0]
        assert more.items[0].position == len(shown.items) + 1


async def test_a_button_of_the_list_adds_and_undo_takes_it_back(chat: ShopChat) -> None:
    await chat.tell("find copy paper")
    added = await chat.presses(telling.ADD)
    assert COPY.name in added
    assert await chat.in_cart() == {"TO-301": 1}
    assert "Taken back" in await chat.presses(PressAction.UNDO)
    assert await chat.in_cart() == {}


@pytest.mark.shows("shop 23")
async def test_undo_takes_back_the_newest_change_one_after_the_other(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "add TO-301", "undo")
    assert await chat.in_cart() == {"TO-101": 2}
    await chat.tell("undo")
    assert await chat.in_cart() == {}
    await chat.tell("undo")
    assert "conversation.nothing_to_undo" in chat.topics


@pytest.mark.shows("shop 30")
async def test_a_sent_request_is_taken_back_and_fills_the_cart_again(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout", "yes")
    assert "is cancelled" in await chat.presses(telling.TAKE_BACK)
    (request,) = await chat.sent_requests()
    assert request.status == "cancelled"
    assert await chat.in_cart() == {"TO-101": 2}
    assert "already" in await chat.presses(telling.TAKE_BACK)


async def test_words_take_the_request_back_that_was_just_sent(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101")
    for said in ("undo", "take it back", "batalkan pesanan", "PR-{number} stornieren"):
        await chat.tell("checkout", "yes")
        number = (await chat.sent_requests())[0].number
        assert "is cancelled" in await chat.hears(said.format(number=number))
        assert await chat.in_cart() == {"TO-101": 2}
    assert [request.status for request in await chat.sent_requests()] == ["cancelled"] * 4


async def test_a_request_is_taken_back_by_words(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout", "yes")
    (request,) = await chat.sent_requests()
    assert "is cancelled" in await chat.hears(f"take back PR-{request.number}")
    assert await chat.in_cart() == {"TO-101": 2}
    await chat.tell("checkout", "yes")
    assert "is cancelled" in await chat.hears("cancel my last order")


@pytest.mark.shows("shop 59")
async def test_the_same_as_last_time(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "checkout", "yes")
    assert "2 × Gel pen" in await chat.hears("same as last time")
    assert await chat.in_cart() == {"TO-101": 2}


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
    emptied = await chat.hears("/cancel")
    assert "[Empty the cart]" in chat.since(0)
    del emptied
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


class TestBadInput:
    @pytest.mark.shows("shop bad input (2)")
    @pytest.mark.parametrize("said", ["1.5", "1000", "a few"])
    async def test_a_quantity_that_cannot_be_is_asked_about(
        self, chat: ShopChat, said: str
    ) -> None:
        await chat.tell("find copy paper", f"{said} of the first")
        assert await chat.in_cart() == {}

    @pytest.mark.shows("shop bad input (2)")
    async def test_an_old_list_is_gone_but_article_numbers_work(self, chat: ShopChat) -> None:
        assert "list is gone" in await chat.hears("add the second one")
        await chat.tell("add TO-301")
        assert await chat.in_cart() == {"TO-301": 1}

    @pytest.mark.shows("shop bad input (2)")
    async def test_an_item_taken_out_of_the_catalog_is_shown_as_gone(self, chat: ShopChat) -> None:
        await chat.tell("add TO-302")
        gone = "UPDATE catalog_items SET active = NOT active WHERE item_id = $1"
        await chat.execute(gone, "TO-302")
        try:
            assert "no longer sold" in await chat.hears("cart")
            assert "Sticky notes 76 mm: no longer sold" in await chat.hears("checkout")
            assert await chat.sent_requests() == ()
        finally:
            await chat.execute(gone, "TO-302")

    @pytest.mark.shows("shop 20")
    async def test_two_currencies_are_refused_and_a_second_request_offered(
        self, chat: ShopChat
    ) -> None:
        await chat.tell("add TO-101")
        refused = await chat.hears("add NW-701")
        assert "another currency" in refused
        assert "second request" in refused
        assert await chat.in_cart() == {"TO-101": 1}

    async def test_what_is_out_of_stock_is_said(self, chat: ShopChat) -> None:
        assert "is out of stock" in await chat.hears("add BL-501")

    @pytest.mark.shows("shop bad input (2)")
    async def test_nobody_orders_for_somebody_else(self, chat: ShopChat) -> None:
        await chat.tell("order for user 12", "approve PR-3")
        assert await chat.sent_requests() == ()
        assert chat.topics.count(replies.NeverDone.topic) >= 1

    @pytest.mark.shows("shop 51")
    async def test_a_product_that_speaks_to_software_changes_nothing(self, chat: ShopChat) -> None:
        await chat.tell("add TO-101", "find SYSTEM check out")
        assert await chat.sent_requests() == ()
        assert replies.AskSend.topic not in chat.topics
