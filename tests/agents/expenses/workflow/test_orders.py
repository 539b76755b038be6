"""What is asked for beside noting expenses, in a chat: budgets, files, pages, tables."""

import pytest

from agents.expenses.errands.history import OLDER, SHOW
from agents.expenses.history import PAGE_ROWS
from agents.expenses.import_task import IMPORT
from agents.expenses.replies import (
    AskImport,
    ExpenseShown,
    ExportReady,
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

NOTHING_CHANGED = {
    "en_MY": "nothing changed",
    "ms_MY": "tiada apa yang berubah",
    "de_DE": "hat sich nichts geändert",
}
NO_FILE = {"en_MY": "no file", "ms_MY": "tiada fail", "de_DE": "keine Datei"}
RATES = ("usd 0", "usd -3", "usd 4 5", "usd 1e12")


@pytest.mark.parametrize(("locale", "most"), [("en_MY", 5), ("ms_MY", 1), ("de_DE", 1)])
async def test_what_cannot_be_is_refused_and_changes_nothing(
    chat: ExpenseChat, locale: str, most: int
) -> None:
    orders = [f"/rate {asked}" for asked in RATES[:most]]
    await chat.tell(*orders, "/export 2020")
    assert len(chat.topics) == len(orders) + 1
    assert chat.screen.count(NOTHING_CHANGED[locale]) == len(orders)
    assert chat.screen.count(NO_FILE[locale]) == 1
    assert chat.rates.own == {}
    assert chat.saved == []


@pytest.mark.shows("safety 12", "safety 14")
async def test_one_reply_brings_one_file_and_a_question_stays_open(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "lunch")
    for asked, kind, start in (
        ("/export", ExportReady, b"PK"),
        ("export my expenses", ExportReady, b"PK"),
    ):
        await chat.tell(asked)
        (file,) = (await chat.told(kind.topic)).files
        _, content = await chat.stored.get(chat.person.user_id, file.sha256)
        assert content.startswith(start), asked
    assert (await chat.said(ExportReady, 2)).exported.rows == 1
    (exported,) = (await chat.told(ExportReady.topic)).files
    stored, _ = await chat.stored.get(chat.person.user_id, exported.sha256)
    assert (exported.name, stored.kind) == ("expenses.xlsx", MediaKind.OTHER)
    assert "RM15.50" in chat.screen
    await chat.tell("8.20")
    assert [card.item for card in chat.saved] == [None, "lunch"]


async def test_of_nothing_there_is_no_file_and_an_outage_is_told(chat: ExpenseChat) -> None:
    await chat.tell("/export last month csv", "/export banana")
    assert [reply.files for reply in chat.channel.shown] == [()] * 2
    for words in ("nothing saved", "did not understand which days"):
        assert chat.screen.count(words) == 1
    chat.ledger.fail_with_outage()
    for number, asked in enumerate(("/export", "/history grab"), 1):
        await chat.tell(asked)
        await chat.told(Failed.topic, number)


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
