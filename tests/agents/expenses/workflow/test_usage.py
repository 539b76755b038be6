"""What the models used is told on request; that they may not be used any more, once a day."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import ConversationState, Limits
from domain.errors import StorageUnavailableError
from domain.usage import Budget, Spent, UsageOfPerson
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.speech import voice

USAGE, USED_UP = topics.Usage.topic, topics.BudgetUsedUp.topic
ALIS = UsageOfPerson(
    today=Spent(tokens=1_200, cost=Decimal("0.0021")),
    lately=Spent(tokens=9_000, cost=Decimal("0.03")),
    days=7,
    calls=12,
    calls_today=3,
)


class TestUsage:
    @pytest.mark.shows("models 12")
    async def test_it_is_told_for_today_and_lately(self, chat: Chat) -> None:
        chat.usage.persons["test:ali"] = ALIS
        await chat.tell("/usage")
        usage = (await chat.said(topics.Usage)).usage
        assert (usage.calls_today, usage.today.cost) == (3, Decimal("0.0021"))
        assert (usage.calls, usage.lately.cost, usage.days) == (12, Decimal("0.03"), 7)
        assert "3 calls" in chat.screen

    async def test_it_is_ones_own(self, chat: Chat) -> None:
        chat.usage.persons["somebody else"] = ALIS
        await chat.tell("/usage")
        assert (await chat.said(topics.Usage)).usage.calls == 0

    async def test_it_is_answered_while_a_question_is_open(self, chat: Chat) -> None:
        await chat.tell("lunch", "/usage")
        await chat.told(USAGE)
        await chat.told(replies.AskAmount.topic, count=2)
        assert (await chat.status()).state is ConversationState.WAITING
        await chat.tell("12.30")
        assert len(chat.saved) == 1

    async def test_an_outage_is_reported(self, chat: Chat) -> None:
        chat.usage.failure = StorageUnavailableError("away")
        await chat.say("/usage")
        await chat.told(topics.Failed.topic)


class TestUsedUp:
    async def test_it_is_told_once_and_the_expense_is_saved(self, chat: Chat) -> None:
        chat.understanding.used_up = Budget.PERSON
        await chat.tell("Starbucks 15.50", "grab 12")
        await chat.told(replies.Saved.topic, count=2)
        assert chat.topics.count(USED_UP) == 1
        assert (await chat.said(topics.BudgetUsedUp)).whose is Budget.PERSON

    async def test_it_is_told_for_a_voice_note_that_was_heard_without_a_provider(
        self, chat: Chat
    ) -> None:
        note = voice("note")
        chat.speech.will_hear(note, "grab 12")
        chat.speech.used_up = Budget.PERSON
        await chat.quiet(await chat.post("1", attachments=(note,)))
        await chat.quiet(await chat.post("2", attachments=(note,)))
        assert chat.topics.count(topics.VoiceHeard.topic) == 2
        assert chat.topics.count(USED_UP) == 1

    async def test_without_a_limit_that_is_reached_nothing_is_told(self, chat: Chat) -> None:
        await chat.tell("Starbucks 15.50")
        assert chat.topics == [replies.Saved.topic]

    @pytest.mark.shows("models 11")
    @pytest.mark.skips_time
    async def test_it_is_told_again_on_another_day_of_utc(self, chat: Chat) -> None:
        chat.understanding.used_up = Budget.EVERYBODY
        now = await chat.env.get_current_time()
        one_o_clock = now.replace(hour=1, minute=0) + timedelta(days=1)
        await chat.env.sleep(one_o_clock - now)
        await chat.tell("Starbucks 15.50")
        await chat.env.sleep(timedelta(hours=20))
        await chat.tell("grab 12")
        assert chat.topics.count(USED_UP) == 1
        await chat.env.sleep(timedelta(hours=4))
        await chat.tell("petronas 40")
        assert chat.topics.count(USED_UP) == 2


@pytest.mark.real_server
class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_events=60, max_history=6, has_model=True)

    async def test_that_it_was_told_is_carried_over(self, chat: Chat) -> None:
        chat.understanding.used_up = Budget.PERSON
        for number in range(6):
            await chat.tell(f"Starbucks {number + 1}.50")
        assert len(await chat.runs()) > 1
        assert chat.topics.count(USED_UP) == 1
