"""The transcript gets both sides of each turn, after an outage too; old cards are found in it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal

import pytest
from temporalio.testing import WorkflowEnvironment

from agents.expenses import replies
from agents.expenses.card import CARD
from domain import topics
from domain.conversation import (
    MAX_SHOWN_REFS,
    MAX_UNWRITTEN,
    Limits,
    Recalled,
    RecalledTask,
    ShownRefs,
)
from domain.errors import StorageUnavailableError, UnknownTopicError
from domain.replies import DeliveredReply, Delivery, Reply
from domain.understanding import Person
from tests.activities.doubles import BreakableTranscript
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.channel import RecordingChannel
from tests.local.waiting import eventually
from workflows.outbox import OFFER_AGAIN


class NumberedChannel(RecordingChannel):
    """Shows each reply in a message with a number, as Telegram does. ``unknown`` topics are not
    known to this process yet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.refs: dict[str, str] = {}
        self.unknown: set[str] = set()
        self.offered: list[str] = []

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        self.offered.append(reply.topic)
        if reply.topic in self.unknown:
            raise UnknownTopicError(reply.topic)
        shown = await super().show(delivery, reply)
        ref = self.refs.setdefault(reply.id, str(100 + len(self.refs)))
        return shown.model_copy(update={"channel_ref": ref})


@dataclass
class Telegram:
    """A chat whose messages have numbers, and whose records can be away."""

    chat: ExpenseChat
    channel: NumberedChannel = field(default_factory=NumberedChannel)
    transcript: BreakableTranscript = field(default_factory=BreakableTranscript)

    def __post_init__(self) -> None:
        self.chat.channel, self.chat.transcript = self.channel, self.transcript

    async def answer(self, shown: Reply, text: str) -> str:
        """Says something in reply to a message of the bot's."""
        command = None if text != "/undo" else "undo"
        message = await self.chat._message(
            text=text, command=command, reply_to_ref=self.channel.refs[shown.id]
        )
        return await self.chat.send(message)


def texts(transcript: BreakableTranscript) -> list[str]:
    return [message.text for message in transcript.messages.values()]


@pytest.fixture
async def telegram(
    server: WorkflowEnvironment, limits: Limits, locale: str
) -> AsyncIterator[Telegram]:
    chat = ExpenseChat(server, limits, locale)
    house = Telegram(chat)
    async with chat.open():
        yield house


async def test_both_sides_of_a_turn_are_written(telegram: Telegram) -> None:
    await telegram.chat.tell("Starbucks 15.50", "/help")
    assert texts(telegram.transcript) == ["Starbucks 15.50", "/help"]
    assert list(telegram.transcript.replies) == [reply.id for reply in telegram.channel.shown]


async def test_after_an_outage_the_transcript_lacks_nothing(telegram: Telegram) -> None:
    telegram.transcript.failure = StorageUnavailableError("away")
    await telegram.chat.tell("/help", "/start")
    assert telegram.channel.topics == [topics.Help.topic, topics.Start.topic]
    assert texts(telegram.transcript) == []
    telegram.transcript.failure = None
    await telegram.chat.tell("/status")
    assert texts(telegram.transcript) == ["/help", "/start", "/status"]
    assert list(telegram.transcript.replies) == [reply.id for reply in telegram.channel.shown]


async def test_of_a_long_outage_the_newest_is_kept(telegram: Telegram) -> None:
    telegram.transcript.failure = StorageUnavailableError("away")
    for _ in range(MAX_UNWRITTEN + 5):
        await telegram.chat.say("/help")
    last = await telegram.chat.say("/help")
    await telegram.chat.quiet(last)
    telegram.transcript.failure = None
    await telegram.chat.tell("/start")
    assert len(telegram.transcript.messages) == MAX_UNWRITTEN
    assert texts(telegram.transcript)[-1] == "/start"
    assert last in telegram.transcript.messages


