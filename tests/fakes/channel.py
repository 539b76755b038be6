"""A channel that remembers what it was given to show, and a transcript in memory."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from domain.conversation import BeginRequest, Recalled
from domain.errors import AppError, DeliveryFailedError, RecipientGoneError
from domain.messages import Message
from domain.replies import ChatFigures, DeliveredReply, Delivery, Reply, Settlement

SOON = timedelta(milliseconds=200)


class RecordingChannel:
    """Shows each reply as its topic; ``shown`` keeps the replies.

    ``down`` makes every delivery fail until it is cleared; ``unwordable`` names topics whose
    wording breaks.
    """

    def __init__(self) -> None:
        self.shown: list[Reply] = []
        self.locales: list[str] = []
        self.settlements: list[Settlement] = []
        self.down = False
        self.gone = False
        self.failure: AppError | None = None
        self.unwordable: set[str] = set()
        self._changed = asyncio.Condition()
        self._gate: asyncio.Event | None = None
        self._waits = asyncio.Event()

    def hold(self) -> None:
        """What is to be shown waits for ``release``."""
        self._gate = asyncio.Event()
        self._waits.clear()

    async def held(self) -> None:
        """Waits until something waits to be shown."""
        await self._waits.wait()

    def release(self) -> None:
        if self._gate is not None:
            self._gate.set()
            self._gate = None

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        if self._gate is not None:
            self._waits.set()
            await self._gate.wait()
        if self.gone:
            raise RecipientGoneError(delivery.chat_id)
        if self.failure is not None:
            raise self.failure
        if self.down:
            raise DeliveryFailedError(delivery.chat_id, retry_after=SOON)
        if reply.topic in self.unwordable:
            raise KeyError(f"no words for {reply.topic}")
        return await self._show(delivery, reply)

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        del delivery
        async with self._changed:
            self.settlements.append(settlement)
            self._changed.notify_all()

    async def until_settled(self, message_id: str) -> Settlement:
        """Waits until it is told that nothing more will be said about a message."""

        def told() -> list[Settlement]:
            return [each for each in self.settlements if message_id in each.message_ids]

        async with self._changed:
            return (await asyncio.wait_for(self._changed.wait_for(told), 60))[0]

    async def _show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        async with self._changed:
            self.shown.append(reply)
            self.locales.append(delivery.locale)
            self._changed.notify_all()
        return DeliveredReply(
            reply_id=reply.id, text=reply.topic, channel_ref=f"m{len(self.shown)}"
        )

    @property
    def topics(self) -> list[str]:
        return [reply.topic for reply in self.shown]

    async def until(self, found: Callable[[list[Reply]], bool], seconds: float = 60) -> None:
        """Waits until what was shown fulfils ``found``."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: found(self.shown)), seconds)


class InMemoryTranscript:
    """Implements ``Transcript``."""

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}
        self.replies: dict[str, DeliveredReply] = {}
        self.recalled = Recalled()
        self.figures: ChatFigures | None = None
        """Of the last delivery."""
        self.failure: AppError | None = None
        """Fails every look-up."""

    async def write(
        self, delivery: Delivery, replies: tuple[DeliveredReply, ...], at: datetime
    ) -> None:
        del at
        self.figures = delivery.figures
        for message in delivery.heard:
            self.messages.setdefault(message.id, message)
        for reply in replies:
            self.replies.setdefault(reply.reply_id, reply)

    async def delivered(self, reply_ids: tuple[str, ...]) -> tuple[DeliveredReply, ...]:
        return tuple(self.replies[i] for i in reply_ids if i in self.replies)

    async def reply_at(self, conversation_id: str, channel_ref: str) -> str | None:
        del conversation_id
        if self.failure is not None:
            raise self.failure
        replies = self.replies.values()
        found = (r.reply_id for r in replies if channel_ref in r.channel_ref.split(","))
        return next(found, None)

    async def recall(self, request: BeginRequest) -> Recalled:
        del request
        if self.failure is not None:
            raise self.failure
        return self.recalled
