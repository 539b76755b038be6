"""Dates as they are written: numbers in three orders, names of months, eras."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from agents.expenses.reader.receipt_words import folded
from language.day_names import AMBIGUOUS, PRINTED_MONTHS, PRINTED_WEEKDAYS

_RECENT, _LONG_AGO = 12, 20
"""Years within which a date that begins with its year is believed, and after which one that does
not gives way to it."""

OLDEST_YEAR = 2000
"""Dates before are a clock's zero, a licence or a misreading."""


class Order(StrEnum):
    """What comes first where a date is numbers only."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    """Of two-digit years, too: 26/03/05."""


@dataclass(frozen=True)
class Clock:
    """What dates are read against: the person's own today and the order that dates have here."""

    today: date
    order: Order = Order.DAY
    whole: frozenset[date] = frozenset()
    """Dates that the paper also writes with a whole year."""


_BUDDHIST, _REIWA, _HEISEI, _REPUBLIC = 543, 2018, 1988, 1911
_D = r"[\dOoIl]"
_NUMERIC = re.compile(
    rf"(?<![\d.,/])({_D}{{1,4}})\s?([/.\-·])\s?({_D}{{1,2}})\s?\2(?!\s\d\d?:\d\d)\s?({_D}{{1,4}})"
    r"(?!\d|[/-](?!\s?\d{1,2}:)|:\d(?!\d))"
)
_MIXED = re.compile(
    r"(?<![\d.,/:\-])(\d{1,2})"
    r"(?: ?[/-] ?(\d{2})(?: ?[~_. ] ?|(?<=/\d\d)-)| ?[~_. ] ?(\d{2}) ?[/-] ?)"
    r"(20\d{2}|\d{2})"
    r"(?![\d/.,:\-])"
)
"""A separator was misread or lost: "05 02-18". Weak evidence."""
_GLUED_TIME = re.compile(
    r"(?P<date>(?:\d{2}[/\-.]\d{2}|\d{1,2}[/\-.]\d{1,2})[/\-.]20\d{2})(?=\d{1,2}:\d{2})"
    r"|(?P<iso>20\d{2}[/\-.]\d{2}[/\-.]\d{2})[Tt]?(?=\d{2}:\d{2})"
)
"""A date with the time, and now and then a number, printed right against it."""

_OF = r"(?:[\s.\-/,']{0,3}(?:de|of|del)\s)?[\s.\-/,']{0,3}"
_NAME = r"((?=[^\W\d_]|0ct)\w[^\W\d_\u0e00-\u0e7f]{1,13}|[\u0e00-\u0e7f.]{3,12})"
_DAY_MONTH = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|º|°)?{_OF}{_NAME}{_OF}(\d{{4}}|\d{{2}})(?![\d:]|[.,]\d)"
)
_MONTH_DAY = re.compile(
    rf"(?<![^\W\d_]){_NAME}[\s.\-/]{{0,3}}(\d{{1,2}})(?:st|nd|rd|th)?(?:[,'\-/]|\.?\s|\.(?=\d{{4}})){{1,3}}(\d{{4}}|\d{{2}})(?![\d:]|[.,]\d)"
)
_YEAR_MONTH_DAY = re.compile(
    rf"(?<!\d)(20\d{{2}})[\s.\-/]{{1,2}}{_NAME}[\s.\-/]{{1,2}}(\d{{1,2}})(?!\d)"
)
_CHINESE = re.compile(
    r"(令和|平成|民國|民国|中華民國|(?<![a-z])[rh](?=\d))?\s?(\d{1,4}|元)\s?[年년./]\s?(\d{1,2})\s?[月월./]\s?(\d{1,2})\s?(?:[日일号號]|(?=\D|$))"
)
_VIETNAMESE = re.compile(r"(\d{1,2})\s*thang\s*(\d{1,2})(?:\s*nam|\s*,)?\s*(\d{4})")
_COMPACT = re.compile(r"(?<!\d)(\d{8})(?!\d)")
_DIGIT = str.maketrans("OoIl", "0011")
_NAMED, _PLAIN, _AMBIGUOUS, _YEAR_FIRST, _COMPACTED, _MISREAD = 0.1, 0.0, -0.05, -0.2, -0.15, -0.1

