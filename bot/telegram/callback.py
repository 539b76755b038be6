"""What a button carries: 64 bytes that name its owner, its conversation and the press.

Nothing secret and nothing trusted: whoever sends it, a press only ever concerns the conversation
that its sender has in that chat, and data that names anything else is refused.
"""

import base64
import hashlib
from dataclasses import dataclass
from enum import StrEnum

from aiogram.filters.callback_data import CallbackData

from bot.telegram.address import Address
from bot.telegram.subjects import expanded, shortened
from bot.texts.formats import plain_line
from domain.categories import CATEGORIES
from domain.messages import ButtonPress
from domain.topics import PressAction

MAX_BYTES = 64
"""Of callback data in UTF-8: Telegram's limit."""

_TAG_LENGTH = 4
_HASH_LENGTH = 8

_LITERAL, _CATEGORY, _LABEL = "=", "#", "~"
"""How a value is carried: as it is, as a built-in category's hash, or as the button's own text."""

_CODES: dict[str, str] = {
    PressAction.ANSWER: "an",
    PressAction.SAVE_ANYWAY: "sv",
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
}
"""Permanent: buttons stay in chats for years."""
_ACTIONS = {code: PressAction(action) for action, code in _CODES.items()}


class PressData(CallbackData, prefix="p", sep="|"):
    action: str
    owner: str
    place: str
    subject: str
    value: str


class PageData(CallbackData, prefix="g", sep="|"):
    """Turns the pages of categories, or says how to type one's own (``page`` = -1)."""

    page: int
    owner: str
    place: str
    subject: str


class CategoryData(CallbackData, prefix="c", sep="|"):
    """A category on a page, as against one of the suggestions that stay."""

    owner: str
    place: str
    subject: str
    category: str


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
class PageTurn:
    """``page`` counts from 1; 0 leaves only the suggestions, ``TYPE_YOUR_OWN`` asks how to."""

    page: int
    subject: str


def packed(press: ButtonPress, address: Address, label: str) -> str:
    """The press as a button with this label carries it. Raises ``UncarriableError``."""
    code = _CODES.get(press.action)
    if code is None:
        msg = f"no code for {press.action!r}"
        raise UncarriableError(msg)
    subject = _relative(press.subject, address)
    for value in _carried(press.value, label):
        data = PressData(
            action=code,
            owner=_base36(address.owner),
            place=_tag(address),
            subject=subject,
            value=value,
        )
        try:
            return data.pack()
        except ValueError:
            continue  # too long, or it contains the separator
    msg = f"{press.action} does not fit into a button"
    raise UncarriableError(msg)


def packed_page(turn: PageTurn, address: Address) -> str:
    """Raises ``UncarriableError``."""
    data = PageData(
        page=turn.page,
        owner=_base36(address.owner),
        place=_tag(address),
        subject=_relative(turn.subject, address),
    )
    return _fitting(data)


def packed_category(category: str, subject: str, address: Address) -> str:
    """Raises ``UncarriableError``."""
    data = CategoryData(
        owner=_base36(address.owner),
        place=_tag(address),
        subject=_relative(subject, address),
        category=_hash(category),
    )
    return _fitting(data)


def _fitting(data: CallbackData) -> str:
    try:
        return data.pack()
    except ValueError as error:
        raise UncarriableError(str(error)) from error


def unpacked(data: str, label: str, address: Address, presser: int) -> ButtonPress | PageTurn:
    """What was pressed by ``presser``, whose conversation in this chat is at ``address``.

    ``label`` is the text of the button that carries ``data``. Raises ``RefusedPressError``.
    """
    parsed = _parsed(data)
    _check_owner(parsed.owner, address, presser)
    if parsed.place != _tag(address):
        raise RefusedPressError(Refused.OUT_OF_DATE)
    subject = _absolute(parsed.subject, address)
    if isinstance(parsed, PageData):
        return PageTurn(parsed.page, subject)
    if isinstance(parsed, CategoryData):
        value = _category(parsed.category)
        return ButtonPress(action=PressAction.ANSWER, subject=subject, value=value)
    action = _ACTIONS.get(parsed.action)
    if action is None:
        raise RefusedPressError(Refused.UNKNOWN)
    return ButtonPress(action=action, subject=subject, value=_value(parsed.value, label))


def on_page(data: str | None) -> bool:
    """Whether a button shows a category of a page, which turning the page takes away."""
    return bool(data and data.startswith(f"{CategoryData.__prefix__}|"))


def turns_pages(data: str | None) -> bool:
    return bool(data and data.startswith(f"{PageData.__prefix__}|"))


def chosen_category(data: str | None) -> str | None:
    """The built-in category that a button stands for, if it does."""
    try:
        parsed = _parsed(data or "")
        if isinstance(parsed, CategoryData):
            return _category(parsed.category)
        if isinstance(parsed, PressData) and parsed.value[:1] == _CATEGORY:
            return _category(parsed.value[1:])
    except RefusedPressError:
        return None
    return None


def _parsed(data: str) -> PressData | PageData | CategoryData:
    kinds: tuple[type[PressData | PageData | CategoryData], ...]
    kinds = (PressData, PageData, CategoryData)
    for kind in kinds:
        try:
            return kind.unpack(data)
        except (TypeError, ValueError):
            continue
    raise RefusedPressError(Refused.UNKNOWN)


def _check_owner(owner: str, address: Address, presser: int) -> None:
    if owner == _base36(address.owner):
        return
    # Their own button from before the group became shared (or stopped being so) is out of date.
    own = owner == _base36(presser)
    raise RefusedPressError(Refused.OUT_OF_DATE if own else Refused.NOT_YOURS)


def _carried(value: str, label: str) -> list[str]:
    """The ways to carry a value, the best first."""
    if not value:
        return [""]
    if value in CATEGORIES:
        return [_CATEGORY + _hash(value)]  # whatever language the label is in
    ways = [_LITERAL + value]
    if plain_line(value) == label:
        ways.append(_LABEL + _hash(label))
    return ways


def _value(carried: str, label: str) -> str:
    kind, rest = carried[:1], carried[1:]
    if not kind:
        return ""
    if kind == _LITERAL:
        return rest
    if kind == _CATEGORY:
        return _category(rest)
    if kind == _LABEL and label and _hash(label) == rest:
        return label
    raise RefusedPressError(Refused.UNKNOWN)


def _category(hashed: str) -> str:
    found = next((c for c in CATEGORIES if _hash(c) == hashed), None)
    if found is None:
        raise RefusedPressError(Refused.UNKNOWN)
    return found


def _relative(subject: str, address: Address) -> str:
    try:
        return shortened(subject, address)
    except ValueError as error:
        raise UncarriableError(str(error)) from error


def _absolute(carried: str, address: Address) -> str:
    try:
        return expanded(carried, address)
    except ValueError as error:
        raise RefusedPressError(Refused.UNKNOWN) from error


def _tag(address: Address) -> str:
    """Tells this conversation from others of the same person, in the same group too."""
    return _hash(address.chat_id)[:_TAG_LENGTH]


def _hash(text: str) -> str:
    digest = hashlib.blake2s(text.encode(), digest_size=6).digest()
    return base64.urlsafe_b64encode(digest).decode()[:_HASH_LENGTH]


def _base36(number: int) -> str:
    digits, rest = "", abs(number)
    while rest:
        rest, digit = divmod(rest, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"-{digits}" if number < 0 else digits
