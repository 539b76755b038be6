"""Whether the bot can work in the staff's chat: what ``steward doctor`` says of it."""

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import ChatMemberAdministrator, ChatMemberOwner
from aiogram.utils.token import TokenValidationError

from bot.telegram.refusals import TelegramRefusedError, translating
from domain.errors import AppError, RecipientGoneError
from domain.health import Finding, degraded, down, ok

STAFF_CHAT = "staff chat"


async def check_staff_chat(token: str | None, api_base: str, chat: int) -> Finding:
    """Names the missing right. Not required: staff have the command line as well."""
    if not token:
        return _down("a chat is set but no bot", "set TELEGRAM_BOT_TOKEN")
    try:
        bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(api_base)))
    except TokenValidationError:
        return _down("TELEGRAM_BOT_TOKEN is no token", "copy it again from @BotFather")
    async with bot.context():
        try:
            with translating():
                return await _looked_at(bot, chat)
        except (RecipientGoneError, TelegramRefusedError):
            return _down("the bot is not in the chat", "add the bot to it, or correct the id")
        except AppError as error:
            return _down("Telegram does not answer", f"try again later ({error})")


async def _looked_at(bot: Bot, chat: int) -> Finding:
    found = await bot.get_chat(chat)
    me = await bot.get_chat_member(chat, bot.id)
    if not found.is_forum:
        return _degraded("the chat has no topics", "turn on topics in the group's settings")
    if isinstance(me, ChatMemberOwner):
        return ok(STAFF_CHAT, "a forum, and the bot may manage topics")
    if not isinstance(me, ChatMemberAdministrator):
        return _degraded(
            "the bot is no administrator",
            "make it one, with the rights to manage topics and to delete messages",
        )
    if not me.can_manage_topics:
        return _degraded("the bot may not manage topics", "give it the right “Manage Topics”")
    if not me.can_delete_messages:
        return degraded(
            STAFF_CHAT,
            "the bot may not delete messages: of an erased customer, topics stay without words",
            "give it the right “Delete Messages”",
        )
    return ok(STAFF_CHAT, "a forum, and the bot may manage topics")


def _degraded(detail: str, advice: str) -> Finding:
    return degraded(STAFF_CHAT, f"{detail}: cases stand in the general room", advice)


def _down(detail: str, advice: str) -> Finding:
    return down(STAFF_CHAT, detail, advice, required=False)
