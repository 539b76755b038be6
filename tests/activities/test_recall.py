"""What the database still knows of a conversation."""

from datetime import UTC, datetime

from activities.recall import Recall
from domain.conversation import Recalled
from domain.errors import StorageUnavailableError
from domain.history import History, Speaker
from domain.ledger import RecallRequest
from tests.activities.running import Attempt
from tests.fakes.channel import InMemoryTranscript

REQUEST = RecallRequest(user_id="ali", conversation_id="conversation:test:1")


async def test_what_is_known_comes_back(attempt: Attempt) -> None:
    transcript = InMemoryTranscript()
    history = History()
    history.append(Speaker.PERSON, "lunch 12", datetime(2026, 3, 10, 8, tzinfo=UTC))
    transcript.recalled = Recalled(history=history, tasks_started=4)
    recalled = await attempt.run(Recall(transcript).recall_conversation, REQUEST)
    assert recalled == transcript.recalled


async def test_an_outage_is_tried_again(attempt: Attempt) -> None:
    class Away(InMemoryTranscript):
        async def recall(self, request: RecallRequest) -> Recalled:
            raise StorageUnavailableError(request.conversation_id)

    failure = await attempt.fails(Recall(Away()).recall_conversation, REQUEST)
    assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
