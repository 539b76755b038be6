"""``/shared on|off``: an admin lets a group have one common ledger."""

import re

import structlog
from aiogram import Bot, F, Router
from aiogram.enums import ChatMemberStatus
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError
from aiogram.types import Message

from bot.telegram.groups import SharedGroups
from bot.telegram.identity import Caller
from bot.telegram.notices import Notices

_COMMAND = re.compile(r"/shared(?:@\w+)?(?:\s+(?P<value>on|off))?\s*", re.IGNORECASE)
_MAY_CHANGE = frozenset({ChatMemberStatus.CREATOR, ChatMemberStatus.ADMINISTRATOR})

log = structlog.get_logger(__name__)


async def share(  # noqa: PLR0913 - what aiogram hands to a handler, by name
    message: Message,
    caller: Caller,
    command: re.Match[str],
    *,
    bot: Bot,
    groups: SharedGroups,
    notices: Notices,
) -> None:
    """Setting it again changes nothing. Everybody is told, as it concerns everybody."""
    answer = await _answer(caller, (command["value"] or "").casefold(), bot, groups)
    await notices.tell(
        caller.address.chat, answer, language=caller.language, reply_to=message.message_id
    )


async def _answer(caller: Caller, value: str, bot: Bot, groups: SharedGroups) -> str:
    chat = caller.address.chat
    if not caller.address.in_group:
        return "telegram.shared_no_group"
    if not value:
        return f"telegram.shared_is_{'on' if await groups.shared(chat) else 'off'}"
    if not await _is_admin(chat, caller.user, bot):
        return "telegram.shared_not_admin"
    await groups.share(chat, shared=value == "on", by=caller.user)
    log.info("group.shared" if value == "on" else "group.unshared")
    return f"telegram.shared_{value}"


async def _is_admin(chat: int, user: int, bot: Bot) -> bool:
    """Asked anew each time: rights can be taken away."""
    try:
        member = await bot.get_chat_member(chat, user)
    except (TelegramBadRequest, TelegramForbiddenError) as error:
        log.info("group.admin_unknown", reason=type(error).__name__)
        return False
    return member.status in _MAY_CHANGE


def setup() -> Router:
    router = Router(name="sharing")
    router.message.register(share, F.text.regexp(_COMMAND, mode="fullmatch").as_("command"))
    return router
