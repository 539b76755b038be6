"""When a receipt was printed: dates in many notations, the likeliest one of those printed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from adapters.ocr.rows import Row
from domain.reading import ReadValue

OLDEST_YEAR = 2000
"""Dates before are a clock's zero, a licence or a misreading."""

MONTH_FIRST_LOCALES = frozenset({"en_US", "en-US", "en_PH", "en-PH"})
"""Where 03/04 is the fourth of March."""

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januari januar janvier enero gennaio",
            "feb february februari februar fevrier febrero febbraio",
            "mar march mac maret märz mrz mars marzo",
            "apr april avril abril aprile",
            "may mei mai mayo maggio",
            "jun june juni juin junio giugno",
            "jul july julai juli juillet julio luglio",
            "aug august ogos ogo agustus aout agosto",
            "sep sept september septembre septiembre settembre",
            "oct october oktober okt octobre octubre ottobre",
            "nov november novembre noviembre",
            "dec december disember dis desember dezember dez decembre diciembre dicembre",
        ),
        start=1,
    )
    for name in names.split()
}
_D = r"[\dOoIl]"
_NUMERIC = re.compile(
    rf"(?<![\d.,/])({_D}{{1,4}})\s?([/.\-])\s?({_D}{{1,2}})\s?\2\s?({_D}{{2,4}})(?![\d/\-])"
)
_GLUED_TIME = re.compile(r"(\d{1,2}[/\-.]\d{1,2}[/\-.]20\d{2})(?=\d{1,2}:\d{2})")
_DAY_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.\-/,']{0,3}((?=[^\W\d_]|0ct)\w[^\W\d_]{2,8})[\s.\-/,']{0,3}(\d{4}|\d{2})(?!\d)",
    re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    r"(?<![^\W\d_])((?=[^\W\d_]|0ct)\w[^\W\d_]{2,8})[\s.\-/]{0,3}(\d{1,2})(?:st|nd|rd|th)?[\s.,'\-/]{1,3}(\d{4}|\d{2})(?!\d)",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_COMPACT = re.compile(r"(?<!\d)(\d{8})(?!\d)")
_TIME = re.compile(
    r"(?<![\d:])([01]?\d|2[0-3])\s?[:.]\s?([0-5]\d)(?:\s?[:.]\s?([0-5]\d))?\s?([AaPp]\.?[Mm])?(?![\d:])"
)
_LABEL = re.compile(
    r"\b(?:date|dated|tarikh|datum|fecha|data|tgl|tanggal|dt|bizdate|printed)\b|日期", re.IGNORECASE
)
_NOT_THIS = re.compile(
    r"expir|valid|until|before|since|member|effective|due\b|birth|dob|deliver|return|w\.?e\.?f|"
    r"exchange|start(?:ing)?\b|hingga|sah\b|bonus|promo|warranty",
    re.IGNORECASE,
)
_DIGIT = str.maketrans("OoIl", "0011")

_BASE, _LABELLED, _WITH_TIME, _AGAIN = 0.62, 0.2, 0.15, 0.08
_ELSEWHERE, _COMPACTED, _AMBIGUOUS, _FUTURE, _OLD = -0.4, -0.15, -0.05, -0.5, -0.15
_NEAR_ROWS = 7
_STALE = timedelta(days=365 * 12)


@dataclass(frozen=True)
class Clock:
    """What dates are read against: the person's own today and the order they write dates in."""

    today: date
    month_first: bool = False


@dataclass(frozen=True)
class DatedRow:
    """A date and the row that it stands on."""

    value: date
    confidence: float
    index: int
    evidence: str


def date_of(rows: tuple[Row, ...], clock: Clock) -> ReadValue[date] | None:
    """The receipt's date, or None when none is printed."""
    best = _best(rows, clock)
    if best is None:
        return None
    return ReadValue(
        value=best.value,
        confidence=round(max(0.05, min(best.confidence, 0.99)), 2),
        evidence=best.evidence,
    )


def time_of(rows: tuple[Row, ...], clock: Clock) -> time | None:
    """The time of day printed next to the date, or anywhere; None when there is none."""
    best = _best(rows, clock)
    order = list(range(len(rows)))
    if best is not None:
        order = sorted(order, key=lambda index: abs(index - best.index))[:_NEAR_ROWS]
    times = (_time_in(rows[index].text) for index in order)
    return next((found for found in times if found is not None), None)


