"""The buttons under a reply, and the pages of categories that unfold in place."""

from collections.abc import Iterable, Sequence

import structlog
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.telegram.address import Address
from bot.telegram.callback import (
    TYPE_YOUR_OWN,
    PageTurn,
    UncarriableError,
    chosen_category,
    on_page,
    packed,
    packed_category,
    packed_page,
    turns_pages,
)
from bot.texts.cards import icon
from bot.texts.catalogue import Catalogue
from bot.texts.names import category_name
from bot.texts.speech import Button
from domain.categories import CATEGORIES
from domain.messages import ButtonPress
from domain.replies import Reply
from domain.topics import PressAction, TransactionTopic

MAX_HALF = 18
"""Characters of a label that still fit when two buttons share a row on a small phone."""

PAGE_SIZE = 6
"""Categories on one page: three rows."""

Rows = list[list[InlineKeyboardButton]]

_log = structlog.get_logger(__name__)


def keyboard_for(
    reply: Reply, buttons: Sequence[Button], address: Address, catalogue: Catalogue
) -> InlineKeyboardMarkup | None:
    """The keyboard of a reply; None when it has no buttons."""
    rows = _paired(_button(button, address) for button in buttons)
    if reply.topic == TransactionTopic.ASK_CATEGORY and reply.question_id:
        rows.append(_navigation(1, reply.question_id, address, catalogue))
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def turned(
    keyboard: InlineKeyboardMarkup, turn: PageTurn, address: Address, catalogue: Catalogue
) -> InlineKeyboardMarkup:
    """The same keyboard with another page of categories; what was suggested stays on top.

    After the last page comes the keyboard without one, as it was at first.
    """
    kept = [row for row in keyboard.inline_keyboard if not _of_pages(row)]
    suggested = {chosen_category(b.callback_data) for row in kept for b in row}
    others = [category for category in CATEGORIES if category not in suggested]
    start = (turn.page - 1) * PAGE_SIZE
    page = others[start : start + PAGE_SIZE] if turn.page > 0 else []
    last = not page or start + PAGE_SIZE >= len(others)
    following = 1 if not page else (0 if last else turn.page + 1)
    rows = [
        *kept,
        *_paired(_category(category, turn.subject, address, catalogue) for category in page),
        _navigation(following, turn.subject, address, catalogue),
    ]
    return InlineKeyboardMarkup(inline_keyboard=[row for row in rows if row])


def label_of(keyboard: InlineKeyboardMarkup | None, data: str) -> str:
    """The text of the button that carries ``data``; empty when there is none (any more)."""
    rows = keyboard.inline_keyboard if keyboard else []
    return next((b.text for row in rows for b in row if b.callback_data == data), "")


def _of_pages(row: Sequence[InlineKeyboardButton]) -> bool:
    return all(on_page(b.callback_data) or turns_pages(b.callback_data) for b in row)


def _button(button: Button, address: Address) -> InlineKeyboardButton | None:
    """None for a value too long to be carried, which can still be typed."""
    label = _labelled(button)
    try:
        data = packed(button.press, address, label)
    except UncarriableError as error:
        _log.warning("button.left_out", action=button.press.action, reason=str(error))
        return None
    return InlineKeyboardButton(text=label, callback_data=data)


def _labelled(button: Button) -> str:
    """Suggested categories look like those on the pages."""
    press: ButtonPress = button.press
    if press.action == PressAction.ANSWER and press.value in CATEGORIES:
        return f"{icon(press.value)} {button.label}"
    return button.label


def _category(
    category: str, subject: str, address: Address, catalogue: Catalogue
) -> InlineKeyboardButton | None:
    try:
        data = packed_category(category, subject, address)
    except UncarriableError as error:
        _log.warning("button.left_out", action=PressAction.ANSWER, reason=str(error))
        return None
    label = f"{icon(category)} {category_name(category, catalogue)}"
    return InlineKeyboardButton(text=label, callback_data=data)


def _navigation(
    following: int, subject: str, address: Address, catalogue: Catalogue
) -> list[InlineKeyboardButton]:
    more = "telegram.button.more" if following else "telegram.button.fewer"
    turns = {more: following, "telegram.button.type_your_own": TYPE_YOUR_OWN}
    try:
        return [
            InlineKeyboardButton(
                text=catalogue.text(key),
                callback_data=packed_page(PageTurn(page, subject), address),
            )
            for key, page in turns.items()
        ]
    except UncarriableError as error:
        _log.warning("button.left_out", action="more", reason=str(error))
        return []


def _paired(buttons: Iterable[InlineKeyboardButton | None]) -> Rows:
    """Two short buttons share a row; the order stays."""
    rows: Rows = []
    for button in buttons:
        if button is None:
            continue
        beside = rows[-1] if rows else []
        if len(beside) == 1 and max(len(beside[0].text), len(button.text)) <= MAX_HALF:
            beside.append(button)
        else:
            rows.append([button])
    return rows
