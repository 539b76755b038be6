"""One expense over several categories, by every way in."""

from decimal import Decimal

from pydantic import JsonValue

from agents.expenses.features.splits.replies import SplitUnclear
from agents.expenses.replies import AskToSave, Corrected, Reverted, Saved
from agents.expenses.splitting import SPLIT, SplitProblem
from domain.topics import NotFound, PressAction
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def parts(chat: FeatureChat) -> list[dict[str, str]]:
    """Of each saved expense, by number."""
    rows = await chat.execute(
        "SELECT parts FROM transactions WHERE user_id = $1 ORDER BY number", chat.user_id
    )
    return [{part["category"]: f"{part['amount']}" for part in row["parts"] or ()} for row in rows]


async def test_it_is_split_by_words_and_undone_by_its_button(chat: FeatureChat) -> None:
    await chat.tell("tesco 16")
    await chat.said(Saved)
    await chat.tell("split #1: 10 food, the rest gifts")
    first = await chat.told(Corrected.topic)
    assert list((await parts(chat))[0].values()) == ["10", "6"]
    await chat.tell("split it half groceries half gifts")
    await chat.told(Corrected.topic, 2)
    assert list((await parts(chat))[0].values()) == ["8.00", "8.00"]
    await chat.presses(PressAction.UNDO, reply=await chat.told(Corrected.topic))
    assert list((await parts(chat))[0].values()) == ["10", "6"]
    await chat.presses(PressAction.UNDO, reply=first)
    assert await parts(chat) == [{}]
    assert await chat.calls() == [("split_expense", "ok")] * 2


async def test_parts_that_are_told_with_the_whole_are_proposed_and_saved(chat: FeatureChat) -> None:
    await chat.tell("210 at Mydin, of that 150 food and the rest household")
    await chat.said(AskToSave)
    assert "🍔 Food & Drink RM150.00 + 🏠 Household RM60.00?" in chat.screen
    await chat.tell("yes")
    await chat.said(Saved)
    assert await parts(chat) == [{"Food & Drink": "150", "Household": "60"}]


async def test_parts_of_another_amount_are_none(chat: FeatureChat) -> None:
    await chat.tell(
        "210 at Mydin, of that 150 food and the rest household", "no, it was 220", "yes"
    )
    await chat.said(Saved)
    assert await parts(chat) == [{}]


async def test_parts_that_an_edited_message_tells_are_taken_as_told(chat: FeatureChat) -> None:
    await chat.quiet(await chat.post("1", "210 at Mydin, of that 150 food and the rest household"))
    await chat.tell("yes")
    await chat.said(Saved)
    await chat.edit("1", "220 at Mydin, of that 150 food and the rest household")
    await chat.said(Corrected)
    assert await parts(chat) == [{"Food & Drink": "150", "Household": "70"}]
    await chat.edit("1", "220 at Mydin, of that 100 food and the rest household")
    await chat.told(Corrected.topic, 2)
    assert await parts(chat) == [{"Food & Drink": "100", "Household": "120"}]


async def test_parts_add_up_or_are_asked_about(chat: FeatureChat) -> None:
    await chat.tell("Tesco 42.50", "split it: 30 groceries, 10 household")
    await chat.said(SplitUnclear)
    assert "Where do the other RM2.50 go?" in chat.screen
    await chat.tell("split #1: 30 groceries, the rest household")
    await chat.said(Corrected)
    assert "🛒 Groceries RM30.00 + 🏠 Household RM12.50" in chat.screen
    await chat.tell("undo")
    await chat.said(Reverted)
    assert await parts(chat) == [{}]


async def test_a_button_asks_how_and_what_cannot_be_changes_nothing(chat: FeatureChat) -> None:
    await chat.tell("tesco 16")
    await chat.said(Saved)
    await chat.tell("show #1")
    await chat.press(SPLIT)
    assert (await chat.said(SplitUnclear)).problem is SplitProblem.UNCLEAR
    await chat.tell("split #1: 10 food, 5 gifts")
    refused = await chat.said(SplitUnclear, 2)
    assert (refused.problem, refused.told) == (SplitProblem.SUM, Decimal(15))
    await chat.tell("split #1: 16 food")
    assert (await chat.said(SplitUnclear, 3)).problem is SplitProblem.ONE
    await chat.tell("split #9: 1 food, the rest gifts")
    assert (await chat.said(NotFound)).number == 9
    assert await parts(chat) == [{}]


async def test_a_model_splits_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await modelled.tell("tesco 16")
    await modelled.said(Saved)
    told: list[JsonValue] = [
        {"category": "Food & Drink", "amount": "10", "fraction": None, "currency": None},
        {"category": "Gifts", "amount": None, "fraction": None, "currency": None},
    ]
    asked = called("split_expense", number=None, task_id=None, parts=told)
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("jaa se: 10 ruokaa, loput lahjoja")
    await modelled.said(Corrected)
    assert await parts(modelled) == [{"Food & Drink": "10", "Gifts": "6"}]
