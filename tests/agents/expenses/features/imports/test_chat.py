"""An import is taken back as a whole by every way in."""

from agents.expenses.features.imports.replies import NoImportToUndo
from agents.expenses.import_task import IMPORT
from agents.expenses.replies import (
    AskImport,
    Corrected,
    Imported,
    ImportNoRow,
    ImportRestored,
    ImportTakenBack,
    Saved,
)
from domain.messages import MediaKind
from domain.topics import PressAction
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.agents.expenses.workflow.player import TABLE
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def imported(chat: FeatureChat) -> None:
    """Two rows of a table are saved, then one told in words."""
    await chat.photo(chat.files.lay(TABLE, MediaKind.TABLE))
    await chat.press(IMPORT, await chat.told(AskImport.topic))
    await chat.said(Imported)
    await chat.tell("lunch 12.50")
    await chat.said(Saved)


async def saved(chat: FeatureChat) -> int:
    (row,) = await chat.execute(
        "SELECT count(*) FROM transactions WHERE user_id = $1 AND deleted_at IS NULL", chat.user_id
    )
    count: int = row[0]
    return count


async def test_it_goes_by_its_name_after_other_things_and_comes_back(chat: FeatureChat) -> None:
    await imported(chat)
    await chat.tell("undo the import")
    assert (await chat.said(ImportTakenBack)).rows == 2
    assert await saved(chat) == 1
    await chat.press(PressAction.RESTORE, await chat.told(ImportTakenBack.topic))
    await chat.said(ImportRestored)
    assert await saved(chat) == 3
    await chat.quiet(await chat.call("undo_import", "{}"))
    await chat.said(ImportTakenBack, 2)
    await chat.tell("undo the import")
    await chat.said(NoImportToUndo)
    assert await saved(chat) == 1
    assert await chat.calls() == [*[("undo_import", "ok")] * 2, ("undo_import", "failed")]


async def test_a_model_takes_it_back_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await imported(modelled)
    asked = called("undo_import")
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("peru viimeisin tuonti")
    await modelled.said(ImportTakenBack)
    assert await saved(modelled) == 1


async def test_a_program_chooses_rows_before_the_yes(chat: FeatureChat) -> None:
    await chat.photo(chat.files.lay(TABLE, MediaKind.TABLE))
    number = (await chat.said(AskImport)).card.number
    await chat.result("choose_import_rows", f'{{"number": {number}, "names": ["salary"]}}')
    assert (await chat.said(AskImport, 2)).preview.rows == 1
    again = f'{{"number": {number}, "rows": [2], "action": "take"}}'
    await chat.result("choose_import_rows", again)
    assert (await chat.said(AskImport, 3)).preview.rows == 2
    await chat.press(IMPORT, await chat.told(AskImport.topic, 3))
    assert (await chat.said(Imported)).outcome.rows == 2


async def test_what_was_typed_before_is_left_out_as_the_preview_says(chat: FeatureChat) -> None:
    """Also the row that was typed last, though the first new row of the file stands behind it."""
    for typed in ("kopi 1.10 on 1 march 2025", "teh 2.20 on 2 march 2025"):
        await chat.tell(typed)
    await chat.tell("roti 4.40 on 4 march 2025", "nasi 5.50 on 5 march 2025")
    rows = "".join(f"2025-03-0{n},SHOP {n},-{n}.{n}0\n" for n in range(1, 9))
    await chat.photo(chat.files.lay(f"Date,Description,Amount\n{rows}", MediaKind.TABLE))
    seen = (await chat.said(AskImport)).preview
    assert (seen.rows, seen.duplicates) == (4, 4)
    await chat.tell("yes")
    assert (await chat.said(Imported)).outcome.sums == seen.sums
    assert await saved(chat) == 8


async def test_what_is_said_of_the_number_of_an_import_changes_no_row(chat: FeatureChat) -> None:
    await imported(chat)
    await chat.tell("#1 it was 3")
    told = await chat.said(ImportNoRow)
    assert (told.number, told.first, told.last) == (1, 2, 3)
    await chat.tell("#2 it was 3")
    assert (await chat.said(Corrected)).card.amount == 3
    assert chat.topics.count(Imported.topic) == 1


async def test_a_row_is_renamed_by_the_name_that_its_card_shows(chat: FeatureChat) -> None:
    await imported(chat)
    await chat.tell("rename #2 to Party food")
    shop = (await chat.said(Corrected)).card
    assert (shop.merchant, shop.item) == ("Party food", None)
    await chat.tell("rename #4 to Cafe Nero")
    lunch = (await chat.said(Corrected, 2)).card
    assert (lunch.merchant, lunch.item) == (None, "Cafe Nero")