Weighed = tuple[date, float]
"""A date and what its notation does to the confidence in it."""


def dates_in(text: str, clock: Clock) -> Iterator[Weighed]:
    """Each date written in ``text``, with what its notation does to the confidence."""
    text = _GLUED_TIME.sub(lambda match: f" {match['date'] or match['iso']} ", text)
    plain = folded(text)
    yield from _eras(plain)
    yield from _named(plain)
    weekday = _weekday(plain)
    numeric = list(_NUMERIC.finditer(text))
    for match in numeric:
        parts = (match[1], match[3], match[4])
        first, second, third = (part.translate(_DIGIT) for part in parts)
        yield from _numeric((first, second, third), clock, weekday)
    if not numeric:
        for match in _MIXED.finditer(plain):
            for value, weight in _numeric(
                (match[1], match[2] or match[3], match[4]), clock, weekday
            ):
                if value <= clock.today:
                    yield value, weight + _MISREAD
    for match in _COMPACT.finditer(plain):
        yield from _compact(match[1], clock)


def whole_dates(text: str, clock: Clock) -> frozenset[date]:
    """The dates that ``text`` writes with a whole year, those in digits in either order."""
    numeric = (match for match in _NUMERIC.finditer(text))
    whole = [match.group() for match in numeric if {len(match[1]), len(match[4])} & {4}]
    orders = (replace(clock, order=order) for order in (Order.DAY, Order.MONTH))
    return frozenset(
        value for each in orders for part in whole for value, _ in dates_in(part, each)
    )


def numeric_dates(text: str) -> int:
    """How many dates in digits ``text`` has."""
    return sum(1 for _ in _NUMERIC.finditer(text))


def only_order(text: str) -> Order | None:
    """The order that a numeric date in ``text`` must have: 03/14/2026 can't have the day first."""
    for match in _NUMERIC.finditer(text):
        first, second = match[1].translate(_DIGIT), match[3].translate(_DIGIT)
        if len(first) > 2 or not (first.isdigit() and second.isdigit()):  # noqa: PLR2004
            continue
        if len(match[4]) not in {2, 4}:
            continue
        if 12 < int(second) <= 31 and 0 < int(first) <= 12:  # noqa: PLR2004 - days and months
            return Order.MONTH
        if 12 < int(first) <= 31 and 0 < int(second) <= 12 and len(match[4]) == 4:  # noqa: PLR2004
            return Order.DAY
    return None


def _eras(plain: str) -> Iterator[Weighed]:
    for match in _CHINESE.finditer(plain):
        era, year, month, day = match.groups()
        if era is None and (len(year) != 4 or not re.search("[年년月월]", match.group())):  # noqa: PLR2004
            continue
        start = {None: 0, "令": _REIWA, "r": _REIWA, "平": _HEISEI, "h": _HEISEI}
        first = start.get(era[0] if era else None, _REPUBLIC)
        yield from _made(str(first + (1 if year == "元" else int(year))), month, day, _NAMED)
    for match in _VIETNAMESE.finditer(plain):
        yield from _made(match[3], match[2], match[1], _NAMED)


def _named(plain: str) -> Iterator[Weighed]:
    for pattern, day, name, year in (
        (_DAY_MONTH, 1, 2, 3),
        (_MONTH_DAY, 2, 1, 3),
        (_YEAR_MONTH_DAY, 3, 2, 1),
    ):
        for match in pattern.finditer(plain):
            month = _month(match[name])
            if match[name] in AMBIGUOUS and len(match[year]) == 2:  # noqa: PLR2004
                continue
            if month is not None:
                yield from _made(match[year], str(month), match[day], _NAMED)


