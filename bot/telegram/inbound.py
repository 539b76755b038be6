"""From a Telegram message to one that the conversation takes, handed over to it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from aiogram import Bot
from aiogram.exceptions import TelegramAPIError
from aiogram.types import Message, Update

from agents import SLUGS
from bot.consent import ConsentRequiredError
from bot.intake import Origin, RefusedMessageError, press_by_label, text_message
from bot.telegram.address import CHANNEL
from bot.telegram.channel import NewestButtons
from bot.telegram.consent import TelegramConsent
from bot.telegram.content import content_of
from bot.telegram.groups import addresses, may_erase, without_mention
from bot.telegram.identity import SentBy, newcomer_of
from bot.telegram.notices import Notices
from bot.telegram.ports import SignsOfLife, TelegramGateway
from bot.telegram.rate_limit import sent_at
from bot.texts.cards import commands_of
from domain.commands import Command, command_carried
from domain.errors import AppError
from domain.messages import Message as Heard

PRESENCE_TIMEOUT = 5.0
"""Seconds. Showing that work goes on is a courtesy and holds nothing up."""

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class TelegramIntake:
    """Makes messages of what people send and hands them over to their conversation. A file goes as
    Telegram's id of it: its bytes are fetched when a task needs them.

    Everything here may be done again with the same update: the conversation drops an id that it
    has seen. Raises ``AppError`` when the message was not taken over. ``agents`` are the enabled
    ones.
    """

    bot: Bot
    gateway: TelegramGateway
    notices: Notices
    typing_indicator: SignsOfLife
    newest_buttons: NewestButtons
    agents: Sequence[str] = SLUGS
    consent: TelegramConsent | None = None

    async def take(
        self,
        message: Message,
        caller: SentBy,
        event_update: Update,
        not_before: datetime | None = None,
    ) -> None:
        """A new message, or an edited text or caption. Other changes (a moving location, a caption
        taken away) are nothing that could be corrected, so they are let go.

        ``not_before``: when it may be taken up, if it came too fast.
        """
        edited, update_id = event_update.edited_message is not None, event_update.update_id
        content = content_of(message)
        text = await self._text(message.text or message.caption or "", caller)
        origin = Origin(
            channel=CHANNEL,
            chat_id=caller.address.chat_id,
            user_id=caller.address.user_id,
            update_id=update_id,
            sent_at=sent_at(message),
            ref=str(message.message_id),
            edits=str(message.message_id) if edited else "",
            album=message.media_group_id or "",
            addressed=not caller.address.in_group or addresses(message, await self.bot.me()),
            reply_to_ref=self._replied(message),
            not_before=not_before,
            author_id=caller.author_id,
        )
        files = () if content.file is None or edited else (content.file,)
        unusable = None if edited else content.unusable
        try:
            made = text_message(origin, text, files, unusable=unusable, agents=self.agents)
        except RefusedMessageError as refused:
            if edited:
                log.info("edit.ignored", update_id=update_id, reason=str(refused))
            else:
                key = refused.refusal.value
                await self.notices.tell_sender(caller, key, message, **refused.values)
            return
        if not caller.address.in_group:  # there not everybody may press every button
            buttons = self.newest_buttons.get(caller.address.chat_id, ())
            made = press_by_label(made, buttons)
        await self._hand_over(message, caller, made)

    async def _hand_over(self, message: Message, caller: SentBy, made: Heard) -> None:
        """Signals what was made of a message."""
        erasing = made.command == Command.DELETE_MY_DATA
        if erasing and not await may_erase(self.bot, caller.address, caller.user):
            await self.notices.tell_sender(caller, "telegram.erase_not_admin", message)
            return
        newcomer = newcomer_of(caller, self.gateway.defaults)
        try:
            await self.gateway.send(CHANNEL, caller.address.chat_id, made, defaults=newcomer)
        except ConsentRequiredError as required:
            if self.consent is None:
                raise
            await self.consent.settle(required, made, caller, message, how="word")
            return
        # From here on nothing may fail: the conversation has the message.
        kind = next((attachment.kind for attachment in made.attachments), None)
        try:
            async with asyncio.timeout(PRESENCE_TIMEOUT):
                await self.typing_indicator.working(
                    caller.address,
                    slow=kind is not None,
                    message=message.message_id,
                    kind=kind,
                    topic=message.message_thread_id if message.is_topic_message else None,
                )
        except (AppError, TelegramAPIError, TimeoutError) as error:
            log.info("typing_indicator.not_shown", reason=type(error).__name__)

    async def _text(self, text: str, caller: SentBy) -> str:
        if caller.address.in_group:
            text = without_mention(text, await self.bot.me())
        start, _, carried = text.partition(" ")
        if start != "/start" or not carried:
            return text
        # A link to the bot may carry a command; "/start hello" is still only a greeting.
        return command_carried(carried.strip(), commands_of(self.agents)) or start

    def _replied(self, message: Message) -> str:
        """The bot's own message that is answered, if one is."""
        answered = message.reply_to_message
        if answered is None or answered.from_user is None or answered.from_user.id != self.bot.id:
            return ""
        return str(answered.message_id)
