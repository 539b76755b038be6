"""Wishes to see a report of spending: "report for june", "/report dark last month"."""

import re
from datetime import date, timedelta

from agents.expenses.offline.periods import Days, days_of
from agents.expenses.offline.tables import pattern
from agents.expenses.reporting import Look, ReportOrder
from domain.understanding import Person


def _own(name: str) -> re.Pattern[str]:
    return pattern("reports", name, "reports.toml")


_REPORT, _OF, _FILLER = _own("report"), _own("of"), _own("filler")
_DARK, _LIGHT, _COMING = _own("dark"), _own("light"), _own("coming")
_SHORT = {f"this {name}": _own(name) for name in ("week", "month", "year")}
"""Periods in a word of their own, and how the rest of the rules calls them."""

_THIS_MONTH = "this month"
_LEAD = pattern("periods", "lead")


def asks_for_report(text: str, person: Person, today: date) -> bool:
    """Whether each word of it is of a wish for a report, so that it can be nothing else."""
    return _REPORT.search(text) is not None and report_in(text, person, today) is not None


def report_in(text: str, person: Person, today: date) -> ReportOrder | None:
    """The period, this month where none is named; None where a word is of no period. What is
    still to come of a period that has begun is no part of it.
    """
    rest, look = _DARK.subn(" ", text)
    rest = _LIGHT.sub(" ", rest)
    days = _days(rest, person, today)
    if days is None:
        return None
    since, until = days
    until = min(until, today) if since <= today else until
    return ReportOrder(since=since, until=until, look=Look.DARK if look else Look.LIGHT)


def _days(text: str, person: Person, today: date) -> Days | None:
    left = _plain(_FILLER.sub(" ", _OF.sub(" ", text)))
    plain = _plain(_REPORT.sub(" ", left))
    if _COMING.fullmatch(plain) or _COMING.fullmatch(_LEAD.sub("", plain)):
        return today + timedelta(days=1), today + timedelta(days=1)
    for name, short in _SHORT.items():
        rest, found = short.subn(" ", left)
        if found and not _plain(_LEAD.sub("", _plain(_REPORT.sub(" ", rest)) + " ")):
            return days_of(name, person, today)
    return days_of(plain or _THIS_MONTH, person, today)


def _plain(text: str) -> str:
    plain = " ".join(text.split()).strip(" ,!?:")
    return plain if plain.strip(".") else ""
