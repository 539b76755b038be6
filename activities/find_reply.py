"""Finding the reply that a message answers, by the channel's own id of it."""

from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Transcript
from domain.transcript import FindReplyRequest, FoundReply


class FindReply:
    """Reads only: tried twice, then until the database is back."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript

    @activity.defn
    async def find_reply(self, request: FindReplyRequest) -> FoundReply:
        """Fails with ``storage.unavailable`` while the database is away."""
        with app_errors():
            reply_id = await self._transcript.reply_at(request.conversation_id, request.channel_ref)
        return FoundReply(reply_id=reply_id)
