"""A table that is sent is shown before anything is saved."""

import pytest

from agents.expenses import replies
from agents.expenses.import_task import IMPORT, IMPORT_ALL, IMPORT_DAYS
from agents.expenses.importing import ImportState
from agents.expenses.rules import ExpenseState
from domain import topics
from domain.errors import StorageRejectedError
from domain.messages import MediaKind
from domain.topics import PressAction
from tests.agents.expenses.drafts import PHOTO
from tests.agents.expenses.workflow.chat import ExpenseChat

TABLE = (
    "Date,Description,Amount\n03/04/2026,KEDAI AH SENG,-15.50\n04/04/2026,SALARY,3000.00\n"
    "05/04/2026,broken,abc\n"
)


async def sent(chat: ExpenseChat, text: str = TABLE) -> replies.AskImport:
    count = chat.topics.count(replies.AskImport.topic) + 1
    await chat.photo(chat.files.lay(text, MediaKind.TABLE))
    return await chat.said(replies.AskImport, count)


@pytest.mark.shows("safety 19")
async def test_nothing_is_saved_before_the_yes_and_a_row_is_corrected_by_its_number(
    chat: ExpenseChat,
) -> None:
    asked = await sent(chat)
    assert (asked.preview.rows, asked.preview.left_out, chat.saved) == (2, 1, [])
    assert "Line 4: no amount that I can read" in chat.screen
    await chat.tell("yes")
    done = await chat.said(replies.Imported)
    assert [card.merchant for card in chat.saved] == ["Kedai Ah Seng", "Salary"]
    await chat.tell(f"#{done.first_number} it was 16.50", "lunch 12.50")
    assert str(chat.saved[0].amount) == "16.50"
    numbers = [card.number for card in chat.saved]
    assert len(set(numbers)) == len(numbers) == 3


async def test_undo_takes_back_the_whole_of_it_once(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50")
    await sent(chat)
    await chat.press(IMPORT)
    await chat.told(replies.Imported.topic)
    await chat.tell("undo")
    assert (await chat.said(replies.ImportTakenBack)).rows == 2
    assert [card.merchant for card in chat.saved] == ["Starbucks"]


async def test_the_import_is_taken_back_by_its_name_after_other_things(chat: ExpenseChat) -> None:
    await sent(chat)
    await chat.tell("yes", "lunch 12.50", "undo the import")
    assert (await chat.said(replies.ImportTakenBack)).rows == 2
    assert [card.item for card in chat.saved] == ["lunch"]


async def test_another_reading_is_shown_anew_and_a_cancel_drops_it(chat: ExpenseChat) -> None:
    first = await sent(chat)
    await chat.press(IMPORT_DAYS)
    second = await chat.said(replies.AskImport, 2)
    assert (first.preview.month_first, second.preview.month_first) == (False, True)
    await chat.tell("/cancel")
    assert chat.topics[-1] == topics.Cancelled.topic
    await chat.tell("yes")
    assert chat.saved == []


async def test_the_same_file_again_is_known_and_may_be_wished_all_the_same(
    chat: ExpenseChat,
) -> None:
    await sent(chat)
    await chat.tell("yes")
    again = await sent(chat)
    assert (again.preview.rows, again.preview.duplicates) == (0, 2)
    await chat.press(IMPORT_ALL)
    assert (await chat.said(replies.AskImport, 3)).preview.rows == 2
    await chat.tell("no")
    assert chat.topics[-1] == replies.ImportDropped.topic
    assert len(chat.saved) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Date,Description,Amount\n", "headings but no rows"),
        ("some words, and no table", "no table of payments"),
        ("Date,Amount\n2099-01-02,5\n", "no line in that table"),
    ],
)
async def test_what_is_no_table_is_refused_in_words(
    chat: ExpenseChat, text: str, words: str
) -> None:
    await chat.quiet(await chat.photo(chat.files.lay(text, MediaKind.TABLE)))
    await chat.told(replies.NoImport.topic)
    assert words in chat.screen
    assert chat.saved == []


async def test_two_tables_of_one_message_are_asked_about_one_after_the_other(
    chat: ExpenseChat,
) -> None:
    other = TABLE.replace("KEDAI", "GERAI")
    await chat.photo(*(chat.files.lay(text, MediaKind.TABLE) for text in (TABLE, other)))
    await chat.told(replies.AskImport.topic)
    assert "#2 📊 Table\n" in f"{chat.screen}\n"
    await chat.tell("yes")
    await chat.told(replies.AskImport.topic, 2)
    await chat.tell("no")
    assert len(chat.saved) == 2


async def test_while_the_database_is_away_the_yes_waits(chat: ExpenseChat) -> None:
    await sent(chat)
    chat.ledger.fail_with_outage()
    await chat.press(IMPORT)
    await chat.told(replies.StorageDown.topic)
    chat.ledger.failure = None
    assert (await chat.said(replies.Imported)).outcome.rows == 2
    await chat.press(PressAction.UNDO)
    await chat.told(replies.ImportTakenBack.topic)
    assert chat.saved == []


async def test_a_cancel_while_it_is_saved_comes_too_late_and_all_can_be_undone(
    chat: ExpenseChat,
) -> None:
    await sent(chat)
    gate = chat.ledger.hold_saves()
    await chat.press(IMPORT)
    await chat.ledger.saving.wait()
    cancel = await chat.say("/cancel")
    while cancel not in (await chat.status()).handled:
        pass
    gate.set()
    await chat.told(topics.CancelledTooLate.topic)
    assert len(chat.saved) == 2
    await chat.press(PressAction.UNDO)
    await chat.told(replies.ImportTakenBack.topic)
    assert chat.saved == []


async def test_what_could_not_be_saved_is_kept_and_tried_again(chat: ExpenseChat) -> None:
    await sent(chat)
    chat.ledger.failure = StorageRejectedError("no such person")
    await chat.press(IMPORT)
    failed = await chat.told(topics.Failed.topic)
    chat.ledger.failure = None
    await chat.press(PressAction.RETRY, failed)
    assert (await chat.said(replies.Imported)).outcome.rows == 2
    assert len(chat.saved) == 2


def test_what_an_older_version_kept_of_a_task_is_no_import() -> None:
    state = ExpenseState.model_validate({"task_id": "c/expenses/1", "number": 1, **_draft()})
    assert state.table is None
    kept = state.model_copy(update={"table": ImportState(attempts=1), "attachment": PHOTO})
    assert ExpenseState.model_validate_json(kept.model_dump_json()).table == kept.table


def _draft() -> dict[str, object]:
    known = {"source": "inferred", "confidence": 1.0, "evidence": ""}
    return {
        "draft": {
            "currency": {"value": "MYR", **known},
            "occurred_on": {"value": "2026-03-01", **known},
        }
    }
