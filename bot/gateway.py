"""The only user of the Temporal client in a channel: stores a message, then hands it over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

import structlog
from temporalio.client import (
    Client,
    WorkflowHandle,
    WorkflowQueryFailedError,
    WorkflowQueryRejectedError,
)
from temporalio.common import QueryRejectCondition, WorkflowIDConflictPolicy, WorkflowIDReusePolicy
from temporalio.service import RPCError, RPCStatusCode

from activities.ports import AttachmentStore, Transcript, Users
from adapters.telemetry.spans import Tracing
from bot.handover import FilesNotStoredError, NoWorkerError, query_error, translated
from domain.conversation import (
    ConversationStart,
    ConversationStatus,
    Limits,
    Recalled,
    conversation_id,
)
from domain.errors import AttachmentMissingError, StorageUnavailableError
from domain.history import History
from domain.ledger import RecallRequest
from domain.messages import Message
from domain.replies import Card
from domain.understanding import Person

WORKFLOW = "conversation"
TASK_QUEUE = "steward"

RPC_TIMEOUT = timedelta(seconds=10)
"""Handing a message over takes milliseconds; beyond this the server counts as unreachable."""

QUERY_TIMEOUT = timedelta(seconds=5)
"""A query also needs a worker, which may first replay the conversation."""

Answer = TypeVar("Answer", ConversationStatus, History)

log = structlog.get_logger(__name__)


def reply_queue(channel: str, chat_id: str) -> str:
    """Task queue on which the channel's process takes the replies of a chat.

    Each terminal chat is a process of its own; any other channel has one process for all chats.
    """
    return f"steward.{channel}.{chat_id}" if channel == "terminal" else f"steward.{channel}"


@dataclass(frozen=True, slots=True)
class ConversationGateway:
    """Between a channel and its conversations.

    ``defaults`` is what a person that is not known yet starts with; their id replaces its own.
    """

    client: Client
    transcript: Transcript
    attachments: AttachmentStore
    users: Users
    limits: Limits
    defaults: Person
    tracing: Tracing = field(default_factory=Tracing)

    async def send(
        self,
        channel: str,
        chat_id: str,
        message: Message,
        contents: Mapping[str, bytes] | None = None,
        defaults: Person | None = None,
    ) -> None:
        """Stores the message and its files (``contents`` by sha256), then signals the conversation,
        starting it when it does not run. Idempotent on the message id.

        ``defaults`` is what this person starts with when not known yet, instead of the usual.

        Raises ``FilesNotStoredError`` when files cannot be stored, ``TemporalUnreachableError`` or
        ``TemporalRefusedError`` when the message could not be handed over: then nothing happened
        that sending it again would repeat.
        """
        person = (defaults or self.defaults).model_copy(update={"user_id": message.sender_id})
        with self.tracing.span(f"message {channel}"):
            person, message = await self._stored(channel, chat_id, person, message, contents or {})
            await self._hand_over(channel, chat_id, person, message)
        log.info(
            "message.received",
            message_id=message.id,
            attachments=len(message.attachments),
            stored=message.stored,
        )

    async def _stored(
        self,
        channel: str,
        chat_id: str,
        person: Person,
        message: Message,
        contents: Mapping[str, bytes],
    ) -> tuple[Person, Message]:
        """The person, and the message as it is to be signalled.

        The order matters: files belong to a user, and the transcript refers to both. Without the
        database a message goes on with ``stored`` unset, so that ``deliver`` writes it later.
        """
        try:
            person = await self.users.person(person)
            for attachment in message.attachments:
                content = contents.get(attachment.sha256)
                if content is None:
                    msg = f"no content came with attachment {attachment.sha256}"
                    raise AttachmentMissingError(msg)
                await self.attachments.put(person.user_id, attachment, content)
            await self.transcript.heard(
                conversation_id(channel, chat_id), channel, chat_id, message
            )
        except StorageUnavailableError as error:
            log.warning("message.not_stored", message_id=message.id, reason=str(error))
            if message.attachments:
                raise FilesNotStoredError(str(error)) from error
            return person, message.model_copy(update={"stored": False})
        return person, message

    async def _hand_over(
        self, channel: str, chat_id: str, person: Person, message: Message
    ) -> None:
        start = ConversationStart(
            channel=channel,
            chat_id=chat_id,
            person=person,
            reply_queue=reply_queue(channel, chat_id),
            limits=self.limits,
        )
        try:
            await self.client.start_workflow(
                WORKFLOW,
                start,
                id=conversation_id(channel, chat_id),
                task_queue=TASK_QUEUE,
                # A conversation that ended (expired, closed) starts anew under the same id; one
                # that runs only gets the signal.
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE,
                id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                start_signal="receive",
                start_signal_args=[message],
                static_summary=f"Conversation on {channel}",
                rpc_timeout=RPC_TIMEOUT,
            )
        except RPCError as error:
            raise translated(error) from error

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None:
        """What the running conversation is doing; None when none runs.

        Raises ``NoWorkerError`` when no worker answers, ``TemporalUnreachableError`` when the
        server does not.
        """
        return await self._query(channel, chat_id, "status", ConversationStatus)

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History:
        """The last messages of the chat: from the running conversation, else from the transcript.

        Empty when there were none or the records cannot be reached.
        """
        try:
            running = await self._query(channel, chat_id, "history", History)
        except NoWorkerError:
            running = None
        if running is not None and running.entries:
            return History(entries=list(running.recent(limit)), summary=running.summary)
        return (await self._recalled(channel, chat_id, user_id, limit)).history

    async def cards(self, channel: str, chat_id: str, user_id: str) -> tuple[Card, ...]:
        """The last saved expenses of this person in the chat, oldest first.

        Empty when there are none or the records cannot be reached.
        """
        return (await self._recalled(channel, chat_id, user_id, 1)).recent

    async def reply_id(self, channel: str, chat_id: str, ref: str) -> str | None:
        """The reply that the channel shows under its own id ``ref`` in this chat.

        None for anything else. Raises ``StorageUnavailableError``: taken by its words alone, what
        answers an older card would change the newest row.
        """
        return await self.transcript.reply_at(conversation_id(channel, chat_id), ref)

    async def _recalled(self, channel: str, chat_id: str, user_id: str, limit: int) -> Recalled:
        request = RecallRequest(
            user_id=user_id, conversation_id=conversation_id(channel, chat_id), limit=limit
        )
        try:
            return await self.transcript.recall(request)
        except StorageUnavailableError as error:
            log.warning("transcript.unavailable", reason=str(error))
            return Recalled()

    async def cancel(self, channel: str, chat_id: str, reason: str = "") -> bool:
        """Cancels, as an operator, what the conversation is doing. False when none runs."""
        try:
            await self._handle(channel, chat_id).signal("cancel", reason, rpc_timeout=RPC_TIMEOUT)
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                return False
            raise translated(error) from error
        return True

    def _handle(self, channel: str, chat_id: str) -> WorkflowHandle[object, object]:
        return self.client.get_workflow_handle(conversation_id(channel, chat_id))

    async def _query(
        self, channel: str, chat_id: str, name: str, result: type[Answer]
    ) -> Answer | None:
        try:
            answer: Answer = await self._handle(channel, chat_id).query(
                name,
                result_type=result,
                reject_condition=QueryRejectCondition.NOT_OPEN,
                rpc_timeout=QUERY_TIMEOUT,
            )
        except WorkflowQueryRejectedError:
            return None
        except WorkflowQueryFailedError as error:
            msg = f"temporal: query {name} failed: {error}"
            raise NoWorkerError(msg) from error
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                return None
            raise query_error(error) from error
        return answer
