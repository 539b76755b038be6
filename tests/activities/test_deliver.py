"""Showing replies: each once, in order, whatever fails around it."""

from datetime import UTC, datetime

import pytest

from activities.deliver import Deliver
from domain.errors import (
    AppError,
    DeliveryFailedError,
    RecipientGoneError,
    StorageUnavailableError,
    UnknownTopicError,
    UnwordableReplyError,
)
from domain.messages import Message
from domain.replies import Delivered, DeliveredReply, Delivery, Reply, Settlement
from domain.topics import Help, Unworded
from tests.activities.doubles import BreakableTranscript, PickyChannel
from tests.activities.running import Attempt

AWAY = StorageUnavailableError("away")


class Desk:
    """Where replies are shown, and what comes of it."""

    def __init__(self) -> None:
        self.channel, self.transcript = PickyChannel(), BreakableTranscript()
        self.activity = Deliver(self.channel, self.transcript).deliver
        self.attempt = Attempt()
        """The last one."""

    async def delivers(self, replies: Delivery, attempt: Attempt | None = None) -> Delivered:
        self.attempt = attempt or Attempt()
        return await self.attempt.run(self.activity, replies)

    async def fails(self, replies: Delivery, attempt: Attempt | None = None) -> None:
        """So that it is tried again."""
        self.attempt = attempt or Attempt()
        failure = await self.attempt.fails(self.activity, replies)
        assert (failure.type, failure.non_retryable) == ("delivery.failed", False)

    def later(self, number: int = 2) -> Attempt:
        """An attempt that finds what the last one noted."""
        return Attempt().repeated(number, self.attempt.beats[-1])


@pytest.fixture
def desk() -> Desk:
    return Desk()


def delivery(*ids: str, heard: tuple[str, ...] = ()) -> Delivery:
    at = datetime(2026, 3, 10, 8, tzinfo=UTC)
    return Delivery(
        conversation_id="conversation:test:1",
        channel="test",
        chat_id="1",
        user_id="test:1",
        locale="en_MY",
        timezone="Asia/Kuala_Lumpur",
        replies=tuple(Reply(id=i, topic=Help.topic) for i in ids),
        heard=tuple(Message(id=i, sender_id="ali", sent_at=at, text="lunch 12") for i in heard),
    )


def noted(*ids: str) -> list[dict[str, str]]:
    """What an earlier attempt left in its heartbeat."""
    return [DeliveredReply(reply_id=i, text="shown").model_dump(mode="json") for i in ids]


def _ids(beat: tuple[object, ...]) -> list[str]:
    (sent,) = beat
    assert isinstance(sent, list)
    return [DeliveredReply.model_validate(reply).reply_id for reply in sent]


@pytest.mark.shows("14.1")
async def test_replies_are_shown_once_in_order_noted_at_once_and_written_down(desk: Desk) -> None:
    channel, transcript = desk.channel, desk.transcript
    delivered = await desk.delivers(delivery("r1", "r2", "r3", heard=("m1", "m2")))
    assert channel.ids == ["r1", "r2", "r3"]
    assert [_ids(beat) for beat in desk.attempt.beats] == [["r1"], ["r1", "r2"]]
    assert [sent.reply_id for sent in delivered.replies] == channel.ids
    assert list(transcript.replies) == channel.ids
    assert list(transcript.messages) == ["m1", "m2"]
    assert transcript.replies["r2"].channel_ref == "at-r2"
    assert not delivered.recipient_gone
    assert delivered.at.tzinfo is UTC

    unanswered = await desk.delivers(delivery(heard=("m3",)))
    assert list(transcript.messages) == ["m1", "m2", "m3"]
    assert (unanswered.replies, unanswered.unwritten) == ((), ())


SETTLEMENT = Settlement(message_ids=("m1",), state="idle")


