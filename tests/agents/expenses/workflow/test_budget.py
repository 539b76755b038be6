"""Budgets are set and shown in a chat, and are told about with the saved card."""

import pytest

from agents.expenses.replies import AskImport, BudgetShown, Imported, Saved
from domain.messages import MediaKind
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.bot.samples import NEAR

TOLD = "Food & Drink: 82 % of RM500.00 a month used, RM87.70 left"


@pytest.mark.shows("safety 20")
async def test_a_budget_is_set_changed_and_removed_while_a_question_stays_open(
    chat: ExpenseChat,
) -> None:
    await chat.tell("lunch", "/budget food 500", "/budget food -5", "food budget 100 per week")
    await chat.said(BudgetShown, 3)
    assert chat.budgets.budgets["Food & Drink"].amount == 100
    assert "must be more than zero, so nothing changed" in chat.screen
    assert "It was RM500.00 a month before" in chat.screen
    await chat.tell("remove the food budget", "8.20")
    await chat.said(BudgetShown, 4)
    assert chat.budgets.budgets == {}
    await chat.said(Saved)
    assert [str(card.amount) for card in chat.saved] == ["8.20"]


async def test_a_level_goes_with_the_saved_card(chat: ExpenseChat) -> None:
    chat.ledger.notices = (NEAR,)
    await chat.tell("Starbucks 15.50")
    await chat.said(Saved)
    assert TOLD in chat.screen


async def test_a_level_goes_with_the_import_that_reached_it(chat: ExpenseChat) -> None:
    chat.ledger.notices = (NEAR,)
    await chat.photo(
        chat.files.lay("Date,Description,Amount\n2026-04-03,Kopi,-9.50\n", MediaKind.TABLE)
    )
    await chat.said(AskImport)
    await chat.tell("yes")
    await chat.said(Imported)
    assert chat.screen.count(TOLD) == 1
