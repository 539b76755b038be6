"""Amounts as a column writes them: its decimal mark, its signs, the currency beside the number."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from domain.money import MINOR_UNITS
from language.currencies import resolve
from language.notation import symbols_of

_MAX_LENGTH = 40
_GROUPS = " '’\u00a0\u202f\u2009"
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "﹣": "-", "－": "-"})
_NUMBER = re.compile(r"\d[\d.,'’ \u00a0\u202f\u2009]*(?<=\d)|\d|[.,]\d+")
_NO_HUNDREDTHS = re.compile(r"(?<=\d)[.,]--?(?!\d)")
"""As in "12.-" and "12,--"."""
_MONEY_DIGITS = re.compile(r"[.,](\d{1,2}|\d{4,})$")
_FRACTION = re.compile(r"^0[.,]\d{3}$")
_IN = frozenset(["cr", "c", "h", "credit", "haben", "bij", "k", "kr"])
_OUT = frozenset(["dr", "d", "s", "debit", "soll", "af", "db"])


@dataclass(frozen=True)
class CellAmount:
    """``value`` is never below zero. ``sign``: -1 or 1 where the cell says which way, else 0."""

    value: Decimal
    sign: int = 0
    currency: str | None = None


def decimal_mark(cells: Sequence[str], locale: str) -> str:
    """The mark that the column's numbers have in front of their hundredths."""
    votes: Counter[str] = Counter()
    for cell in cells:
        found = _NUMBER.search(cell)
        if found is None:
            continue
        number = found.group()
        if {".", ","} <= set(number):
            votes[max(".,", key=number.rfind)] += 1
        elif cents := _MONEY_DIGITS.search(number) or _FRACTION.match(number):
            votes["." if "." in cents.group() else ","] += 1
        elif number.count(".") > 1:
            votes[","] += 1
        elif number.count(",") > 1:
            votes["."] += 1
    if votes["."] == votes[","]:
        if not votes and (groups := _only_groups(cells)):
            return "." if groups == "," else ","
        own = symbols_of(locale).decimal
        return own if own in ".," else "."
    return "." if votes["."] > votes[","] else ","


def _only_groups(cells: Sequence[str]) -> str | None:
    """The mark of thousands, where all of several numbers with a mark have three digits behind it,
    and none has hundredths: whole amounts.
    """
    found = (match.group() for cell in cells if (match := _NUMBER.search(cell)))
    marked = [number for number in found if {".", ","} & set(number)]
    marks = {mark for number in marked for mark in ".," if mark in number}
    several = len(marked) > 2  # noqa: PLR2004 - one or two may be thousandths
    return marks.pop() if several and len(marks) == 1 else None


def amount_in(cell: str, mark: str, own: str) -> CellAmount | None:
    """The amount of a cell; None for one that holds none, or more than one."""
    text = _NO_HUNDREDTHS.sub("", cell.strip().lstrip("'").translate(_MINUS))
    found = _NUMBER.search(text) if len(text) <= _MAX_LENGTH else None
    if found is None:
        return None
    value = _value(found.group(), mark)
    before, after = text[: found.start()].strip(), text[found.end() :].strip()
    signs = _beside(before, after)
    if value is None or signs is None:
        return None
    sign, name = signs
    currency = currency_called(name, own) if name else None
    return None if name and currency is None else CellAmount(value, sign, currency)


def _beside(before: str, after: str) -> tuple[int, str] | None:
    """The sign that stands around a number, and what else does; None for what is no amount."""
    around = f"{before} {after}"
    bracketed = before.endswith("(") or before.startswith("(")
    if bracketed != (")" in after) or any(char.isdigit() for char in around):
        return None
    minus, plus = around.count("-"), around.count("+")
    if minus + plus + bracketed > 1:
        return None
    words = [word for word in re.split(r"[\s()+-]+", around) if word]
    sign = -1 if minus or bracketed else plus
    for word in list(words):
        said = word.casefold().rstrip(".")
        if said in _IN | _OUT:
            sign = 1 if said in _IN else -1
            words.remove(word)
    return sign, " ".join(words)


@lru_cache(maxsize=512)
def currency_called(name: str, own: str) -> str | None:
    """The code of a currency by its code or another name."""
    if name.upper() in MINOR_UNITS:
        return name.upper()
    return resolve(name, own)


def _value(number: str, mark: str) -> Decimal | None:
    grouping = "," if mark == "." else "."
    whole, _, fraction = number.rpartition(mark) if number.count(mark) == 1 else (number, "", "")
    if mark in whole or grouping in fraction:
        return None
    plain = whole
    for group in (grouping, *_GROUPS):
        plain = plain.replace(group, "")
    if not (plain + fraction).isascii() or not (plain + fraction).isdigit():
        return None
    parts = re.split(rf"[{re.escape(grouping + _GROUPS)}]", whole)
    if len(parts) > 1 and (len(parts[-1]) != 3 or not all(1 <= len(p) <= 3 for p in parts)):  # noqa: PLR2004 - digits of a thousand
        return None
    return Decimal(f"{plain or '0'}.{fraction or '0'}").normalize() + 0
