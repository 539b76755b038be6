"""What a terminal chat needs from outside."""

from typing import Protocol

from domain.conversation import ConversationStatus, RecalledTask
from domain.history import History
from domain.messages import Attachment, Message
from domain.understanding import Person


class TerminalGateway(Protocol):
    """The part of ``bot.gateway.ConversationGateway`` that the terminal uses."""

    async def send(
        self, channel: str, chat_id: str, message: Message, defaults: Person | None = None
    ) -> None: ...

    async def store(self, user_id: str, attachment: Attachment, content: bytes) -> None: ...

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None: ...

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History: ...

    async def done(self, channel: str, chat_id: str, user_id: str) -> tuple[RecalledTask, ...]: ...
