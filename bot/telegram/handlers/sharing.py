"""``/shared on|off``: an admin lets a group have its tasks in common."""

import re

import structlog
from aiogram import Bot, F, Router
from aiogram.types import Message

from bot.telegram.groups import SharedGroups, is_admin
from bot.telegram.identity import SentBy
from bot.telegram.notices import Notices
from domain.errors import StorageUnavailableError

_COMMAND = re.compile(r"/shared(?:@\w+)?(?:\s+(?P<value>on|off))?\s*", re.IGNORECASE)

log = structlog.get_logger(__name__)


async def share(  # noqa: PLR0913 - what aiogram hands to a handler, by name
    message: Message,
    caller: SentBy,
    command: re.Match[str],
    *,
    bot: Bot,
    groups: SharedGroups,
    notices: Notices,
) -> None:
    """Setting it again changes nothing. Everybody is told, as it concerns everybody."""
    answer = await _answer(caller, (command["value"] or "").casefold(), bot, groups)
    await notices.tell_sender(caller, answer, message)


async def _answer(caller: SentBy, value: str, bot: Bot, groups: SharedGroups) -> str:
    chat = caller.address.chat
    if not caller.address.in_group:
        return "telegram.shared_no_group"
    if not value:
        return f"telegram.shared_is_{'on' if await groups.shared(chat) else 'off'}"
    if not await is_admin(bot, chat, caller.user):
        return "telegram.shared_not_admin"
    try:
        await groups.share(chat, shared=value == "on", by=caller.user)
    except StorageUnavailableError as error:
        log.warning("group.not_shared", reason=str(error))
        return "telegram.shared_unavailable"
    log.info("group.shared" if value == "on" else "group.unshared")
    return f"telegram.shared_{value}"


def setup() -> Router:
    router = Router(name="sharing")
    router.message.register(share, F.text.regexp(_COMMAND, mode="fullmatch").as_("command"))
    return router
