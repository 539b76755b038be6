"""One category for everything from a shop, by every way in."""

import pytest

from agents.expenses.features.sweeps.replies import (
    ALL_NO,
    ALL_UNDO,
    ALL_YES,
    CategoryForAll,
    ForAllStage,
)
from domain.topics import StaleButton
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def categories(chat: FeatureChat) -> list[str]:
    rows = await chat.execute(
        "SELECT category FROM transactions WHERE user_id = $1 ORDER BY number", chat.user_id
    )
    return [row["category"] for row in rows]


@pytest.mark.shows("safety 17")
async def test_past_ones_change_only_after_a_yes_that_names_how_many_and_back_as_one(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "Grab 13", "all from Grab are food")
    offered = await chat.said(CategoryForAll)
    assert (offered.stage, offered.outcome.count) == (ForAllStage.OFFERED, 2)
    assert await categories(chat) == ["Transport", "Transport"]
    await chat.tell("yes")
    assert (await chat.said(CategoryForAll, 2)).stage is ForAllStage.CHANGED
    assert await categories(chat) == ["Food & Drink", "Food & Drink"]
    await chat.presses(ALL_UNDO)
    assert (await chat.said(CategoryForAll, 3)).stage is ForAllStage.UNDONE
    assert await categories(chat) == ["Transport", "Transport"]
    assert await chat.calls() == [
        ("categorize_shop", "ok"),
        ("recategorize_shop", "ok"),
        ("uncategorize_shop", "ok"),
    ]


async def test_the_buttons_say_yes_and_no_and_one_of_a_sweep_that_is_gone_is_stale(
    chat: FeatureChat,
) -> None:
    await chat.tell("Grab 12", "all from Grab are food")
    offer = await chat.told(CategoryForAll.topic)
    await chat.presses(ALL_NO, reply=offer)
    assert (await chat.said(CategoryForAll, 2)).stage is ForAllStage.LEFT
    await chat.presses(ALL_YES, reply=offer)
    assert await categories(chat) == ["Food & Drink"]
    await chat.tell("undo all")
    await chat.presses(ALL_YES, reply=offer)
    await chat.said(StaleButton)
    assert await categories(chat) == ["Transport"]


async def test_a_model_gives_a_shop_its_category_and_none_that_there_is_not(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await modelled.tell("Grab 12")
    for category, stage in (("Food & Drink", "offered"), ("zzz", "unclear")):
        asked = called("categorize_shop", shop="Grab", category=category)
        models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
        await modelled.tell("kaikki Grabista on ruokaa")
        assert (await modelled.said(CategoryForAll)).stage == stage
