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
from bot.texts.cards import command_description, commands_of
from bot.texts.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, catalogue_of
from domain.commands import Command

GROUP_COMMANDS = ("shared",)
"""Commands that only make sense in a group."""

MAX_DESCRIPTION = 512
MAX_SHORT_DESCRIPTION = 120
"""Characters of what stands in an empty chat and on the bot's profile: Telegram's limits."""

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
    names = [*Command, *(form.name for form in commands_of(agents))]
    commands = [_command(name, words) for name in names]
    group = [*commands, *(_command(name, words) for name in GROUP_COMMANDS)]
    scopes: tuple[tuple[BotCommandScopeUnion, list[BotCommand]], ...] = (
        (BotCommandScopeDefault(), commands),
        (BotCommandScopeAllGroupChats(), group),
    )
    for scope, shown in scopes:
        await bot.set_my_commands(shown, scope=scope, language_code=language)
    described = _described("description", MAX_DESCRIPTION, agents, words)
    await bot.set_my_description(described, language_code=language)
    short = _described("short_description", MAX_SHORT_DESCRIPTION, agents, words)
    await bot.set_my_short_description(short, language_code=language)


def _described(name: str, limit: int, agents: tuple[str, ...], words: Catalogue) -> str:
    """Who it is, then what each agent does, as long as there is room."""
    text = words.text(f"telegram.{name}")
    for key in (f"{slug}.{name}" for slug in agents):
        longer = f"{text} {words.text(key)}" if words.has(key) else text
        text = longer if len(longer) <= limit else text
    return text


def _command(name: str, words: Catalogue) -> BotCommand:
    return BotCommand(command=name, description=command_description("telegram", name, words))
