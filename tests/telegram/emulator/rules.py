"""Telegram's rules on what a call carries, beyond its types."""

import re
from typing import Any

from aiogram.types import BotCommand, InlineKeyboardMarkup, MessageEntity

from tests.telegram.emulator.errors import refuse
from tests.telegram.emulator.formatting import Entity, parsed, units

MOST_TEXT = 4096
MOST_CAPTION = 1024
MOST_BUTTONS = 100
MOST_COMMANDS = 100
ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)
# What a bot may set without a premium account, unless the chat allows fewer.
_REACTIONS = """
👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊
🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋
🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃
💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡
"""
REACTIONS = frozenset(_REACTIONS.split())
_BUTTON_ACTIONS = (
    "callback_data",
    "url",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")


def text(raw: str, mode: str | None, entities: list[MessageEntity] | None) -> dict[str, Any]:
    """``text`` and ``entities`` of a message."""
    plain, found = parsed(raw, mode, _plain(entities))
    if not plain:
        refuse("message text is empty")
    if units(plain) > MOST_TEXT:
        refuse("message is too long")
    return {"text": plain, **({"entities": found} if found else {})}


def caption(
    raw: str | None, mode: str | None, entities: list[MessageEntity] | None
) -> dict[str, Any]:
    """``caption`` and ``caption_entities`` of a message; nothing where there is none."""
    plain, found = parsed(raw or "", mode, _plain(entities))
    if units(plain) > MOST_CAPTION:
        refuse("message caption is too long")
    if not plain:
        return {}
    return {"caption": plain, **({"caption_entities": found} if found else {})}


def inline_keyboard(markup: object) -> list[list[dict[str, Any]]] | None:
    """The rows of an inline keyboard; None for no markup or another one."""
    if not isinstance(markup, InlineKeyboardMarkup):
        return None
    buttons = [button for row in markup.inline_keyboard for button in row]
    if len(buttons) > MOST_BUTTONS:
        refuse("reply markup is too long: at most 100 buttons")
    for button in buttons:
        actions = [name for name in _BUTTON_ACTIONS if getattr(button, name) is not None]
        if not button.text.strip():
            refuse("inline keyboard button text must be non-empty")
        if len(actions) != 1:
            refuse("Text buttons are unallowed in the inline keyboard")
        data = button.callback_data
        if data is not None and not 1 <= len(data.encode()) <= 64:
            refuse("BUTTON_DATA_INVALID")
    rows = [row for row in markup.inline_keyboard if row]
    return [[button.model_dump(exclude_none=True) for button in row] for row in rows]


def commands(listed: list[BotCommand]) -> list[tuple[str, str]]:
    """The commands of a menu as (name, description)."""
    if len(listed) > MOST_COMMANDS:
        refuse("BOT_COMMANDS_TOO_MUCH")
    found: list[tuple[str, str]] = []
    for command in listed:
        name = command.command.removeprefix("/")
        if not _COMMAND.fullmatch(name):
            refuse("BOT_COMMAND_INVALID")
        if not 1 <= units(command.description) <= 256:
            refuse("BOT_COMMAND_DESCRIPTION_INVALID")
        found.append((name, command.description))
    return found


def _plain(entities: list[MessageEntity] | None) -> list[Entity]:
    return [entity.model_dump(exclude_none=True) for entity in entities or ()]
