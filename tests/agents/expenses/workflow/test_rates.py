"""Rates are told in a chat, and are no expense."""

from decimal import Decimal

from agents.expenses.replies import RateShown, Saved
from tests.agents.expenses.workflow.chat import ExpenseChat


async def test_a_rate_is_set_and_applied_while_a_question_stays_open(chat: ExpenseChat) -> None:
    await chat.tell("lunch", "convert 20 usd", "1 usd = 4.45", "convert 20 usd", "/rate usd -3")
    await chat.said(RateShown, 4)
    assert chat.rates.own["USD", "MYR"].rate == Decimal("4.45")
    assert "I have no rate from USD to MYR" in chat.screen
    assert "US$20.00 ≈ RM89.00" in chat.screen
    assert "1 USD = 4.45 MYR (from you, today)" in chat.screen
    assert "must be more than zero" in chat.screen
    await chat.tell("8.20")
    await chat.said(Saved)
    assert [(card.amount, card.home_currency) for card in chat.saved] == [(Decimal("8.20"), "MYR")]
