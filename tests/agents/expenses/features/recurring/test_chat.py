"""Recurring expenses by every way in: words, a command, a button, a model."""

import pytest

from agents.expenses.features.recurring.replies import (
    KEEP_OFFERED,
    RecurringAsBefore,
    RecurringNotChanged,
    RecurringProblem,
    RecurringShown,
    RecurringWasKept,
    RecurringWasRemoved,
)
from agents.expenses.features.recurring.tools import RecurringSetting
from agents.expenses.replies import AskToSave, Saved
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood

NOTHING_CHANGED = {
    "en_MY": "nothing changed",
    "ms_MY": "tiada apa yang berubah",
    "de_DE": "nichts geändert",
}


async def kept(chat: FeatureChat) -> dict[str, str]:
    """What this person keeps as recurring, by name."""
    rows = await chat.execute(
        "SELECT name, amount, currency, every FROM recurring WHERE user_id = $1 AND kept",
        chat.user_id,
    )
    return {r["name"]: f"{r['currency']} {r['amount']:f} a {r['every']}" for r in rows}


async def test_words_that_say_how_often_save_no_expense(chat: FeatureChat) -> None:
    await chat.tell("Spotify 15.90 every month")
    await chat.said(RecurringWasKept)
    await chat.tell("/recurring")
    await chat.said(RecurringShown)
    for words in (
        "Spotify: RM15.90 a month",
        "Paid it today? Send “Spotify RM15.90”",
        "Per month: RM15.90",
    ):
        assert words in chat.screen
    assert list(chat.topics) == [RecurringWasKept.topic, RecurringShown.topic]


@pytest.mark.shows("safety 22")
async def test_what_recurs_is_offered_kept_by_its_button_and_removed_in_words(
    chat: FeatureChat,
) -> None:
    await chat.tell("Netflix 54.90 on 1 January", "Netflix 54.90 on 1 February")
    await chat.tell("Netflix 54.90 on 1 March")
    saved = await chat.told(Saved.topic, 3)
    assert [each.press.action for each in saved.choices].count(KEEP_OFFERED) == 1
    assert "Netflix (RM54.90) comes every month" in chat.screen
    await chat.press(KEEP_OFFERED, saved)
    await chat.said(RecurringWasKept)
    assert await kept(chat) == {"Netflix": "MYR 54.90 a month"}
    await chat.tell("remove netflix from recurring", "/recurring")
    await chat.said(RecurringWasRemoved)
    assert await kept(chat) == {}
    assert "Nothing recurring yet" in chat.screen
    await chat.press(KEEP_OFFERED, saved)
    assert (await chat.said(RecurringNotChanged)).problem is RecurringProblem.NOT_OFFERED


@pytest.mark.parametrize("chat", NOTHING_CHANGED, indirect=True)
async def test_what_cannot_be_is_refused_and_changes_nothing(chat: FeatureChat) -> None:
    await chat.tell("/recurring netflix 10 20")
    assert (await chat.said(RecurringNotChanged)).problem is RecurringProblem.UNCLEAR
    assert chat.screen.count(NOTHING_CHANGED[chat.person.locale]) == 1
    await chat.tell("/recurring remove gym")
    refused = await chat.said(RecurringNotChanged, 2)
    assert (refused.problem, refused.named) == (RecurringProblem.UNKNOWN_NAME, "gym")
    for arguments in ('{"name": "gym", "amount": -5}', '{"name": "gym", "amount": "1e20"}'):
        await chat.quiet(await chat.call("keep_recurring", arguments))
    assert (await chat.said(RecurringNotChanged, 4)).problem is RecurringProblem.UNCLEAR
    await chat.quiet(await chat.call("keep_recurring", '{"name": "gym"}'))
    assert (await chat.said(RecurringNotChanged, 5)).problem is RecurringProblem.NO_AMOUNT
    assert await kept(chat) == {}


async def test_a_model_keeps_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    unsaid = dict.fromkeys(RecurringSetting.model_fields)
    asked = called(
        "keep_recurring", **unsaid | {"name": "vuokra", "amount": "850", "currency": "EUR"}
    )
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("vuokra on 850 euroa joka kuukausi")
    await modelled.said(RecurringWasKept)
    assert await kept(modelled) == {"vuokra": "EUR 850 a month"}


async def test_what_is_said_to_come_again_is_not_saved_unasked(chat: FeatureChat) -> None:
    await chat.tell("gym 120 every month, kids too")
    await chat.said(AskToSave)
    assert Saved.topic not in chat.topics


async def test_what_comes_in_is_told_apart_from_what_is_paid(chat: FeatureChat) -> None:
    await chat.tell("salary 3200 every month", "rent 1850 every month", "/recurring")
    for words in (
        "salary (income): RM3,200.00 a month",
        "Nothing is saved as received yet",
        "Per month: RM1,850.00",
        "Income per month: RM3,200.00",
    ):
        assert words in chat.screen


async def test_a_message_that_comes_twice_is_one_call(chat: FeatureChat) -> None:
    message_id = await chat.say("Spotify 15.90 every month")
    await chat.quiet(message_id)
    await chat.tell("/recurring remove spotify")
    await chat.say("Spotify 15.90 every month", id=message_id)
    await chat.tell("/recurring")
    assert await kept(chat) == {}
    assert await chat.calls() == [
        ("keep_recurring", "ok"),
        ("remove_recurring", "ok"),
        ("list_recurring", "ok"),
    ]


async def test_undo_takes_back_what_was_changed_of_a_recurring_one_and_brings_it_again(
    chat: FeatureChat,
) -> None:
    await chat.tell("gym 120 every month", "gym 135 every month", "/undo")
    await chat.said(RecurringAsBefore)
    assert await kept(chat) == {"gym": "MYR 120 a month"}
    await chat.tell("/undo")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("/recurring remove gym", "/restore")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("spotify 15.90 every month", "/undo")
    assert await kept(chat) == {"gym": "MYR 135 a month"}
    await chat.tell("/restore")
    assert await kept(chat) == {"gym": "MYR 135 a month", "Spotify": "MYR 15.90 a month"}


async def test_undo_of_a_new_one_leaves_that_of_another_currency(chat: FeatureChat) -> None:
    await chat.tell("/recurring netflix 12 usd monthly", "/recurring netflix 54.90 monthly")
    await chat.tell("/undo")
    assert await kept(chat) == {"Netflix": "USD 12 a month"}
