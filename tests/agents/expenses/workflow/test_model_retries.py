"""Models that are busy: asked again for a while by Temporal, then rules answer, in one activity."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from agents.expenses.meaning import CategorizeRequest
from domain import topics
from domain.errors import ModelMisconfiguredError, ModelUnavailableError
from domain.understanding import UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image

SAVED = replies.Saved.topic
BUSY = ModelUnavailableError("busy", retry_after=timedelta(milliseconds=200))


def asked(chat: Chat, kind: type) -> int:
    return sum(isinstance(request, kind) for request in chat.understanding.asked)


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
