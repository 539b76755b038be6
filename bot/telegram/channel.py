"""Telegram as a channel: shows replies in the process that holds the bot's token."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

import structlog
from aiogram.types import InlineKeyboardMarkup

from bot.telegram.address import Address
from bot.telegram.keyboards import keyboard_for
from bot.telegram.rendering import Part, rendered
from bot.telegram.sending import MessageGoneError, Sender
from bot.texts.wording import formats_for, worded
from domain.errors import AppError
from domain.replies import DeliveredReply, Delivery, Reply

REMEMBERED = 2_000
"""Replies whose sending is kept in memory."""

_log = structlog.get_logger(__name__)


class Signs(Protocol):
    """The part of ``Presence`` that a reply brings to an end."""

    def last_message(self, address: Address) -> int | None: ...

    async def settled(self, address: Address) -> int | None: ...

    async def put_back(self, address: Address, message: int) -> None: ...


@dataclass
class _Sent:
    """How much of a reply was sent. The lock keeps two attempts from sending the same part."""

    messages: list[int] = field(default_factory=list)
    delivered: DeliveredReply | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class TelegramChannel:
    """Implements ``activities.ports.Channel``.

    Within this process nothing is sent twice: a repeated delivery sends only the parts that are
    still missing. ``clock`` gives the current time in UTC.
    """

    def __init__(self, sender: Sender, signs: Signs, clock: Callable[[], datetime]) -> None:
        self._sender = sender
        self._signs = signs
        self._clock = clock
        self._sent: OrderedDict[str, _Sent] = OrderedDict()

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """``channel_ref`` has the ids of its messages, joined by commas.

        Raises ``UnwordableReplyError`` and what ``Sender`` raises.
        """
        sent = self._remembered(reply.id)
        async with sent.lock:
            if sent.delivered is None:
                sent.delivered = await self._shown(delivery, reply, sent.messages)
        return sent.delivered

    def _remembered(self, reply_id: str) -> _Sent:
        sent = self._sent.setdefault(reply_id, _Sent())
        self._sent.move_to_end(reply_id)
        while len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)
        return sent

    async def _shown(self, delivery: Delivery, reply: Reply, messages: list[int]) -> DeliveredReply:
        address = Address.parsed(delivery.chat_id)
        formats = formats_for(delivery.locale, delivery.timezone, self._clock())
        wording = worded(reply, formats)
        keyboard = keyboard_for(reply, wording.buttons, address, formats.catalogue)
        parts = rendered(wording)
        for number in range(len(messages), len(parts)):
            last = number == len(parts) - 1
            send = self._first if number == 0 else self._further
            messages.append(await send(address, parts[number], keyboard if last else None))
        return DeliveredReply(
            reply_id=reply.id,
            text=wording.text(),
            channel_ref=",".join(str(message) for message in messages),
        )

    async def _first(
        self, address: Address, part: Part, keyboard: InlineKeyboardMarkup | None
    ) -> int:
        """Takes the place of the progress message, if there is one."""
        progress = await self._signs.settled(address)
        if progress is not None and await self._replaced(address, progress, part, keyboard):
            return progress
        # In a group it must be seen whom it is for.
        answered = self._signs.last_message(address) if address.in_group else None
        return await self._sender.send(address.chat, part, keyboard=keyboard, reply_to=answered)

    async def _further(
        self, address: Address, part: Part, keyboard: InlineKeyboardMarkup | None
    ) -> int:
        return await self._sender.send(address.chat, part, keyboard=keyboard)

    async def _replaced(
        self,
        address: Address,
        progress: int,
        part: Part,
        keyboard: InlineKeyboardMarkup | None,
    ) -> bool:
        """False when the progress message is gone."""
        try:
            await self._sender.edit(address.chat, progress, part, keyboard=keyboard)
        except MessageGoneError as error:
            _log.info("progress.gone", reason=str(error))
            return False
        except AppError as error:
            if error.retryable:
                await self._signs.put_back(address, progress)
            raise
        return True
