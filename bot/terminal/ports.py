"""What a terminal chat needs from outside."""

from typing import Protocol

from bot.ports import ConversationsWithFiles
from domain.conversation import RecalledTask
from domain.history import History


class TerminalGateway(ConversationsWithFiles, Protocol):
    """The part of ``bot.gateway.ConversationGateway`` that the terminal uses."""

    async def history(self, channel: str, chat_id: str, user_id: str, limit: int) -> History: ...

    async def done(self, channel: str, chat_id: str, user_id: str) -> tuple[RecalledTask, ...]: ...
