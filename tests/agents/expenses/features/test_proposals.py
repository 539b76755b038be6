"""What rules only guess to be an expense is proposed: a press or a word saves it, nothing else."""

import pytest

from agents.expenses.draft import (
    CHANGE_OTHER,
    CHANGE_PROPOSED,
    SAVE_ALL,
    SAVE_AS_REFUND,
    SAVE_AS_SPENT,
    SAVE_PROPOSED,
)
from agents.expenses.replies import AskAmount, AskDate, AskToSave, Corrected, Dropped, Saved
from agents.expenses.rules import Problem
from agents.expenses.shown import MoneyKind
from domain.topics import PressAction, StaleButton
from tests.agents.expenses.features.chat import FeatureChat


async def test_a_press_saves_it_and_nothing_else_is_asked(chat: FeatureChat) -> None:
    await chat.tell("clinic 80 maybe 85")
    asked = await chat.said(AskToSave)
    assert asked.card.amount is not None
    await chat.press(SAVE_PROPOSED, await chat.told(AskToSave.topic))
    saved = (await chat.said(Saved)).card
    assert (saved.amount, saved.category) == (asked.card.amount, saved.category or "")
    assert list(chat.topics) == [AskToSave.topic, Saved.topic]


async def test_a_yes_saves_it_and_a_no_leaves_it(chat: FeatureChat) -> None:
    await chat.tell("dinner 80 split between 4", "yes")
    assert str((await chat.said(Saved)).card.amount) == "20.00"
    await chat.tell("taxi 27 durch drei")
    await chat.press(PressAction.DROP, await chat.told(AskToSave.topic, 2))
    await chat.said(Dropped)
    assert len([topic for topic in chat.topics if topic == Saved.topic]) == 1


async def test_what_is_different_is_said_and_saved(chat: FeatureChat) -> None:
    await chat.tell("paid with a 20, got 7.50 back, nasi lemak")
    asked = await chat.told(AskToSave.topic)
    await chat.press(CHANGE_PROPOSED, asked)
    assert (await chat.said(AskToSave, 2)).changing
    await chat.tell("11.50")
    saved = (await chat.said(Saved)).card
    assert (str(saved.amount), saved.item) == ("11.50", "nasi lemak")


async def test_about_when_it_was_is_proposed_and_saved_with_a_yes(chat: FeatureChat) -> None:
    await chat.tell("dentist 40 last week")
    about = (await chat.said(AskToSave)).card.occurred_on
    assert about is not None
    await chat.tell("yes")
    assert (await chat.said(Saved)).card.occurred_on == about


async def test_a_day_that_no_calendar_has_is_asked_for(chat: FeatureChat) -> None:
    await chat.tell("dentist 40 on 31/11")
    assert (await chat.said(AskDate)).problem == Problem.MISSING


GARDENER = "add 27 cash paid to the gardener yesterday"


@pytest.mark.parametrize(
    "words",
    ["move the rent to the 3rd", "move the gardener to the 3rd", "that is the new price"],
)
async def test_words_about_something_else_leave_it_open(chat: FeatureChat, words: str) -> None:
    await chat.tell(GARDENER, words)
    assert Saved.topic not in chat.topics
    await chat.tell("cash, yesterday")
    assert (await chat.said(Saved)).card.item == "gardener"


@pytest.mark.parametrize("words", ["no, it was 12", "no, yesterday", "I meant my rent"])
async def test_what_changes_behind_a_no_or_is_called_otherwise_is_asked_again(
    chat: FeatureChat, words: str
) -> None:
    await chat.tell(GARDENER, words)
    await chat.said(AskToSave, 2)
    assert Saved.topic not in chat.topics
    await chat.tell("no")
    await chat.said(Dropped)


async def test_a_no_with_more_words_drops_it(chat: FeatureChat) -> None:
    await chat.tell(GARDENER, "no, that is for the recurring list")
    await chat.said(Dropped)


@pytest.mark.parametrize(
    "words",
    ["no problem", "no worries, thanks", "no hurry", "kein Problem", "no wait yes",
     "no yes save it"],
)  # fmt: skip
async def test_a_no_that_refuses_nothing_leaves_it_open(chat: FeatureChat, words: str) -> None:
    await chat.tell(GARDENER, words)
    assert Dropped.topic not in chat.topics
    await chat.tell("yes")
    assert (await chat.said(Saved)).card.item == "gardener"


async def test_it_waits_quietly_beside_what_is_noted_and_asked(chat: FeatureChat) -> None:
    await chat.tell("clinic 80 maybe 85", "Starbucks 15.50", "what did I spend this week?", "nice")
    assert (await chat.said(Saved)).card.merchant == "Starbucks"
    assert list(chat.topics).count(AskToSave.topic) == 1
    await chat.press(SAVE_PROPOSED, await chat.told(AskToSave.topic))
    assert (await chat.said(Saved, 2)).card.number == 1


async def test_plans_and_prices_are_not_proposed_and_what_others_spent_is_never_saved(
    chat: FeatureChat,
) -> None:
    await chat.tell(
        "thinking of getting a switch, like 1400",
        "petrol's 2.05 a litre now",
        "can you believe it costs 90",
        "meeting at 3.30 with dave",
    )
    assert AskToSave.topic not in chat.topics
    await chat.tell("my mate paid 2000 for a watch")
    assert Saved.topic not in chat.topics