@pytest.mark.real_server
async def test_what_a_group_says_to_nobody_is_written_without_an_answer(
    telegram: Telegram,
) -> None:
    chat = telegram.chat
    for _ in range(MAX_UNWRITTEN // 2):
        message = await chat._message(text="hello everybody", addressed=False)
        last = await chat.send(message)
    await chat.quiet(last)
    await eventually(lambda: _all_written(telegram))
    assert telegram.channel.shown == []


async def _all_written(telegram: Telegram) -> bool:
    return len(telegram.transcript.messages) == MAX_UNWRITTEN // 2


class TestRepliesToCards:
    async def test_a_card_shown_lately_is_known_without_the_database(
        self, telegram: Telegram
    ) -> None:
        await telegram.chat.tell("Starbucks 15.50", "grab 12")
        older = telegram.channel.shown[0]
        telegram.transcript.failure = StorageUnavailableError("away")
        await telegram.chat.quiet(await telegram.answer(older, "this was 20"))
        amounts = {card.merchant: card.amount for card in telegram.chat.saved}
        assert amounts == {"Starbucks": Decimal(20), "Grab": Decimal(12)}

    async def test_an_older_card_is_found_in_the_transcript(self, telegram: Telegram) -> None:
        older = await self._forgotten(telegram)
        await telegram.chat.quiet(await telegram.answer(older, "this was 20"))
        amounts = {card.merchant: card.amount for card in telegram.chat.saved}
        assert amounts == {"Starbucks": Decimal(20), "Grab": Decimal(12)}

    async def test_undo_in_reply_to_an_older_card_takes_back_that_one(
        self, telegram: Telegram
    ) -> None:
        older = await self._forgotten(telegram)
        await telegram.chat.quiet(await telegram.answer(older, "/undo"))
        await telegram.chat.told(replies.Deleted.topic)
        assert [card.merchant for card in telegram.chat.saved] == ["Grab"]

    async def test_while_the_database_is_away_it_waits_and_changes_no_other_card(
        self, telegram: Telegram
    ) -> None:
        older = await self._forgotten(telegram)
        telegram.transcript.failure = StorageUnavailableError("away")
        answer = await telegram.answer(older, "this was 20")
        await telegram.chat.told(topics.Failed.topic)
        await telegram.chat.say("/help")
        await telegram.chat.told(topics.Help.topic)
        assert {card.amount for card in telegram.chat.saved} == {Decimal("15.50"), Decimal(12)}
        telegram.transcript.failure = None
        await telegram.chat.quiet(answer)
        await telegram.chat.told(replies.Corrected.topic)
        amounts = {card.merchant: card.amount for card in telegram.chat.saved}
        assert amounts == {"Starbucks": Decimal(20), "Grab": Decimal(12)}

    async def test_an_answer_to_something_else_is_taken_by_its_words(
        self, telegram: Telegram
    ) -> None:
        message = await telegram.chat._message(text="Starbucks 15.50", reply_to_ref="7")
        await telegram.chat.quiet(await telegram.chat.send(message))
        assert [card.merchant for card in telegram.chat.saved] == ["Starbucks"]

    async def _forgotten(self, telegram: Telegram) -> Reply:
        """The first of two cards, of which this run of the conversation knows nothing."""
        chat = telegram.chat
        await chat.tell("Starbucks 15.50", "grab 12")
        older = telegram.channel.shown[0]
        recent = tuple(
            RecalledTask(
                task_id=card.task_id,
                agent=CARD.slug,
                number=card.number,
                card=card.model_dump(mode="json"),
            )
            for card in chat.saved
        )
        chat.transcript.recalled = Recalled(recent=recent, tasks_started=2)
        await chat.handle.terminate()
        return older


def test_the_last_shown_replies_are_known_by_any_message_they_stand_in() -> None:
    shown = ShownRefs()
    for number in range(MAX_SHOWN_REFS + 10):
        shown.note(DeliveredReply(reply_id=f"r{number}", text="", channel_ref=f"{number}"))
    shown.note(DeliveredReply(reply_id="long", text="", channel_ref="a,b"))
    shown.note(DeliveredReply(reply_id="terminal", text=""))
    assert (shown.by_ref["a"], shown.by_ref["b"], shown.by_ref["300"]) == ("long", "long", "r300")
    assert shown.by_ref.get("0") is None
    assert len(shown.by_ref) == MAX_SHOWN_REFS


class TestThePerson:
    async def test_a_conversation_finds_out_who_it_talks_to(self, telegram: Telegram) -> None:
        telegram.chat.users.known["test:ali"] = Person(
            user_id="test:ali", locale="de_DE", currency="EUR"
        )
        await telegram.chat.tell("/help")
        assert telegram.channel.locales == ["de_DE"]

    async def test_somebody_new_is_known_from_the_first_message_on(
        self, telegram: Telegram
    ) -> None:
        await telegram.chat.tell("/help")
        assert telegram.chat.users.known == {"test:ali": telegram.chat.person}

    async def test_while_the_database_is_away_they_are_answered_in_the_channels_language(
        self, telegram: Telegram
    ) -> None:
        telegram.chat.users.failure = StorageUnavailableError("away")
        await telegram.chat.tell("/help")
        assert telegram.channel.locales == ["en_MY"]


class TestUnknownTopics:
    @pytest.mark.skips_time
    async def test_what_this_process_does_not_know_is_offered_again(
        self, telegram: Telegram
    ) -> None:
        telegram.channel.unknown = {topics.Help.topic}
        status = await telegram.chat.tell("/help", "/start")
        assert telegram.channel.topics == [topics.Start.topic]
        assert telegram.channel.offered[-2:] == [topics.Help.topic, topics.Start.topic]
        assert status.replies_pending == 0
        telegram.channel.unknown = set()
        await telegram.chat.env.sleep(OFFER_AGAIN + timedelta(seconds=1))
        await telegram.chat.told(topics.Help.topic)
