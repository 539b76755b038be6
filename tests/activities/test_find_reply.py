"""Which reply a message answers, by the channel's own id of it."""

from activities.find_reply import FindReply
from domain.errors import StorageUnavailableError
from domain.replies import DeliveredReply
from domain.transcript import FindReplyRequest, FoundReply
from tests.activities.running import Attempt
from tests.fakes.channel import InMemoryTranscript

CHAT = "conversation:test:1"


def at(ref: str) -> FindReplyRequest:
    return FindReplyRequest(conversation_id=CHAT, channel_ref=ref)


async def test_it_is_found_by_any_message_and_an_outage_does_not_make_it_unknown(
    attempt: Attempt,
) -> None:
    transcript = InMemoryTranscript()
    transcript.replies["r1"] = DeliveredReply(reply_id="r1", text="…", channel_ref="7,8")
    find = FindReply(transcript)
    assert await attempt.run(find.find_reply, at("8")) == FoundReply(reply_id="r1")
    assert await attempt.run(find.find_reply, at("9")) == FoundReply()
    transcript.failure = StorageUnavailableError("away")
    failure = await attempt.fails(find.find_reply, at("8"))
    assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
