"""From a Telegram message to one that the conversation takes, handed over to it."""

import asyncio

import structlog
from aiogram import Bot
from aiogram.exceptions import TelegramAPIError
from aiogram.types import Message

from adapters.ocr.media import Refusal as MediaRefusal
from bot.intake import Inbound, Origin, RefusedMessageError, Upload, inbound, upload_of
from bot.telegram.address import CHANNEL
from bot.telegram.content import Content, content_of
from bot.telegram.downloads import Downloads, UnusableFileError
from bot.telegram.groups import addresses, may_erase, without_mention
from bot.telegram.identity import Caller
from bot.telegram.notices import Notices
from bot.telegram.pace import sent_at
from bot.telegram.ports import Conversations, Presence
from domain.errors import AppError, UnusableAttachmentError
from domain.messages import Command, Unusable
from domain.preferences import LANGUAGES
from domain.understanding import Person

PRESENCE_TIMEOUT = 5.0
"""Seconds. Showing that work goes on is a courtesy and holds nothing up."""

_REASONS = {
    MediaRefusal.NOT_A_PICTURE.value: Unusable.FILE_TYPE,
    MediaRefusal.TOO_LARGE.value: Unusable.TOO_LARGE,
}

log = structlog.get_logger(__name__)


class TelegramIntake:
    """Makes messages of what people send and hands them over to their conversation.

    Everything here may be done again with the same update: the conversation drops an id that it
    has seen. Raises ``AppError`` when the message was not taken over.
    """

    def __init__(
        self,
        bot: Bot,
        gateway: Conversations,
        downloads: Downloads,
        notices: Notices,
        presence: Presence,
    ) -> None:
        self._bot = bot
        self._gateway = gateway
        self._downloads = downloads
        self._notices = notices
        self._presence = presence

    async def take(self, message: Message, caller: Caller, update_id: int) -> None:
        """A new message."""
        origin = await self._origin(message, caller, update_id)
        content = content_of(message)
        try:
            # The bytes are held until they are stored.
            async with self._downloads.room(content.file):
                made = await self._made(origin, content, message, caller)
                await self._hand_over(message, caller, made)
        except RefusedMessageError as refused:
            await self._refuse(refused, message, caller)

    async def take_edit(self, message: Message, caller: Caller, update_id: int) -> None:
        """A changed text or caption. Other changes (a moving location, a caption taken away) are
        nothing that could be corrected, so they are let go.
        """
        text = await self._text(message.text or message.caption or "", caller)
        origin = await self._origin(message, caller, update_id, edits=str(message.message_id))
        try:
            made = inbound(origin, text)
        except RefusedMessageError as refused:
            log.info("edit.ignored", update_id=update_id, reason=str(refused))
            return
        await self._hand_over(message, caller, made)

    async def _hand_over(self, message: Message, caller: Caller, made: Inbound) -> None:
        """Stores and signals what was made of a message."""
        erasing = made.message.command is Command.DELETE_MY_DATA
        if erasing and not await may_erase(self._bot, caller.address, caller.user):
            await self._tell(message, caller, "telegram.erase_not_admin")
            return
        await self._gateway.send(
            CHANNEL,
            caller.address.chat_id,
            made.message,
            made.contents,
            defaults=self._newcomer(caller),
        )
        # From here on nothing may fail: the conversation has the message.
        kind = next((attachment.kind for attachment in made.message.attachments), None)
        try:
            async with asyncio.timeout(PRESENCE_TIMEOUT):
                await self._presence.working(
                    caller.address,
                    slow=kind is not None,
                    message=message.message_id,
                    kind=kind,
                    topic=message.message_thread_id if message.is_topic_message else None,
                )
        except (AppError, TelegramAPIError, TimeoutError) as error:
            log.info("presence.not_shown", reason=type(error).__name__)

    async def _origin(
        self, message: Message, caller: Caller, update_id: int, edits: str = ""
    ) -> Origin:
        in_private = not caller.address.in_group
        return Origin(
            channel=CHANNEL,
            chat_id=caller.address.chat_id,
            user_id=caller.address.user_id,
            update_id=update_id,
            sent_at=sent_at(message),
            ref=str(message.message_id),
            edits=edits,
            album=message.media_group_id or "",
            addressed=in_private or addresses(message, await self._bot.me()),
        )

    async def _made(
        self, origin: Origin, content: Content, message: Message, caller: Caller
    ) -> Inbound:
        text = await self._text(content.text, caller)
        upload, unusable = await self._fetched(content)
        return inbound(
            origin,
            text,
            () if upload is None else (upload,),
            reply_to=await self._replied(message, caller),
            unusable=unusable,
        )

    async def _fetched(self, content: Content) -> tuple[Upload | None, Unusable | None]:
        """The file as an upload, or why it cannot be used. Its own first bytes say what it is."""
        if content.file is None:
            return None, content.unusable
        try:
            fetched = await self._downloads.fetch(content.file)
            return await asyncio.to_thread(upload_of, fetched), None
        except UnusableFileError as error:
            log.info("file.unusable", reason=str(error))
            return None, error.unusable
        except UnusableAttachmentError as error:
            log.info("file.unusable", reason=str(error))
            return None, _REASONS.get(error.user_text, Unusable.BROKEN_FILE)

    async def _text(self, text: str, caller: Caller) -> str:
        if caller.address.in_group:
            text = without_mention(text, await self._bot.me())
        # A link to the bot may carry a word: "/start hello" is still only a greeting.
        return "/start" if text.startswith("/start ") else text

    async def _replied(self, message: Message, caller: Caller) -> str | None:
        """The reply of this conversation that a message answers, if it answers one."""
        answered = message.reply_to_message
        if answered is None or answered.from_user is None or answered.from_user.id != self._bot.id:
            return None
        return await self._gateway.reply_id(
            CHANNEL, caller.address.chat_id, str(answered.message_id)
        )

    def _newcomer(self, caller: Caller) -> Person:
        """What somebody unknown starts with: the language of their app, when Steward speaks it."""
        usual = self._gateway.defaults
        language = (caller.language or "").casefold().partition("-")[0]
        locale = LANGUAGES.get(language)
        if locale is None or usual.locale.partition("_")[0] == language:
            return usual
        return usual.model_copy(update={"locale": locale})

    async def _refuse(self, refused: RefusedMessageError, message: Message, caller: Caller) -> None:
        await self._tell(message, caller, refused.refusal.value, **refused.values)

    async def _tell(self, message: Message, caller: Caller, key: str, **values: str) -> None:
        await self._notices.tell(
            caller.address.chat,
            key,
            language=caller.language,
            reply_to=message.message_id,
            **values,
        )
