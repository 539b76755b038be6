"""Wishes to have the saved expenses as a file: "export july as csv"."""

import re
from datetime import date

from agents.expenses.exporting import ExportForm, ExportOrder
from agents.expenses.offline.dates import whole_date
from agents.expenses.offline.insights import period_in
from agents.expenses.offline.tables import pattern
from domain.understanding import Person

_EXPORT = pattern("exports", "export")
_LOAD = pattern("exports", "load")
_WHAT = pattern("exports", "what")
_PHOTOS = pattern("exports", "photos")
_FORMAT = pattern("exports", "format")
_FILLER = pattern("exports", "filler")
_LEAD = pattern("exports", "lead")
_RANGE = pattern("exports", "range")
_PERIODS = (pattern("insights", "last_n"), pattern("insights", "period"))
_MONTH_OR_YEAR = re.compile(r"[^\W\d_]{3,9}(?:\s+20\d\d)?|20\d\d")
_YEAR = re.compile(r"\b\d{4}\b")

Days = tuple[date, date]


def asks_for_export(text: str, person: Person, today: date) -> bool:
    """Whether each word of it is of a wish for a file, so that it can be nothing else."""
    wish = _EXPORT.search(text) or (
        _WHAT.search(text) and (_LOAD.search(text) or _FORMAT.search(text))
    )
    return bool(wish) and export_in(text, person, today) is not None


def export_in(text: str, person: Person, today: date) -> ExportOrder | None:
    """The form and the period; None where a word is of neither."""
    form = _FORMAT.search(text)
    named = form.lastgroup if form else None
    kind = ExportForm(named) if named else ExportForm.XLSX
    if named is None and _PHOTOS.search(text):
        kind = ExportForm.PHOTOS
    rest = text
    for known in (_EXPORT, _LOAD, _FORMAT, _WHAT, _FILLER):
        rest = known.sub(" ", rest)
    rest = " ".join(rest.split()).strip(" ,!?:")
    if not rest.strip("."):
        return ExportOrder(form=kind)
    days = _days(rest, person, today)
    return days and ExportOrder(form=kind, since=days[0], until=days[1])


def _days(text: str, person: Person, today: date) -> Days | None:
    match = _RANGE.fullmatch(text)
    if match is None or not (match["open"] or match["from"] or match["last"]):
        return _stretch(text, person, today)
    first = _stretch(match["first"], person, today)
    if match["last"] is None:
        a_day = first is not None and first[0] == first[1]
        return (first[0], today) if first and (match["open"] or a_day) else first
    last = _stretch(match["last"], person, today)
    if first is None or last is None:
        return None
    since, until = first[0], last[1]
    if until < since and _YEAR.search(match["last"]) is None:
        # Each day for itself is the last one of its name: the second comes after the first.
        until = until.replace(year=until.year + 1, day=28 if _leap(until) else until.day)
    return (since, until) if since <= until else (last[0], first[1])


def _leap(day: date) -> bool:
    return (day.month, day.day) == (2, 29)


def _stretch(text: str, person: Person, today: date) -> Days | None:
    """The days that a text as a whole names: "last month", "july", "2026", "1.3."."""
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
