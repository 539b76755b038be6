"""What is asked for beside noting expenses, in a chat: figures, tables."""

from decimal import Decimal

import pytest

from agents.expenses.import_task import IMPORT, IMPORT_CURRENCY, IMPORT_NAMED, IMPORT_ROWS
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


STATEMENT = "Date,Description,Amount\n" + "".join(
    f"{day:02d}/03/2026,KEDAI {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[day - 1]},-{day}.00\n"
    for day in range(1, 25)
)


@pytest.mark.shows("safety 19")
async def test_any_row_can_be_seen_and_left_out_before_the_yes(chat: ExpenseChat) -> None:
    await chat.photo(chat.files.lay(STATEMENT, MediaKind.TABLE))
    assert [card.number for card in (await chat.said(AskImport)).preview.cards] == [1, 2, 3, 4, 5]
    await chat.press(IMPORT_ROWS, await chat.told(AskImport.topic))
    await chat.told(AskImport.topic, 2)
    assert "20. " in chat.screen
    await chat.tell("show rows 21 to 24")
    await chat.told(AskImport.topic, 3)
    await chat.tell("leave out 22 and 23")
    asked = await chat.said(AskImport, 4)
    assert (asked.preview.rows, asked.preview.unwanted) == (22, (22, 23))
    await chat.tell("take 23 again")
    await chat.told(AskImport.topic, 5)
    await chat.tell("only 1 to 23")
    asked = await chat.said(AskImport, 6)
    assert (asked.preview.rows, asked.preview.left_by_person) == (23, 1)
    await chat.tell("yes")
    assert (await chat.said(Imported)).outcome.rows == 23
    assert Decimal(24) not in {row.amount for row in chat.saved}


BANK = """Date,Description,Amount
02/03/2026,NETFLIX.COM,-13.99
03/03/2026,CASH WITHDRAWAL ATM 2231,-200.00
04/03/2026,KEDAI AH SENG,-43.12
09/03/2026,KEDAI AH SENG,-18.40
10/03/2026,ATM WITHDRAWAL MAIN ST,-50.00
"""


async def test_rows_are_left_out_by_what_they_are_called(chat: ExpenseChat) -> None:
    await chat.photo(chat.files.lay(BANK, MediaKind.TABLE))
    await chat.told(AskImport.topic)
    await chat.tell("leave out the Netflix one")
    asked = await chat.said(AskImport, 2)
    assert (asked.preview.rows, asked.preview.unwanted) == (4, (1,))
    await chat.tell("without the cash withdrawals")
    asked = await chat.said(AskImport, 3)
    assert (asked.preview.rows, asked.preview.unwanted) == (2, (1, 2, 5))
    await chat.tell("take the transfers again")
    assert (await chat.said(AskImport, 4)).preview.unwanted == (1,)
    await chat.tell("leave out Starbucks")
    asked = await chat.said(AskImport, 5)
    assert (asked.unknown_name, asked.preview.rows) == ("starbucks", 4)
    await chat.tell("without Netflix and Aldi")
    asked = await chat.said(AskImport, 6)
    assert (asked.unknown_name, asked.preview.rows) == ("aldi", 4)
    await chat.tell("Netflix doch")
    asked = await chat.said(AskImport, 7)
    assert (asked.unknown_name, asked.preview.rows) == ("", 5)
    await chat.tell("import")
    assert (await chat.said(Imported)).outcome.rows == 5


async def test_what_is_said_of_a_row_before_the_import_is_not_taken_as_of_a_saved_one(
    chat: ExpenseChat,
) -> None:
    await chat.tell("lunch 12.50")
    await chat.photo(chat.files.lay(BANK, MediaKind.TABLE))
    await chat.told(AskImport.topic)
    await chat.tell("delete row 1")
    assert (await chat.said(AskImport, 2)).preview.unwanted == (1,)
    for count, words in enumerate(("change row 3 to 70.35", "the Netflix one is fuel"), start=3):
        await chat.tell(words)
        assert (await chat.said(AskImport, count)).attempt == count - 1
    assert [row.amount for row in chat.saved] == [Decimal("12.50")]


async def test_which_rows_are_meant_is_not_answered_by_words_about_other_ones(
    chat: ExpenseChat,
) -> None:
    await chat.photo(chat.files.lay(BANK, MediaKind.TABLE))
    await chat.told(AskImport.topic)
    await chat.tell("leave out kedai")
    assert (await chat.said(AskImport, 2)).shared_name == "kedai"
    await chat.tell("leave out everything over 100")
    assert (await chat.said(AskImport, 3)).preview.rows == 5


async def test_which_of_several_rows_with_one_name_is_asked_back(chat: ExpenseChat) -> None:
    await chat.photo(chat.files.lay(BANK, MediaKind.TABLE))
    await chat.told(AskImport.topic)
    await chat.tell("leave out kedai")
    asked = await chat.said(AskImport, 2)
    assert (asked.shared_name, asked.preview.named, asked.preview.rows) == ("kedai", (3, 4), 5)
    await chat.tell("4")
    assert (await chat.said(AskImport, 3)).preview.unwanted == (4,)
    await chat.tell("leave out kedai")  # the other one
    assert (await chat.said(AskImport, 4)).preview.unwanted == (3, 4)
    await chat.tell("take 3 and 4 again", "without kedai")
    await chat.told(AskImport.topic, 6)
    await chat.tell("no")  # none of them; the import is still asked about
    assert (await chat.said(AskImport, 7)).preview.rows == 5
    await chat.tell("without kedai")
    await chat.press(IMPORT_NAMED, await chat.told(AskImport.topic, 8), "all")
    assert (await chat.said(AskImport, 9)).preview.rows == 3
    assert chat.saved == []
    await chat.tell("yes")
    assert (await chat.said(Imported)).outcome.rows == 3


async def test_numbers_of_rows_that_are_read_otherwise_now_leave_out_no_other_row(
    chat: ExpenseChat,
) -> None:
    await Player(chat).do("@table")
    await chat.told(AskImport.topic)
    await chat.tell("leave out 1")
    assert (await chat.said(AskImport, 2)).preview.rows == 1
    await chat.tell("in yen")  # 15.50 are no yen, so the second row is the first now
    asked = await chat.said(AskImport, 3)
    assert (asked.preview.rows, asked.preview.left_by_person) == (1, 0)
    await chat.tell("yes")
    await chat.said(Imported)
    assert [(row.amount, row.currency) for row in chat.saved] == [(Decimal(3000), "JPY")]


async def test_amounts_without_a_currency_are_of_the_one_that_the_person_names(
    chat: ExpenseChat,
) -> None:
    await Player(chat).do("@table")
    asked = await chat.said(AskImport)
    assert asked.preview.assumed_currency == "MYR"
    await chat.press(IMPORT_CURRENCY, await chat.told(AskImport.topic), "USD")
    await chat.told(AskImport.topic, 2)
    await chat.tell("in euros")
    await chat.told(AskImport.topic, 3)
    await chat.tell("yes")
    await chat.said(Imported)
    assert {row.currency for row in chat.saved} == {"EUR"}
