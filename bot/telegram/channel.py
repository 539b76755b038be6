"""Telegram as a channel: shows replies in the process that holds the bot's token."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

import structlog

from agents import SLUGS
from bot.ports import StoredFiles
from bot.remembered import Remembered
from bot.telegram.address import Address
from bot.telegram.keyboards import keyboard_for
from bot.telegram.refusals import MessageGoneError
from bot.telegram.rendering import rendered
from bot.telegram.sending import PlaceInChat, Sender
from bot.texts.formats import Formats, plain_line
from bot.texts.speech import Button
from bot.texts.wording import formats_for, worded
from domain.errors import AttachmentMissingError, RecipientGoneError
from domain.replies import DeliveredReply, Delivery, File, Placement, Reply, Settlement

REMEMBERED = 2_000
"""Replies whose sending is kept in memory."""

PICTURES = frozenset({"image/png", "image/jpeg"})
"""Types of files that are shown in the chat itself."""

Admits = Callable[[Address], Awaitable[bool]]
"""Whether a reply may be shown at an address; raises ``AppError`` while that is not known."""

NewestButtons = Remembered[str, tuple[Button, ...]]
"""The buttons of the newest reply in each chat that this process showed, by the chat's id."""

_log = structlog.get_logger(__name__)


class Signs(Protocol):
    """The part of ``TypingIndicator`` that a reply brings to an end."""

    def last_place(self, address: Address) -> PlaceInChat: ...

    def answered(self, address: Address) -> None: ...

    async def settled(self, address: Address, reply_id: str) -> int | None: ...


@dataclass
class _Sent:
    """How much of a reply was sent. The lock keeps two attempts from sending the same part."""

    messages: list[int] = field(default_factory=list)
    delivered: DeliveredReply | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(eq=False)
class TelegramChannel:
    """Implements ``activities.ports.Channel``.

    Within this process nothing is sent twice: a repeated delivery sends only the parts that are
    still missing. ``clock`` gives the current time in UTC; ``agents`` are the slugs of the enabled
    ones.
    """

    sender: Sender
    signs: Signs
    clock: Callable[[], datetime]
    files: StoredFiles
    admits: Admits
    agents: tuple[str, ...] = SLUGS
    chat_link: Callable[[], Awaitable[str]] | None = None
    """How a link to the bot begins that carries a word."""
    newest_buttons: NewestButtons = field(default_factory=lambda: Remembered(REMEMBERED))
    _sent: Remembered[str, _Sent] = field(default_factory=lambda: Remembered(REMEMBERED))

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """``channel_ref`` has the ids of its messages, joined by commas.

        Raises ``RecipientGoneError`` for a chat that is not admitted, and what ``worded``,
        ``rendered`` and ``Sender`` raise.
        """
        sent = self._sent[reply.id] = self._sent.get(reply.id) or _Sent()
        async with sent.lock:
            if sent.delivered is None:
                sent.delivered = await self._show(delivery, reply, sent.messages)
        return sent.delivered

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        """Nobody waits for that here."""

    async def _show(self, delivery: Delivery, reply: Reply, messages: list[int]) -> DeliveredReply:
        address = Address.parsed(delivery.chat_id)
        if not await self.admits(address):
            raise RecipientGoneError("who has this chat may not talk to the bot (any more)")
        now = self.clock()
        formats = formats_for(delivery.locale, delivery.timezone, now, self.agents)
        if self.chat_link is not None:
            formats = replace(formats, chat_link=await self.chat_link())
        wording = worded(reply, formats)
        keyboard = keyboard_for(reply, wording.buttons, address, formats.catalogue)
        parts = rendered(wording)
        earlier = [int(ref) for ref in reply.edits.split(",") if ref.isdecimal()]
        for number in range(len(messages), len(parts)):
            part, buttons = parts[number], keyboard if number == len(parts) - 1 else None
            if earlier:
                message = earlier[number] if number < len(earlier) else None
            else:
                message = None if number else await self._progress(address, reply)
            if message is not None:
                try:
                    await self.sender.edit(address.chat, message, part, keyboard=buttons)
                except MessageGoneError as error:
                    _log.info("progress.gone", reason=str(error))
                    message = None
            if message is None:
                place = self.signs.last_place(address)
                below = replace(place, reply_to=None) if number else place
                message = await self.sender.send(address.chat, part, keyboard=buttons, place=below)
            messages.append(message)
        for file in reply.files[len(messages) - len(parts) :]:
            sent = await self._file(delivery, address, file, formats)
            messages.append(sent)  # at once: an attempt that breaks off here is taken up here
        if not earlier:
            self.newest_buttons[delivery.chat_id] = wording.buttons
        return DeliveredReply(
            reply_id=reply.id,
            text=wording.text(),
            channel_ref=",".join(str(message) for message in messages),
        )

    async def _file(
        self, delivery: Delivery, address: Address, file: File, formats: Formats
    ) -> int:
        """The message with the file, or with the words that it is not there any more."""
        place = replace(self.signs.last_place(address), reply_to=None)
        try:
            _, content = await self.files.get(delivery.user_id, file.sha256)
        except AttachmentMissingError as error:
            _log.warning("file.missing", reason=str(error))
            words = formats.catalogue.text("channel.file_missing", name=plain_line(file.name))
            return await self.sender.say(address.chat, words, topic=place.topic)
        picture = file.mime_type in PICTURES
        return await self.sender.send_file(
            address.chat, file.name, content, place=place, picture=picture
        )

    async def _progress(self, address: Address, reply: Reply) -> int | None:
        """The progress message whose place this reply takes, if there is one."""
        if reply.placement is Placement.ASIDE:
            self.signs.answered(address)
            return None
        return await self.signs.settled(address, reply.id)
