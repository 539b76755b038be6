"""What a button of the staff's chat carries: an action and its value. Which case it is about, the
message says that it stands below.
"""

from collections.abc import Sequence

import structlog
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.texts.formats import plain_line
from domain.messages import ButtonPress
from domain.plain_text import visible

PREFIX = "s"
_APART = "|"
_LABELLED = "~"
"""Ends a value whose second half is the label of the button: there was no room for it."""
_MOST_BYTES = 64
_A_ROW = 2

_log = structlog.get_logger(__name__)


def keyboard(presses: Sequence[ButtonPress], labels: Sequence[str]) -> InlineKeyboardMarkup | None:
    """Two in a row; None without any."""
    buttons = [
        InlineKeyboardButton(text=label, callback_data=data)
        for press, label in zip(presses, labels, strict=True)
        if (data := packed(press, label)) is not None
    ]
    rows = [buttons[start : start + _A_ROW] for start in range(0, len(buttons), _A_ROW)]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def packed(press: ButtonPress, label: str) -> str | None:
    """None for what no button can carry."""
    value = press.value
    first, _, rest = value.partition(" ")
    ways = [value, f"{first}{_LABELLED}"] if plain_line(rest) == label else [value]
    for carried in ways:
        data = _APART.join((PREFIX, press.action, carried))
        if len(data.encode()) <= _MOST_BYTES and visible(data) == data:
            return data
    _log.warning("button.left_out", action=press.action, reason="too long")
    return None


def unpacked(data: str, label: str) -> tuple[str, str] | None:
    """Action and value; None for what is no button of the staff's chat."""
    prefix, apart, rest = data.partition(_APART)
    action, more, value = rest.partition(_APART)
    if prefix != PREFIX or not apart or not more or not action or visible(data) != data:
        return None
    if value.endswith(_LABELLED):
        value = f"{value.removesuffix(_LABELLED)} {label}".strip()
    return action, value
