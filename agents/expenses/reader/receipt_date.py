"""When a receipt was printed: dates in many notations, the likeliest one of those printed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, time, timedelta

from agents.expenses.reader.receipt_labels import unexplained_words
from agents.expenses.reader.receipt_lists import pattern_of
from agents.expenses.reader.receipt_notations import (
    Clock,
    Order,
    dates_in,
    numeric_dates,
    only_order,
    whole_dates,
)
from agents.expenses.reader.receipt_places import Country
from agents.expenses.reader.receipt_words import folded
from agents.expenses.reader.rows import Row
from agents.expenses.reading import ReadValue
from domain.understanding import Person

MONTH_FIRST_LOCALES = frozenset({"en_US", "en-US", "en_PH", "en-PH"})
"""Where 03/04 is the fourth of March."""

_MONTH_FIRST_COUNTRIES = frozenset({"US", "PH"})
_MONTH_FIRST_CURRENCIES = frozenset({"USD", "PHP"})
_DOLLARS = re.compile(r"\bUS(?:D\b|\$)")
_YEAR_FIRST_COUNTRIES = frozenset({"JP", "CN", "KR", "TW", "HU", "SE", "CA"})
_SURE_PLACE = 2
"""Points of a country (see ``receipt_places``) from which its order of dates is taken."""

_TIME = re.compile(
    r"(?<![\d:])([01]?\d|2[0-3])\s?[:.]\s?([0-5]\d)(?:\s?[:.]\s?([0-5]\d))?\s?([AaPp]\.?[Mm])?(?![\d:])"
)
_LABEL = pattern_of("signs", "date", flags=re.NOFLAG)
_NOT_THIS = pattern_of("signs", "other_date", "", "", re.NOFLAG)
_BASE, _LABELLED, _WITH_TIME, _WITH_NUMBER, _AGAIN = 0.62, 0.2, 0.15, 0.12, 0.08
_ELSEWHERE, _FUTURE, _OLD = -0.4, -0.5, -0.15
_IN_WORDS, _FEW_WORDS = -0.35, 1
"""A date among words, with neither a label nor a time, is an announcement's ("new outlet opens on
12/08"): low enough that the person is asked."""
_NUMBER = re.compile(r"(?<![\d./:,-])(?!20\d\d\b)\d{3,}(?![\d./:,-])")
"""Of a till or a receipt, beside a date."""
_NEAR_ROWS = 7
_STALE = timedelta(days=365 * 12)


@dataclass(frozen=True)
class DatedRow:
    """A date and the row that it stands on."""

    value: date
    confidence: float
    index: int
    evidence: str


def clock_of(
    rows: tuple[Row, ...], places: tuple[Country, ...], person: Person, today: date
) -> Clock:
    """How dates are written here: as other dates on the receipt show, as the receipt's country
    does, else as the person does.
    """
    place = places[0] if places and places[0].points >= _SURE_PLACE else None
    shown = {order for row in rows if (order := only_order(row.text)) is not None}
    if len(shown) == 1:
        order = shown.pop()
    elif place is not None and place.country in _MONTH_FIRST_COUNTRIES:
        order = Order.MONTH
    elif place is not None and place.country in _YEAR_FIRST_COUNTRIES:
        order = Order.YEAR
    elif place is not None:
        order = Order.DAY
    elif any(_DOLLARS.search(row.text) for row in rows):
        order = Order.MONTH
    else:
        at_home = person.locale in MONTH_FIRST_LOCALES or person.currency in _MONTH_FIRST_CURRENCIES
        order = Order.MONTH if at_home else Order.DAY
    clock = Clock(today, order)
    whole = frozenset[date]().union(*(whole_dates(row.text, clock) for row in rows))
    return replace(clock, whole=whole)


def date_of(rows: tuple[Row, ...], clock: Clock) -> ReadValue[date] | None:
    """The receipt's date, or None when none is printed."""
    best = _best(rows, clock)
    if best is None:
        return None
    return ReadValue(
        value=best.value,
        confidence=round(max(0.05, min(best.confidence, 0.99)), 2),
        evidence=best.evidence,
        raw=round(best.confidence, 3),
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
    text = folded(row.text)
    labelled, timed = _LABEL.search(text) is not None, _time_in(row.text) is not None
    for value, weight in dates_in(row.text, clock):
        confidence = _BASE + weight
        if labelled:
            confidence += _LABELLED
        if timed:
            confidence += _WITH_TIME
        elif _NUMBER.search(row.text) and not any(map(str.isalpha, row.text)):
            confidence += _WITH_NUMBER
        if not (labelled or timed) and _announces(row.text):
            confidence += _IN_WORDS
        if _NOT_THIS.search(text):
            confidence += _ELSEWHERE
        if value > clock.today + timedelta(days=1):
            confidence += _FUTURE
        elif clock.today - value > _STALE:
            confidence += _OLD
        if row.score < 0.85:  # noqa: PLR2004 - below it digits are misread now and then
            confidence -= 0.15
        yield DatedRow(value, confidence, index, row.evidence)


def _announces(text: str) -> bool:
    """Whether a date stands among words, or beside another one: from the one to the other."""
    return unexplained_words(text) > _FEW_WORDS or numeric_dates(text) > 1


def _time_in(text: str) -> time | None:
    for match in _TIME.finditer(text):
        printed, hour = match.group(), int(match[1])
        if ":" not in printed and not match[4]:
            continue  # 12.30 is an amount
        if match[4]:
            hour = hour % 12 + (12 if match[4][0] in "Pp" else 0) if hour <= 12 else hour  # noqa: PLR2004
        return time(hour, int(match[2]), int(match[3] or 0))
    return None
