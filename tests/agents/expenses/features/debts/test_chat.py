"""Debts by every way in: words, a command, a model; and taken back."""

import json
from decimal import Decimal

import pytest
from pydantic import JsonValue

from agents.expenses.features.debts.replies import DebtsNotChanged, DebtsShown, DebtsWereNoted
from agents.expenses.features.debts.tools import DebtEntry, DebtProblem
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called, mention
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def owed(chat: FeatureChat) -> dict[str, str]:
    """What is open between this person and each other."""
    rows = await chat.execute(
        "SELECT name, currency, sum(amount) AS amount FROM debts WHERE user_id = $1 AND holds"
        " GROUP BY name, currency HAVING sum(amount) <> 0",
        chat.user_id,
    )
    return {row["name"]: f"{row['currency']} {row['amount']:f}" for row in rows}


async def test_what_is_owed_is_noted_listed_and_paid_back(chat: FeatureChat) -> None:
    await chat.tell("Ann owes me 20 for pizza", "I owe Tom 15", "Ann owes me 4")
    assert await owed(chat) == {"Ann": "MYR 24", "Tom": "MYR -15"}
    await chat.tell("/debts Ann paid back 10", "who owes me?")
    shown = await chat.said(DebtsShown)
    assert [b.amount for b in shown.found.balances] == [Decimal(-15), Decimal(14)]
    assert "Ann: RM14.00 owed to you (pizza)" in chat.screen
    assert "Tom: you owe RM15.00" in chat.screen
    await chat.tell("/debts Ann paid back", "/debts Tom paid back")
    assert await owed(chat) == {}
    assert "Ann: settled" in chat.screen


@pytest.mark.parametrize(
    "words", ["paid 60 for pizza, Ann owes me 20", "pizza 60 and Ann owes me 20"]
)
async def test_of_a_bill_the_own_part_is_proposed_and_what_is_owed_is_noted(
    chat: FeatureChat, words: str
) -> None:
    await chat.tell(words)
    assert await owed(chat) == {"Ann": "MYR 20"}
    assert "Save RM40.00 · pizza?" in chat.screen
    await chat.tell("yes")
    rows = await chat.execute("SELECT amount FROM transactions WHERE user_id = $1", chat.user_id)
    assert [row["amount"] for row in rows] == [Decimal(40)]


async def test_undo_takes_back_what_was_noted_and_notes_it_again(chat: FeatureChat) -> None:
    await chat.tell("Ann owes me 20", "Ann owes me 5", "/undo")
    assert await owed(chat) == {"Ann": "MYR 20"}
    await chat.tell("/restore")
    assert await owed(chat) == {"Ann": "MYR 25"}


async def test_a_correction_says_what_is_owed_in_all(chat: FeatureChat) -> None:
    await chat.tell("Ann owes me 20", "I owe Tom 15")
    entries = [
        {"name": "Ann", "kind": "owes_me_now", "amount": 12},
        {"name": "Tom", "kind": "i_owe_now", "amount": 0},
        {"name": "Bo", "kind": "owes_me_now", "amount": 5},
    ]
    await chat.quiet(await chat.call("note_debts", json.dumps({"entries": entries})))
    assert await owed(chat) == {"Ann": "MYR 12", "Bo": "MYR 5"}
    await chat.tell("/undo")
    assert await owed(chat) == {"Ann": "MYR 20", "Tom": "MYR -15"}


async def test_what_cannot_be_is_refused_and_changes_nothing(chat: FeatureChat) -> None:
    await chat.tell("/debts Ann paid back")
    refused = await chat.said(DebtsNotChanged)
    assert (refused.problem, refused.named) == (DebtProblem.UNKNOWN, "Ann")
    entries = [{"name": "Ann", "kind": "owes_me", "amount": 20}, {"name": "Tom", "kind": "i_owe"}]
    await chat.quiet(await chat.call("note_debts", json.dumps({"entries": entries})))
    assert (await chat.said(DebtsNotChanged, 2)).problem is DebtProblem.NO_AMOUNT
    assert await owed(chat) == {}, "all of a call, or nothing"


async def test_the_same_message_twice_is_noted_once(chat: FeatureChat) -> None:
    message_id = await chat.say("Ann owes me 20")
    await chat.quiet(message_id)
    await chat.tell("who owes me?")
    await chat.say("Ann owes me 20", id=message_id)
    await chat.tell("who owes me?")
    assert await owed(chat) == {"Ann": "MYR 20"}


async def test_a_model_saves_the_own_part_of_a_bill_and_notes_what_the_others_owe(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    """Also where each part is as large as the person's own."""
    shares: list[JsonValue] = [
        dict.fromkeys(DebtEntry.model_fields) | {"name": n, "kind": "owes_me", "amount": "12"}
        for n in ("Ann", "Bo")
    ]
    told = called("note_debts", entries=shares)
    told["mentions"] = [mention(item="badminton", amount="12")]
    models.answer("UnderstandAnswer", understood(act("open", told, agent="expenses")))
    await modelled.tell("badminton 12 each for Ann, Bo and me, i paid")
    await modelled.said(DebtsWereNoted)
    assert await owed(modelled) == {"Ann": "MYR 12", "Bo": "MYR 12"}
    rows = await modelled.execute(
        "SELECT item, amount FROM transactions WHERE user_id = $1", modelled.user_id
    )
    assert [(row["item"], row["amount"]) for row in rows] == [("badminton", Decimal(12))]
