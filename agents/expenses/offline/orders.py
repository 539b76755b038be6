"""Orders that name the expense they are about: "undo #3", "delete the shoes", "#2 was 20"."""

import re
from typing import NamedTuple

from agents.expenses.meaning import ExpenseTask
from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.tables import names, pattern
from agents.expenses.offline.words import key_of, words_of
from domain.understanding import TaskPhase

_TAKE_BACK = pattern("orders", "take_back")
_LAST_FEW = pattern("orders", "last_few")
_COUNTS = names("numbers.toml", "units") | {"couple": "2", "couple of": "2", "both": "2"}
_CHANGE = pattern("orders", "change")
_BARE_ERASE = pattern("orders", "bare_erase")
_NUMBER = pattern("orders", "number")
_ONE = pattern("orders", "one")
_REFERENCE = re.compile(
    r"(?:(?<![\w#])#|^(?:expense\s+)?(?:number|no\.|nr\.|nombor|nummer)\s*#?)"
    r"\s?(?P<number>\d{1,6})(?![\w.,]*\d)(?P<it>\s+(?:it|that)\b)?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:for|to|in|of|on|untuk|bagi|für|bei)\s+(?:the\s+)?$", re.IGNORECASE)
_RETURN_TO = pattern("orders", "return_to")
_COMMAND = pattern("orders", "command")


class TakeBack(NamedTuple):
    """What is to be taken back: by its number, or by the words that name it."""

    number: int | None
    name: str


class Numbered(NamedTuple):
    """A text about the expense with a number, and what it says with that number left out.

    ``leading``: what is said begins or ends with the number ("#2 cash", "20 for #2"). Elsewhere a
    number may be a part of something else ("Gate #3 parking 5").
    """

    number: int
    readings: tuple[str, ...]
    leading: bool


def change_in(text: str) -> tuple[str, str] | None:
    """A name and a new value: "change the coffee to 13", "coffee should be 13"; None for others."""
    match = _CHANGE.match(text.strip(" .!"))
    return match and (match["what"] or match["which"], match["value"] or match["worth"])


def take_back_in(text: str) -> TakeBack | None:
    """The order to take back a certain saved expense; None when the text orders nothing so."""
    match = _TAKE_BACK.match(_plain(text))
    if match is None:
        return None
    named = match["what"]
    number = _NUMBER.fullmatch(named)
    if number is not None:
        return TakeBack(int(number["number"]), "")
    return TakeBack(None, _ONE.sub("", named).strip())


def last_few_in(text: str) -> int:
    """How many of the last expenses are to be taken back ("delete my last three"); 0 for others."""
    match = _LAST_FEW.match(_plain(text))
    said = next(filter(None, match.groups()), "") if match else ""
    return int(_COUNTS.get(said, said)) if said in _COUNTS or said.isdecimal() else 0


def is_bare_erase(text: str) -> bool:
    """As in "delete": what is meant shows only from the card that was replied to."""
    return _BARE_ERASE.match(_plain(text)) is not None


def is_slash(text: str) -> bool:
    """Whether the text has the form of a command, known or not."""
    return text.startswith("/")


def is_return(text: str) -> bool:
    """As in "resume the lunch", "restore it": an order that is never an expense."""
    return _RETURN_TO.match(_plain(text)) is not None


def is_command(text: str) -> bool:
    """A command word with something behind it: "status now", "cancel #3"."""
    return _COMMAND.match(_plain(text)) is not None


def numbered_in(text: str) -> Numbered | None:
    """The number in "#2 was 20", "change #2 to 20"; None when the number is all there is."""
    match = _REFERENCE.search(text)
    if match is None:
        return None
    before, after = text[: match.start()], text[match.end() :]
    without = f"{before}{after}".strip(" ,:;-")
    if not without:
        return None
    readings = (f"{before}it{after}".strip(), without, f"{_POINTS.sub('', before)}{after}".strip())
    leading = not before.strip() or (not after.strip(" .!") and _POINTS.search(before) is not None)
    return Numbered(int(match["number"]), readings, leading)


def with_number(tasks: tuple[ExpenseTask, ...], number: int) -> ExpenseTask | None:
    return next((t for t in reversed(tasks) if number and t.number == number), None)


def saved_as(tasks: tuple[ExpenseTask, ...], order: TakeBack) -> ExpenseTask | None:
    """The saved expense that an order means, the newest when several have the name."""
    saved = tuple(t for t in tasks if t.phase is TaskPhase.DONE)
    if order.number is not None:
        return with_number(saved, order.number)
    return next((t for t in reversed(saved) if is_called(t, order.name)), None)


def is_called(task: ExpenseTask, name: str) -> bool:
    """Whether every word of the name is one of the task's own, in singular or plural."""
    known = [v for v in (task.known.merchant, task.known.item) if v]
    shown = merchant_known(name, fuzzy=True)
    if shown is not None and shown.name == task.known.merchant:
        return True
    own = {_singular(word.key) for value in known for word in words_of(value)}
    said = [_singular(word.key) for word in words_of(name)]
    whole = {key_of(value) for value in known}
    return bool(said) and (key_of(name) in whole or all(word in own for word in said))


def _singular(key: str) -> str:
    return key.removesuffix("s")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!")
