"""A channel that remembers what it showed, and a transcript in memory."""

import asyncio
import io
from collections.abc import Callable
from datetime import UTC, datetime

from bot.terminal.channel import TerminalChannel
from bot.terminal.memory import ScreenMemory
from bot.terminal.screen import PlainScreen
from domain.conversation import Recalled
from domain.errors import AppError, DeliveryFailedError, RecipientGoneError
from domain.ledger import RecallRequest
from domain.messages import Message
from domain.replies import DeliveredReply, Delivery, Reply


class RecordingChannel:
    """The terminal on a screen in memory; ``shown`` keeps the replies behind the words.

    ``down`` makes every delivery fail until it is cleared.
    """

    def __init__(self) -> None:
        self.shown: list[Reply] = []
        self.locales: list[str] = []
        self._out = io.StringIO()
        self._terminal = TerminalChannel(
            PlainScreen(self._out), ScreenMemory(), lambda: datetime.now(UTC)
        )
        self.down = False
        self.gone = False
        self.failure: AppError | None = None
        self._changed = asyncio.Condition()

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        if self.gone:
            raise RecipientGoneError(delivery.chat_id)
        if self.failure is not None:
            raise self.failure
        if self.down:
            raise DeliveryFailedError(delivery.chat_id)
        delivered = await self._terminal.show(delivery, reply)
        async with self._changed:
            self.shown.append(reply)
            self.locales.append(delivery.locale)
            self._changed.notify_all()
        return delivered

    @property
    def screen(self) -> str:
        """All that the person has seen."""
        return self._out.getvalue()

    @property
    def topics(self) -> list[str]:
        return [reply.topic for reply in self.shown]

    async def until(self, found: Callable[[list[Reply]], bool], seconds: float = 20) -> None:
        """Waits until what was shown fulfils ``found``."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: found(self.shown)), seconds)


class InMemoryTranscript:
    """Implements ``Transcript``."""

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}
        self.replies: dict[str, DeliveredReply] = {}
        self.recalled = Recalled()

    async def heard(
        self, conversation_id: str, channel: str, chat_id: str, message: Message
    ) -> None:
        del conversation_id, channel, chat_id
        self.messages.setdefault(message.id, message)

    async def said(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        del at
        for message in delivery.heard:
            self.messages.setdefault(message.id, message)
        for reply in replies:
            self.replies.setdefault(reply.reply_id, reply)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        return tuple(self.replies[i] for i in reply_ids if i in self.replies)

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        del conversation_id
        found = (r.reply_id for r in self.replies.values() if r.channel_ref == channel_ref)
        return next(found, None)

    async def recall(self, request: RecallRequest) -> Recalled:
        del request
        return self.recalled