def _month(word: str) -> int | None:
    return PRINTED_MONTHS.get(word.replace("0", "o").replace(".", ""))


def _weekday(plain: str) -> int | None:
    named = [
        PRINTED_WEEKDAYS[word]
        for word in re.findall(r"[^\W\d_]+", plain)
        if word in PRINTED_WEEKDAYS
    ]
    return named[0] if len(set(named)) == 1 else None


def _numeric(parts: tuple[str, str, str], clock: Clock, weekday: int | None) -> Iterator[Weighed]:
    first, second, third = parts
    if len(first) == 4:  # noqa: PLR2004 - a year
        yield from _made(first, second, third, _NAMED)
        return
    if len(first) > 2 or len(third) not in {2, 4}:  # noqa: PLR2004 - neither a day nor a year
        return
    year = _whole_year(third, clock)
    short = len(third) == 2  # noqa: PLR2004 - the year
    by_order = {
        Order.DAY: list(_made(year, second, first, _PLAIN)),
        Order.MONTH: list(_made(year, first, second, _PLAIN)),
        Order.YEAR: list(_made(first, second, third, _YEAR_FIRST)) if short else [],
    }
    again = {value for made in by_order.values() for value, _ in made} & clock.whole
    if short and len(again) == 1:
        yield again.pop(), _PLAIN
        return
    wanted = by_order.pop(clock.order)
    if clock.order is Order.YEAR:
        if wanted and _is_recent(wanted[0][0], clock, _RECENT):
            yield wanted[0][0], _AMBIGUOUS
            return
        wanted = by_order.pop(Order.DAY)
    other = by_order.get(Order.MONTH) or by_order.get(Order.DAY) or []
    year_first = by_order.get(Order.YEAR, [])
    if (
        year_first
        and _is_recent(year_first[0][0], clock, _RECENT)
        and not any(_is_recent(value, clock, _LONG_AGO) for value, _ in wanted + other)
    ):
        yield from year_first
        return
    if wanted and other and wanted != other:
        # Both orders make a date: one in the future, or on another weekday, is the wrong one.
        yield _likelier(wanted[0][0], other[0][0], clock, weekday), _AMBIGUOUS
        return
    yield from wanted or other or year_first


def _likelier(wanted: date, other: date, clock: Clock, weekday: int | None) -> date:
    tomorrow = clock.today + timedelta(days=1)
    if wanted > tomorrow >= other:
        return other
    if weekday is not None and other.weekday() == weekday != wanted.weekday():
        return other
    return wanted


def _is_recent(value: date, clock: Clock, years: int) -> bool:
    return timedelta(days=-1) <= clock.today - value < timedelta(days=365 * years)


def _compact(digits: str, clock: Clock) -> Iterator[Weighed]:
    """20180304 or 04032018; other runs of eight digits are numbers of something."""
    for year, month, day in (
        (digits[:4], digits[4:6], digits[6:]),
        (digits[4:], digits[2:4], digits[:2]),
    ):
        if OLDEST_YEAR < int(year) <= clock.today.year:
            yield from _made(year, month, day, _COMPACTED)


def _whole_year(year: str, clock: Clock) -> str:
    """The year of two digits that are far in the future: from 2500 of the Buddhist era."""
    if len(year) == 2 and int(year) > clock.today.year % 100 + 10:  # noqa: PLR2004
        return str(2500 + int(year) - _BUDDHIST)
    return year


def _made(year: str, month: str, day: str, weight: float) -> Iterator[Weighed]:
    whole_year = int(year) + (OLDEST_YEAR if len(year) <= 2 else 0)  # noqa: PLR2004 - two digits
    if OLDEST_YEAR + _BUDDHIST < whole_year < OLDEST_YEAR + 100 + _BUDDHIST:
        whole_year -= _BUDDHIST
    if not OLDEST_YEAR <= whole_year < OLDEST_YEAR + 100:
        return
    try:
        yield date(whole_year, int(month), int(day)), weight
    except ValueError:
        return
