"""What comes again and again is offered with the saved card, and kept by its button."""

from decimal import Decimal

import pytest

from agents.expenses.errands.recurring import KEEP_OFFERED
from agents.expenses.replies import RecurringShown, Saved
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.bot.samples import OFFER


@pytest.mark.shows("safety 22")
async def test_an_offer_is_kept_by_its_button_and_removed_in_words(chat: ExpenseChat) -> None:
    chat.ledger.recurring_offer = OFFER
    await chat.tell("Netflix 54.90")
    saved = await chat.told(Saved.topic)
    (keep,) = [each for each in saved.choices if each.press.action == KEEP_OFFERED]
    chat.recurring.offers[keep.press.subject] = OFFER
    await chat.press(KEEP_OFFERED)
    await chat.said(RecurringShown)
    assert "Netflix (RM54.90) comes every month" in chat.screen
    assert list(chat.recurring.kept) == ["netflix"]
    await chat.tell("remove netflix from recurring", "/recurring")
    await chat.said(RecurringShown, 3)
    assert chat.recurring.kept == {}
    assert "Nothing is kept as recurring" in chat.screen


async def test_words_that_say_how_often_save_no_expense(chat: ExpenseChat) -> None:
    await chat.tell("Spotify 15.90 every month")
    told = await chat.said(RecurringShown)
    assert [(item.name, item.amount) for item in told.told.items] == [("Spotify", Decimal("15.90"))]
    assert chat.saved == []
