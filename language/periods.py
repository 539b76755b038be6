"""Stretches of days that people name: "last month", "since march", "between 3 and 10 may", "q1"."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from domain.understanding import Person
from language.day_names import months
from language.notation import locale_of
from language.numbers import count_words, counted
from language.past_days import IMPOSSIBLE, Dated, find_dates, whole_date
from language.patterns import any_of, named_pattern, pattern
from language.words import Span, is_free
from language.written_dates import valid_date

_WEEK, _YEAR, _QUARTER = 7, 12, 3
_SATURDAY = 5
_MAX_COUNT = 400
_A_MONTH = timedelta(days=31)


class CalendarUnit(StrEnum):
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"


_UNITS = {
    CalendarUnit.DAY: "days?|tage?n?|hari",
    CalendarUnit.WEEKEND: "weekends?|wochenenden?|hujung minggu",
    CalendarUnit.WEEK: "weeks?|wochen?|minggu|semanas?|semaines?|wk",
    CalendarUnit.MONTH: "months?|monate?n?|monats|bulan|mes(?:es)?|mois",
    CalendarUnit.QUARTER: "quarters?|quartale?n?|quartals|suku tahun",
    CalendarUnit.YEAR: "years?|jahre?n?|jahres|tahun|años?|année",
}
_MONTHS_OF = {
    CalendarUnit.MONTH: 1,
    CalendarUnit.QUARTER: _QUARTER,
    CalendarUnit.HALF: 6,
    CalendarUnit.YEAR: _YEAR,
}


class NamedDays(NamedTuple):
    """Days, both ends included, and the words for them. None: from the first, or without an end."""

    since: date | None
    until: date | None
    span: Span
    unit: CalendarUnit | None = None
    """What stretch of the calendar it is, if it is one."""
    is_range: bool = False
    """Whether both ends are named: "from january to march"."""


_COUNT = rf"(?:\d{{1,3}}|{count_words()})"


_THIS = r"(?:so far )?this|current|the current|diese[nrsm]?|este|cette|ce"
_LAST = r"last|past|the past|previous|the previous|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?"
_LAST_BEHIND = r"lepas|lalu|sudah|kelmarin|pasad[oa]|derni[eè]re?|passée?"
_NEXT = r"next|the coming|coming|nächste[nrsm]?|kommende[nrsm]?"
_EARLIER = r"vorletzte[nrsm]?"


_UNIT = rf"(?P<unit>{'|'.join(_UNITS.values())})"
_BEHIND = rf"\s+(?:calendar\s+)?{_UNIT}\b(?:\s+(?:so far|bisher))?"
_STRETCHES = (
    (r"\bthe\s+(?P<unit>week|month|quarter|year|weekend)\s+before\s+last\b", 2),
    (r"\b(?:this\s+)?(?P<unit>year|month)\s+(?:to date|so far)\b", 0),
    (
        r"\b(?:the\s+)?(?:start|beginning) of (?:the|this) (?P<unit>week|month|quarter|year)\b",
        0,
    ),
    (r"\b(?P<unit>wochen|monats|jahres)(?:beginn|anfang)\b", 0),
    (r"\bawal\s+(?P<unit>minggu|bulan|tahun)\b(?!\s+(?:lepas|lalu))", 0),
    (rf"\b(?:{_EARLIER}){_BEHIND}", 2),
    (rf"\b(?:{_THIS}){_BEHIND}", 0),
    (rf"\b(?:{_LAST}){_BEHIND}", 1),
    (rf"\b(?:{_NEXT}){_BEHIND}", -1),
    (rf"\b{_UNIT}\s+(?:ini|ni)\b", 0),
    (
        rf"\b(?:el |la |le |l')?{_UNIT}\s+(?:{_LAST_BEHIND})\b",
        1,
    ),
    (rf"\b{_UNIT}\s+(?:depan|hadapan)\b", -1),
)
"""A week, a month, …, and how many before this one it is."""
_ROLLING = (
    rf"\b(?:{_LAST})\s+(?P<n>{_COUNT})\s+{_UNIT}\b",
    rf"\b(?P<n>{_COUNT})\s+(?P<unit>hari|minggu|bulan|tahun)\s+(?:lepas|lalu|terakhir)\b",
    rf"\b(?P<n>{_COUNT})\s+(?:{_LAST})\s+{_UNIT}\b",
)
"""So many days, weeks, months or years up to today."""
STRETCHES_SO_FAR = tuple(
    map(pattern, (*_ROLLING, *(rule for rule, before in _STRETCHES if before >= 0)))
)
"""Both, without those that are still to come."""
_NOT_WHEN = re.compile(
    r"(?<!\w)(?:(?:than|like|as|compared|als|wie|daripada|berbanding|macam|seperti|sama|que|como|"
    r"comme|rapport)(?!\w).*|(?:for|of|from|since|until|till|before|after|by|to|vs|versus|für|von|vom|"
    r"seit|bis|vor|nach|gegenüber|untuk|dari|sejak|hingga|sehingga|sampai|sebelum|selepas|para|por|de|"
    r"desde|hasta|pour|depuis|avant|après|à)\s+(?:(?:the|den|der|dem|zum|zur)\s+)?)$",
    re.IGNORECASE | re.DOTALL,
)
"""Words before a stretch that was paid for, or that something is compared with."""
_AGO = (rf"\b(?P<n>{_COUNT}|an?)\s+{_UNIT}\s+ago\b", rf"\bvor\s+(?P<n>{_COUNT})\s+{_UNIT}\b")


def _unit_of(word: str) -> CalendarUnit:
    return next(u for u, words in _UNITS.items() if re.fullmatch(words, word, re.IGNORECASE))


_QUARTERS = re.compile(
    r"\b(?:the\s+)?(?:q(?P<q>[1-4])|(?P<word>first|second|third|fourth|1st|2nd|3rd|4th|erste[sn]?|"
    r"zweite[sn]?|dritte[sn]?|vierte[sn]?)\s+(?:quarter|quartal)|suku\s+(?P<suku>pertama|kedua|"
    r"ketiga|keempat))(?:\s+(?:of\s+|tahun\s+)?(?P<year>20\d\d))?\b",
    re.IGNORECASE,
)
_HALVES = re.compile(
    r"\b(?:the\s+)?(?:h(?P<h>[12])|(?P<word>first|second|erste[sn]?|zweite[sn]?)\s+(?:half|halbjahr|"
    r"hälfte)(?:\s+of\s+the\s+year)?)(?:\s+(?:of\s+|von\s+)?(?P<year>20\d\d|this year|"
    r"last year))?\b",
    re.IGNORECASE,
)
_ORDINALS = (
    ("first", "1st", "erste", "ersten", "erstes", "pertama"),
    ("second", "2nd", "zweite", "zweiten", "zweites", "kedua"),
    ("third", "3rd", "dritte", "dritten", "drittes", "ketiga"),
    ("fourth", "4th", "vierte", "vierten", "viertes", "keempat"),
)
_BARE_YEAR = re.compile(
    r"(?<![\w.,])(?:the\s+year\s+|tahun\s+|jahr\s+)?(?P<year>20\d\d)(?![\w]|[.,]\d)"
)
_AMBIGUOUS_MONTHS = frozenset({"may", "mar", "mai", "mac", "des", "mars"})
"""Short names that are words as well: months only behind a word that leads to one."""
_LEADS_TO_MONTH = re.compile(
    r"(?<!\w)(?:in|for|of|during|since|from|to|until|till|and|between|vs|versus|than|im|seit|bis|und|"
    r"von|vom|bulan|pada|sejak|dari|hingga|dan|last|about|before|after|on|für|en|de|du|depuis)\s+$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?<!\w)(?:since|from|starting(?: from)?|after|as of|sejak|dari|mulai|seit|ab|"
    r"von|vom|desde|depuis)"
    r"\s+(?:the\s+)?(?:start\s+of\s+|beginning\s+of\s+)?(?:dem\s+|der\s+|awal\s+)?$",
    re.IGNORECASE,
)
_UP_TO = re.compile(
    r"(?<!\w)(?:until|till|up\s+to|bis(?:\s+(?:zum|ende))?|hingga|sehingga|sampai)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?<!\w)(?:before|prior to|sebelum|vor(?:\s+dem)?)\s+(?:the\s+)?$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"(?<!\w)(?:between|zwischen|antara|from|von|vom|dari)\s+(?:the\s+)?$", re.IGNORECASE
)
_TO = re.compile(
    r"\.?\s*(?:-|to|until|till|through|thru|bis(?:\s+zum)?|hingga|sampai|ke)\s*(?:the\s+)?",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:and|und|dan|&)\s*(?:the\s+)?(?:dem\s+)?", re.IGNORECASE)
_BARE_DAY = re.compile(
    r"(?<![\w.,/-])(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?P<join>\s*(?:-|to|until|till|and|bis|hingga|"
    r"dan|und)\s*(?:the\s+)?)$",
    re.IGNORECASE,
)
_LED_DAY = re.compile(r"(?:on|since|from|letzten|am|pada)\s+", re.IGNORECASE)
_LEAD = named_pattern("periods", "lead")
_RANGE = named_pattern("periods", "range")
_MONTH_OR_YEAR = re.compile(r"[^\W\d_]{3,9}(?:\s+20\d\d)?|20\d\d")
_YEAR_NAMED = re.compile(r"\b\d{4}\b")
_PREPOSITION = re.compile(
    r"(?<!\w)(?:in|during|for|of|on|over|within|im|am|um|an|in den|in der|in diesem|den|der|das|"
    r"the|pada|dalam|bulan|tahun|month of|von)\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def period_in(text: str, person: Person, today: date) -> tuple[date | None, date | None]:
    """The days that a text names, up to today or to the end of what is past; the first if it names
    several.
    """
    found = find_periods(text, person, today)
    return (found[0].since, found[0].until) if found else (None, None)


def find_periods(text: str, person: Person, today: date) -> list[NamedDays]:
    """Every stretch of days in a text, in order, without overlaps; a span has the words that lead
    to it ("since march").
    """
    atoms: list[NamedDays] = []
    for rule in _RULES:
        for period in rule(text, person, today):
            if is_free(period.span, [atom.span for atom in atoms]):
                atoms.append(period)
    atoms.sort(key=lambda period: period.span)
    return [_led(text, period, today) for period in _joined(text, atoms, today)]


def day_about(text: str, person: Person, today: date) -> Dated | None:
    """The day that lies as far back as the stretch that a text ends with ("dentist 40 last week"),
    or begins with before a comma. What was paid for one ("the rent for last month") or is compared
    with one ("cheaper than last week") does not tell when.
    """
    for rule, back in _STRETCHES:
        for match in pattern(rule).finditer(text) if back > 0 else ():
            before, behind = text[: match.start()], text[match.end() :].strip(" .!")
            whole = not behind or (not before.strip() and behind.startswith(","))
            unit = _unit_of(match["unit"])
            if not whole or unit is CalendarUnit.DAY or _NOT_WHEN.search(before):
                continue
            weekend = unit is CalendarUnit.WEEKEND
            saturday, _ = calendar_period(CalendarUnit.WEEKEND, person, today, back)
            return Dated(saturday if weekend else _back(today, unit, back), Span(*match.span()))
    return None


def _joined(text: str, atoms: list[NamedDays], today: date) -> list[NamedDays]:
    """Two that are the ends of one: "from january to march", "between 3 and 10 may"."""
    joined: list[NamedDays] = []
    for atom in atoms:
        period = _with_bare_day(text, atom, today) or atom
        before = joined[-1] if joined else None
        if before is not None and _makes_a_range(text, before, atom):
            first, last = before.since, atom.until
            if first is not None and last is not None:
                if first > last and not re.search(r"20\d\d", text[atom.span.start : atom.span.end]):
                    first, last = _later_or_earlier(first, last, today)
                span = Span(before.span.start, atom.span.end)
                joined[-1] = NamedDays(min(first, last), max(first, last), span, is_range=True)
                continue
        joined.append(period)
    return joined


def _later_or_earlier(first: date, last: date, today: date) -> tuple[date, date]:
    """Of "november to february": the first is in the year before, or the second in the next. The
    second may be ahead where that makes no more than a month: "1 nov to 30 nov" on the 29th.
    """
    later = valid_date(last.year + 1, last.month, last.day)
    if later is not None and (later <= today or later - first < _A_MONTH):
        return first, later
    return valid_date(first.year - 1, first.month, first.day) or first, last


def _makes_a_range(text: str, first: NamedDays, last: NamedDays) -> bool:
    between = text[first.span.end : last.span.start]
    if _TO.fullmatch(between):
        return True
    return bool(_AND.fullmatch(between) and _BETWEEN.search(text[: first.span.start]))


def _with_bare_day(text: str, period: NamedDays, today: date) -> NamedDays | None:
    """As in "3 to 10 february": the month stands behind the last day only. Without a year it is the
    last month of that name in which the first day has come.
    """
    if period.unit is not CalendarUnit.DAY or period.until is None:
        return None
    match = _BARE_DAY.search(text[: period.span.start])
    if match is None:
        return None
    joins_with_and = _AND.fullmatch(match["join"]) is not None
    if joins_with_and and not _BETWEEN.search(text[: match.start()]):
        return None
    until, span = period.until, Span(match.start(), period.span.end)
    since = valid_date(until.year, until.month, int(match["day"]))
    if since is None or since > until:
        return None
    begun = valid_date(until.year + 1, since.month, since.day)
    later = valid_date(until.year + 1, until.month, until.day)
    if begun and later and begun <= today and not _YEAR_NAMED.search(text[slice(*span)]):
        since, until = begun, later
    return NamedDays(since, until, span, is_range=True)


def _led(text: str, period: NamedDays, today: date) -> NamedDays:
    """With the words in front that open it to one side, or only lead to it."""
    before = text[: period.span.start]
    single = period.unit is not None
    if single and (match := _FROM.search(before)):
        begun = period.since is not None and period.since <= today
        until = today if begun else period.until
        return NamedDays(period.since, until, Span(match.start(), period.span.end))
    if single and (match := _BEFORE.search(before)) and period.since is not None:
        span = Span(match.start(), period.span.end)
        return NamedDays(None, period.since - timedelta(days=1), span)
    if single and (match := _UP_TO.search(before)):
        return NamedDays(None, period.until, Span(match.start(), period.span.end))
    for lead in (_BETWEEN, _PREPOSITION):
        if match := lead.search(before):
            return period._replace(span=Span(match.start(), period.span.end))
    return period


def calendar_period(
    unit: CalendarUnit, person: Person, today: date, back: int = 0
) -> tuple[date, date]:
    """The whole day, week, month … that ``today`` is in, or so many before it (after, below 0)."""
    if unit is CalendarUnit.DAY:
        day = today - timedelta(days=back)
        return day, day
    if unit in {CalendarUnit.WEEK, CalendarUnit.WEEKEND}:
        first = _first_weekday(person.locale) if unit is CalendarUnit.WEEK else 0
        start = today - timedelta(days=(today.weekday() - first) % _WEEK + _WEEK * back)
        if unit is CalendarUnit.WEEKEND:
            start += timedelta(days=_SATURDAY)
            return start, start + timedelta(days=1)
        return start, start + timedelta(days=_WEEK - 1)
    length = _MONTHS_OF[unit]
    at = today.year * _YEAR + (today.month - 1) // length * length - back * length
    return _first_of(at), _first_of(at + length) - timedelta(days=1)


def before_it(since: date, until: date, person: Person) -> tuple[date, date]:
    """The stretch before one: of a week, a month, a quarter or a year the one before, also where
    only its first days are meant; of any other as many days.
    """
    for unit in (
        CalendarUnit.DAY,
        CalendarUnit.WEEK,
        CalendarUnit.MONTH,
        CalendarUnit.QUARTER,
        CalendarUnit.YEAR,
    ):
        start, end = calendar_period(unit, person, since)
        whole = until == end or (until < end and unit is not CalendarUnit.QUARTER)
        if since == start and whole and (unit is not CalendarUnit.WEEK or until >= start):
            return calendar_period(unit, person, since, back=1)
    days = until - since
    return since - timedelta(days=1) - days, since - timedelta(days=1)


def _first_of(months: int) -> date:
    year = min(max(months // _YEAR, date.min.year), date.max.year - 1)
    return date(year, months % _YEAR + 1, 1)


@lru_cache(maxsize=64)
def _first_weekday(locale: str) -> int:
    return locale_of(locale).first_week_day


def _clipped(since: date, until: date, today: date) -> tuple[date, date]:
    """A stretch that has begun as far as it has come. On its first day it stays whole: "this week"
    is not told as "today" on a Monday.
    """
    return (since, today) if since < today < until else (since, until)


def _period(
    days: tuple[date, date], match: re.Match[str], today: date, unit: CalendarUnit | None
) -> NamedDays:
    return NamedDays(*_clipped(*days, today), Span(*match.span()), unit)


def _of_units(text: str, person: Person, today: date) -> list[NamedDays]:
    found = []
    for rule, back in _STRETCHES:
        for match in pattern(rule).finditer(text):
            unit = _unit_of(match["unit"])
            found.append(_period(calendar_period(unit, person, today, back), match, today, unit))
    return found


def _counted(text: str, rules: Sequence[str]) -> Iterator[tuple[re.Match[str], int, CalendarUnit]]:
    for rule in rules:
        for match in pattern(rule).finditer(text):
            if 0 < (count := counted(match["n"])) <= _MAX_COUNT:
                yield match, count, _unit_of(match["unit"])


def _up_to_today(text: str, _person: Person, today: date) -> list[NamedDays]:
    return [
        NamedDays(_back(today, unit, count) + timedelta(days=1), today, Span(*match.span()))
        for match, count, unit in _counted(text, _ROLLING)
    ]


def _back(day: date, unit: CalendarUnit, count: int) -> date:
    if unit in _MONTHS_OF:
        first = _first_of(day.year * _YEAR + day.month - 1 - count * _MONTHS_OF[unit])
        length = (_first_of(first.year * _YEAR + first.month) - first).days
        return first.replace(day=min(day.day, length))
    return day - timedelta(days=count * (1 if unit is CalendarUnit.DAY else _WEEK))


def _so_long_ago(text: str, person: Person, today: date) -> list[NamedDays]:
    return [
        _period(calendar_period(unit, person, today, count), match, today, unit)
        for match, count, unit in _counted(text, _AGO)
    ]


def _parts_of_years(text: str, _person: Person, today: date) -> list[NamedDays]:
    found = []
    for match in _QUARTERS.finditer(text):
        word = (match["word"] or match["suku"] or "").casefold()
        at = int(match["q"]) - 1 if match["q"] else _ordinal(word)
        found.append(_part(at, CalendarUnit.QUARTER, match, today))
    for match in _HALVES.finditer(text):
        at = int(match["h"]) - 1 if match["h"] else _ordinal(match["word"].casefold())
        found.append(_part(at, CalendarUnit.HALF, match, today))
    return found


def _ordinal(word: str) -> int:
    return next(n for n, words in enumerate(_ORDINALS) if word in words)


def _part(at: int, unit: CalendarUnit, match: re.Match[str], today: date) -> NamedDays:
    length, named = _MONTHS_OF[unit], (match["year"] or "").casefold()
    last = named in {"last year", "letztes jahr", "tahun lepas"}
    year = int(named) if named.isdigit() else today.year - last
    start = year * _YEAR + at * length
    if not named and _first_of(start) > today:
        start -= _YEAR
    days = _first_of(start), _first_of(start + length) - timedelta(days=1)
    return _period(days, match, today, unit)


_MONTHS = (
    rf"(?<![\w-])(?P<month>{any_of(months())})\.?"
    r"(?:\s+(?P<year>20\d\d|last year|this year|letztes jahr|tahun lepas))?(?![\w-])"
)
_OF_A_DAY = re.compile(r"\d(?:st|nd|rd|th|\.)?\s*(?:of\s+)?$")


def _of_months(text: str, _person: Person, today: date) -> list[NamedDays]:
    found = []
    for match in pattern(_MONTHS).finditer(text):
        name, before = match["month"].casefold().rstrip("."), text[: match.start()]
        alone = not match["year"] and match.group().strip() != text.strip(" ?.!")
        unclear = name in _AMBIGUOUS_MONTHS and alone and not _LEADS_TO_MONTH.search(before)
        if not unclear and not _OF_A_DAY.search(before):
            found.append(_part(months()[name] - 1, CalendarUnit.MONTH, match, today))
    return found


def _of_years(text: str, _person: Person, today: date) -> list[NamedDays]:
    return [_part(0, CalendarUnit.YEAR, match, today) for match in _BARE_YEAR.finditer(text)]


def _of_days(text: str, person: Person, today: date) -> list[NamedDays]:
    found = []
    for dated in find_dates(text, person, today):
        if dated.day is not None and dated.day != IMPOSSIBLE:
            lead = _LED_DAY.match(text, dated.span.start)
            span = Span(lead.end() if lead else dated.span.start, dated.span.end)
            found.append(NamedDays(dated.day, dated.day, span, CalendarUnit.DAY))
    return found


_RULES: tuple[Callable[[str, Person, date], list[NamedDays]], ...] = (
    _up_to_today,
    _so_long_ago,
    _of_units,
    _parts_of_years,
    _of_days,
    _of_months,
    _of_years,
)


def days_of(text: str, person: Person, today: date) -> tuple[date, date] | None:
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
        return _range_of(text, person, today)
    since, until = first[0], last[1]
    one_month = (since.year, since.month) == (until.year, until.month)
    if until < since and not one_month and _YEAR_NAMED.search(match["last"]) is None:
        # Each day for itself is the last one of its name: the second comes after the first.
        until = until.replace(year=until.year + 1, day=28 if _leap(until) else until.day)
    return (since, until) if since <= until else (last[0], first[1])


def _range_of(text: str, person: Person, today: date) -> tuple[date, date] | None:
    """As in "from 3 to 10 february": the month stands behind the last day only."""
    for found in find_periods(text, person, today):
        whole = found.is_range and not re.search(
            r"\w", text[: found.span.start] + text[found.span.end :]
        )
        if whole and found.since is not None and found.until is not None:
            return found.since, found.until
    return None


def _leap(day: date) -> bool:
    return (day.month, day.day) == (2, 29)


def _period_of(text: str, person: Person, today: date) -> tuple[date, date] | None:
    name = _LEAD.sub("", text).strip(" ,.")
    if any(stretch.fullmatch(name) for stretch in STRETCHES_SO_FAR):
        since, until = period_in(name, person, today)
        return (since, until) if since and until else None
    if _MONTH_OR_YEAR.fullmatch(name):
        since, until = period_in(f"in {name}", person, today)
        if since is not None and until is not None and (since.day == 1 or since == until):
            return since, until
    day = whole_date(_LEAD.sub("", text), person, today)
    return None if day is None or day == date.min else (day, day)
