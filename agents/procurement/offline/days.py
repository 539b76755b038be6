"""Delivery days in words and digits: always the next such day, seen from the person's today."""

import re
from calendar import monthrange
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from babel import Locale

from adapters.written_dates import month_names, valid_date
from agents.procurement.offline.tables import group, pattern

_WEEK = 7
_DAYS = {
    "today": 0, "hari ini": 0, "heute": 0, "tonight": 0,
    "tomorrow": 1, "tmr": 1, "tmrw": 1, "esok": 1, "besok": 1, "morgen": 1,
    "day after tomorrow": 2, "the day after tomorrow": 2, "lusa": 2, "übermorgen": 2,
}  # fmt: skip
_WEEKDAYS = (
    ("monday", "mon", "isnin", "senin", "montag", "mo"),
    ("tuesday", "tue", "tues", "selasa", "dienstag"),
    ("wednesday", "wed", "rabu", "mittwoch"),
    ("thursday", "thu", "thurs", "khamis", "kamis", "donnerstag"),
    ("friday", "fri", "jumaat", "jumat", "freitag"),
    ("saturday", "sat", "sabtu", "samstag", "sonnabend"),
    ("sunday", "ahad", "sonntag"),
)
_NEXT_WEEK = ("next week", "minggu depan", "nächste woche", "nächster woche")
_LEAD = (
    r"(?:(?:for|by|on|until|till|before|not later than|latest|to|untuk|pada|sebelum|menjelang|"
    r"bis|am|für|zum|auf|vor)\s+){0,4}(?:(?:the|den|dem|hari|spätestens|kommenden?)\s+){0,3}"
)
_PART_OF_IT = (
    r"(?:\s+(?:morning|afternoon|evening|noon|pagi|petang|früh|vormittag|nachmittag|mittag)(?!\w))?"
)
_UNITS = {"day": 1, "days": 1, "hari": 1, "tag": 1, "tagen": 1, "tage": 1,
          "week": 7, "weeks": 7, "minggu": 7, "woche": 7, "wochen": 7}  # fmt: skip
_FORTH = {"a": 1, "an": 1, "one": 1, "se": 1, "einer": 1, "einem": 1}


class Day(NamedTuple):
    """``day`` is None for one that no calendar has, or where today is not known."""

    day: date | None
    said: str
    start: int
    end: int


def day_in(text: str, today: date | None) -> Day | None:
    """The first day that a text names, with the small words in front of it."""
    found = [d for rule in _RULES for d in rule(text, today)]
    return min(found, key=lambda d: (d.start, -d.end)) if found else None


def _at(match: re.Match[str], day: date | None) -> Day:
    return Day(day, match.group().strip(), *match.span())


def _relative(text: str, today: date | None) -> list[Day]:
    rule = pattern(rf"(?<!\w){_LEAD}(?P<day>{group(_DAYS)})(?!\w){_PART_OF_IT}")
    return [_at(m, today and today + timedelta(_DAYS[_key(m["day"])])) for m in rule.finditer(text)]


def _in_days(text: str, today: date | None) -> list[Day]:
    rule = pattern(
        r"(?<!\w)(?:(?:for|by|untuk|bis)\s+)?(?:(?:in|within|dalam(?: masa)?|innerhalb von)\s+"
        rf"(?P<n>\d{{1,3}}|{group(_FORTH)})\s*(?P<u>{group(_UNITS)})"
        rf"|(?P<m>\d{{1,3}}) (?P<v>hari|minggu) lagi)(?!\w)"
    )
    found = []
    for match in rule.finditer(text):
        said = match["n"] or match["m"]
        many = _FORTH.get(said.casefold()) or int(said)
        step = _UNITS[(match["u"] or match["v"]).casefold()]
        found.append(_at(match, today and today + timedelta(many * step)))
    return found


def _weekday(text: str, today: date | None) -> list[Day]:
    names = {name: n for n, row in enumerate(_WEEKDAYS) for name in row}
    rule = pattern(
        rf"(?<!\w){_LEAD}(?:(?P<next>next|nächste[nrsm]?)\s+|(?:this|coming|diese[nrs]?)\s+)?"
        rf"(?:hari\s+)?(?P<day>{group(names)})(?!\w)"
        r"(?:\s+(?P<depan>next week|depan|nächste woche|nächster woche)(?!\w)"
        rf"|\s+ini(?!\w))?{_PART_OF_IT}"
    )
    found = []
    for match in rule.finditer(text):
        day = None
        if today is not None:
            number = names[match["day"].casefold()]
            if match["next"] or match["depan"]:
                monday = today + timedelta(_WEEK - today.weekday())
                day = monday + timedelta(number)
            else:
                day = today + timedelta((number - today.weekday() - 1) % _WEEK + 1)
        found.append(_at(match, day))
    return found


