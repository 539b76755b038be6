"""The days that a text as a whole names: "last month", "july", "from 1.3. to 31.5."."""

import re
from datetime import date

from agents.expenses.offline.dates import whole_date
from agents.expenses.offline.insights import period_in
from agents.expenses.offline.tables import pattern
from domain.understanding import Person

_LEAD = pattern("periods", "lead")
_RANGE = pattern("periods", "range")
_PERIODS = (pattern("insights", "last_n"), pattern("insights", "period"))
_MONTH_OR_YEAR = re.compile(r"[^\W\d_]{3,9}(?:\s+20\d\d)?|20\d\d")
_YEAR = re.compile(r"\b\d{4}\b")

Days = tuple[date, date]


def days_of(text: str, person: Person, today: date) -> Days | None:
    """Both ends included; None where a word is of no period."""
    match = _RANGE.fullmatch(text)
    if match is None or not (match["open"] or match["from"] or match["last"]):
        return _period_of(text, person, today)
    first = _period_of(match["first"], person, today)
    if match["last"] is None:
        a_day = first is not None and first[0] == first[1]
        return (first[0], today) if first and (match["open"] or a_day) else first
    last = _period_of(match["last"], person, today)
    if first is None or last is None:
        return None
    since, until = first[0], last[1]
    one_month = (since.year, since.month) == (until.year, until.month)
    if until < since and not one_month and _YEAR.search(match["last"]) is None:
        # Each day for itself is the last one of its name: the second comes after the first.
        until = until.replace(year=until.year + 1, day=28 if _leap(until) else until.day)
    return (since, until) if since <= until else (last[0], first[1])


def _leap(day: date) -> bool:
    return (day.month, day.day) == (2, 29)


def _period_of(text: str, person: Person, today: date) -> Days | None:
    name = _LEAD.sub("", text).strip(" ,.")
    if any(period.fullmatch(name) for period in _PERIODS):
        since, until = period_in(name, person, today)
        return (since, until) if since and until else None
    if _MONTH_OR_YEAR.fullmatch(name):
        since, until = period_in(f"in {name}", person, today)
        if since is not None and until is not None and (since.day == 1 or since == until):
            return since, until
    day = whole_date(_LEAD.sub("", text), person, today)
    return None if day is None or day == date.min else (day, day)
