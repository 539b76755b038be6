"""Orders that name the expense they are about: "undo #3", "delete the shoes", "#2 was 20"."""

import re
from typing import NamedTuple

from agents.expenses.meaning import ExpenseTask
from agents.expenses.offline.lexicon import item_known, merchant_known
from agents.expenses.offline.tables import pattern
from domain.understanding import TaskPhase
from language.numbers import counting_words
from language.words import key_of, words_of

_TAKE_BACK = pattern("orders", "take_back")
_LAST_FEW = pattern("orders", "last_few")
_COUNTS = counting_words() | {"couple": 2, "couple of": 2, "both": 2}
_CHANGE = pattern("orders", "change")
_RENAME = pattern("orders", "rename")
_EDIT_ONE = pattern("orders", "edit_one")
_ONE_WAS = pattern("orders", "one_was")
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


class CalledExpense(NamedTuple):
    """Which expense is meant: by its number, or by the words that name it."""

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


_ORDERED = 4
"""Groups of names and values behind a verb that orders the change."""


def change_in(text: str, *, ordered: bool = False) -> tuple[str, str] | None:
    """A name and a new value: "change the coffee to 13", "coffee should be 13"; None for others.
    ``ordered``: only the first kind.
    """
    match = _CHANGE.match(text.strip(" .!"))
    groups = match.groups() if match else ()
    said = [part for part in (groups[:_ORDERED] if ordered else groups) if part]
    return (said[0], said[1]) if said else None


def rename_in(text: str) -> tuple[str, str] | None:
    """Returns what is renamed and its new name ("rename #2 to Party food"); None for others."""
    match = _RENAME.match(text.strip(" .!"))
    return (match[1], match[2].strip("\"'“”„«» ")) if match else None


def edited_in(text: str) -> int:
    """Returns the number of the expense that an order is to change, where it does not say what of
    it ("edit #2"); 0 for others.
    """
    match = _EDIT_ONE.fullmatch(_plain(text))
    return int(next(filter(None, match.groups()))) if match else 0


def row_spoken_of(text: str) -> tuple[str, str] | None:
    """Returns the name of a row that was saved before, and the value that it should have, in a text
    such as "the aldi one was 40"; None for others.
    """
    match = _ONE_WAS.fullmatch(_plain(text))
    spoken = [part for part in match.groups() if part] if match else []
    return (spoken[0], spoken[1]) if spoken else None


def take_back_in(text: str) -> CalledExpense | None:
    """The order to take back a certain saved expense; None when the text orders nothing so."""
    match = _TAKE_BACK.match(_plain(text))
    return match and called(match["what"] or match["object"])


def called(name: str) -> CalledExpense:
    """What is meant by a name or a number: "coffee one", "transaction 4"."""
    number = _NUMBER.fullmatch(name)
    if number is not None:
        return CalledExpense(int(number["number"]), "")
    return CalledExpense(None, _ONE.sub("", name).strip())


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


_PUT_BACK = re.compile(
    r"\b(?:put|bring|get)\b[^\d]{1,40}\bback\b|\bwieder (?:rein|her|hin)\b"
    r"|\b(?:zurück|terug)(?:holen|zetten)|\b(?:kembalikan|pulihkan)\b"
    r"|\b(?:recupera|devuelve|vuelve a poner)\w*|\bremets?\b"
    r"|\b(?:zet|haal)\b[^\d]{1,30}\bterug\b",
    re.IGNORECASE,
)


def is_put_back(text: str) -> bool:
    """As in "put it back": where something was deleted, it is wanted again."""
    return _PUT_BACK.search(text) is not None and not re.search(r"\d", text)


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


def meant(tasks: tuple[ExpenseTask, ...], by: CalledExpense) -> ExpenseTask | None:
    """The expense that is meant, the newest when several have the name."""
    if by.number is not None:
        return with_number(tasks, by.number)
    return next((t for t in reversed(tasks) if _is_called(t, by.name)), None)


def saved(tasks: tuple[ExpenseTask, ...]) -> tuple[ExpenseTask, ...]:
    """Those that can be taken back."""
    return tuple(t for t in tasks if t.phase is TaskPhase.DONE)


def _is_called(task: ExpenseTask, name: str) -> bool:
    """Whether every word of the name is one of the task's own, in singular or plural; beside its
    shop also what is bought there ("the grab ride").
    """
    known = [v for v in (task.known.merchant, task.known.item) if v]
    shown = merchant_known(name, fuzzy=True)
    if shown is not None and shown.name == task.known.merchant:
        return True
    shop = {_singular(word.key) for word in words_of(task.known.merchant or "")}
    own = shop | {_singular(word.key) for value in known for word in words_of(value)}
    said = [_singular(word.key) for word in words_of(name)]
    sold = [item_known(word) for word in said if word not in own]
    bought = bool(shop.intersection(said)) or not sold
    bought = bought and all(one and one.category == task.known.category for one in sold)
    whole = {key_of(value) for value in known}
    return bool(said) and (key_of(name) in whole or bought)


def _singular(key: str) -> str:
    return key.removesuffix("s")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!")
