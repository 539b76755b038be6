"""Faults at bad moments: a cancel is never swallowed, a chat never wedged, a word never lost."""

from datetime import timedelta
from decimal import Decimal

import pytest
from temporalio.client import WorkflowExecutionStatus

from agents.expenses import replies
from agents.expenses.meaning import Categorized, CategorySource
from domain import topics
from domain.conversation import ConversationState, Limits
from domain.errors import (
    ConfigurationError,
    InvalidModelOutputError,
    StorageRejectedError,
    StorageUnavailableError,
)
from domain.topics import PressAction
from domain.understanding import Act, ActKind, UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.agents.expenses.workflow.chat import cards_of
from tests.fakes.attachments import image

SAVED = replies.Saved.topic


async def handled(chat: Chat, message_id: str) -> None:
    while message_id not in (await chat.status()).handled:
        pass


async def test_rules_that_fail_are_no_more_than_a_detour(chat: Chat) -> None:
    await chat.tell("lunch")
    chat.rules.failure = InvalidModelOutputError("odd text")
    await chat.tell("12.30")
    await chat.told(SAVED)
    assert [card.amount for card in chat.saved] == [Decimal("12.30")]


async def test_a_draft_that_cannot_be_kept_does_not_wedge_the_chat(chat: Chat) -> None:
    chat.drafts.failure = StorageRejectedError("no")
    await chat.tell("lunch", "I don't know")
    await chat.tell("Starbucks 15.50")
    assert len(chat.saved) == 1


async def test_a_reply_that_cannot_be_delivered_does_not_hold_up_the_next(chat: Chat) -> None:
    chat.channel.failure = ConfigurationError("no such table")
    await chat.quiet(await chat.say("/help"))
    chat.channel.failure = None
    await chat.tell("/status")
    assert chat.topics == [topics.Status.topic]


