"""What more than one channel needs from outside."""

from typing import Protocol

from domain.consent import ConsentGiven
from domain.conversation import ConversationStatus
from domain.messages import Attachment, Message
from domain.understanding import Person


class StoredFiles(Protocol):
    """Gives out the files that go with replies; ``activities.ports.AttachmentStore`` is one."""

    async def get(self, user_id: str, sha256: str) -> tuple[Attachment, bytes]: ...


class ConsentRecords(Protocol):
    """Which consents are kept; ``adapters.postgres.consents.PostgresConsents`` is one. Raises
    ``StorageUnavailableError``.
    """

    async def has(self, user_id: str, version: str) -> bool:
        """Whether this person agreed to this version of the text."""

    async def give(self, given: ConsentGiven) -> None:
        """Idempotent on person and version."""

    async def keeps(self, user_id: str) -> bool:
        """Whether anything is kept of this person."""


class Conversations(Protocol):
    """Takes messages; ``bot.gateway.ConversationGateway`` is one, as of the protocols on top."""

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None: ...


class ConversationsWithFiles(Conversations, Protocol):
    """For a channel that holds the bytes of files itself, and waits for answers."""

    async def store(self, user_id: str, attachment: Attachment, content: bytes) -> None: ...

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None: ...
