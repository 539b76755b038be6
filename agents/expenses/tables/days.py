"""Dates as a column writes them. Whether the day or the month is first is told by all of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise

from babel import Locale

from language.past_days import field_order
from language.written_dates import month_names, valid_date

_MAX_LENGTH = 40
_LANGUAGES = ("en", "ms", "id", "de", "es", "fr", "nl", "pt", "it")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})日?(?![\d])")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?!\d)")
_NUMERIC = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)")
_DAY_NAMED = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:de\s+)?([^\W\d_]{3,12})\.?,?[\s-]*(?:de\s+)?(\d{4}|\d{2})(?!\d)"
)
_MONTH_NAMED = re.compile(r"([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_WEEKDAY = re.compile(r"^[^\W\d_]{2,12}(?:\.?,?\s+(?=\d)|\.?,\s+)")
_REST = re.compile(
    r"[\sT,;]*(?:(?:at\s+)?\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?)?"
    r"\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?\s*",
    re.IGNORECASE,
)
"""What may stand behind a date: the hour and its zone."""
_CENTURY, _PIVOT = 100, 70
_MONTHS = 12


@cache
def _months() -> dict[str, int]:
    names = month_names([Locale(language) for language in _LANGUAGES])
    return {**{name[:3]: month for name, month in names.items() if name.isascii()}, **names}


@dataclass(frozen=True)
class DayOrder:
    """``in_doubt``: each date of the column can be read both ways."""

    month_first: bool
    in_doubt: bool = False


def order_of(cells: Sequence[str], locale: str, today: date) -> DayOrder:
    """By the numbers that can be no month; then by which reading is in order and not to come;
    then by how the person's place writes dates.
    """
    pairs = [(int(m[1]), int(m[2])) for cell in cells if (m := _numeric(cell))]
    days = sum(a > _MONTHS for a, _ in pairs), sum(b > _MONTHS for _, b in pairs)
    if days[0] != days[1]:
        return DayOrder(month_first=days[1] > days[0])
    own = field_order(locale) == "MDY"
    if not any(a != b for a, b in pairs):
        return DayOrder(month_first=own)
    faults = [_faults(cells, month_first, today) for month_first in (False, True)]
    if faults[0] == faults[1]:
        return DayOrder(month_first=own, in_doubt=True)
    return DayOrder(month_first=faults[1] < faults[0], in_doubt=True)


def _numeric(cell: str) -> re.Match[str] | None:
    return _NUMERIC.match(cell.strip()) if len(cell) <= _MAX_LENGTH else None


def _faults(cells: Sequence[str], month_first: bool, today: date) -> int:  # noqa: FBT001 - one fact
    """What speaks against a reading: days to come, and turns in a list that runs one way."""
    days = [day for cell in cells if (day := day_in(cell, month_first=month_first))]
    steps = [later - earlier for earlier, later in pairwise(days)]
    turns = min(sum(s.days < 0 for s in steps), sum(s.days > 0 for s in steps))
    return turns + sum(day > today for day in days)


@lru_cache(maxsize=4096)
def day_in(cell: str, *, month_first: bool) -> date | None:
    """The day of a cell; None for one that holds none, or no day of the calendar."""
    text = cell.strip().strip("'")
    if len(text) > _MAX_LENGTH:
        return None
    for bare in dict.fromkeys((text, _WEEKDAY.sub("", text))):
        for read in (_by_year, _by_number, _by_name):
            found = read(bare, month_first)
            if found is not None:
                day, end = found
                return day if _REST.fullmatch(bare, end) else None
    return None


def is_day(cell: str) -> bool:
    """Whether a cell holds a day, whichever of day and month comes first."""
    return any(day_in(cell, month_first=first) is not None for first in (False, True))


Read = tuple[date | None, int]


def _by_year(text: str, month_first: bool) -> Read | None:  # noqa: FBT001 - as the column has it
    del month_first
    match = _YEAR_FIRST.match(text) or _COMPACT.match(text)
    if match is None:
        return None
    return valid_date(int(match[1]), int(match[2]), int(match[3])), match.end()


def _by_number(text: str, month_first: bool) -> Read | None:  # noqa: FBT001 - as the column has it
    match = _NUMERIC.match(text)
    if match is None:
        return None
    first, second, year = int(match[1]), int(match[2]), _year(match[3])
    month, day = (first, second) if month_first else (second, first)
    return valid_date(year, month, day), match.end()


def _by_name(text: str, month_first: bool) -> Read | None:  # noqa: FBT001 - as the column has it
    del month_first
    if match := _DAY_NAMED.match(text):
        day, name, year = match.groups()
    elif match := _MONTH_NAMED.match(text):
        name, day, year = match.groups()
    else:
        return None
    folded = name.casefold()
    month = _months().get(folded) or _months().get(folded[:3])
    return (valid_date(_year(year), month, int(day)) if month else None), match.end()


def _year(written: str) -> int:
    year = int(written)
    if year >= _CENTURY:
        return year
    return year + (1900 if year >= _PIVOT else 2000)
