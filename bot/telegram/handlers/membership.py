"""What happens in a chat rather than what somebody says: joins, pins, a group that moves."""

import structlog
from aiogram import F, Router
from aiogram.types import ChatMemberUpdated, Message

from bot.telegram.content import is_said
from bot.telegram.groups import SharedGroups

log = structlog.get_logger(__name__)


async def moved(message: Message, groups: SharedGroups) -> None:
    """A group became a supergroup. Both chats report it; the old one's word is enough."""
    if message.migrate_to_chat_id is None:
        return
    by = message.from_user.id if message.from_user else 0
    await groups.moved(message.chat.id, message.migrate_to_chat_id, by=by)
    log.info("group.moved")


async def happened(message: Message) -> None:
    log.debug("update.ignored", reason=message.content_type)


async def admitted_or_removed(change: ChatMemberUpdated) -> None:
    """The bot itself was added, removed or blocked. Replies find out by themselves when they
    cannot be delivered any more.
    """
    log.info("bot.membership", chat=change.chat.type, status=change.new_chat_member.status)


async def _is_service(message: Message) -> bool:
    return not is_said(message)


def setup() -> Router:
    router = Router(name="membership")
    router.message.register(moved, F.migrate_to_chat_id)
    router.message.register(happened, _is_service)
    router.my_chat_member.register(admitted_or_removed)
    return router
