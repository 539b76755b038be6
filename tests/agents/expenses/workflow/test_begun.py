"""An expense that is saved where its words are read: what comes between is never lost."""

import asyncio
from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.errors import StorageUnavailableError
from domain.topics import PressAction
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.workflows.promises import handled

SAVED = replies.Saved.topic


async def saving(chat: Chat) -> asyncio.Event:
    """Says an expense, whose save has begun and waits for the event."""
    gate = chat.ledger.hold_saves()
    await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    return gate


async def test_a_correction_that_comes_while_it_is_saved_changes_the_row(chat: Chat) -> None:
    gate = await saving(chat)
    correction = await chat.say("no, it was 16.50")
    gate.set()
    await chat.quiet(correction)
    assert [card.amount for card in chat.saved] == [Decimal("16.50")]
    assert chat.topics == [SAVED]
    assert len(chat.ledger.changes) == 2, "the save and its correction"


async def test_another_expense_that_comes_while_it_is_saved_is_a_row_of_its_own(
    chat: Chat,
) -> None:
    gate = await saving(chat)
    second = await chat.say("Tesco 20")
    gate.set()
    await chat.quiet(second)
    assert [(card.number, card.merchant) for card in chat.saved] == [(1, "Starbucks"), (2, "Tesco")]


async def test_a_cancel_that_comes_while_it_is_saved_says_so_and_offers_to_take_it_back(
    chat: Chat,
) -> None:
    gate = await saving(chat)
    cancel = await chat.say("/cancel")
    await handled(chat, cancel)
    gate.set()
    await chat.told(topics.CancelledTooLate.topic)
    await chat.quiet(cancel)
    assert chat.topics == [topics.CancelledTooLate.topic]
    await chat.press(PressAction.UNDO)
    await chat.told(replies.Deleted.topic)
    assert chat.saved == []


async def test_a_cancel_that_comes_while_it_is_only_read_drops_the_words(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    chat.ledger.saving.clear()
    gate = chat.ledger.hold_saves()
    await chat.say("Starbucks 15.50")  # the same once more is asked about, not saved
    await chat.ledger.saving.wait()
    await handled(chat, await chat.say("/cancel"))
    gate.set()
    said = topics.Cancelled.model_validate((await chat.told(topics.Cancelled.topic)).content)
    assert said.texts == ("Starbucks 15.50",)
    await chat.tell("Tesco 20")
    assert [card.number for card in chat.saved] == [1, 2]


async def test_a_save_that_fails_after_the_reading_is_done_once_by_the_task(chat: Chat) -> None:
    gate = chat.ledger.hold_saves()
    chat.ledger.failure_after_gate = StorageUnavailableError("the answer was lost")
    message = await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    gate.set()
    await chat.told(replies.StorageDown.topic)
    chat.ledger.failure_after_gate = None
    await chat.quiet(message)
    assert [card.number for card in chat.saved] == [1]


@pytest.mark.real_server
async def test_a_conversation_that_is_cancelled_while_it_is_saved_saves_it_once(chat: Chat) -> None:
    gate = await saving(chat)
    await chat.handle.cancel()
    gate.set()
    await chat.ended()
    assert len(chat.saved) == 1
    assert chat.topics.count(SAVED) == 1


@pytest.mark.real_server
async def test_a_run_that_is_continued_as_new_while_it_is_saved_saves_it_once(chat: Chat) -> None:
    chat.limit(max_events=40)
    await chat.tell("Tesco 20", "Grab 12")
    chat.ledger.saving.clear()
    gate = chat.ledger.hold_saves()
    message = await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    gate.set()
    await chat.quiet(message)
    assert len(await chat.runs()) > 1
    assert [card.number for card in chat.saved] == [1, 2, 3]
    assert chat.topics == [SAVED] * 3


async def test_words_that_open_nothing_use_up_no_number(chat: Chat) -> None:
    await chat.tell("what did I spend in 2025?", "Starbucks 15.50")
    assert [card.number for card in chat.saved] == [1]


@pytest.mark.real_server
@pytest.mark.parametrize("turns", range(6))
async def test_a_cancel_that_comes_as_the_save_ends_saves_and_tells_once(
    chat: Chat, turns: int
) -> None:
    """Whichever of both is first, or both in one workflow task."""
    gate = await saving(chat)
    gate.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    await chat.handle.cancel()
    await chat.ended()
    assert len(chat.saved) == 1
    assert chat.topics.count(SAVED) == 1