class TestSettling:
    """Those who wait are told that nothing more will be said."""

    async def test_it_is_told_once_when_all_is_shown_and_written_down(self, desk: Desk) -> None:
        last = delivery("r1", "r2", heard=("m1",)).model_copy(update={"settlement": SETTLEMENT})
        await desk.delivers(last)
        assert desk.channel.settlements == [(SETTLEMENT, ["r1", "r2"])]
        await desk.delivers(delivery("r3"))
        assert len(desk.channel.settlements) == 1

    async def test_what_fails_is_told_later_and_nothing_is_shown_twice(self, desk: Desk) -> None:
        last = delivery("r1").model_copy(update={"settlement": SETTLEMENT})
        desk.channel.unsettled = DeliveryFailedError("away")
        await desk.fails(last)
        desk.channel.unsettled = None
        await desk.delivers(last, Attempt().repeated(2))
        assert desk.channel.settlements == [(SETTLEMENT, ["r1"])]

    async def test_nothing_is_told_in_a_chat_that_is_gone(self, desk: Desk) -> None:
        desk.channel.refuses["r1"] = RecipientGoneError("gone")
        await desk.delivers(delivery("r1").model_copy(update={"settlement": SETTLEMENT}))
        assert desk.channel.settlements == []


class TestRetrying:
    async def test_a_retry_sends_only_what_is_not_noted_in_the_heartbeat(self, desk: Desk) -> None:
        desk.channel.refuses["r2"] = DeliveryFailedError("the channel is down")
        await desk.fails(delivery("r1", "r2"))
        desk.channel.refuses.clear()
        again = Deliver(desk.channel, BreakableTranscript()).deliver
        delivered = await desk.later().run(again, delivery("r1", "r2"))
        assert desk.channel.ids == [sent.reply_id for sent in delivered.replies] == ["r1", "r2"]

    async def test_a_retry_whose_heartbeat_was_lost_asks_the_transcript(self, desk: Desk) -> None:
        await desk.delivers(delivery("r1", "r2"))
        delivered = await desk.delivers(delivery("r1", "r2"), Attempt().repeated(2))
        assert desk.channel.ids == ["r1", "r2"]
        assert [sent.channel_ref for sent in delivered.replies] == ["at-r1", "at-r2"]

    async def test_a_retry_knows_and_notes_its_heartbeat_also_while_the_database_is_down(
        self, desk: Desk
    ) -> None:
        desk.transcript.failure = AWAY
        await desk.delivers(delivery("r1", "r2", "r3"), Attempt().repeated(2, [noted("r1")]))
        assert desk.channel.ids == ["r2", "r3"]
        assert _ids(desk.attempt.beats[-1]) == ["r1", "r2"]


class TestWithoutTheDatabase:
    async def test_the_person_still_sees_the_reply(self, desk: Desk) -> None:
        desk.transcript.failure = AWAY
        delivered = await desk.delivers(delivery("r1", "r2", heard=("m1",)))
        assert desk.channel.ids == [sent.reply_id for sent in delivered.replies] == ["r1", "r2"]
        assert delivered.unwritten == ("m1", "r1", "r2")

    async def test_after_it_all_that_is_lacking_is_written_at_once(self, desk: Desk) -> None:
        lacking = (DeliveredReply(reply_id="r0", text="shown before"),)
        later = delivery("r1", heard=("m1",)).model_copy(update={"said": lacking})
        delivered = await desk.delivers(later)
        assert list(desk.transcript.messages) == ["m1"]
        assert list(desk.transcript.replies) == ["r0", "r1"]
        assert delivered.unwritten == ()


class NeverTakenError(AppError):
    """The channel refuses the reply for good."""

    code = "delivery.refused"


