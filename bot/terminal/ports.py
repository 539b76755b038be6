"""What a terminal chat needs from outside."""

from typing import Protocol

from domain.conversation import ConversationStatus
from domain.history import History
from domain.messages import Message
from domain.replies import Card


class Gateway(Protocol):
    """The part of ``bot.gateway.ConversationGateway`` that the terminal uses."""

    async def send(
        self, channel: str, chat_id: str, message: Message, contents: dict[str, bytes]
    ) -> None: ...

    async def status(self, channel: str, chat_id: str) -> ConversationStatus | None: ...

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History: ...

    async def cards(self, channel: str, chat_id: str, user_id: str) -> tuple[Card, ...]: ...
