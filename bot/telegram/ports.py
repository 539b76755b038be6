"""What the Telegram channel needs from the outside, as narrow protocols.

Every method may raise ``StorageUnavailableError`` or ``StorageRejectedError``.
"""

from typing import Protocol

from bot.ports import Conversations
from bot.telegram.address import Address
from domain.messages import MediaKind
from domain.understanding import Person


class Pairing(Protocol):
    """The first person who sends the code owns the channel; afterwards the code is of no use."""

    async def code(self, fresh: str) -> str | None:
        """The code that is still open, ``fresh`` when there was none yet; None once paired."""

    async def owner(self) -> str | None:
        """The Telegram id of who was paired."""

    async def pair(self, user: str, code: str) -> bool:
        """Whether ``user`` is paired now by this code; false for a wrong or used one. Atomic."""


class Groups(Protocol):
    """Groups whose tasks are everybody's."""

    async def shared(self) -> frozenset[int]:
        """All of them, by Telegram's id."""

    async def set_shared(self, chat: int, *, shared: bool, by: int) -> None: ...

    async def move(self, before: int, after: int) -> None:
        """All that is kept of a group goes with it to its new id. Idempotent."""


class ProgressNotes(Protocol):
    """Messages ("reading …") that replies of a conversation take the place of."""

    async def note(self, conversation_id: str, message: int) -> None:
        """Idempotent; a claim stays."""

    async def waiting(self, conversation_id: str) -> int | None:
        """The newest message that no reply has claimed."""

    async def take(self, conversation_id: str, reply_id: str) -> int | None:
        """The message that this reply claims, now or before: a retry gets the same one again, and
        another reply never does. Atomic.
        """


class Voice(Protocol):
    """Says something that is not a reply of the conversation."""

    async def say(self, chat: int, text: str, *, reply_to: int | None = None) -> int:
        """The id of the message. Raises ``AppError`` when it could not be said."""


class SignsOfLife(Protocol):
    """Shows that a message is being worked on."""

    async def working(
        self,
        address: Address,
        *,
        slow: bool,
        message: int,
        kind: MediaKind | None = None,
        topic: int | None = None,
    ) -> None:
        """``slow`` for what takes seconds: pictures, PDFs, recordings. ``message`` came in with a
        file of this ``kind``, in this ``topic`` of a forum.
        """


class TelegramGateway(Conversations, Protocol):
    """Where messages are handed over, and what somebody new starts with."""

    @property
    def defaults(self) -> Person: ...