@pytest.mark.parametrize(
    ("refusal", "shown", "gone", "unknown"),
    [
        (RecipientGoneError("blocked"), ["r1"], True, ()),
        (NeverTakenError("a refusal"), ["r1", "r3"], False, ()),
        (UnknownTopicError("of next year"), ["r1", "r3"], False, ("r2",)),
    ],
    ids=["the person is gone", "never taken", "an unknown topic is named"],
)
async def test_what_is_refused_for_good_holds_up_no_other_reply_while_the_person_is_there(
    desk: Desk, refusal: AppError, shown: list[str], unknown: tuple[str, ...], *, gone: bool
) -> None:
    desk.channel.refuses["r2"] = refusal
    delivered = await desk.delivers(delivery("r1", "r2", "r3"))
    assert desk.channel.ids == [sent.reply_id for sent in delivered.replies] == shown
    assert list(desk.transcript.replies) == shown
    assert (delivered.recipient_gone, delivered.unknown) == (gone, unknown)
    assert gone or delivered.unwritten == ()


class TestBrokenWords:
    @pytest.mark.parametrize(
        "broken", [UnwordableReplyError("no words"), ZeroDivisionError("a bug")]
    )
    async def test_a_plain_sentence_takes_their_place_after_three_attempts(
        self, desk: Desk, broken: Exception
    ) -> None:
        desk.channel.breaks["r2"] = broken
        replies = delivery("r1", "r2", "r3")
        await desk.fails(replies)
        assert desk.channel.ids == ["r1"]
        first = desk.attempt.beats[-1]
        await desk.fails(replies, desk.later())
        delivered = await desk.delivers(replies, Attempt().repeated(3, first))
        assert [(r.id, r.topic) for r in desk.channel.shown] == [
            ("r1", Help.topic),
            ("r2", Unworded.topic),
            ("r3", Help.topic),
        ]
        assert [sent.reply_id for sent in delivered.replies] == ["r1", "r2", "r3"]

    async def test_what_trips_once_is_shown_as_it_is(self, desk: Desk) -> None:
        desk.channel.breaks["r1"] = ZeroDivisionError("a bug")
        await desk.fails(delivery("r1"))
        desk.channel.breaks.clear()
        await desk.delivers(delivery("r1"), Attempt().repeated(2))
        assert [reply.topic for reply in desk.channel.shown] == [Help.topic]

    async def test_when_even_the_plain_sentence_breaks_the_next_replies_are_shown(
        self, desk: Desk
    ) -> None:
        desk.channel.breaks["r1"] = ZeroDivisionError("a bug")
        desk.channel.all_breaks = True
        delivered = await desk.delivers(delivery("r1", "r2"), Attempt().repeated(3))
        assert desk.channel.ids == [sent.reply_id for sent in delivered.replies] == ["r2"]


async def test_what_must_not_be_recorded_is_shown_and_neither_written_down_nor_looked_up(
    desk: Desk,
) -> None:
    unrecorded = delivery("r1", heard=("m1",)).model_copy(update={"recorded": False})
    delivered = await desk.delivers(unrecorded)
    assert desk.channel.ids == ["r1"]
    assert delivered.unwritten == ()
    assert not desk.transcript.replies
    assert not desk.transcript.messages
    desk.transcript.replies["r1"] = DeliveredReply(reply_id="r1", text="of who came back")
    await desk.delivers(unrecorded, Attempt().repeated(2))
    assert desk.channel.ids == ["r1", "r1"]
    await desk.delivers(unrecorded, Attempt().repeated(3, [noted("r1")]))
    assert desk.channel.ids == ["r1", "r1"]


@pytest.mark.parametrize(
    "changes",
    [{"user_id": "test:2"}, {"chat_id": "2"}, {"channel": "other"}],
    ids=["person", "chat", "channel"],
)
async def test_nothing_is_shown_in_a_chat_of_somebody_else(
    desk: Desk, changes: dict[str, str]
) -> None:
    delivered = await desk.delivers(delivery("r1").model_copy(update=changes))
    assert delivered.recipient_gone
    assert desk.channel.ids == []
    assert not desk.transcript.replies
