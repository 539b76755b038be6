"""What is asked for beside noting expenses, in a chat: files, pages, tables."""

import pytest

from agents.expenses.errands.history import OLDER, SHOW
from agents.expenses.history import PAGE_ROWS
from agents.expenses.import_task import IMPORT
from agents.expenses.replies import (
    AskImport,
    ExpenseShown,
    HistoryShown,
    Imported,
    ImportTakenBack,
    Saved,
    StorageDown,
)
from domain.errors import StorageRejectedError
from domain.messages import MediaKind
from domain.topics import Failed, PressAction
from tests.agents.expenses.replay.record import photographed
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.agents.expenses.workflow.player import TABLE, Player


async def test_an_outage_is_told(chat: ExpenseChat) -> None:
    chat.ledger.fail_with_outage()
    await chat.tell("/history grab")
    await chat.told(Failed.topic)


async def test_pages_turn_by_their_buttons(chat: ExpenseChat) -> None:
    await chat.tell(*(f"Starbucks {number}.50" for number in range(1, PAGE_ROWS + 2)))
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
    await chat.tell("show #1", "/history tesco")
    shown = await chat.told(ExpenseShown.topic)
    assert [file.sha256 for file in shown.files] == [chat.ledger.images[chat.saved[0].task_id]]
    listed = await chat.told(HistoryShown.topic)
    assert [choice.press.action for choice in listed.choices] == [SHOW]


@pytest.mark.shows("safety 19")
async def test_two_tables_of_one_message_are_asked_about_one_after_the_other(
    chat: ExpenseChat,
) -> None:
    tables = (TABLE, TABLE.replace("KEDAI", "GERAI"))
    await chat.photo(*(chat.files.lay(text, MediaKind.TABLE) for text in tables))
    await chat.told(AskImport.topic)
    assert "#2 📊 Table\n" in f"{chat.screen}\n"
    await chat.tell("yes")
    await chat.told(AskImport.topic, 2)
    await chat.tell("no")
    assert len(chat.saved) == 2


async def test_an_import_that_the_database_refuses_is_tried_again_and_waits_while_it_is_away(
    chat: ExpenseChat,
) -> None:
    await Player(chat).do("@table")
    chat.ledger.failure = StorageRejectedError("no such person")
    await chat.press(IMPORT)
    failed = await chat.told(Failed.topic)
    chat.ledger.fail_with_outage()
    await chat.press(PressAction.RETRY, failed)
    await chat.told(StorageDown.topic)
    assert chat.saved == []
    chat.ledger.failure = None
    assert (await chat.said(Imported)).outcome.rows == len(chat.saved) == 2
    await chat.press(PressAction.UNDO)
    await chat.told(ImportTakenBack.topic)
    assert chat.saved == []