async def test_money_that_came_in_is_proposed_as_such(chat: FeatureChat) -> None:
    await chat.tell("zara sent back the jacket money 159 finally")
    assert (await chat.said(AskToSave)).card.kind is MoneyKind.INCOME
    await chat.press(SAVE_AS_SPENT, await chat.told(AskToSave.topic))
    assert (await chat.said(Saved)).card.kind is MoneyKind.EXPENSE


async def test_an_amount_below_zero_came_back_was_spent_or_is_left(chat: FeatureChat) -> None:
    await chat.tell("shopee -20")
    asked = await chat.said(AskAmount)
    assert asked.problem == Problem.NEGATIVE
    await chat.press(SAVE_AS_REFUND, await chat.told(AskAmount.topic))
    back = (await chat.said(Saved)).card
    assert (back.kind, back.category, str(back.amount)) == (MoneyKind.INCOME, "Refund", "20")
    await chat.tell("lazada -30")
    await chat.press(SAVE_AS_SPENT, await chat.told(AskAmount.topic, 2))
    spent = (await chat.said(Saved, 2)).card
    assert (spent.kind, str(spent.amount)) == (MoneyKind.EXPENSE, "30")
    await chat.tell("zara -40")
    await chat.press(PressAction.DROP, await chat.told(AskAmount.topic, 3))
    await chat.said(Dropped)
    await chat.tell("ikea -50", "refund")
    assert (await chat.said(Saved, 3)).card.category == "Refund"
    await chat.tell("muji -60", "no", "spent")
    assert (await chat.said(Saved, 4)).card.kind is MoneyKind.EXPENSE
    await chat.tell("zara -70", "neither")
    await chat.said(Dropped, 2)


async def test_words_that_point_back_change_or_remove_the_row_that_they_name(
    chat: FeatureChat,
) -> None:
    await chat.tell("breakfast 8.10, parking 6.20", "the 8.10 one was actually 9.10")
    await chat.tell("take the parking off")
    rows = await chat.execute(
        "SELECT item, amount FROM transactions WHERE user_id = $1 AND deleted_at IS NULL",
        chat.user_id,
    )
    assert [(row["item"], str(row["amount"])) for row in rows] == [("breakfast", "9.10")]


async def rows(chat: FeatureChat) -> list[tuple[object, ...]]:
    """What is saved, by what it was for."""
    found = await chat.execute(
        "SELECT item, amount, occurred_on, payment_method, category FROM transactions"
        " WHERE user_id = $1 AND deleted_at IS NULL ORDER BY item, amount",
        chat.user_id,
    )
    return [tuple(row) for row in found]


async def test_what_may_be_about_a_row_changes_it_or_is_new(chat: FeatureChat) -> None:
    await chat.tell("sushi 42", "sushi 45 maybe")
    asked = await chat.said(AskToSave)
    assert asked.other is not None
    assert str(asked.other.amount) == "42"
    await chat.press(CHANGE_OTHER, await chat.told(AskToSave.topic))
    assert str((await chat.said(Corrected)).card.amount) == "45"
    await chat.tell("sushi 47 maybe")
    await chat.press(SAVE_PROPOSED, await chat.told(AskToSave.topic, 2))
    await chat.said(Saved, 2)
    assert [str(amount) for _, amount, *_ in await rows(chat)] == ["45", "47"]


async def test_two_rows_are_moved_and_one_is_paid_by_card(chat: FeatureChat) -> None:
    await chat.tell("breakfast 8.10, parking 6.20", "both were yesterday")
    await chat.tell("parking was by card btw")
    (_, _, first, _, _), (_, _, second, how, _) = await rows(chat)
    assert first == second
    assert how == "Card"
    await chat.tell("coffee 5.50")
    assert (await rows(chat))[1][2] != first


async def test_the_second_one_is_corrected_or_taken_off(chat: FeatureChat) -> None:
    await chat.tell("breakfast 8.10, parking 6.20", "the second one was 7.20")
    assert [str(amount) for _, amount, *_ in await rows(chat)] == ["8.10", "7.20"]
    await chat.tell("delete the first one, ann paid")
    assert [item for item, *_ in await rows(chat)] == ["parking"]


async def test_what_was_dropped_is_found_when_it_is_wanted_after_all(chat: FeatureChat) -> None:
    await chat.tell("dinner 80 split between 4", "no", "actually save it as transport")
    ((item, amount, _, _, category),) = await rows(chat)
    assert (str(amount), category) == ("20.00", "Transport")
    assert item == "dinner"


async def test_one_press_saves_all_that_is_proposed(chat: FeatureChat) -> None:
    await chat.tell("clinic 80 maybe 85", "sushi 45 maybe")
    await chat.press(SAVE_ALL, await chat.told(AskToSave.topic, 2))
    await chat.said(Saved, 2)
    assert len(await rows(chat)) == 2
    await chat.press(SAVE_ALL)
    assert (await chat.told(StaleButton.topic)).topic == StaleButton.topic
