"""What was saved is looked through, edited field by field, split and given categories in a chat."""

from decimal import Decimal

import pytest

from agents.expenses.draft import EDIT_FIELD
from agents.expenses.errands.for_all import ALL_UNDO
from agents.expenses.errands.history import OLDER, SHOW
from agents.expenses.history import PAGE_ROWS
from agents.expenses.replies import (
    AskEdit,
    CategoryForAll,
    Corrected,
    ExpenseShown,
    HistoryShown,
    Saved,
    SplitUnclear,
)
from domain.topics import Failed, PressAction
from tests.agents.expenses.replay.record import photographed
from tests.agents.expenses.workflow.chat import ExpenseChat


async def test_pages_turn_by_their_buttons(chat: ExpenseChat) -> None:
    for number in range(1, PAGE_ROWS + 2):
        await chat.tell(f"Starbucks {number}.50")
    await chat.tell("/history")
    first = await chat.told(HistoryShown.topic)
    (older,) = first.choices
    await chat.press(OLDER, first, older.press.value)
    second = await chat.told(HistoryShown.topic, 2)
    assert second.listed == (chat.saved[0].task_id,)
    assert "Page 2 of 2" in chat.screen


@pytest.mark.shows("safety 15")
async def test_one_expense_comes_back_with_its_photo(chat: ExpenseChat) -> None:
    await chat.photo(photographed(chat, "receipt"))
    await chat.told(Saved.topic)
    await chat.tell("show #1")
    shown = await chat.told(ExpenseShown.topic)
    assert [file.sha256 for file in shown.files] == [chat.ledger.images[chat.saved[0].task_id]]
    await chat.tell("/history tesco")
    listed = await chat.told(HistoryShown.topic)
    assert [choice.press.action for choice in listed.choices] == [SHOW]


@pytest.mark.shows("safety 16")
async def test_a_field_is_edited_by_its_button(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50")
    await chat.press(PressAction.EDIT)
    asked = await chat.told(AskEdit.topic)
    assert asked.question is not None
    await chat.press(EDIT_FIELD, asked, "amount")
    await chat.told(AskEdit.topic, 2)
    await chat.tell("16")
    await chat.told(Corrected.topic)
    assert chat.saved[0].amount == Decimal(16)


async def test_a_split_adds_up_or_is_asked_about_and_undo_takes_it_back(
    chat: ExpenseChat,
) -> None:
    await chat.tell("Tesco 42.50", "split it: 30 groceries, 10 household")
    await chat.told(SplitUnclear.topic)
    assert "RM2.50" in chat.screen
    await chat.tell("split #1: 30 groceries, the rest household")
    await chat.told(Corrected.topic)
    assert [part.amount for part in chat.saved[0].parts] == [Decimal(30), Decimal("12.50")]
    await chat.tell("undo")
    assert chat.saved[0].parts == ()


async def test_a_category_for_all_of_a_shop_waits_for_a_yes_and_goes_back_as_one(
    chat: ExpenseChat,
) -> None:
    await chat.tell("Grab 12", "Grab 13", "all from Grab are food")
    await chat.told(CategoryForAll.topic)
    assert {card.category for card in chat.saved} == {"Transport"}
    await chat.tell("yes")
    changed = await chat.told(CategoryForAll.topic, 2)
    assert {card.category for card in chat.saved} == {"Food & Drink"}
    await chat.press(ALL_UNDO, changed)
    await chat.told(CategoryForAll.topic, 3)
    assert {card.category for card in chat.saved} == {"Transport"}


async def test_an_outage_is_told_and_nothing_is_half_done(chat: ExpenseChat) -> None:
    await chat.tell("Grab 12")
    chat.ledger.fail_with_outage()
    await chat.tell("/history grab")
    await chat.told(Failed.topic)
