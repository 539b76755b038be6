"""What the database still knows of a conversation whose workflow has ended."""

from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Transcript
from domain.conversation import Recalled
from domain.ledger import RecallRequest


class Recall:
    """Reads only; runs as a local activity at the start of a conversation."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript

    @activity.defn
    async def recall_conversation(self, request: RecallRequest) -> Recalled:
        """The last messages and rows, and the highest task number that was used."""
        with app_errors():
            return await self._transcript.recall(request)
