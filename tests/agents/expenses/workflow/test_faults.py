"""Faults at bad moments: a cancel is never swallowed, a chat never wedged, a word never lost.

Models that are busy are asked again for a while by Temporal, then rules answer, in one activity.
"""

from datetime import timedelta
from decimal import Decimal

import pytest
from temporalio.client import WorkflowExecutionStatus

from agents.expenses import replies
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource, Decided
from domain import topics
from domain.conversation import ConversationState
from domain.errors import (
    ConfigurationError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
    StorageRejectedError,
    StorageUnavailableError,
)
from domain.topics import PressAction
from domain.understanding import Act, ActKind, UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.workflows.chat import content_of
from tests.workflows.promises import handled

SAVED = replies.Saved.topic


BUSY = ModelUnavailableError("busy", retry_after=timedelta(milliseconds=200))


def asked(chat: Chat, kind: type) -> int:
    return sum(isinstance(request, kind) for request in chat.understanding.asked)


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


async def test_the_reader_is_given_the_caption_of_its_photo(chat: Chat) -> None:
    attachment = image("captioned")
    chat.reader.available = True
    chat.reader.will_read(receipt(attachment, total_confidence=0.4))
    await chat.quiet(await chat.photo(attachment, caption="only the beer"))
    assert chat.reader.captions == ["only the beer"]


async def test_a_photo_of_several_receipts_is_said_to_be_one(chat: Chat) -> None:
    attachment = image("two receipts")
    two = receipt(attachment, total_confidence=0.45).model_copy(update={"receipts_seen": 2})
    chat.reader.will_read(two)
    await chat.quiet(await chat.photo(attachment))
    asked = await chat.told(replies.AskReading.topic)
    assert content_of(asked, replies.AskReading).several == 2
    assert content_of(asked, replies.AskReading).unsure == ("amount",)


@pytest.mark.shows("11.5", "safety 7", "scenario 34")
@pytest.mark.real_server  # the other tells activities nothing of their retry policy
async def test_an_outage_is_told_once_and_the_row_is_saved_when_it_ends(chat: Chat) -> None:
    chat.ledger.fail_with_outage()
    await chat.say("Starbucks 15.50")
    await chat.told(replies.StorageDown.topic)
    chat.ledger.failure = None
    assert (await chat.said(replies.Saved)).late
    assert len(chat.saved) == 1
    assert chat.topics.count(replies.StorageDown.topic) == 1


@pytest.mark.shows("4.4", "scenario 34")
@pytest.mark.skips_time
async def test_cancel_works_during_an_outage(chat: Chat) -> None:
    chat.ledger.fail_with_outage()
    await chat.say("Starbucks 15.50")
    await chat.told(replies.StorageDown.topic)
    await chat.say("/cancel")
    await chat.told(topics.Cancelled.topic)
    chat.ledger.failure = None
    await chat.env.sleep(timedelta(minutes=1))
    await chat.quiet()
    assert chat.saved == []


@pytest.mark.shows("scenario 35")
async def test_a_model_outage_is_told_once_and_its_end_is_silent(chat: Chat) -> None:
    chat.understanding.degraded = True
    await chat.tell("Starbucks 15.50", "grab 12")
    await chat.told(SAVED, count=2)
    assert chat.topics.count(topics.Degraded.topic) == 1
    chat.understanding.degraded = False
    before = len(chat.topics)
    await chat.tell("Petronas 40")
    assert chat.topics[before:] == [SAVED]


@pytest.mark.shows("5.1", "scenario 36")
@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ("request_amount", replies.AskAmount.topic),
        ("store", replies.AskMerchant.topic),
        (None, replies.AskMerchant.topic),
    ],
)
async def test_a_legal_decision_is_taken_and_any_other_falls_back_to_the_fixed_order(
    chat: Chat, answer: str | None, asked: str
) -> None:
    expense = Act(kind=ActKind.OPEN, agent="expenses", details={"currency": "USD"})
    chat.understanding.understood = [(expense,)]
    if answer is None:
        chat.understanding.failures["decide"] = ModelUnavailableError("down")
    else:
        chat.models.decided = Decided(action=answer, reason="it says so")
    await chat.tell("I bought something in dollars")
    await chat.told(asked)
    assert chat.saved == []


@pytest.mark.shows("8.3", "scenario 36")
async def test_an_unsure_category_is_asked_about(chat: Chat) -> None:
    chat.models.categorized = Categorized(
        category="Travel", confidence=0.79, source=CategorySource.MODEL
    )
    await chat.tell("Starbucks 15.50")
    asked = await chat.told(replies.AskCategory.topic)
    assert asked.choices[0].label == "Travel"
    assert chat.saved == []


@pytest.mark.shows("models 2")
async def test_a_busy_model_is_asked_four_times_then_the_receipt_is_saved_by_rules(
    chat: Chat,
) -> None:
    chat.understanding.busy = BUSY
    chat.understanding.degraded = True
    await chat.say("Starbucks 15.50")
    await chat.told(SAVED)
    assert [card.amount for card in chat.saved] == [Decimal("15.50")]
    assert asked(chat, UnderstandRequest) == 4
    assert asked(chat, CategorizeRequest) == 0, "rules are sure of it: nobody waits twice"
    assert chat.topics.count(topics.Degraded.topic) == 1


async def test_a_model_that_is_back_in_time_answers_as_if_nothing_had_been(chat: Chat) -> None:
    chat.understanding.busy = BUSY
    await chat.say("Starbucks 15.50")
    await chat.understanding.called(UnderstandRequest, 2)
    chat.understanding.busy = None
    await chat.told(SAVED)
    assert 2 <= asked(chat, UnderstandRequest) <= 4
    assert topics.Degraded.topic not in chat.topics


async def test_a_wait_that_is_too_long_for_a_person_is_not_begun(chat: Chat) -> None:
    chat.understanding.busy = ModelUnavailableError("busy", retry_after=timedelta(minutes=2))
    await chat.tell("Starbucks 15.50")
    assert len(chat.saved) == 1
    assert (asked(chat, UnderstandRequest), asked(chat, CategorizeRequest)) == (1, 0)


async def test_a_cancel_ends_the_wait_for_a_model(chat: Chat) -> None:
    chat.understanding.busy = ModelUnavailableError("busy", retry_after=timedelta(seconds=9))
    await chat.say("Starbucks 15.50")
    await chat.understanding.called(UnderstandRequest, 1)
    await chat.say("/cancel")
    await chat.told(topics.Cancelled.topic)
    await chat.quiet()
    assert chat.saved == []
    assert asked(chat, UnderstandRequest) == 1


async def test_what_is_said_meanwhile_does_not_wait_for_the_model(chat: Chat) -> None:
    chat.understanding.busy = ModelUnavailableError("busy", retry_after=timedelta(seconds=9))
    await chat.say("Starbucks 15.50")
    await chat.understanding.called(UnderstandRequest, 1)
    chat.understanding.busy = None
    await chat.say("no, 16.50")
    await chat.told(SAVED)
    assert [card.amount for card in chat.saved] == [Decimal("16.50")]


async def test_a_key_that_is_refused_is_told_once_however_many_photos_come(chat: Chat) -> None:
    chat.reader.available = True
    chat.reader.model_failure = ModelMisconfiguredError("401")
    for name in ("one", "two", "three"):
        photo = image(name)
        chat.reader.will_read(receipt(photo, total_confidence=0.3))
        await chat.quiet(await chat.photo(photo))
    assert chat.topics.count(topics.Degraded.topic) == 1
    assert chat.readings.stored == {}
