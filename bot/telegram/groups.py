"""Groups: whose tasks come of what is said in them, and which messages are meant for the bot."""

import re
from dataclasses import dataclass

import structlog
from aiogram import Bot
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.types import ChatMemberRestricted, Message, ResultChatMemberUnion, User

from bot.telegram.address import Address
from bot.telegram.ports import Groups

_ADMINS = frozenset({ChatMemberStatus.CREATOR, ChatMemberStatus.ADMINISTRATOR})
_GONE = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.KICKED})
_COMMAND_TO = re.compile(r"/\w+@(\w+)")

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class SharedGroups:
    """Which groups share all that is done in them. They are kept in memory, so that the database
    being away neither holds a message up nor gives anybody's task to somebody else.
    """

    groups: Groups
    _shared: set[int] | None = None

    async def recall(self) -> None:
        """Reads them once, at best before the first message. Raises ``StorageUnavailableError``."""
        if self._shared is None:
            self._shared = set(await self.groups.shared())

    async def shared(self, chat: int) -> bool:
        """Raises ``StorageUnavailableError`` only when they could never be read."""
        await self.recall()
        return self._shared is not None and chat in self._shared

    async def address_of(self, chat: int, user: int) -> Address:
        """The conversation that a person has in a chat. Raises as ``shared`` does."""
        alone = chat > 0
        return Address(chat) if alone or await self.shared(chat) else Address(chat, user)

    async def share(self, chat: int, *, shared: bool, by: int) -> None:
        """Idempotent. Raises ``StorageUnavailableError``: then nothing is changed."""
        await self.groups.set_shared(chat, shared=shared, by=by)
        await self.recall()
        if self._shared is None:
            return
        if shared:
            self._shared.add(chat)
        else:
            self._shared.discard(chat)

    async def moved(self, before: int, after: int, *, by: int) -> None:
        """The group became a supergroup and has another id from now on: with all that is kept of
        it. Idempotent. Raises as ``share`` does.
        """
        await self.groups.move(before, after)
        if await self.shared(before):
            await self.share(after, shared=True, by=by)


async def is_admin(bot: Bot, chat: int, user: int) -> bool:
    """Asked anew each time: rights can be taken away. Raises when Telegram cannot be asked."""
    member = await _member(bot, chat, user)
    return member is not None and member.status in _ADMINS


async def takes_part(bot: Bot, address: Address, user: int) -> bool:
    """Whether somebody may press what a group shares: who left still sees its cards. Asked as
    ``is_admin`` does.
    """
    return not address.shared or await belongs(bot, address.chat, user)


async def belongs(bot: Bot, chat: int, user: int) -> bool:
    """Whether somebody is a member of a chat now. Asked as ``is_admin`` does."""
    member = await _member(bot, chat, user)
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member is not None and member.status not in _GONE


async def _member(bot: Bot, chat: int, user: int) -> ResultChatMemberUnion | None:
    """None for somebody of whom Telegram knows nothing in this chat."""
    try:
        return await bot.get_chat_member(chat, user)
    except (TelegramBadRequest, TelegramForbiddenError) as error:
        log.info("group.member_unknown", reason=type(error).__name__)
        return None


async def may_erase(bot: Bot, address: Address, user: int) -> bool:
    """Everybody may delete what is their own; what a group shares, only its admins."""
    return not address.shared or await is_admin(bot, address.chat, user)


def addresses(message: Message, me: User) -> bool:
    """Whether a message that concerns the bot speaks to it: by a command, an answer to one of its
    messages or a mention. Other talk in a group is left alone unless it asks for something.
    """
    text = message.text or message.caption or ""
    answered = _answered(message)
    to_me = answered is not None and answered.id == me.id
    return to_me or text.lstrip().startswith("/") or _mention(me).search(text) is not None


def concerns(message: Message, me: User) -> bool:
    """Whether a message in a group is meant for the bot.

    Commands to another bot are not, nor are answers to somebody else that do not mention the bot.
    """
    text = message.text or message.caption or ""
    named = _COMMAND_TO.match(text.strip())
    if named is not None:
        return named[1].casefold() == (me.username or "").casefold()
    answered = _answered(message)
    if answered is None or answered.id == me.id:
        return True
    return _mention(me).search(text) is not None


def without_mention(text: str, me: User) -> str:
    """The text as it would be in a private chat: ``@StewardBot lunch 12`` is ``lunch 12``."""
    return _mention(me).sub("", text).strip()


def _answered(message: Message) -> User | None:
    """Who wrote what this message replies to. In a forum every message of a topic formally replies
    to the one that opened the topic, which says nothing.
    """
    original = message.reply_to_message
    if original is None or original.forum_topic_created is not None:
        return None
    return original.from_user


def _mention(me: User) -> re.Pattern[str]:
    return re.compile(rf"@{re.escape(me.username or 'unnamed')}\b", re.IGNORECASE)
