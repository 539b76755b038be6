"""The only user of the Temporal client in a channel: hands messages over and asks for answers."""

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
from bot.consent import NOT_ASKED, Consent
from bot.handover import NoWorkerError, query_error, translated
from domain.activity_calls import CHANNEL_FILES_QUEUE
from domain.conversation import (
    BeginRequest,
    ConversationStart,
    ConversationStatus,
    PersonLeft,
    Recalled,
    RecalledTask,
    conversation_id,
)
from domain.errors import StorageUnavailableError
from domain.history import History, Interrupted
from domain.messages import Attachment, Message
from domain.replies import Notice
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


def files_queue(channel: str, chat_id: str) -> str:
    """Task queue on which the channel's process fetches files."""
    return reply_queue(channel, chat_id) + CHANNEL_FILES_QUEUE


@dataclass(frozen=True, slots=True)
class ConversationGateway:
    """Between a channel and its conversations.

    ``defaults`` is what a person that is not known yet starts with; their id replaces its own.
    """

    client: Client
    transcript: Transcript
    attachments: AttachmentStore
    users: Users
    defaults: Person
    tracing: Tracing = field(default_factory=Tracing)
    consent: Consent = NOT_ASKED

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None:
        """Signals the conversation, starting it when it does not run. Idempotent on the message id.

        Nothing else is asked for or written, so whatever else is down, a message is taken. Where
        consent is asked for, a person's yes is looked up once a minute at most.
        ``defaults`` is what this person starts with when not known yet, instead of the usual.

        Raises ``TemporalUnreachableError`` or ``TemporalRefusedError`` when the message could not
        be handed over: then nothing happened that sending it again would repeat. Raises
        ``ConsentRequiredError``, and ``StorageUnavailableError`` where nobody can tell whether the
        person agreed: then nothing is kept anywhere.
        """
        await self.consent.admit(message)
        person = (defaults or self.defaults).model_copy(update={"user_id": message.sender_id})
        with self.tracing.span(f"message {channel}"):
            await self._hand_over(channel, chat_id, person, "receive", message)
        log.info("message.received", message_id=message.id, attachments=len(message.attachments))

    async def tell(self, channel: str, chat_id: str, user_id: str, notice: Notice) -> None:
        """Says something to a person in their chat, starting its conversation when none runs.

        Raises ``TemporalUnreachableError`` or ``TemporalRefusedError``: then nothing was said.
        """
        person = self.defaults.model_copy(update={"user_id": user_id})
        await self._hand_over(channel, chat_id, person, "notify", notice)

    async def store(self, user_id: str, attachment: Attachment, content: bytes) -> None:
        """Stores a file that a message will refer to, before that is sent. Idempotent.

        For channels that hold the bytes themselves. Raises ``StorageUnavailableError``, and
        ``ConsentRequiredError`` where the person did not agree.
        """
        await self.consent.check(user_id)
        await self.users.person(self.defaults.model_copy(update={"user_id": user_id}))
        await self.attachments.put(user_id, attachment, content)

    async def _hand_over(
        self, channel: str, chat_id: str, person: Person, signal: str, said: Message | Notice
    ) -> None:
        start = ConversationStart(
            channel=channel,
            chat_id=chat_id,
            person=person,
            reply_queue=reply_queue(channel, chat_id),
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
                start_signal=signal,
                start_signal_args=[said],
                static_summary=f"Conversation on {channel}",
                rpc_timeout=RPC_TIMEOUT,
            )
        except RPCError as error:
            raise translated(error) from error

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None:
        """Returns what the running conversation is doing; None when none runs.

        Raises ``NoWorkerError`` when no worker answers, ``TemporalUnreachableError`` when the
        server does not.
        """
        return await self._query(channel, chat_id, "status", ConversationStatus)

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History:
        """Returns the last messages of the chat: from the running conversation, else from the
        transcript.

        Empty when there were none or the records cannot be reached.
        """
        try:
            running = await self._query(channel, chat_id, "history", History)
        except NoWorkerError:
            running = None
        if running is not None and running.entries:
            return History(entries=list(running.recent(limit)), summary=running.summary)
        return (await self._recall(channel, chat_id, user_id, limit)).history

    async def done(self, channel: str, chat_id: str, user_id: str) -> tuple[RecalledTask, ...]:
        """Returns the last finished tasks of this person in the chat, oldest first.

        Empty when there are none or the records cannot be reached.
        """
        return (await self._recall(channel, chat_id, user_id, 1)).recent

    async def _recall(self, channel: str, chat_id: str, user_id: str, limit: int) -> Recalled:
        request = BeginRequest(
            person=self.defaults.model_copy(update={"user_id": user_id}),
            conversation_id=conversation_id(channel, chat_id),
            history=limit,
        )
        try:
            return await self.transcript.recall(request)
        except StorageUnavailableError as error:
            log.warning("transcript.unavailable", reason=str(error))
            return Recalled()

    async def cancel(self, channel: str, chat_id: str, reason: str = "") -> bool:
        """Cancels, as an operator, what the conversation is doing. False when none runs."""
        return await self._signal(channel, chat_id, "cancel", reason)

    async def interrupted(self, channel: str, chat_id: str, reply: Interrupted) -> bool:
        """Tells the conversation what a person heard of a reply. False when none runs."""
        return await self._signal(channel, chat_id, "interrupted", reply)

    async def left(self, channel: str, chat_id: str, left: PersonLeft) -> bool:
        """Tells the conversation that the person hung up. False when none runs."""
        return await self._signal(channel, chat_id, "left", left)

    async def _signal(
        self, channel: str, chat_id: str, name: str, said: str | Interrupted | PersonLeft
    ) -> bool:
        try:
            await self._get_handle(channel, chat_id).signal(name, said, rpc_timeout=RPC_TIMEOUT)
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                return False
            raise translated(error) from error
        return True

    def _get_handle(self, channel: str, chat_id: str) -> WorkflowHandle[object, object]:
        return self.client.get_workflow_handle(conversation_id(channel, chat_id))

    async def _query(
        self, channel: str, chat_id: str, name: str, result: type[Answer]
    ) -> Answer | None:
        try:
            answer: Answer = await self._get_handle(channel, chat_id).query(
                name,
                result_type=result,
                reject_condition=QueryRejectCondition.NOT_OPEN,
                rpc_timeout=QUERY_TIMEOUT,
            )
        except WorkflowQueryRejectedError:
            return None
        except WorkflowQueryFailedError as error:
            raise NoWorkerError(f"temporal: query {name} failed: {error}") from error
        except RPCError as error:
            if error.status is RPCStatusCode.NOT_FOUND:
                return None
            raise query_error(error) from error
        return answer
