"""What one agent knows is of use to the other: they meet through the desk and events alone."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.procurement import call_replies, replies
from domain.conversation import Limits
from domain.replies import Reply
from domain.topics import AskToEnter, Noted, PressAction, StaleButton
from tests.agents.procurement.workflow.chat import ShopChat

pytest.importorskip("agents.expenses")

from agents.expenses import replies as expenses
from agents.expenses.reading import LineItem
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.agents.expenses.workflow.player import Player
from tests.fakes.attachments import image


class BothChat(ShopChat, ExpenseChat):
    """The expenses agent beside it, on fakes; its tools run in the shop's worker."""

    own_tools = False

    async def receipt(self, name: str, merchant: str, total: str, *lines: LineItem) -> Reply:
        """Sends a receipt, and waits until it is saved."""
        photo = image(name)
        read = receipt(photo, merchant=merchant, total=total)
        self.reader.will_read(read.model_copy(update={"items": lines}))
        before = len(self.channel.shown)
        await self.photo(photo)
        return await self.saved_since(before)

    async def saved_since(self, before: int) -> Reply:
        """Waits for the next expense that is saved; a question for its category is answered."""
        decisive = {expenses.Saved.topic, expenses.AskCategory.topic}
        await self.channel.until(lambda shown: any(r.topic in decisive for r in shown[before:]))
        shown = [r for r in self.channel.shown[before:] if r.topic in decisive][-1]
        if shown.topic == expenses.Saved.topic:
            return shown
        before = len(self.channel.shown)
        await self.press(PressAction.ANSWER, shown)
        return await self.saved_since(before)


