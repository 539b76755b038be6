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
from domain.replies import DeliveredReply, Delivery, Reply
from domain.topics import Help, Unworded
from tests.activities.doubles import BreakableTranscript, PickyChannel
from tests.activities.running import Attempt


@pytest.fixture
def channel() -> PickyChannel:
    return PickyChannel()


@pytest.fixture
def transcript() -> BreakableTranscript:
    return BreakableTranscript()


@pytest.fixture
def deliver(channel: PickyChannel, transcript: BreakableTranscript) -> Deliver:
    return Deliver(channel, transcript)


def delivery(*ids: str, heard: tuple[Message, ...] = ()) -> Delivery:
    return Delivery(
        conversation_id="conversation:test:1",
        channel="test",
        chat_id="1",
        user_id="test:1",
        locale="en_MY",
        timezone="Asia/Kuala_Lumpur",
        replies=tuple(Reply(id=i, topic=Help.topic) for i in ids),
        heard=heard,
    )


def noted(*ids: str) -> list[dict[str, str]]:
    """What an earlier attempt left in its heartbeat."""
    return [DeliveredReply(reply_id=i, text="shown").model_dump(mode="json") for i in ids]


@pytest.mark.shows("14.1")
async def test_replies_are_shown_once_in_order_noted_at_once_and_written_down(
    attempt: Attempt, deliver: Deliver, channel: PickyChannel, transcript: BreakableTranscript
) -> None:
    delivered = await attempt.run(
        deliver.deliver, delivery("r1", "r2", "r3", heard=(heard("m1"), heard("m2")))
    )
    assert channel.ids == ["r1", "r2", "r3"]
    assert [_ids(beat) for beat in attempt.beats] == [["r1"], ["r1", "r2"], ["r1", "r2", "r3"]]
    assert [sent.reply_id for sent in delivered.replies] == channel.ids
    assert list(transcript.replies) == channel.ids
    assert list(transcript.messages) == ["m1", "m2"]
    assert transcript.replies["r2"].channel_ref == "at-r2"
    assert not delivered.recipient_gone
    assert delivered.at.tzinfo is UTC

    unanswered = await attempt.run(deliver.deliver, delivery(heard=(heard("m3"),)))
    assert list(transcript.messages) == ["m1", "m2", "m3"]
    assert (unanswered.replies, unanswered.unwritten) == ((), ())


def _ids(beat: tuple[object, ...]) -> list[str]:
    (sent,) = beat
    assert isinstance(sent, list)
    return [DeliveredReply.model_validate(reply).reply_id for reply in sent]


class TestRetrying:
    async def test_a_retry_sends_only_what_is_not_noted_in_the_heartbeat(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel
    ) -> None:
        channel.refuses["r2"] = DeliveryFailedError("the channel is down")
        failure = await attempt.fails(deliver.deliver, delivery("r1", "r2"))
        assert (failure.type, failure.non_retryable) == ("delivery.failed", False)
        channel.refuses.clear()
        again = Deliver(channel, BreakableTranscript())
        later = attempt.repeated(2, attempt.beats[-1])
        delivered = await later.run(again.deliver, delivery("r1", "r2"))
        assert channel.ids == ["r1", "r2"]
        assert [sent.reply_id for sent in delivered.replies] == ["r1", "r2"]

    async def test_a_retry_whose_heartbeat_was_lost_asks_the_transcript(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel
    ) -> None:
        await attempt.run(deliver.deliver, delivery("r1", "r2"))
        delivered = await attempt.repeated(2).run(deliver.deliver, delivery("r1", "r2"))
        assert channel.ids == ["r1", "r2"]
        assert [sent.channel_ref for sent in delivered.replies] == ["at-r1", "at-r2"]

    async def test_a_retry_knows_and_notes_its_heartbeat_also_while_the_database_is_down(
        self,
        attempt: Attempt,
        deliver: Deliver,
        channel: PickyChannel,
        transcript: BreakableTranscript,
    ) -> None:
        transcript.failure = StorageUnavailableError("away")
        second = attempt.repeated(2, [noted("r1")])
        await second.run(deliver.deliver, delivery("r1", "r2"))
        assert channel.ids == ["r2"]
        assert _ids(second.beats[-1]) == ["r1", "r2"]


class TestWithoutTheDatabase:
    async def test_the_person_still_sees_the_reply(
        self,
        attempt: Attempt,
        deliver: Deliver,
        channel: PickyChannel,
        transcript: BreakableTranscript,
    ) -> None:
        transcript.failure = StorageUnavailableError("away")
        delivered = await attempt.run(deliver.deliver, delivery("r1", "r2", heard=(heard("m1"),)))
        assert channel.ids == ["r1", "r2"]
        assert len(delivered.replies) == 2
        assert delivered.unwritten == ("m1", "r1", "r2")

    async def test_after_it_all_that_is_lacking_is_written_at_once(
        self, attempt: Attempt, deliver: Deliver, transcript: BreakableTranscript
    ) -> None:
        lacking = (DeliveredReply(reply_id="r0", text="shown before"),)
        later = delivery("r1", heard=(heard("m1"),)).model_copy(update={"said": lacking})
        delivered = await attempt.run(deliver.deliver, later)
        assert list(transcript.messages) == ["m1"]
        assert list(transcript.replies) == ["r0", "r1"]
        assert delivered.unwritten == ()