def _best(rows: tuple[Row, ...], clock: Clock) -> DatedRow | None:
    dated = [d for index, row in enumerate(rows) for d in _dated(index, row, clock)]
    if not dated:
        return None
    counts = {d.value: sum(other.value == d.value for other in dated) for d in dated}
    return max(
        (
            DatedRow(
                d.value, d.confidence + _AGAIN * min(counts[d.value] - 1, 2), d.index, d.evidence
            )
            for d in dated
        ),
        key=lambda d: (d.confidence, -d.index),
    )


def _dated(index: int, row: Row, clock: Clock) -> Iterator[DatedRow]:
    text = _GLUED_TIME.sub(r"\1 ", row.text)
    for value, weight in dates_in(text, clock):
        confidence = _BASE + weight
        if _LABEL.search(text):
            confidence += _LABELLED
        if _time_in(text) is not None:
            confidence += _WITH_TIME
        if _NOT_THIS.search(text):
            confidence += _ELSEWHERE
        if value > clock.today + timedelta(days=1):
            confidence += _FUTURE
        elif clock.today - value > _STALE:
            confidence += _OLD
        if row.score < 0.85:  # noqa: PLR2004 - below it digits are misread now and then
            confidence -= 0.15
        yield DatedRow(value, confidence, index, row.evidence)


def dates_in(text: str, clock: Clock) -> Iterator[tuple[date, float]]:
    """Each date written in ``text``, with what its notation does to the confidence."""
    for match in _CHINESE.finditer(text):
        yield from _made(match[1], match[2], match[3], 0.1)
    for match in _DAY_MONTH.finditer(text):
        month = _month(match[2])
        if month is not None:
            yield from _made(match[3], str(month), match[1], 0.1)
    for match in _MONTH_DAY.finditer(text):
        month = _month(match[1])
        if month is not None:
            yield from _made(match[3], str(month), match[2], 0.1)
    for match in _NUMERIC.finditer(text):
        parts = [match[i].translate(_DIGIT) for i in (1, 3, 4)]
        yield from _numeric(parts[0], parts[1], parts[2], clock)
    for match in _COMPACT.finditer(text):
        yield from _compact(match[1], clock)


def _month(word: str) -> int | None:
    return _MONTHS.get(word.casefold().replace("0", "o"))


def _numeric(first: str, second: str, third: str, clock: Clock) -> Iterator[tuple[date, float]]:
    if len(first) == 4:  # noqa: PLR2004 - a year
        yield from _made(first, second, third, 0.1)
        return
    if len(first) > 2 or len(third) == 3:  # noqa: PLR2004 - neither a day nor a year
        return
    day_first = list(_made(third, second, first, 0.0))
    month_first = list(_made(third, first, second, 0.0))
    year_first = list(_made(first, second, third, -0.2)) if len(third) == 2 else []  # noqa: PLR2004
    wanted, other = (month_first, day_first) if clock.month_first else (day_first, month_first)
    if wanted and other and wanted != other:
        # Both orders make a date: the future one is the wrong one.
        tomorrow = clock.today + timedelta(days=1)
        if wanted[0][0] > tomorrow >= other[0][0]:
            wanted = other
        yield wanted[0][0], _AMBIGUOUS
        return
    yield from wanted or other or year_first


def _compact(digits: str, clock: Clock) -> Iterator[tuple[date, float]]:
    """20180304 or 04032018; other runs of eight digits are numbers of something."""
    for year, month, day in (
        (digits[:4], digits[4:6], digits[6:]),
        (digits[4:], digits[2:4], digits[:2]),
    ):
        if OLDEST_YEAR < int(year) <= clock.today.year:
            yield from _made(year, month, day, _COMPACTED)


def _made(year: str, month: str, day: str, weight: float) -> Iterator[tuple[date, float]]:
    whole_year = int(year) + (OLDEST_YEAR if len(year) <= 2 else 0)  # noqa: PLR2004 - two digits
    if not OLDEST_YEAR <= whole_year < OLDEST_YEAR + 100:
        return
    try:
        yield date(whole_year, int(month), int(day)), weight
    except ValueError:
        return


def _time_in(text: str) -> time | None:
    for match in _TIME.finditer(text):
        printed, hour = match.group(), int(match[1])
        if ":" not in printed and not match[4]:
            continue  # 12.30 is an amount
        if match[4]:
            hour = hour % 12 + (12 if match[4][0] in "Pp" else 0) if hour <= 12 else hour  # noqa: PLR2004
        return time(hour, int(match[2]), int(match[3] or 0))
    return None
