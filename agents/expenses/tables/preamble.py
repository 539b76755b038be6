"""What a statement says of the account itself: in the lines above its headings, or in a heading."""

import re
from collections.abc import Sequence
from itertools import pairwise

from babel.numbers import get_territory_currencies

from agents.expenses.tables.columns import words
from agents.expenses.tables.numbers import currency_called
from agents.expenses.tables.vocabulary import plain
from domain.money import MINOR_UNITS

_PARTS = re.compile(r"[^\s:;,()\[\]/=]+")
_IBAN = re.compile(r"([A-Z]{2})\d{2}[A-Z0-9]{11,30}")
_SIGN = re.compile(r"[^\w\s]|[Rr][Mm]|[A-Z]{1,2}\$")

Lines = Sequence[Sequence[str]]


def owners_named(above: Lines) -> set[str]:
    """Whose account it is, in plain letters."""
    cells = [cell for line in above for cell in line if cell.strip()]
    named = [(label, value) for label, _, value in (cell.partition(":") for cell in cells)]
    beside = pairwise(cells)
    return {
        plain(value)
        for label, value in (*named, *beside)
        if plain(label) in words("owner", "names") and plain(value)
    }


def currency_stated(above: Lines, headings: Sequence[str], own: str) -> str | None:
    """The one currency that is named by its code or sign, else that of the country of an IBAN.

    None where none is, or several are.
    """
    cells = [*headings, *(cell for line in above for cell in line)]
    parts = [part for cell in cells for part in _PARTS.findall(cell)]
    named = {_currency_of(part.strip(".-'\""), own) for part in parts} - {None}
    if not named:
        joined = ("".join(cell.split()) for line in above for cell in line)
        named = {_of_iban(found[1]) for cell in joined for found in _IBAN.finditer(cell)} - {None}
    return named.pop() if len(named) == 1 else None


def _currency_of(part: str, own: str) -> str | None:
    """Of a code in capitals or a sign: "try", "all" and "top" are words."""
    if part in MINOR_UNITS:
        return part
    return currency_called(part, own) if _SIGN.fullmatch(part) else None


def _of_iban(country: str) -> str | None:
    found = get_territory_currencies(country)
    return str(found[0]) if found else None
