"""What is left when a conversation's run is cancelled from outside."""

from pydantic import BaseModel

from domain.conversation import ConversationStart
from domain.messages import Message
from domain.replies import DeliveredReply, Reply
from domain.tasks import KeepDraftRequest


class RestartRequest(BaseModel):
    """Hands messages that nobody heard to a fresh run, once the cancelled one has closed.

    Idempotent: a run drops a message that it has seen.
    """

    start: ConversationStart
    messages: tuple[Message, ...]
    closed_run_id: str
    """The run that must have closed first."""


class AftermathStart(BaseModel):
    """Input of the workflow that sees to what a cancelled run could not finish in time."""

    start: ConversationStart
    closed_run_id: str
    replies: tuple[Reply, ...] = ()
    drafts: tuple[KeepDraftRequest, ...] = ()
    messages: tuple[Message, ...] = ()
    """What nobody heard."""
    heard: tuple[Message, ...] = ()
    said: tuple[DeliveredReply, ...] = ()
    """What the transcript still lacks."""
