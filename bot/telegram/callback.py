"""What a button carries: 64 bytes that name its owner, its conversation and the press.

Nothing secret and nothing trusted: whoever sends it, a press only ever concerns the conversation
that its sender has in that chat, and data that names anything else is refused.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from aiogram.filters.callback_data import CallbackData

from bot.telegram.address import Address
from bot.telegram.subjects import expanded, shortened
from bot.texts.cards import all_texts
from bot.texts.formats import plain_line
from domain.messages import ButtonPress
from domain.plain_text import visible
from domain.topics import PressAction

MAX_BYTES = 64
"""Of callback data in UTF-8: Telegram's limit."""

_TAG_LENGTH = 4
_HASH_LENGTH = 8

_LITERAL, _OPTION, _LABEL, _DIGEST = "=", "#", "~", "%"
"""How a value is carried: as it is, as the hash of an agent's option, as the button's own text, or
as the bytes of a digest.
"""
_HEX = re.compile(r"(?:[0-9a-f]{2})+")

_CODES: dict[str, str] = {
    PressAction.ANSWER: "an",
    PressAction.DROP: "dr",
    PressAction.KEEP: "kp",
    PressAction.EDIT: "ed",
    PressAction.UNDO: "un",
    PressAction.RESTORE: "re",
    PressAction.RESUME: "rs",
    PressAction.RETRY: "rt",
    PressAction.PREFER: "pf",
    PressAction.ERASE: "er",
    PressAction.KEEP_DATA: "kd",
    PressAction.AGREE: "ag",
    PressAction.DECLINE: "de",
    PressAction.YES: "ys",
    PressAction.NO: "no",
    PressAction.OFFER: "of",
    PressAction.ENTER: "en",
    PressAction.LEAVE: "lv",
    PressAction.SAY: "sy",
}
"""Permanent: buttons stay in chats for years. Agents bring the codes of theirs."""


@cache
def codes() -> Mapping[str, str]:
    """The code of every action."""
    own = {button.action: button.code for texts in all_texts() for button in texts.buttons}
    return own | _CODES


@cache
def _actions() -> Mapping[str, str]:
    return {code: action for action, code in codes().items()}


@cache
def _options() -> Mapping[str, str]:
    """Every option of every agent by its hash."""
    return {_hash(value): value for texts in all_texts() for value in texts.cards.options}


class PressData(CallbackData, prefix="p", sep="|"):
    action: str
    owner: str
    place: str
    subject: str
    value: str


class PageData(CallbackData, prefix="g", sep="|"):
    """Turns the pages of options, or says how to type one's own (``page`` = -1)."""

    page: int
    owner: str
    place: str
    subject: str


class OptionData(CallbackData, prefix="c", sep="|"):
    """An option on a page, as against one of the suggestions that stay."""

    owner: str
    place: str
    subject: str
    option: str


class Refused(StrEnum):
    """Why a press is not applied: the key of the words that say so."""

    UNKNOWN = "telegram.press.unknown"
    NOT_YOURS = "telegram.press.not_yours"
    OUT_OF_DATE = "telegram.press.out_of_date"


