"""Which country a receipt is from, by tax numbers, places, legal forms and language.

Countries settle what a receipt leaves open: the money behind a shared sign, and whether the month
or the day is written first. The clues are data (``data/places.toml``).
"""

import re
from dataclasses import dataclass

from agents.expenses.reader.receipt_lists import lists
from agents.expenses.reader.rows import Row

_POINTS = {"strong": 3, "weak": 1}
_AT_MOST = 3
"""Mentions of one country that count."""

_CLUES = {
    place: {kind: re.compile("|".join(each), re.IGNORECASE) for kind, each in clues.items()}
    for place, clues in lists("places").items()
}
"""By country and currency."""


@dataclass(frozen=True)
class Country:
    """A country, its currency, and what on the receipt says so. ``points`` from 1 (a hint)."""

    country: str
    currency: str
    points: int
    clue: str


def places_of(rows: tuple[Row, ...]) -> tuple[Country, ...]:
    """The countries that a receipt hints at, likeliest first; empty when it hints at none."""
    text = "\n".join(row.text for row in rows)
    found = []
    for place, clues in _CLUES.items():
        met = {
            kind: {match.group().casefold() for match in clue.finditer(text)}
            for kind, clue in clues.items()
        }
        points = sum(_POINTS[kind] * min(len(each), _AT_MOST) for kind, each in met.items())
        if points:
            country, currency = place.split()
            found.append(Country(country, currency, points, min(met["strong"] or met["weak"])))
    return tuple(sorted(found, key=lambda place: -place.points))
