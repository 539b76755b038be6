"""The buttons under a reply, and the pages of options that unfold in place."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import structlog
from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

from bot.telegram.address import Address
from bot.telegram.callback import (
    TYPE_YOUR_OWN,
    PageChange,
    UncarriableError,
    about_the_same,
    chosen_option,
    on_page,
    packed,
    packed_option,
    packed_page,
    turns_pages,
)
from bot.telegram.subjects import agent_of
from bot.texts.cards import Cards, texts_of
from bot.texts.catalogue import Catalogue
from bot.texts.speech import Button
from domain.replies import Reply
from domain.topics import PressAction

MAX_HALF = 18
"""Characters of a label that still fit when two buttons share a row on a small phone."""

MAX_MARK = 4
"""Characters of a label that is hardly more than a number ("#112"): five of them share a row."""

PAGE_SIZE = 6
"""Options on one page: three rows."""

Rows = list[list[InlineKeyboardButton]]

_log = structlog.get_logger(__name__)


def keyboard_for(
    reply: Reply, buttons: Sequence[Button], address: Address, catalogue: Catalogue
) -> InlineKeyboardMarkup | None:
    """The keyboard of a reply; None when it has no buttons.

    A question that any option of its agent may answer also leads to those that are not offered.
    """
    cards = _cards_of(reply.question or "", address)
    rows = _paired(_button(button, address, cards, catalogue) for button in buttons)
    if reply.question and cards is not None and reply.topic in cards.many_choices:
        rows.append(_navigation(1, reply.question, address, catalogue))
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def turned(
    keyboard: InlineKeyboardMarkup, turn: PageChange, address: Address, catalogue: Catalogue
) -> InlineKeyboardMarkup:
    """The same keyboard with another page of options; what was suggested stays on top.

    After the last page comes the keyboard without one, as it was at first.
    """
    kept = [row for row in keyboard.inline_keyboard if not _of_pages(row)]
    suggested = {chosen_option(b.callback_data) for row in kept for b in row}
    cards = _cards_of(turn.subject, address)
    others = [option for option in (cards.options if cards else ()) if option not in suggested]
    start = (turn.page - 1) * PAGE_SIZE
    page = others[start : start + PAGE_SIZE] if turn.page > 0 else []
    last = not page or start + PAGE_SIZE >= len(others)
    following = 1 if not page else (0 if last else turn.page + 1)
    rows = [
        *kept,
        *_paired(_option(option, cards, turn.subject, address, catalogue) for option in page),
        _navigation(following, turn.subject, address, catalogue),
    ]
    return InlineKeyboardMarkup(inline_keyboard=[row for row in rows if row])


def without(keyboard: InlineKeyboardMarkup, data: str) -> InlineKeyboardMarkup | None:
    """The keyboard without the button that carries ``data`` and all others about the same."""
    rows = [
        [button for button in row if not about_the_same(button.callback_data, data)]
        for row in keyboard.inline_keyboard
    ]
    left = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=left) if left else None


def label_of(keyboard: InlineKeyboardMarkup | None, data: str) -> str:
    """The text of the button that carries ``data``; empty when there is none (any more)."""
    rows = keyboard.inline_keyboard if keyboard else []
    return next((b.text for row in rows for b in row if b.callback_data == data), "")


def _of_pages(row: Sequence[InlineKeyboardButton]) -> bool:
    return all(on_page(b.callback_data) or turns_pages(b.callback_data) for b in row)


def _cards_of(subject: str, address: Address) -> Cards | None:
    texts = texts_of(agent_of(subject, address))
    return texts.cards if texts else None


def _button(
    button: Button, address: Address, cards: Cards | None, catalogue: Catalogue
) -> InlineKeyboardButton | None:
    """Suggested options look like those on the pages."""
    press, label = button.press, button.label
    if cards is not None and press.action == PressAction.ANSWER and press.value in cards.options:
        label = cards.option(press.value, catalogue)
    return _carrying(label, press.action, lambda: packed(press, address, label))


def _option(
    option: str, cards: Cards | None, subject: str, address: Address, catalogue: Catalogue
) -> InlineKeyboardButton | None:
    label = cards.option(option, catalogue) if cards else option
    return _carrying(label, PressAction.ANSWER, lambda: packed_option(option, subject, address))


def _navigation(
    following: int, subject: str, address: Address, catalogue: Catalogue
) -> list[InlineKeyboardButton]:
    more = "telegram.button.more" if following else "telegram.button.fewer"
    turns = {more: following, "telegram.button.type_your_own": TYPE_YOUR_OWN}
    buttons = [
        _carrying(
            catalogue.text(key), "more", partial(packed_page, PageChange(page, subject), address)
        )
        for key, page in turns.items()
    ]
    return [button for button in buttons if button is not None]


def _carrying(label: str, action: str, pack: Callable[[], str]) -> InlineKeyboardButton | None:
    """None for a value too long to be carried, which can still be typed."""
    try:
        return InlineKeyboardButton(text=label, callback_data=pack())
    except UncarriableError as error:
        _log.warning("button.left_out", action=action, reason=str(error))
        return None


def _paired(buttons: Iterable[InlineKeyboardButton | None]) -> Rows:
    """Two short buttons share a row, and five that are numbers; the order stays."""
    rows: Rows = []
    for button in buttons:
        if button is None:
            continue
        beside = rows[-1] if rows else []
        longest = max(len(each.text) for each in (*beside, button))
        most = 5 if longest <= MAX_MARK else 2 if longest <= MAX_HALF else 1
        if 0 < len(beside) < most:
            beside.append(button)
        else:
            rows.append([button])
    return rows
