"""The way out to Telegram: its limits are kept here and once."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import structlog
from aiogram import Bot
from aiogram.exceptions import TelegramAPIError, TelegramMigrateToChat
from aiogram.methods import (
    CloseForumTopic,
    CreateForumTopic,
    DeleteForumTopic,
    DeleteMessage,
    EditForumTopic,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChatMember,
    ReopenForumTopic,
    SendChatAction,
    SendDocument,
    SendMessage,
    SendPhoto,
    SetMessageReaction,
    TelegramMethod,
)
from aiogram.types import (
    BufferedInputFile,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReactionTypeEmoji,
    ReplyParameters,
    User,
)
from aiolimiter import AsyncLimiter

from bot.telegram.refusals import (
    MessageGoneError,
    TelegramRefusedError,
    TopicGoneError,
    UnchangedError,
    translating,
)
from bot.telegram.rendering import MessagePart
from domain.errors import RecipientGoneError

Result = TypeVar("Result")

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_PLAIN = {"entities": None, "reply_markup": None}
_OUTSIDE_TOPICS = {"message_thread_id": None}

_REPLY_TIMEOUT = 30
"""Seconds for sending a reply; the retry after that may show it twice, so it is not short."""

_FILE_TIMEOUT = 90
"""Seconds for a document of 20 MB over a slow line."""

_LARGEST_PICTURE = 10_000_000
"""Bytes that Telegram takes as a photo."""

_COURTESY_TIMEOUT = 10
"""Seconds for what nobody misses: others must not wait for it."""


_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class PlaceInChat:
    """Where in a chat: below which message, and in which topic of a forum (its thread's id)."""

    reply_to: int | None = None
    topic: int | None = None
    nowhere_else: bool = False
    """Rather not at all than outside the topic: ``TopicGoneError`` where that is gone."""


_ANYWHERE = PlaceInChat()


@dataclass(frozen=True)
class OutgoingRateLimit:
    """How fast Telegram takes messages.

    In a group no minute may see more than ``per_group_minute``, bursts included, so half of them
    may come at once and the rest evenly.
    """

    between_messages: timedelta = timedelta(seconds=1)
    """In one chat."""
    per_second: float = 30
    """Over all chats."""
    per_group_minute: int = 20


@dataclass
class _ChatRateLimit:
    limiters: tuple[AsyncLimiter, ...]
    used_at: float
    users: int = 0


class Sender:
    """Sends and changes messages. Raises ``RecipientGoneError`` when the chat will never take any,
    ``DeliveryFailedError`` when a later attempt may succeed, ``TelegramRefusedError`` otherwise.
    """

    _IDLE_SECONDS = 120.0
    """After this, a chat's limits are as if it had never been used."""

    def __init__(self, bot: Bot, rate_limit: OutgoingRateLimit | None = None) -> None:
        self._bot = bot
        self._rate_limit = rate_limit or OutgoingRateLimit()
        # One at a time, evenly: with a burst, a second could see more than is allowed.
        self._overall = AsyncLimiter(1, 1 / self._rate_limit.per_second)
        self._chats: OrderedDict[int, _ChatRateLimit] = OrderedDict()
        self._moved: dict[int, int] = {}
        """Groups that became supergroups, by their old id."""

    async def send(
        self,
        chat: int,
        part: MessagePart,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        place: PlaceInChat = _ANYWHERE,
    ) -> int:
        """The id of the new message. The message replied to, or the topic, may be gone by now.

        What Telegram refuses with its formats and buttons is sent once more as plain text.
        """
        message = SendMessage(
            chat_id=chat,
            text=part.text,
            message_thread_id=place.topic,
            entities=list(part.entities) or None,
            parse_mode=None,
            link_preview_options=_NO_PREVIEW,
            reply_parameters=(
                ReplyParameters(message_id=place.reply_to, allow_sending_without_reply=True)
                if place.reply_to is not None
                else None
            ),
            reply_markup=keyboard,
        )
        try:
            sent = await self._call(chat, message, in_turn=True)
        except TopicGoneError as error:
            if place.nowhere_else:
                raise
            _log.info("reply.without_topic", reason=str(error))
            sent = await self._call(chat, message.model_copy(update=_OUTSIDE_TOPICS), in_turn=True)
        except TelegramRefusedError as error:
            if not part.entities and keyboard is None:
                raise
            _log.warning("reply.plain", reason=str(error))
            sent = await self._call(chat, message.model_copy(update=_PLAIN), in_turn=True)
        return sent.message_id

    async def send_file(
        self,
        chat: int,
        name: str,
        content: bytes,
        *,
        place: PlaceInChat = _ANYWHERE,
        picture: bool = False,
    ) -> int:
        """Sends a document, or a ``picture`` to be looked at in the chat; the id of its message.

        The topic may be gone by now. What Telegram takes for no picture comes as a document.
        """
        file, topic = BufferedInputFile(content, filename=name), place.topic
        document = SendDocument(chat_id=chat, document=file, message_thread_id=topic)
        photo = SendPhoto(chat_id=chat, photo=file, message_thread_id=topic)
        message = photo if picture and len(content) <= _LARGEST_PICTURE else document
        try:
            sent = await self._call(chat, message, _FILE_TIMEOUT, in_turn=True)
        except TopicGoneError as error:
            if place.nowhere_else:
                raise
            _log.info("file.without_topic", reason=str(error))
            elsewhere = message.model_copy(update=_OUTSIDE_TOPICS)
            sent = await self._call(chat, elsewhere, _FILE_TIMEOUT, in_turn=True)
        except TelegramRefusedError as error:
            if message is document:
                raise
            _log.info("file.no_picture", reason=str(error))
            sent = await self._call(chat, document, _FILE_TIMEOUT, in_turn=True)
        return sent.message_id

    async def say(
        self, chat: int, text: str, *, reply_to: int | None = None, topic: int | None = None
    ) -> int:
        """A short text of the channel's own."""
        return await self.send(chat, MessagePart(text), place=PlaceInChat(reply_to, topic))

    async def edit(
        self,
        chat: int,
        message: int,
        part: MessagePart,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Gives a message other words. Raises ``MessageGoneError``; idempotent.

        What Telegram refuses with its formats and buttons is shown as plain text.
        """
        change = EditMessageText(
            text=part.text,
            chat_id=chat,
            message_id=message,
            entities=list(part.entities) or None,
            parse_mode=None,
            link_preview_options=_NO_PREVIEW,
            reply_markup=keyboard,
        )
        with suppress(UnchangedError):
            try:
                await self._call(chat, change, in_turn=True)
            except (MessageGoneError, UnchangedError):
                raise
            except TelegramRefusedError as error:
                if not part.entities and keyboard is None:
                    raise
                _log.warning("reply.plain", reason=str(error))
                await self._call(chat, change.model_copy(update=_PLAIN), in_turn=True)

    async def set_keyboard(
        self, chat: int, message: int, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Changes only a message's buttons. Raises ``MessageGoneError``; idempotent.

        It takes no turn of the chat: the reply to the press would have to wait for the next one.
        """
        with suppress(UnchangedError):
            change = EditMessageReplyMarkup(chat_id=chat, message_id=message, reply_markup=keyboard)
            await self._call(chat, change, _COURTESY_TIMEOUT)

    async def delete(self, chat: int, message: int) -> None:
        """Takes a message away. Raises ``MessageGoneError``."""
        await self._call(chat, DeleteMessage(chat_id=chat, message_id=message))

    async def react(self, chat: int, message: int, emoji: str) -> None:
        """Sets the bot's reaction to a message; idempotent. Raises ``MessageGoneError``."""
        with suppress(UnchangedError):
            reaction = SetMessageReaction(
                chat_id=chat, message_id=message, reaction=[ReactionTypeEmoji(emoji=emoji)]
            )
            await self._call(chat, reaction)

    async def member(self, chat: int, user: int) -> User | None:
        """Who somebody in a chat is; None for whom Telegram does not know there."""
        try:
            question = GetChatMember(chat_id=chat, user_id=user)
            return (await self._call(chat, question, _COURTESY_TIMEOUT)).user
        except (TelegramRefusedError, RecipientGoneError) as error:
            _log.info("member.unknown", reason=str(error))
            return None

    async def chat_link(self) -> str:
        """How a link to the bot begins that carries a word; empty while Telegram does not tell what
        the bot is called. It is asked once.
        """
        try:
            me = await self._bot.me()
        except TelegramAPIError as error:
            _log.info("bot.unknown", reason=type(error).__name__)
            return ""
        return f"https://t.me/{me.username}?start=" if me.username else ""

    async def open_topic(self, chat: int, name: str) -> int:
        """A new topic of a forum; the id of its thread. Raises ``NoTopicsError``,
        ``NoRightsError``.
        """
        return (
            await self._call(chat, CreateForumTopic(chat_id=chat, name=name), in_turn=True)
        ).message_thread_id

    async def rename_topic(self, chat: int, topic: int, name: str) -> None:
        """Gives a topic another name, and opens it where it was closed; idempotent.

        Raises ``TopicGoneError``, ``NoRightsError``.
        """
        with suppress(UnchangedError):
            rename = EditForumTopic(chat_id=chat, message_thread_id=topic, name=name)
            await self._call(chat, rename)
        with suppress(UnchangedError):
            await self._call(chat, ReopenForumTopic(chat_id=chat, message_thread_id=topic))

    async def close_topic(self, chat: int, topic: int) -> None:
        """Idempotent. Raises ``TopicGoneError``, ``NoRightsError``."""
        with suppress(UnchangedError):
            await self._call(chat, CloseForumTopic(chat_id=chat, message_thread_id=topic))

    async def delete_topic(self, chat: int, topic: int) -> None:
        """With all that stands in it. Raises ``TopicGoneError``, ``NoRightsError``."""
        await self._call(chat, DeleteForumTopic(chat_id=chat, message_thread_id=topic))

    async def typing(self, chat: int, topic: int | None = None) -> None:
        """Shows for five seconds, or until the next message, that something is being written."""
        action = SendChatAction(chat_id=chat, action="typing", message_thread_id=topic)
        await self._call(chat, action, _COURTESY_TIMEOUT)

    async def answer(self, query: str, text: str | None = None, *, alert: bool = False) -> None:
        """Ends the waiting sign on a pressed button, with a note over the chat if there is one.

        That it is too late for that is no error.
        """
        try:
            with translating():
                await self._bot.answer_callback_query(
                    query, text=text, show_alert=alert, request_timeout=_COURTESY_TIMEOUT
                )
        except TelegramRefusedError as error:
            _log.info("button.answered_late", reason=str(error))

    async def _call(
        self,
        chat: int,
        method: TelegramMethod[Result],
        seconds: int = _REPLY_TIMEOUT,
        *,
        in_turn: bool = False,
    ) -> Result:
        """Calls the method for this chat, wherever it moved to.

        ``in_turn``: it puts something into the chat, and waits until that may have one more. Other
        calls are limited for all chats together only.
        """
        with translating():
            try:
                return await self._call_at(self._moved.get(chat, chat), method, seconds, in_turn)
            except TelegramMigrateToChat as error:
                self._moved[chat] = error.migrate_to_chat_id
                return await self._call_at(error.migrate_to_chat_id, method, seconds, in_turn)

    async def _call_at(
        self,
        chat: int,
        method: TelegramMethod[Result],
        seconds: int,
        in_turn: bool,  # noqa: FBT001 - as in ``_call``
    ) -> Result:
        async with self._turn(chat) if in_turn else self._overall:
            return await self._bot(method.model_copy(update={"chat_id": chat}), seconds)

    @asynccontextmanager
    async def _turn(self, chat: int) -> AsyncIterator[None]:
        """Waits until the chat, and all chats together, may have one more message."""
        rate_limit = self._rate_limit_of(chat)
        rate_limit.users += 1
        try:
            for limiter in (*rate_limit.limiters, self._overall):
                await limiter.acquire()
            yield
        finally:
            rate_limit.users -= 1
            rate_limit.used_at = asyncio.get_running_loop().time()

    def _rate_limit_of(self, chat: int) -> _ChatRateLimit:
        now = asyncio.get_running_loop().time()
        self._forget_idle(now)
        rate_limit = self._chats.get(chat)
        if rate_limit is None:
            limiters = [AsyncLimiter(1, self._rate_limit.between_messages.total_seconds())]
            if chat < 0:
                limiters.append(AsyncLimiter(self._rate_limit.per_group_minute / 2, 60))
            rate_limit = self._chats[chat] = _ChatRateLimit(tuple(limiters), now)
        self._chats.move_to_end(chat)
        return rate_limit

    def _forget_idle(self, now: float) -> None:
        while self._chats:
            chat, oldest = next(iter(self._chats.items()))
            if oldest.users or now - oldest.used_at < self._IDLE_SECONDS:
                return
            del self._chats[chat]