class RefusedPressError(ValueError):
    """A press that is answered and never applied."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.value)
        self.refused = refused


class UncarriableError(ValueError):
    """A press that does not fit into a button."""


TYPE_YOUR_OWN = -1


@dataclass(frozen=True)
class PageChange:
    """``page`` counts from 1; 0 leaves only the suggestions, ``TYPE_YOUR_OWN`` asks how to."""

    page: int
    subject: str


def packed(press: ButtonPress, address: Address, label: str) -> str:
    """The press as a button with this label carries it. Raises ``UncarriableError``."""
    code = codes().get(press.action)
    if code is None:
        raise UncarriableError(f"no code for {press.action!r}")
    for value in _carried(press.value, label):
        with suppress(UncarriableError):  # too long, or it contains the separator
            return _packed(PressData, address, press.subject, action=code, value=value)
    raise UncarriableError(f"{press.action} does not fit into a button")


def packed_page(turn: PageChange, address: Address) -> str:
    """Raises ``UncarriableError``."""
    return _packed(PageData, address, turn.subject, page=turn.page)


def packed_option(option: str, subject: str, address: Address) -> str:
    """Raises ``UncarriableError``."""
    return _packed(OptionData, address, subject, option=_hash(option))


def _packed(kind: type[CallbackData], address: Address, subject: str, **fields: int | str) -> str:
    owner, place = _base36(address.owner), _tag(address)
    try:
        carried = shortened(subject, address)
        return kind(owner=owner, place=place, subject=carried, **fields).pack()
    except ValueError as error:
        raise UncarriableError(str(error)) from error


def unpacked(data: str, label: str, address: Address, presser: int) -> ButtonPress | PageChange:
    """What was pressed by ``presser``, whose conversation in this chat is at ``address``.

    ``label`` is the text of the button that carries ``data``. Raises ``RefusedPressError``.
    """
    parsed = _parsed(data)
    if parsed.owner != _base36(address.owner):
        # Their own button from before the group became shared (or stopped being so) is out of date.
        own = parsed.owner == _base36(presser)
        raise RefusedPressError(Refused.OUT_OF_DATE if own else Refused.NOT_YOURS)
    if parsed.place != _tag(address):
        raise RefusedPressError(Refused.OUT_OF_DATE)
    try:
        subject = expanded(parsed.subject, address)
    except ValueError as error:
        raise RefusedPressError(Refused.UNKNOWN) from error
    if isinstance(parsed, PageData):
        return PageChange(parsed.page, subject)
    if isinstance(parsed, OptionData):
        value = _option(parsed.option)
        return ButtonPress(action=PressAction.ANSWER, subject=subject, value=value)
    action = _actions().get(parsed.action)
    if action is None:
        raise RefusedPressError(Refused.UNKNOWN)
    return ButtonPress(action=action, subject=subject, value=_value(parsed.value, label))


def on_page(data: str | None) -> bool:
    """Whether a button shows an option of a page, which turning the page takes away."""
    return bool(data and data.startswith(f"{OptionData.__prefix__}|"))


def turns_pages(data: str | None) -> bool:
    return bool(data and data.startswith(f"{PageData.__prefix__}|"))


def about_the_same(data: str | None, other: str | None) -> bool:
    """Whether two buttons of one conversation are about the same task, question or change."""
    try:
        return _parsed(data or "").subject == _parsed(other or "").subject
    except RefusedPressError:
        return False


def chosen_option(data: str | None) -> str | None:
    """The agent's option that a button stands for, if it does."""
    with suppress(RefusedPressError):
        parsed = _parsed(data or "")
        if isinstance(parsed, OptionData):
            return _option(parsed.option)
        if isinstance(parsed, PressData) and parsed.value[:1] == _OPTION:
            return _option(parsed.value[1:])
    return None


def _parsed(data: str) -> PressData | PageData | OptionData:
    if visible(data) == data:  # else never ours: buttons are made by Steward, but sent by anybody
        kinds: tuple[type[PressData | PageData | OptionData], ...]
        kinds = (PressData, PageData, OptionData)
        for kind in kinds:
            with suppress(TypeError, ValueError):
                return kind.unpack(data)
    raise RefusedPressError(Refused.UNKNOWN)


def _carried(value: str, label: str) -> list[str]:
    """The ways to carry a value, the best first."""
    if not value:
        return [""]
    if _options().get(_hash(value)) == value:
        return [_OPTION + _hash(value)]  # whatever language the label is in
    ways = [_LITERAL + value] if visible(value) == value else []
    if _HEX.fullmatch(value):
        ways.append(_DIGEST + _base64(bytes.fromhex(value)))
    if plain_line(value) == label:
        ways.append(_LABEL + _hash(label))
    return ways


def _value(carried: str, label: str) -> str:
    kind, rest = carried[:1], carried[1:]
    if not kind:
        return ""
    if kind == _LITERAL:
        return rest
    if kind == _OPTION:
        return _option(rest)
    if kind == _DIGEST:
        try:
            return base64.urlsafe_b64decode(rest + "=" * (-len(rest) % 4)).hex()
        except ValueError as error:
            raise RefusedPressError(Refused.UNKNOWN) from error
    if kind == _LABEL and label and _hash(label) == rest:
        return label
    raise RefusedPressError(Refused.UNKNOWN)


def _option(hashed: str) -> str:
    found = _options().get(hashed)
    if found is None:
        raise RefusedPressError(Refused.UNKNOWN)
    return found


def _tag(address: Address) -> str:
    """Tells this conversation from others of the same person, in the same group too."""
    return _hash(address.chat_id)[:_TAG_LENGTH]


def _hash(text: str) -> str:
    digest = hashlib.blake2s(text.encode(), digest_size=6).digest()
    return _base64(digest)[:_HASH_LENGTH]


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _base36(number: int) -> str:
    digits, rest = "", abs(number)
    while rest:
        rest, digit = divmod(rest, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"-{digits}" if number < 0 else digits