def heard(message_id: str) -> Message:
    at = datetime(2026, 3, 10, 8, tzinfo=UTC)
    return Message(id=message_id, sender_id="ali", sent_at=at, text="lunch 12")


async def test_nothing_more_is_sent_when_the_person_is_gone(
    attempt: Attempt, deliver: Deliver, channel: PickyChannel, transcript: BreakableTranscript
) -> None:
    channel.refuses["r2"] = RecipientGoneError("blocked")
    delivered = await attempt.run(deliver.deliver, delivery("r1", "r2", "r3"))
    assert delivered.recipient_gone
    assert channel.ids == [sent.reply_id for sent in delivered.replies] == ["r1"]
    assert list(transcript.replies) == ["r1"]


async def test_a_reply_that_the_channel_never_takes_does_not_take_others_with_it(
    attempt: Attempt, deliver: Deliver, channel: PickyChannel, transcript: BreakableTranscript
) -> None:
    channel.refuses["r2"] = NeverTakenError("a refusal")
    delivered = await attempt.run(deliver.deliver, delivery("r1", "r2", "r3"))
    assert channel.ids == [sent.reply_id for sent in delivered.replies] == ["r1", "r3"]
    assert list(transcript.replies) == ["r1", "r3"]
    assert not delivered.recipient_gone
    assert delivered.unwritten == delivered.unknown == ()


class NeverTakenError(AppError):
    """The channel refuses the reply for good."""

    code = "delivery.refused"


class TestBrokenWords:
    @pytest.mark.parametrize(
        "broken", [UnwordableReplyError("no words"), ZeroDivisionError("a bug")]
    )
    async def test_a_plain_sentence_takes_their_place_after_three_attempts(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel, broken: Exception
    ) -> None:
        channel.breaks["r2"] = broken
        replies = delivery("r1", "r2", "r3")
        failure = await attempt.fails(deliver.deliver, replies)
        assert (failure.type, failure.non_retryable) == ("delivery.failed", False)
        assert channel.ids == ["r1"]
        await attempt.repeated(2, attempt.beats[-1]).fails(deliver.deliver, replies)
        last = attempt.repeated(3, attempt.beats[-1])
        delivered = await last.run(deliver.deliver, replies)
        assert [(r.id, r.topic) for r in channel.shown] == [
            ("r1", Help.topic),
            ("r2", Unworded.topic),
            ("r3", Help.topic),
        ]
        assert [sent.reply_id for sent in delivered.replies] == ["r1", "r2", "r3"]

    async def test_what_trips_once_is_shown_as_it_is(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel
    ) -> None:
        channel.breaks["r1"] = ZeroDivisionError("a bug")
        await attempt.fails(deliver.deliver, delivery("r1"))
        channel.breaks.clear()
        await attempt.repeated(2).run(deliver.deliver, delivery("r1"))
        assert [reply.topic for reply in channel.shown] == [Help.topic]

    async def test_when_even_the_plain_sentence_breaks_the_next_replies_are_shown(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel
    ) -> None:
        channel.breaks["r1"] = ZeroDivisionError("a bug")
        channel.all_breaks = True
        delivered = await attempt.repeated(3).run(deliver.deliver, delivery("r1", "r2"))
        assert channel.ids == [sent.reply_id for sent in delivered.replies] == ["r2"]

    async def test_an_unknown_topic_is_named_and_holds_up_nothing(
        self, attempt: Attempt, deliver: Deliver, channel: PickyChannel
    ) -> None:
        channel.refuses["r1"] = UnknownTopicError("of next year")
        delivered = await attempt.run(deliver.deliver, delivery("r1", "r2"))
        assert channel.ids == ["r2"]
        assert delivered.unknown == ("r1",)
        assert delivered.unwritten == ()


async def test_what_must_not_be_recorded_is_shown_and_neither_written_down_nor_looked_up(
    attempt: Attempt, deliver: Deliver, channel: PickyChannel, transcript: BreakableTranscript
) -> None:
    unrecorded = delivery("r1", heard=(heard("m1"),)).model_copy(update={"recorded": False})
    delivered = await attempt.run(deliver.deliver, unrecorded)
    assert channel.ids == ["r1"]
    assert delivered.unwritten == ()
    assert not transcript.replies
    assert not transcript.messages
    transcript.replies["r1"] = DeliveredReply(reply_id="r1", text="of somebody who came back")
    await attempt.repeated(2).run(deliver.deliver, unrecorded)
    assert channel.ids == ["r1", "r1"]
    await attempt.repeated(3, [noted("r1")]).run(deliver.deliver, unrecorded)
    assert channel.ids == ["r1", "r1"]


@pytest.mark.parametrize(
    "changes",
    [{"user_id": "test:2"}, {"chat_id": "2"}, {"channel": "other"}],
    ids=["person", "chat", "channel"],
)
async def test_nothing_is_shown_in_a_chat_of_somebody_else(
    attempt: Attempt,
    deliver: Deliver,
    channel: PickyChannel,
    transcript: BreakableTranscript,
    changes: dict[str, str],
) -> None:
    stray = delivery("r1").model_copy(update=changes)
    delivered = await attempt.run(deliver.deliver, stray)
    assert delivered.recipient_gone
    assert channel.ids == []
    assert not transcript.replies
