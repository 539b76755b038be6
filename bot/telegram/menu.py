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

from agents import SLUGS
from bot.texts.cards import command_description, command_menu
from bot.texts.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, catalogue_of

GROUP_COMMANDS = ("shared",)
"""Commands that only make sense in a group."""

_log = structlog.get_logger(__name__)


async def publish(bot: Bot, agents: tuple[str, ...] = SLUGS) -> bool:
    """Sets commands and descriptions, for everybody and in each language. Idempotent.

    ``agents`` are the slugs of the enabled ones. Whether that worked; if not it is logged, and the
    bot goes on: they are a convenience.
    """
    try:
        await _publish(bot, agents, catalogue_of(DEFAULT_LANGUAGE), None)
        for language in LANGUAGES:
            await _publish(bot, agents, catalogue_of(language), language)
    except (AiogramError, OSError) as error:
        _log.warning("menu.not_published", reason=str(error))
        return False
    return True


async def _publish(
    bot: Bot, agents: tuple[str, ...], words: Catalogue, language: str | None
) -> None:
    commands = [
        BotCommand(command=name, description=told) for name, told in command_menu(agents, words)
    ]
    group = [*commands, *(_command(name, words) for name in GROUP_COMMANDS)]
    scopes: tuple[tuple[BotCommandScopeUnion, list[BotCommand]], ...] = (
        (BotCommandScopeDefault(), commands),
        (BotCommandScopeAllGroupChats(), group),
    )
    for scope, shown in scopes:
        await bot.set_my_commands(shown, scope=scope, language_code=language)
    described = _described("description", agents, words)
    await bot.set_my_description(described, language_code=language)
    short = _described("short_description", agents, words)
    await bot.set_my_short_description(short, language_code=language)


def _described(name: str, agents: tuple[str, ...], words: Catalogue) -> str:
    """Who it is, and what the first agent does."""
    keys = (f"{slug}.{key}" for slug in agents for key in (name, "about"))
    own = next((words.text(key) for key in keys if words.has(key)), "")
    return f"{words.text(f'telegram.{name}')} {own}".strip()


def _command(name: str, words: Catalogue) -> BotCommand:
    return BotCommand(command=name, description=command_description("telegram", name, words))
