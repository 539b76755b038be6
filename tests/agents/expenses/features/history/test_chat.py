"""What was saved, looked through by every way in: words, commands, buttons, a model, programs."""

import pytest

from agents.expenses.features.history.replies import NEWER, OLDER, SHOW, ExpenseShown, HistoryShown
from agents.expenses.features.history.search import PAGE_ROWS
from agents.expenses.replies import AskAmount, Restored
from agents.expenses.splitting import SPLIT
from domain.topics import NotFound, PressAction
from tests.adapters.postgres.test_erasure import photo
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood
from tests.workflows.chat import content_of

UNCLEAR = {
    "en_MY": "What shall I look for?",
    "ms_MY": "perlu dicari",
    "de_DE": "Was soll ich suchen?",
}


def numbers(found: HistoryShown) -> list[int]:
    return [card.number for card in found.cards]


async def saved_id(chat: FeatureChat, number: int) -> str:
    (row,) = await chat.execute(
        "SELECT task_id FROM transactions WHERE user_id = $1 AND number = $2", chat.user_id, number
    )
    return str(row["task_id"])


async def test_pages_turn_by_their_buttons(chat: FeatureChat) -> None:
    await chat.tell(*(f"Starbucks {number}.50" for number in range(1, PAGE_ROWS + 2)))
    await chat.tell("/history")
    first = await chat.told(HistoryShown.topic)
    (older,) = first.choices
    await chat.press(OLDER, first, older.press.value)
    second = await chat.told(HistoryShown.topic, 2)
    assert second.listed == (await saved_id(chat, 1),)
    assert "Page 2 of 2" in chat.screen
    await chat.press(NEWER, second)
    assert len((await chat.said(HistoryShown, 3)).cards) == PAGE_ROWS
    assert await chat.calls() == [("find_expenses", "ok")] * 3


@pytest.mark.shows("safety 15")
async def test_one_expense_comes_back_with_its_photo(chat: FeatureChat) -> None:
    await chat.tell("Tesco 9", "Grab 12")
    file = photo(chat.user_id.encode())
    await chat.stores.attachments.put(chat.user_id, file, chat.user_id.encode())
    await chat.execute(
        "UPDATE transactions SET attachment_sha256 = $1 WHERE task_id = $2",
        file.sha256,
        await saved_id(chat, 1),
    )
    await chat.tell("show #1", "/history tesco")
    shown = await chat.told(ExpenseShown.topic)
    assert [each.sha256 for each in shown.files] == [file.sha256]
    assert [each.press.action for each in shown.choices] == [
        PressAction.EDIT,
        SPLIT,
        PressAction.UNDO,
    ]
    await chat.press(SHOW, await chat.told(HistoryShown.topic))
    again = await chat.told(ExpenseShown.topic, 2)
    assert (again.content, again.files) == (shown.content, shown.files)


async def test_an_expense_that_is_asked_about_is_shown_by_its_number(chat: FeatureChat) -> None:
    await chat.tell("Tesco 9", "Starbucks", "show #2", "show #3")
    shown = await chat.told(ExpenseShown.topic)
    card = content_of(shown, ExpenseShown).card
    assert (card.number, card.merchant) == (2, "Starbucks")
    assert (await chat.said(NotFound)).number == 3
    asked = chat.topics.count(AskAmount.topic)
    await chat.press(PressAction.EDIT, shown)
    await chat.told(AskAmount.topic, asked + 1)


async def test_what_was_taken_back_is_listed_and_comes_back_by_its_button(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "Tesco 9", "undo", "show deleted")
    gone = await chat.told(HistoryShown.topic)
    assert numbers(await chat.said(HistoryShown)) == [2]
    await chat.press(PressAction.RESTORE, gone)
    assert (await chat.said(Restored)).card.number == 2
    await chat.tell("/history deleted", "/history nowhere", "/history tomorrow")
    assert (await chat.said(HistoryShown, 4)).cards == ()
    for words in ("Nothing like that was taken back", "“nowhere”: nothing", "still to come"):
        assert words in chat.screen


@pytest.mark.parametrize("chat", UNCLEAR, indirect=True)
async def test_what_cannot_be_is_refused(chat: FeatureChat) -> None:
    await chat.tell("/history #0", "show #9")
    assert (await chat.said(HistoryShown)).search is None
    assert (await chat.said(NotFound)).number == 9
    assert chat.screen.count(UNCLEAR[chat.person.locale]) == 1
    for arguments in ("{}", '{"number": 1, "task_id": "t"}'):
        await chat.quiet(await chat.call("show_expense", arguments))
    for arguments in ('{"page": 0}', '{"page": 1e30}', '{"least": "1e20000"}', '{"shop": "x"}'):
        await chat.quiet(await chat.call("find_expenses", arguments))
    assert (await chat.said(HistoryShown, 7)).search is None
    assert {status for _, status in await chat.calls()} == {"failed"}


async def test_a_program_searches_and_shows_what_it_found(chat: FeatureChat) -> None:
    await chat.tell("Grab 12", "Grab 90", "Tesco 30")
    message_id = await chat.call("find_expenses", '{"words": "GRAB", "least": 50}')
    await chat.quiet(message_id)
    assert numbers(await chat.said(HistoryShown)) == [2]
    done = await chat.stores.tool_calls.find(chat.user_id, f"{message_id}/1")
    assert done is not None
    assert isinstance(done.value, dict)
    assert (done.value["total"], done.value["page"]) == (1, 1)
    await chat.quiet(await chat.call("show_expense", f'{{"task_id": "{await saved_id(chat, 2)}"}}'))
    assert (await chat.said(ExpenseShown)).card.number == 2


async def test_nobody_is_shown_what_is_anothers(chat: FeatureChat) -> None:
    await chat.tell("Grab 12")
    mine = await saved_id(chat, 1)
    await chat.execute("UPDATE transactions SET user_id = 'another' WHERE task_id = $1", mine)
    await chat.quiet(await chat.call("show_expense", f'{{"task_id": "{mine}"}}'))
    await chat.said(NotFound)
    await chat.tell("show #1", "/history")
    await chat.said(NotFound, 2)
    assert (await chat.said(HistoryShown)).total == 0


async def test_a_model_searches_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await modelled.tell("Grab 12", "Grab 90", "Tesco 95")
    asked = called(
        "find_expenses",
        words="grab",
        least="50",
        most=None,
        currency=None,
        since="2026-01-01",
        until=None,
        category=None,
        deleted=None,
        ours=None,
        page=None,
    )
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("etsi grab-kuitit yli 50 tammikuusta alkaen")
    found = await modelled.said(HistoryShown)
    assert numbers(found) == [2]
    assert found.search is not None
    assert str(found.search.since) == "2026-01-01"


async def test_a_message_that_comes_twice_is_one_call(chat: FeatureChat) -> None:
    await chat.tell("Grab 12")
    message_id = await chat.say("find my grab receipts")
    await chat.quiet(message_id)
    await chat.say("find my grab receipts", id=message_id)
    await chat.tell("show #1")
    await chat.said(ExpenseShown)
    assert await chat.calls() == [("find_expenses", "ok"), ("show_expense", "ok")]