@pytest.fixture
async def both(
    server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> AsyncIterator[BothChat]:
    own = limits.model_copy(update={"has_model": False, "enabled": ("expenses", "procurement")})
    async with BothChat(server, own, shop).open() as chat:
        yield chat


async def test_more_words_for_the_agent_that_is_offered_are_a_yes_to_the_offer(
    both: BothChat,
) -> None:
    await both.tell("find sticky notes", "2 of the first")
    assert both.topics.count(AskToEnter.topic) == 1
    assert sorted((await both.in_cart()).values()) == [2]
    await both.tell("checkout")
    await both.told(replies.AskSend.topic)
    assert both.topics.count(AskToEnter.topic) == 1


async def test_what_is_said_to_another_agent_is_no_yes_to_an_offer(both: BothChat) -> None:
    await both.tell("find sticky notes", "Starbucks 15.50", "2 of the first")
    assert both.topics.count(AskToEnter.topic) == 2
    assert await both.in_cart() == {}


async def test_below_what_must_wait_stands_the_question_that_it_waits_for(both: BothChat) -> None:
    await both.tell("Kedai Ah Seng 12", "hello")
    await both.quiet()
    assert both.topics.count(expenses.AskCategory.topic) == 2
    await both.tell("add 2 TO-101", "2 TO-101", "checkout")
    await both.told(Noted.topic)
    await both.quiet()
    assert both.topics[-1] == expenses.AskCategory.topic


async def test_an_order_that_must_wait_is_named_and_one_that_is_pressed_goes_first(
    both: BothChat,
) -> None:
    await both.tell("Kedai Ah Seng 12", "add 2 TO-101", "2 TO-101", "checkout")
    cart = await both.told(replies.CartNow.topic)
    noted = await both.told(Noted.topic)
    assert "Noted: your order." in both.words(noted)
    await both.tell("find toner")
    await both.quiet()
    assert both.topics.count(Noted.topic) == 1
    await both.press(call_replies.ORDER, cart)
    asked = await both.told(replies.AskSend.topic)
    assert "Gel pen blue" in both.words(asked)
    await both.quiet()
    assert both.topics[-1] == replies.AskSend.topic
    assert both.topics.count(replies.AskSend.topic) == 1
    await both.tell("send it")
    await both.told(replies.RequestSent.topic)
    await both.quiet()
    assert both.topics[-1] == expenses.AskCategory.topic


async def test_an_order_that_waits_is_shown_whole_once_and_anew_when_it_changed(
    both: BothChat,
) -> None:
    await both.tell(
        "find sticky notes", "add 2 TO-101", "checkout", "find toner", "Starbucks 15.50"
    )
    await both.quiet()
    whole, *again = [both.words(r) for r in both.channel.shown if r.topic == replies.AskSend.topic]
    assert "Gel pen blue" in whole
    assert again
    assert all(words == "📨 Send your request (RM29.80)?\n[Send] [Not yet]" for words in again)
    await both.tell("add 1 TO-101")
    await both.quiet()
    assert "3 × Gel pen blue" in both.words(await both.told(replies.AskSend.topic))


@pytest.mark.shows("shop 57")
async def test_a_sent_request_becomes_one_expense_however_often_it_is_pressed(
    both: BothChat,
) -> None:
    await both.tell("add 2 TO-101", "checkout", "yes")
    sent = await both.told(replies.RequestSent.topic)
    assert "[Add to expenses]" in both.words(sent)
    before = len(both.channel.shown)
    await both.press(PressAction.OFFER, sent)
    await both.press(PressAction.OFFER, sent)
    await both.told(StaleButton.topic)
    await both.saved_since(before)
    await both.quiet()
    (request,) = await both.sent_requests()
    (card,) = both.ledger.live
    assert (card.merchant, card.amount, card.currency, card.reference) == (
        "Tanjung Office",
        Decimal("29.80"),
        "MYR",
        f"PR-{request.number}",
    )


@pytest.mark.shows("shop 58")
async def test_a_receipt_with_lines_can_be_ordered_again(both: BothChat) -> None:
    saved = await both.receipt(
        "paper",
        "Tanjung Office",
        "40.00",
        LineItem(name="Sticky notes 76 mm", quantity=Decimal(3)),
        LineItem(name="coffee"),
        LineItem(name="unicorn"),
    )
    assert "[Order again]" not in both.words(saved)
    offered = await both.told(replies.SoldHere.topic)
    assert "catalog: Sticky notes 76 mm" in both.words(offered)
    await both.press(PressAction.OFFER, offered)
    await both.told(replies.CartNow.topic)
    await both.quiet()
    assert await both.in_cart() == {"TO-302": 3}
    choices = await both.said(replies.WhichItem)
    assert choices.list.asked_for == "coffee"
    assert (await both.said(replies.NothingFit)).asked_for == "unicorn"
    await both.presses(call_replies.ADD)
    assert len(await both.in_cart()) == 2


@pytest.mark.shows("shop 60")
async def test_a_receipt_that_fits_one_open_request_marks_it_received(both: BothChat) -> None:
    await both.tell("add 2 TO-101", "checkout", "yes")
    # One word of a product is not the product.
    lines = (LineItem(name="unicorn"), LineItem(name="STICKY"))
    await both.receipt("other", "Tanjung Office", "30.00", *lines)
    await both.quiet()
    assert replies.AskIsThis.topic not in both.topics
    assert replies.SoldHere.topic not in both.topics
    await both.receipt("fits", "Tanjung Office", "29.80")
    asked = await both.told(replies.AskIsThis.topic)
    (request,) = await both.sent_requests()
    assert f"Is this your request PR-{request.number}" in both.words(asked)
    await both.presses(call_replies.RECEIVED)
    (received,) = await both.sent_requests()
    assert received.status == "received"


@pytest.mark.shows("shop 23")
async def test_undo_takes_back_the_newest_change_whosever_it_is(both: BothChat) -> None:
    await both.tell("Starbucks 15.50", "add 2 TO-101", "undo")
    assert await both.in_cart() == {}
    assert len(both.ledger.live) == 1
    await both.tell("undo")
    assert both.ledger.live == []
    await both.tell("add TO-301", "Tesco 12.50", "undo")
    assert (await both.in_cart(), both.ledger.live) == ({"TO-301": 1}, [])


@pytest.mark.shows("shop 29")
async def test_a_question_about_spending_leaves_the_request_asked(both: BothChat) -> None:
    await both.tell("Starbucks 15.50", "add 2 TO-101", "checkout")
    await both.tell("what did I spend this week?")
    await both.told(expenses.Spending.topic)
    await both.said(replies.AskSend, count=2)
    await both.tell("yes")
    assert len(await both.sent_requests()) == 1


@pytest.mark.parametrize("others", ["Tesco~,Tesco~", "Starbucks,Tesco~,Tesco~"])
async def test_what_is_said_to_a_list_of_doubts_sends_no_request_that_was_asked_about_before(
    both: BothChat, others: str
) -> None:
    await both.tell("add 2 TO-101", "checkout")
    await both.told(replies.AskSend.topic)
    await Player(both).do(f"@photos {others}")
    await both.told(expenses.AskTogether.topic)
    await both.quiet()
    assert both.topics[-1] == expenses.AskTogether.topic
    await both.tell("all right")
    await both.told(expenses.SavedTogether.topic)
    await both.said(replies.AskSend, count=2)
    assert not await both.sent_requests()
    await both.tell("yes")
    assert len(await both.sent_requests()) == 1


async def test_a_yes_while_photos_are_read_or_asked_about_sends_no_request(both: BothChat) -> None:
    await both.tell("add 2 TO-101", "checkout")
    await both.told(replies.AskSend.topic)
    player = Player(both)
    await player.do("@hold reading")
    await player.do("@photos Tesco,Tesco~")
    await both.say("all right")
    await both.said(replies.AskSend, count=2)
    await player.do("@release")
    await both.tell("ok")
    short = "📨 Send your request (RM29.80)?\n[Send] [Not yet]"
    asked = [both.words(r) for r in both.channel.shown if r.topic == replies.AskSend.topic]
    assert asked[-1] == short
    assert not await both.sent_requests()
    await both.tell("send it")
    assert len(await both.sent_requests()) == 1
