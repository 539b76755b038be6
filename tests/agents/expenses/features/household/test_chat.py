"""A household by words, commands and buttons, of two people in two chats."""

import pytest

from agents.expenses.features.household.replies import (
    INVITE,
    JOIN,
    LEAVE,
    REFUSE,
    WITHDRAW,
    HouseholdInvited,
    HouseholdNotChanged,
)
from agents.expenses.features.household.tools import JOIN_HOUSEHOLD, HouseholdProblem
from agents.expenses.tools import offered_tools
from tests.agents.expenses.features.chat import FeatureChat


async def invited(chat: FeatureChat) -> str:
    await chat.tell("share my expenses with my wife")
    return (await chat.said(HouseholdInvited)).invited.code


async def share(chat: FeatureChat, other: FeatureChat) -> None:
    """Ana makes a household; Ben joins it."""
    code = await invited(chat)
    await chat.tell("/household name Ana")
    await other.tell(f"join {code}")
    await other.presses(JOIN)
    await other.tell("/household name Ben")


@pytest.mark.shows("household 3")
async def test_somebody_joins_by_a_code_after_a_clear_question(
    chat: FeatureChat, other: FeatureChat
) -> None:
    code = await invited(chat)
    assert f"Your code: {code}" in chat.screen
    assert "What was saved before stays private." in chat.screen
    await chat.tell("/household name Ana")
    asked = await other.hears(f"join {code.lower()}")
    assert "Join Ana's household?" in asked
    assert "They'll see what you save from now on" in asked
    assert "You don't share" in await other.hears("/household"), "not before the yes"
    assert "You've joined." in await other.presses(JOIN)
    assert "You share expenses with Ana." in await other.hears("who is in our household?")
    assert "You share expenses with another member." in await chat.hears("/household")
    await other.tell("/household name Ben")
    assert "You share expenses with Ben." in await chat.hears("/household")


async def test_a_no_joins_nothing(chat: FeatureChat, other: FeatureChat) -> None:
    await other.tell(f"/household {await invited(chat)}")
    assert "you haven't joined" in await other.presses(REFUSE)
    assert "Nobody has joined" in await chat.hears("/household")


async def test_a_household_is_made_and_a_code_taken_back_by_buttons(
    chat: FeatureChat, other: FeatureChat
) -> None:
    await chat.tell("/household")
    await chat.presses(INVITE)
    code = (await chat.said(HouseholdInvited)).invited.code
    await other.tell(f"join {code}")
    assert "no longer works" in await chat.presses(WITHDRAW)
    assert "This code doesn't work." in await other.presses(JOIN)
    assert (await other.said(HouseholdNotChanged)).problem is HouseholdProblem.NO_CODE


async def test_undo_takes_an_invitation_back(chat: FeatureChat, other: FeatureChat) -> None:
    code = await invited(chat)
    await chat.tell("/undo")
    assert "This code doesn't work." in await other.hears(f"join {code}")


async def test_the_longest_member_leaves_and_hands_over(
    chat: FeatureChat, other: FeatureChat
) -> None:
    await share(chat, other)
    assert "Only Ana can invite people" in await other.hears("/household invite")
    left = await chat.hears("leave the household")
    assert "What you saved stays yours, and the others no longer see it." in left
    assert "Ben can invite others now." in left
    assert "You don't share" in await chat.hears("/household")
    assert "Your code:" in await other.hears("/household invite")
    await other.tell("/household")
    assert "You've left" in await other.presses(LEAVE)


@pytest.mark.shows("household 2")
async def test_what_we_spent_is_of_both_and_says_who_entered_what(
    chat: FeatureChat, other: FeatureChat
) -> None:
    await chat.tell("Starbucks 100")
    await share(chat, other)
    await chat.tell("Aldi 10")
    await other.tell("Lidl 5.50")
    told = await chat.hears("what did we spend today?")
    assert "Household, today: RM15.50" in told
    assert "• You: RM10.00" in told
    assert "• Ben: RM5.50" in told
    assert "Today: RM110.00" in await chat.hears("what did I spend today?")
    listed = await other.hears("list our expenses today")
    assert "Ana: Aldi · RM10.00" in listed
    assert "#1 Lidl · RM5.50" in listed
    assert "Only who entered a row can change it." in listed
    assert "Starbucks" not in listed
    found = await other.hears("/history our aldi")
    assert "Household, “aldi”" in found
    assert "Ana: Aldi · RM10.00" in found
    for change in ("delete the aldi", "undo aldi", "the aldi one was 40"):
        assert "Ana entered “Aldi”, so only Ana can change it." in await other.hears(change)
    assert "Ana, today: RM10.00" in await other.hears("what did Ana spend today?")
    assert "Nobody called “Zoe” shares" in await other.hears("what did Zoe spend today?")
    report = await other.hears("our report")
    assert "Household, " in report
    assert "• Ana: RM10.00" in report
    await other.tell("leave the household")
    assert "Today: RM5.50" in await other.hears("what did we spend today?")
    alone = await chat.hears("what did we spend today?")
    assert "RM10.00" in alone
    assert "Ben" not in alone


@pytest.mark.parametrize(
    "words", ["the cinema was 25", "no, the cinema was 25", "das cinema war 25"]
)
async def test_an_amount_for_the_row_of_another_is_no_expense(
    chat: FeatureChat, other: FeatureChat, words: str
) -> None:
    await share(chat, other)
    await chat.tell("cinema 23")
    assert "so only Ana can change it." in await other.hears(words)
    assert "✅ Saved" in await other.hears("cinema 25")


async def test_an_amount_for_what_another_saved_days_ago_is_an_expense(
    chat: FeatureChat, other: FeatureChat
) -> None:
    await share(chat, other)
    assert "✅ Saved" in await chat.hears("cinema 23 3 days ago")
    assert "✅ Saved" in await other.hears("the cinema was 25")


def test_no_program_and_no_model_joins_for_a_person() -> None:
    assert JOIN_HOUSEHOLD not in offered_tools()
