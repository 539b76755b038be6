"""Dates as a column writes them. Whether the day or the month is first is told by all of it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import pairwise

from babel import Locale

from language.past_days import field_order
from language.written_dates import month_names, valid_date

_MAX_LENGTH = 40
_LANGUAGES = (
    "en", "ms", "id", "de", "es", "fr", "nl", "pt", "it", "da", "sv", "nb", "pl", "cs", "sk", "hu",
    "ro", "tr", "el", "fi",
)  # fmt: skip
_YEAR_FIRST = re.compile(r"(\d{4}|1[0-3]\d)[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})日?(?![\d])")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{6}|\d{4})?(?!\d)")
_NUMERIC = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)")
_DAY_NAMED = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:de\s+)?([^\W\d_]{3,12})\.?,?[\s-]*(?:de\s+)?(\d{4}|\d{2})(?!\d)"
)
_MONTH_NAMED = re.compile(r"([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_WEEKDAY = re.compile(r"^[^\W\d_]{2,12}(?:\.?,?\s+(?=\d)|\.?,\s+)")
_REST = re.compile(
    r"(?:[^\w+]|_)*(?:T|(?:at|um|kl|klo|om|o|ore|godz|saat|as|às|a las|à|alle|pukul|jam)\b[^\w+]*)?"
    r"(?:\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?|uhr|uur|h)?)?"
    r"\s*(?:Z|UTC|GMT|C?E[SD]?T|[BIJS]ST|P[SD]T|WIB|MYT|SGT|BRT|ART|[+-]\d{2}(?::?\d{2})?)?\W*",
    re.IGNORECASE,
)
"""What may stand behind a date, whatever joins the two: the hour and its zone."""
_WITHOUT_YEAR = re.compile(
    r"(?P<pair>\d{1,2}\s?[-/.]\s?\d{1,2})\.?(?![-/.]?\d)|"
    r"(?P<day>\d{1,2})\.?[\s-]*(?:de\s+)?(?P<month>[^\W\d_]{3,12})\.?|"
    r"(?P<name>[^\W\d_]{3,12})\.?[\s-]*(?P<number>\d{1,2})(?!\d)"
)
_FULL = re.compile(
    r"\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{4}|"
    r"\d{1,2}\.?[\s-]+[^\W\d_]{3,12}\.?,?[\s-]+\d{4}|[^\W\d_]{3,12}\.?\s+\d{1,2},?\s+\d{4}"
)
_MONTH_OF = re.compile(r"([^\W\d_]{3,12})\.?[\s-]+(\d{4})(?!\d)|(?<!\d)(\d{1,2})[-/.](\d{4})(?!\d)")
_BUDDHIST, _ERA = range(2443, 2643), 543
"""Years of Thailand, and how far they are ahead."""
_REPUBLIC, _FOUNDED = range(100, 140), 1911
"""Years of Taiwan, and the year before their first."""
_CENTURY, _PIVOT = 100, 70
_MONTHS = 12
_SHORT_MONTH = 3


@cache
def _months() -> dict[str, int]:
    names = month_names([Locale(language) for language in _LANGUAGES])
    short: dict[str, int] = {}
    for name, month in names.items():
        short.setdefault(name[:3], month)
    return {**short, **names}


def is_month(word: str) -> bool:
    """Whether a word in plain letters is the whole name of a month."""
    return len(word) > _SHORT_MONTH and word in _months()


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


def is_day_without_year(cell: str) -> bool:
    """Whether a cell holds a day and a month alone: "'01/09", "1 Sep", "Sep 01"."""
    return any(with_year(cell, date(2024, 12, 31), month_first=f) for f in (False, True))


def with_year(cell: str, until: date, *, month_first: bool) -> str | None:
    """The last such day up to ``until``; None for a cell that holds none."""
    text = cell.strip().strip("'")
    match = _WITHOUT_YEAR.match(text) if len(text) <= _MAX_LENGTH else None
    if match is None or not _REST.fullmatch(text, match.end()):
        return None
    for year in range(until.year, until.year - 5, -1):
        if match["pair"]:
            written = f"{re.sub('[-. ]+', '/', match['pair'])}/{year}"
        else:
            written = f"{match['day'] or match['number']} {match['month'] or match['name']} {year}"
        day = day_in(written, month_first=month_first)
        if day is not None and day <= until:
            return day.isoformat()
    return None


def last_day_named(texts: Iterable[str], *, month_first: bool) -> date | None:
    """The latest day, or end of a month, that texts name with its year: of the statement."""
    days = []
    for text in texts:
        days += [day_in(found, month_first=month_first) for found in _FULL.findall(text)]
        for name, year, number, of_number in _MONTH_OF.findall(_FULL.sub(" ", text)):
            month = int(number or 0) or _months().get(name.casefold()[:3])
            first = valid_date(int(year or of_number), month, 1) if month else None
            days.append(first and (first + timedelta(31)).replace(day=1) - timedelta(1))
    return max(filter(None, days), default=None)


Read = tuple[date | None, int]


def _by_year(text: str, month_first: bool) -> Read | None:  # noqa: FBT001 - as the column has it
    del month_first
    match = _YEAR_FIRST.match(text) or _COMPACT.match(text)
    if match is None:
        return None
    return valid_date(_year(match[1]), int(match[2]), int(match[3])), match.end()


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
    if year in _REPUBLIC:
        return year + _FOUNDED
    if year >= _CENTURY:
        return year - _ERA if year in _BUDDHIST else year
    return year + (1900 if year >= _PIVOT else 2000)