def _next_week(text: str, today: date | None) -> list[Day]:
    rule = pattern(rf"(?<!\w){_LEAD}{group(_NEXT_WEEK)}(?!\w)")
    monday = today and today + timedelta(_WEEK - today.weekday())
    return [_at(m, monday) for m in rule.finditer(text)]


def _month_end(text: str, today: date | None) -> list[Day]:
    rule = pattern(
        rf"(?<!\w){_LEAD}(?:end of (?:the |this )?month|month'?s end|hujung bulan(?: ini)?|"
        r"ende des monats|monatsende)(?!\w)"
    )
    last = today and today.replace(day=monthrange(today.year, today.month)[1])
    return [_at(m, last) for m in rule.finditer(text)]


def _iso(text: str, today: date | None) -> list[Day]:
    del today
    rule = pattern(rf"(?<![\w.,-]){_LEAD}(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})(?![\w-])")
    return [_at(m, valid_date(int(m["y"]), int(m["m"]), int(m["d"]))) for m in rule.finditer(text)]


def _numeric(text: str, today: date | None) -> list[Day]:
    rule = pattern(
        rf"(?<![\w.,/-]){_LEAD}(?P<d>\d{{1,2}})(?P<s>[./-])(?P<m>\d{{1,2}})"
        r"(?:(?P=s)(?P<y>\d{4}|\d{2})?)?(?![\w/]|[.,-]\d)"
    )
    return [_at(m, _coming(m["d"], int(m["m"]), m["y"], today)) for m in rule.finditer(text)]


def _written(text: str, today: date | None) -> list[Day]:
    months = _months()
    name = group(map(re.escape, months))
    rule = pattern(
        rf"(?<![\w.,]){_LEAD}(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s?(?:of\s+|hb\s+)?(?P<m>{name})\.?"
        rf"|(?P<n>{name})\.?\s(?P<e>\d{{1,2}})(?:st|nd|rd|th)?)(?!\w)(?:,?\s+(?P<y>20\d\d))?(?!\w)"
    )
    return [
        _at(m, _coming(m["d"] or m["e"], months[(m["m"] or m["n"]).casefold()], m["y"], today))
        for m in rule.finditer(text)
    ]


def _ordinal(text: str, today: date | None) -> list[Day]:
    """As in "on the 20th": of this month, or the next."""
    rule = pattern(
        r"(?<!\w)(?:(?:for|by|on|until)\s+the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)"
        r"|(?:am|zum|bis zum)\s+(?P<e>\d{1,2})\.(?!\d)|(?P<f>\d{1,2})\s?hb)(?!\w)"
    )
    found = []
    for match in rule.finditer(text):
        day, number = None, int(match["d"] or match["e"] or match["f"])
        if today is not None:
            ahead = today.replace(day=1) + timedelta(32)
            day = valid_date(today.year, today.month, number)
            if day is None or day < today:
                day = valid_date(ahead.year, ahead.month, number)
        found.append(_at(match, day))
    return found


def _coming(day: str, month: int, year: str | None, today: date | None) -> date | None:
    if year is not None:
        return valid_date(int(year) + (2000 if len(year) == len("26") else 0), month, int(day))
    if today is None:
        return None
    this = valid_date(today.year, month, int(day))
    past = this is not None and this < today
    return valid_date(today.year + 1, month, int(day)) if past else this


_MONTHS_TOO = {"mac": 3, "ogos": 8, "maerz": 3}
"""As they are typed without the letters or the keyboard of their language."""


@cache
def _months() -> dict[str, int]:
    return {**month_names(map(Locale, ("en", "ms", "de"))), **_MONTHS_TOO}


def _key(text: str) -> str:
    return " ".join(text.casefold().split())


_RULES = (
    _iso, _written, _numeric, _in_days, _relative, _weekday, _next_week, _month_end, _ordinal,
)  # fmt: skip
