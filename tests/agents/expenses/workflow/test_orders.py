"""What is asked for beside noting expenses, in a chat: figures, tables."""

import pytest

from agents.expenses.import_task import IMPORT
from agents.expenses.replies import AskImport, Imported, ImportTakenBack, StorageDown
from domain.errors import StorageRejectedError
from domain.messages import MediaKind
from domain.topics import Failed, PressAction
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.agents.expenses.workflow.player import TABLE, Player


async def test_an_outage_is_told(chat: ExpenseChat) -> None:
    chat.ledger.fail_with_outage()
    await chat.tell("what did I spend this week?")
    await chat.told(Failed.topic)


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
