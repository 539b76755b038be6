"""What a program asks of the conversation itself: to record, change, explain, undo, set."""

import pytest

from agents.expenses.details import Mention
from agents.expenses.replies import AskAmount, Corrected, Deleted, Restored, Saved, ValueOrigin
from domain.conversation_tools import CallOutcome
from domain.tools import ToolStatus
from domain.topics import Cancelled, Failed, NotFound, Preference, Status
from tests.agents.expenses.features.chat import FeatureChat

LUNCH = '{"item": "lunch", "amount": "12.50", "category": "food & drink"}'


async def test_an_expense_is_recorded_and_the_program_learns_its_number(chat: FeatureChat) -> None:
    result = await chat.result("record_expense", LUNCH)
    saved = (await chat.said(Saved)).card
    assert (saved.item, str(saved.amount), saved.currency) == ("lunch", "12.50", "MYR")
    assert saved.category == "Food & Drink"
    outcome = CallOutcome.model_validate(result.value)
    assert (outcome.task_id, outcome.number, outcome.missing) == (saved.task_id, 1, ())
    known = Mention.model_validate(outcome.known)
    assert (known.item, str(known.amount), known.currency) == ("lunch", "12.50", "MYR")


async def test_what_is_missing_is_told_asked_and_given_by_the_next_call(chat: FeatureChat) -> None:
    result = await chat.result("record_expense", '{"merchant": "Starbucks"}')
    assert "amount" in CallOutcome.model_validate(result.value).missing
    await chat.said(AskAmount)
    await chat.result("change_expense", '{"number": 1, "amount": "15.50"}')
    assert (await chat.said(Saved)).card.merchant == "Starbucks"


async def test_a_saved_one_is_changed_explained_taken_back_and_brought_back(
    chat: FeatureChat,
) -> None:
    await chat.tell("Starbucks 15.50")
    changed = await chat.result("change_expense", '{"number": 1, "amount": "16.50"}')
    assert changed.status is ToolStatus.OK
    assert str((await chat.said(Corrected)).card.amount) == "16.50"
    await chat.result("explain_expense", '{"number": 1}')
    await chat.said(ValueOrigin)
    for _ in range(2):
        await chat.result("undo", '{"number": 1}')
    await chat.said(Deleted)
    await chat.result("restore", '{"number": 1}')
    await chat.said(Restored)
    names = [name for name, _ in await chat.calls()]
    assert names == ["change_expense", "explain_expense", "undo", "undo", "restore"]


async def test_the_same_key_twice_records_once(chat: FeatureChat) -> None:
    message_id = await chat.call("record_expense", LUNCH)
    await chat.quiet(message_id)
    await chat.say("record_expense", id=message_id)
    await chat.tell("Grab 9")
    await chat.said(Saved, 2)
    assert await chat.calls() == [("record_expense", "ok")]


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("record_expense", '{"amount": "much"}', "invalid_arguments"),
        ("record_expense", '{"shop": "Zus"}', "invalid_arguments"),
        ("change_expense", '{"number": 7, "amount": "5"}', "not_found"),
        ("set_preference", '{"field": "colour", "value": "red"}', "invalid_arguments"),
    ],
)
async def test_a_call_that_cannot_be_is_refused_with_the_reason(
    chat: FeatureChat, name: str, arguments: str, code: str
) -> None:
    result = await chat.result(name, arguments)
    assert result.error is not None
    assert (result.status, result.error.code) == (ToolStatus.FAILED, code)
    assert set(chat.topics) <= {Failed.topic, NotFound.topic}


async def test_the_platforms_own_tools_do_what_the_commands_do(chat: FeatureChat) -> None:
    await chat.tell("lunch")
    await chat.result("show_status")
    await chat.said(Status)
    await chat.result("cancel", '{"number": 1}')
    await chat.said(Cancelled)
    await chat.result("set_preference", '{"field": "currency", "value": "EUR"}')
    assert (await chat.said(Preference)).after == "EUR"
    await chat.result("undo", '{"number": 99}')
    assert (await chat.said(NotFound)).number == 99
