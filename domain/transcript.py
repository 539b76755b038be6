"""Looking something up in the transcript."""

from domain.messages import Frozen


class FindReplyRequest(Frozen):
    """The reply that a channel shows under its own id ``channel_ref`` in this conversation."""

    conversation_id: str
    channel_ref: str


class FoundReply(Frozen):
    """``reply_id`` is None for what is no reply of this conversation."""

    reply_id: str | None = None
