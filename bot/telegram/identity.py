"""Who sends something, and which conversation it belongs to: by the chat and the sender alone."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import structlog
from aiogram import BaseMiddleware, Bot
from aiogram.exceptions import AiogramError
from aiogram.types import CallbackQuery, Chat, Message, TelegramObject, User

from bot.telegram.address import CHANNEL, Address
from bot.telegram.groups import SharedGroups, concerns
from bot.texts.catalogue import catalogue_for
from domain.preferences import LANGUAGES
from domain.understanding import Person

Next: TypeAlias = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]
"""What follows a middleware, in aiogram's own terms."""

NOT_HERE = "telegram.press.not_here"

_ANSWER_TIMEOUT = 10
"""Seconds; nobody misses it."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class SentBy:
    """A person who sent something, and the conversation that it goes to."""

    user: int
    address: Address
    language: str | None
    """The language of their app as Telegram names it: ``de``, ``pt-br``; not everybody has one."""

    @property
    def author_id(self) -> str:
        """The person, where what they write counts as said by a group; else empty."""
        return f"{CHANNEL}:{self.user}" if self.address.shared else ""


def newcomer_of(caller: SentBy, usual: Person) -> Person:
    """What somebody unknown starts with: the language of their app, when Steward speaks it."""
    language = (caller.language or "").casefold().partition("-")[0]
    locale = LANGUAGES.get(language)
    if locale is None or usual.locale.partition("_")[0] == language:
        return usual
    return usual.model_copy(update={"locale": locale})


@dataclass(eq=False)
class Identify(BaseMiddleware):
    """Names the ``caller`` to all that follows; what no person sent, or what a group says to
    somebody else, ends here.
    """

    groups: SharedGroups

    async def __call__(self, handler: Next, event: TelegramObject, data: dict[str, Any]) -> object:
        bot: Bot = data["bot"]
        sent = _chat_and_sender(event)
        if sent is None or not await self._for_us(event, bot):
            log.debug("update.ignored", reason="not for this bot")
            if isinstance(event, CallbackQuery):
                await turn_down(event, bot, NOT_HERE)
            return None
        chat, user = sent
        address = await self.groups.address_of(chat.id, user.id)
        data["caller"] = SentBy(user.id, address, user.language_code)
        return await handler(event, data)

    async def _for_us(self, event: TelegramObject, bot: Bot) -> bool:
        if not isinstance(event, Message) or event.chat.type == "private":
            return True
        return concerns(event, await bot.me())


async def turn_down(press: CallbackQuery, bot: Bot, key: str) -> None:
    """A button that does nothing stops waiting, and the words of ``key`` say why."""
    text = catalogue_for(press.from_user.language_code or "").text(key)
    try:
        await bot.answer_callback_query(press.id, text, request_timeout=_ANSWER_TIMEOUT)
    except (AiogramError, OSError) as error:
        log.info("button.not_answered", reason=type(error).__name__)


def _chat_and_sender(event: TelegramObject) -> tuple[Chat, User] | None:
    """Chat and sender; None when it is not a person in a chat that people talk in.

    Whoever writes as a channel or as an anonymous administrator cannot be told apart from others,
    so there is nobody whose task it could be.
    """
    user: User | None
    match event:
        case Message(chat=chat, from_user=user, sender_chat=None):
            pass
        case CallbackQuery(message=message, from_user=user) if message is not None:
            chat = message.chat
        case _:
            return None
    if user is None or user.is_bot or chat.type not in ("private", "group", "supergroup"):
        return None
    return chat, user
