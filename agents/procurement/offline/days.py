"""The day of a delivery."""

import re
from datetime import date
from typing import NamedTuple

from language.coming_days import coming_days

_NEEDS_A_LEAD = re.compile(r"\s*(?:the\s+)?(?:sat|sun)\b|\s*the\s+\d", re.IGNORECASE)
"""Without "by" or "on" it is of something else: "the 3rd building", "the sun terrace"."""


class Day(NamedTuple):
    """``day`` is None for one that no calendar has, or where today is not known."""

    day: date | None
    said: str
    start: int
    end: int


def day_in(text: str, today: date | None) -> Day | None:
    """The first day that a text names, with the small words in front of it."""
    for found in coming_days(text, today):
        if not (found.stretch or found.refused or _NEEDS_A_LEAD.match(text, found.start)):
            said = text[found.start : found.end].strip()
            return Day(found.first, said, found.start, found.end)
    return None
