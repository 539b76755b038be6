"""Outages, decisions of a model, and photos of several receipts, in chats."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from agents.expenses.meaning import Categorized, CategorySource, Decided
from domain import topics
from domain.conversation import Limits
from domain.errors import ModelUnavailableError
from domain.replies import Reply
from domain.understanding import Act, ActKind, UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.workflows.chat import content_of

SAVED = replies.Saved.topic


def actions(reply: Reply) -> list[str]:
    return [choice.press.action for choice in reply.choices]


async def today(chat: Chat) -> date:
    """The person's own date, eight hours ahead of UTC."""
    return (await chat.env.get_current_time() + timedelta(hours=8)).date()


async def photo_being_read(chat: Chat, merchant: str | None = "Kedai Kopi") -> None:
    """Sends a photo and returns while its reading goes on."""
    attachment = image("photo")
    chat.reader.will_read(receipt(attachment, merchant=merchant))
    chat.reader.gate.clear()
    await chat.photo(attachment)
    await chat.reader.started.wait()


class TestPlain:
    async def test_a_photo_of_several_receipts_is_said_to_be_one(self, chat: Chat) -> None:
        attachment = image("two receipts")
        two = receipt(attachment, total_confidence=0.45).model_copy(update={"receipts_seen": 2})
        chat.reader.will_read(two)
        await chat.quiet(await chat.photo(attachment))
        asked = await chat.told(replies.AskAmount.topic)
        assert content_of(asked, replies.AskAmount).several == 2
        assert [choice.press.value for choice in asked.choices] == ["9.00"]


class TestInjection:
    async def test_a_photo_parts_what_was_said_before_it_from_what_is_said_about_it(
        self, chat: Chat
    ) -> None:
        gate = chat.understanding.hold("understand")
        await chat.say("Starbucks 15.50")
        await chat.understanding.started["understand"].wait()
        await photo_being_read(chat)
        last = await chat.say("the total is 10")
        gate.set()
        await chat.understanding.called(UnderstandRequest, 2)
        chat.reader.gate.set()
        await chat.told(SAVED, count=2)
        await chat.quiet(last)
        saved = {card.merchant: card.amount for card in chat.saved}
        assert saved == {"Starbucks": Decimal("15.50"), "Kedai Kopi": Decimal(10)}


class TestFaults:
    @pytest.mark.shows("11.5", "safety 7", "scenario 34")
    @pytest.mark.real_server  # the other tells activities nothing of their retry policy
    async def test_an_outage_is_told_once_and_the_row_is_saved_when_it_ends(
        self, chat: Chat
    ) -> None:
        chat.ledger.fail_with_outage()
        await chat.say("Starbucks 15.50")
        await chat.told(replies.StorageDown.topic)
        chat.ledger.failure = None
        assert (await chat.said(replies.Saved)).late
        assert len(chat.saved) == 1
        assert chat.topics.count(replies.StorageDown.topic) == 1

    @pytest.mark.shows("4.4", "scenario 34")
    @pytest.mark.skips_time
    async def test_cancel_works_during_an_outage(self, chat: Chat) -> None:
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
    async def test_a_model_outage_is_told_once_and_its_end_is_silent(self, chat: Chat) -> None:
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
        self, chat: Chat, answer: str | None, asked: str
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
    async def test_an_unsure_category_is_asked_about(self, chat: Chat) -> None:
        chat.models.categorized = Categorized(
            category="Travel", confidence=0.79, source=CategorySource.MODEL
        )
        await chat.tell("Starbucks 15.50")
        asked = await chat.told(replies.AskCategory.topic)
        assert asked.choices[0].label == "Travel"
        assert chat.saved == []


class TestWithoutInjection:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(context_injection=False)

    async def test_a_message_waits_until_the_task_has_ended(self, chat: Chat) -> None:
        await photo_being_read(chat)
        await chat.say("no, it was 15.50")
        chat.reader.gate.set()
        await chat.told(replies.Corrected.topic)
        assert chat.topics.index(SAVED) < chat.topics.index(replies.Corrected.topic)
        assert [card.amount for card in chat.saved] == [Decimal("15.50")]
