"""What Telegram shows of the bot before anything is said: its commands and its description."""

import structlog
from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeDefault,
    BotCommandScopeUnion,
)

from bot.texts.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, catalogue_of
from domain.messages import Command

GROUP_COMMANDS = ("shared",)
"""Commands that only make sense in a group."""

_log = structlog.get_logger(__name__)


async def publish(bot: Bot) -> bool:
    """Sets commands and descriptions, for everybody and in each language. Idempotent.

    Whether that worked; if not it is logged, and the bot goes on: they are a convenience.
    """
    try:
        await _publish(bot, catalogue_of(DEFAULT_LANGUAGE), None)
        for language in LANGUAGES:
            await _publish(bot, catalogue_of(language), language)
    except (AiogramError, OSError) as error:
        _log.warning("menu.not_published", reason=str(error))
        return False
    return True


async def _publish(bot: Bot, words: Catalogue, language: str | None) -> None:
    commands = [_command(command.value, words) for command in Command]
    group = [*commands, *(_command(name, words) for name in GROUP_COMMANDS)]
    scopes: tuple[tuple[BotCommandScopeUnion, list[BotCommand]], ...] = (
        (BotCommandScopeDefault(), commands),
        (BotCommandScopeAllGroupChats(), group),
    )
    for scope, shown in scopes:
        await bot.set_my_commands(shown, scope=scope, language_code=language)
    await bot.set_my_description(words.text("telegram.description"), language_code=language)
    await bot.set_my_short_description(
        words.text("telegram.short_description"), language_code=language
    )


def _command(name: str, words: Catalogue) -> BotCommand:
    return BotCommand(command=name, description=words.text(f"telegram.command.{name}"))
