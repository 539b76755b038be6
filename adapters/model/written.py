"""Single values as models write them, whatever they are asked about.

What is malformed (a number that is none, a day that does not exist, an item that was not offered)
raises ``InvalidModelOutputError``. Whether a well-formed value is true is for the checks.
"""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TypeVar

from domain.errors import InvalidModelOutputError
from domain.money import MINOR_UNITS
from domain.plain_text import one_line

_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,6})?")
_NOTHING = frozenset({"", "null", "none", "n/a", "-"})
"""How weak models write null inside a string."""

_MAX_REASON = 200
_MAX_NAME = 200
_MAX_READ = 10_000

_Item = TypeVar("_Item")


def text(written: str | None) -> str | None:
    """One line of text, or None for the ways in which models write nothing."""
    line = one_line((written or "")[:_MAX_READ])[:_MAX_NAME]
    return None if line.casefold() in _NOTHING else line


def number(written: str | None) -> Decimal | None:
    """A plain decimal number. Raises ``InvalidModelOutputError`` for anything else."""
    line = text(written)
    if line is None:
        return None
    if not _NUMBER.fullmatch(line) or not line.isascii():
        raise InvalidModelOutputError("an amount is not a plain number")
    return Decimal(line)


def currency(written: str | None) -> str | None:
    """An ISO 4217 code. Raises ``InvalidModelOutputError`` for anything else."""
    line = text(written)
    if line is not None and line.upper() not in MINOR_UNITS:
        raise InvalidModelOutputError("a currency is not an ISO 4217 code")
    return line.upper() if line else None


def day(written: str | None) -> date | None:
    """A day. Raises ``InvalidModelOutputError`` for one that does not exist."""
    line = text(written)
    try:
        return date.fromisoformat(line) if line else None
    except ValueError:
        failure = InvalidModelOutputError("a date is not one")
    raise failure


def numbered(offered: Sequence[_Item], number_: int, what: str) -> _Item:
    """The item that a model names by its number, from 1; ``what`` it is stands in the error."""
    if not 1 <= number_ <= len(offered):
        raise InvalidModelOutputError(f"{what} {number_} was not offered")
    return offered[number_ - 1]


def brief(reason: str) -> str:
    """A model's reason, cut to one line that fits a log and a card."""
    return (text(reason) or "")[:_MAX_REASON]