async def test_a_cancel_that_meets_a_duplicate_drops_it(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    gate = chat.ledger.hold_saves()
    chat.ledger.saving.clear()
    await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    await handled(chat, await chat.say("/cancel"))
    gate.set()
    await chat.told(topics.Cancelled.topic)
    assert (await chat.quiet()).state is ConversationState.IDLE
    assert replies.AskDuplicate.topic not in chat.topics


@pytest.mark.real_server
async def test_a_cancel_that_meets_a_failing_save_saves_nothing(chat: Chat) -> None:
    gate = chat.ledger.hold_saves()
    await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    await handled(chat, await chat.say("/cancel"))
    chat.ledger.failure_after_gate = StorageUnavailableError("away")
    gate.set()
    await chat.told(topics.Cancelled.topic)
    chat.ledger.failure_after_gate = None
    assert (await chat.quiet()).state is ConversationState.IDLE
    assert chat.saved == []
    assert replies.StorageDown.topic not in chat.topics


@pytest.mark.real_server
async def test_closing_while_a_duplicate_comes_back_ends_the_workflow(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    gate = chat.ledger.hold_saves()
    chat.ledger.saving.clear()
    await chat.say("Starbucks 15.50")
    await chat.ledger.saving.wait()
    await chat.handle.cancel()
    gate.set()
    assert await chat.ended() is WorkflowExecutionStatus.CANCELED


@pytest.mark.real_server
async def test_a_cancel_drops_the_words_however_many_came(chat: Chat) -> None:
    gate = chat.understanding.hold("understand")
    for number in range(1, 8):
        await chat.say(f"Starbucks {number}.50")
        await chat.understanding.called(UnderstandRequest, min(number, 6))
    await chat.say("/cancel")
    await chat.told(topics.Cancelled.topic)
    gate.set()
    await chat.quiet()
    assert chat.saved == []


@pytest.mark.skips_time
async def test_a_photo_sent_during_an_outage_is_read_when_it_ends(chat: Chat) -> None:
    attachment = image("outage")
    chat.reader.will_read(receipt(attachment))
    chat.reader.will_fail(attachment, StorageUnavailableError("away"))
    await chat.photo(attachment)
    await chat.env.sleep(timedelta(seconds=30))
    await chat.told(replies.StorageDown.topic)
    del chat.reader.failures[attachment.sha256]
    await chat.env.sleep(timedelta(minutes=1))
    await chat.told(SAVED)
    assert len(chat.saved) == 1


async def test_a_correction_can_be_cancelled_during_an_outage(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    chat.ledger.fail_with_outage()
    await chat.say("no, it was 16.50")
    await chat.told(replies.StorageDown.topic)
    await chat.say("/cancel")
    assert (await chat.said(topics.CancelledTooLate)).unchanged
    chat.ledger.failure = None
    assert (await chat.quiet()).state is ConversationState.IDLE
    assert [card.amount for card in chat.saved] == [Decimal("15.50")]


async def test_nobody_waits_for_a_draft_to_be_written_but_who_resumes_it(chat: Chat) -> None:
    await chat.tell("lunch")
    gate = chat.drafts.hold()
    await chat.say("I don't know")
    kept = await chat.told(replies.Kept.topic)
    await chat.drafts.keeping.wait()
    await chat.tell("Starbucks 15.50")
    await chat.press(PressAction.RESUME, kept)
    gate.set()
    await chat.told(topics.Resumed.topic)
    await chat.tell("12.30")
    assert [card.amount for card in chat.saved] == [Decimal("15.50"), Decimal("12.30")]


async def test_a_draft_of_an_unreadable_version_is_refused_plainly(chat: Chat) -> None:
    await chat.tell("lunch", "I don't know")
    kept = await chat.told(replies.Kept.topic)
    for task_id, draft in chat.drafts.kept.items():
        chat.drafts.kept[task_id] = draft.model_copy(update={"state": '{"draft": "?"}'})
    await chat.press(PressAction.RESUME, kept)
    await chat.told(topics.NoDraft.topic)


async def test_forgetting_a_saved_one_leaves_the_others_alone(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    saved = await chat.said(replies.Saved)
    await chat.tell("lunch")
    act = Act(kind=ActKind.CANCEL, task_id=saved.card.task_id)
    chat.understanding.understood = [(act,)]
    await chat.tell("forget the coffee one please")
    await chat.told(replies.Deleted.topic)
    assert chat.saved == []
    assert (await chat.status()).waiting_for == "amount"


async def test_a_caption_belongs_to_its_photo_whatever_the_engine_names(chat: Chat) -> None:
    attachment = image("captioned")
    chat.reader.will_read(receipt(attachment))
    act = Act(kind=ActKind.OPEN, agent="expenses", details={"payment_method": "Cash"})
    chat.understanding.understood = [(act,)]
    await chat.quiet(await chat.photo(attachment, caption="paid by cash"))
    assert [card.payment_method for card in chat.saved] == ["Cash"]


async def test_an_album_is_summed_up_while_another_question_is_open(chat: Chat) -> None:
    chat.models.categorized = Categorized(
        category="Shopping", confidence=0.9, source=CategorySource.MODEL
    )
    await chat.tell("lunch")
    album = [image(f"album {n}") for n in range(3)]
    for number, attachment in enumerate(album):
        merchant = f"Kedai {number}" if number else None
        chat.reader.will_read(receipt(attachment, merchant=merchant, total=f"{number + 1}.00"))
    await chat.quiet(await chat.photo(*album))
    summary = await chat.said(replies.SavedTogether)
    assert len(summary.cards) == 2


async def test_ignore_that_means_what_was_sent_last(chat: Chat) -> None:
    await chat.tell("lunch")
    attachment = image("just sent")
    chat.reader.will_read(receipt(attachment))
    chat.reader.gate.clear()
    await chat.photo(attachment)
    await chat.reader.started.wait()
    await chat.say("actually ignore that")
    cancelled = await chat.said(topics.Cancelled)
    assert [card.from_photo for card in cards_of(cancelled.tasks)] == [True]
    chat.reader.gate.set()
    assert (await chat.quiet()).waiting_for == "amount"
    assert chat.saved == []


class TestWithoutInjection:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(context_injection=False)

    async def test_a_command_overtakes_waiting_words(self, chat: Chat) -> None:
        attachment = image("slow")
        chat.reader.will_read(receipt(attachment))
        chat.reader.gate.clear()
        await chat.photo(attachment)
        await chat.reader.started.wait()
        await chat.say("hello")
        await chat.say("/cancel")
        await chat.told(topics.Cancelled.topic)
        chat.reader.gate.set()
        await chat.quiet()
        assert chat.saved == []
