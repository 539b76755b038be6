"""Telegram as a channel: shows replies in the process that holds the bot's token."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

import structlog
from aiogram.types import InlineKeyboardMarkup

from bot.telegram.address import Address
from bot.telegram.keyboards import keyboard_for
from bot.telegram.refusals import MessageGoneError
from bot.telegram.rendering import Part, rendered
from bot.telegram.sending import Place, Sender
from bot.texts.wording import formats_for, worded
from domain.replies import DeliveredReply, Delivery, Reply
from domain.topics import ConversationTopic, TransactionTopic

REMEMBERED = 2_000
"""Replies whose sending is kept in memory."""

BESIDES_THE_WORK: frozenset[str] = frozenset(
    {
        ConversationTopic.START,
        ConversationTopic.HELP,
        ConversationTopic.STATUS,
        ConversationTopic.HISTORY,
        ConversationTopic.NOTHING_TO_CANCEL,
        ConversationTopic.STALE_BUTTON,
        ConversationTopic.NO_DRAFT,
        ConversationTopic.EDIT_UNKNOWN,
        ConversationTopic.DEGRADED,
        ConversationTopic.PREFERENCE,
        ConversationTopic.ASK_PREFERENCE,
        ConversationTopic.USAGE,
        ConversationTopic.BUDGET_USED_UP,
        ConversationTopic.PRIVACY,
        ConversationTopic.ASK_ERASE,
        ConversationTopic.ERASE_KEPT,
        ConversationTopic.ERASING,
        ConversationTopic.INSIGHT,
        ConversationTopic.INSIGHT_FAILED,
        ConversationTopic.GENERAL_ANSWER,
        ConversationTopic.GENERAL_TOPIC,
        ConversationTopic.RESUMED,
        TransactionTopic.PROVENANCE,
        TransactionTopic.UNCHANGED,
        TransactionTopic.DELETED,
        TransactionTopic.REVERTED,
        TransactionTopic.RESTORED,
        TransactionTopic.NOT_FOUND,
        TransactionTopic.NOTHING_TO_UNDO,
    }
)
"""Answers to commands, buttons and small talk, and notices. They come while a photo is still being
read, so they are sent below what they answer, and its progress message waits for its own result.
"""

_log = structlog.get_logger(__name__)


class Signs(Protocol):
    """The part of ``Presence`` that a reply brings to an end."""

    def last_place(self, address: Address) -> Place: ...

    def answered(self, address: Address) -> None: ...

    async def settled(self, address: Address, reply_id: str) -> int | None: ...


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
            buttons = keyboard if last else None
            progress = None if number else await self._progress(address, reply)
            if progress is None or not await self._replaced(
                address, progress, parts[number], buttons
            ):
                progress = await self._sent_anew(address, number, parts[number], buttons)
            messages.append(progress)
        return DeliveredReply(
            reply_id=reply.id,
            text=wording.text(),
            channel_ref=",".join(str(message) for message in messages),
        )

    async def _progress(self, address: Address, reply: Reply) -> int | None:
        """The progress message whose place this reply takes, if there is one."""
        if reply.topic in BESIDES_THE_WORK or _about_words(reply):
            self._signs.answered(address)
            return None
        return await self._signs.settled(address, reply.id)

    async def _sent_anew(
        self, address: Address, number: int, part: Part, keyboard: InlineKeyboardMarkup | None
    ) -> int:
        place = self._signs.last_place(address)
        if number:
            place = replace(place, reply_to=None)
        return await self._sender.send(address.chat, part, keyboard=keyboard, place=place)

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
        return True


def _about_words(reply: Reply) -> bool:
    """Whether it is about expenses in words only: a photo sent before them is still being read."""
    return bool(reply.cards) and not any(card.from_photo for card in reply.cards)
