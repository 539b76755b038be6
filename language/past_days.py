"""Finding and resolving dates: relative words, weekdays, numeric and written-out dates."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import get_date_format
from dateparser.date import DateDataParser

from domain.understanding import Person, Said
from language.coming_days import weekday_numbers
from language.day_names import SAID_OF_DAYS as DAYS
from language.day_names import WEEKDAYS
from language.notation import locale_of
from language.patterns import any_of, named_pattern, phrase_pattern
from language.words import Span, is_free
from language.written_dates import day_of_month, day_of_year, full_year, month_names, valid_date

_MONTH_LANGUAGES = ("en", "ms", "id", "de", "fr", "es")
_WEEK = 7
_MONTHS, _DAYS = 12, 31
IMPOSSIBLE = date.min
"""Stands for a day that no calendar has ("31/11"): too old to pass, so the date is asked for."""

_RELATIVE = phrase_pattern(DAYS)
_LONG_WORD = 7
_LONG_WORDS = [word for word in DAYS if len(word) >= _LONG_WORD and word.isalpha()]
_SHORTENED = re.compile(
    r"(?<!\w)(?:"
    + "|".join(f"({word[0]}{re.sub('[aeiou]', '[aeiou]?', word[1:])})" for word in _LONG_WORDS)
    + r")(?!\w)",
    re.IGNORECASE,
)
"""As they are typed in a hurry, without some of their vowels: "smlm", "semlm" for "semalam"."""
_WEEKDAY = re.compile(
    r"(?<!\w)(?:(?:on|since|from|letzten|am)\s+)?(?P<last>last\s+|this\s+past\s+|past\s+|this\s+|next\s+|coming\s+)?(?:hari\s+)?(?P<day>"
    + any_of(name for names in WEEKDAYS for name in names)
    + r")(?:\s+(?:lepas|lalu|night|morning|evening|afternoon))?(?!\w)",
    re.IGNORECASE,
)
_ISO = re.compile(r"(?<![\w.,-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\w-])")
_NUMERIC = re.compile(
    r"(?<![\w.,/-])(?P<on>(?:on|dated?|am|pada|le|el)\s+)?(?P<a>\d{1,2})(?P<s>[/.-])(?P<b>\d{1,2})"
    r"(?:(?P=s)(?P<y>\d{4}|\d{2}))?(?![\w/]|[.,-]\d)"
)
_AGO = named_pattern("dates", "ago")
_NTH = re.compile(
    r"(?<!\w)(?:on\s+(?:the\s+)?(?P<en>\d{1,2})(?:st|nd|rd|th)(?!\w|\s+(?:ave|str|st\b|floor|level|road|lane))|am\s+(?P<de>\d{1,2})\.(?!\S*\w)"
    r"|(?P<ms>\d{1,2})\s?hb(?!\w)|d[ií]a\s+(?P<es>\d{1,2})(?!\w))",
    re.IGNORECASE,
)
"""As in "on the 5th", "am 5.", "5hb", "día 5": the last such day."""
_TIME = named_pattern("dates", "time")
_AGO_LOCALES = {"vor": "de_DE", "il ": "fr_FR", "hac": "es_ES"}
"""The language that the first letters of such a phrase show, whatever the person's locale."""

_HOUR = named_pattern("dates", "hour")
"""As in "dinner at 7": an hour, not a price."""

_VAGUE = phrase_pattern(
    ["last week", "last month", "last year", "this week", "this month", "the other day", "recently"]
)
_SHORT_DATE = re.compile(r"\d+(?:/\d|\.\d+\.(?!\S))")
"""Without a year: "21/11", and as German writes it "21.11."."""
_FRACTION = re.compile(r"[1-3]/[2-4]$|24/7$")


class Dated(NamedTuple):
    """A date or time of day in the text; ``day`` is None when no day is named ("at 7pm")."""

    day: date | None
    span: Span


def today_of(person: Person, said: Said) -> date:
    """The person's own date when the message was sent; an unknown zone counts as UTC."""
    moment = said.sent_at if said.sent_at.tzinfo else said.sent_at.replace(tzinfo=UTC)
    return moment.astimezone(_zone(person.timezone)).date()


@lru_cache(maxsize=128)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@lru_cache(maxsize=128)
def field_order(locale: str) -> str:
    """``DMY``, ``MDY`` or ``YMD``: the order of a numeric date in this locale (CLDR)."""
    pattern = get_date_format("short", locale=locale_of(locale)).pattern
    order = "".join(dict.fromkeys(c.upper() for c in pattern if c in "dMy"))
    return order if order in {"DMY", "MDY", "YMD"} else "DMY"


def find_dates(text: str, person: Person, today: date) -> list[Dated]:
    """Every date and time of day in a cleaned text, in order, without overlaps."""
    written = _months(locale_of(person.locale).language)[0]
    found: list[Dated] = []
    for rule, day_of in (*_FIRST_RULES, (written, _written_out), *_LAST_RULES):
        for match in rule.finditer(text):
            span = Span(*match.span())
            day = day_of(match, person, today)
            told = day is not None or day_of in {_ago, _dayless}
            if told and is_free(span, [other.span for other in found]):
                found.append(Dated(day, span))
    return sorted(found, key=lambda d: d.span)


def whole_date(text: str, person: Person, today: date) -> date | None:
    """The date that a short text as a whole is, in words or digits of the person's language."""
    for dated in find_dates(text, person, today):
        rest = (text[: dated.span.start] + text[dated.span.end :]).strip(" .,!")
        if dated.day is not None and not rest:
            return dated.day
    return _parsed(text, person.locale, today)


def _relative(match: re.Match[str], _person: Person, today: date) -> date:
    return today + timedelta(days=DAYS[" ".join(match.group().casefold().split())])


def _shortened(match: re.Match[str], _person: Person, today: date) -> date:
    return today + timedelta(days=DAYS[_LONG_WORDS[(match.lastindex or 1) - 1]])


def _weekday(match: re.Match[str], _person: Person, today: date) -> date:
    back = (today.weekday() - weekday_numbers()[match["day"].casefold()]) % _WEEK
    which = (match["last"] or "").strip().casefold()
    if back == 0 and which in {"last", "past"}:
        back = _WEEK
    if which in {"next", "coming"}:
        back -= _WEEK
    return today - timedelta(days=back)


def _iso(match: re.Match[str], _person: Person, _today: date) -> date:
    return valid_date(int(match[1]), int(match[2]), int(match[3])) or IMPOSSIBLE


def _numeric(match: re.Match[str], person: Person, today: date) -> date | None:
    fraction = _FRACTION.search(match.group()) and not match["on"]
    short = match["y"] is None
    if short and (fraction or not _SHORT_DATE.match(match.string, match.start("a"))):
        return None
    first, second = int(match["a"]), int(match["b"])
    day, month = (first, second) if field_order(person.locale) == "DMY" else (second, first)
    year = full_year(match["y"])
    resolved = day_of_year(year, month, day, today) or day_of_year(year, day, month, today)
    meant = _is_meant_as_date(first, second, match["y"])
    return resolved or (IMPOSSIBLE if meant else None)


def _is_meant_as_date(first: int, second: int, year: str | None) -> bool:
    """Whether one number could be a month and the other a day, or a full year follows."""
    possible = 0 < min(first, second) <= _MONTHS and max(first, second) <= _DAYS
    return possible or (year is not None and len(year) > len("yy"))


@lru_cache(maxsize=32)
def _months(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    names = month_names(map(locale_of, (*_MONTH_LANGUAGES, language)))
    words = any_of(name for name in names if not name.isdigit())
    written = re.compile(
        rf"(?<![\w.,])(?:on\s+|am\s+)?(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th|\.)?\s?(?:of\s+|de\s+)?(?P<m1>{words})(?!\w)\.?"
        rf"(?:,?\s+(?P<y1>(?:19|20)\d{{2}})(?![.,]?\d))?|"
        rf"(?P<m2>{words})\.?\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\w%]|[.,:/]\d)(?:,?\s+(?P<y2>(?:19|20)\d{{2}})(?![.,]?\d))?)",
        re.IGNORECASE,
    )
    return written, names


def _written_out(match: re.Match[str], person: Person, today: date) -> date | None:
    names = _months(locale_of(person.locale).language)[1]
    month = names[(match["m1"] or match["m2"]).casefold().rstrip(".")]
    number = int(match["d1"] or match["d2"])
    day = day_of_year(full_year(match["y1"] or match["y2"]), month, number, today)
    return day or (IMPOSSIBLE if 0 < number <= _DAYS else None)


def _ago(match: re.Match[str], person: Person, today: date) -> date | None:
    said = match.group().casefold()
    return _parsed(said, _AGO_LOCALES.get(said[:3], person.locale), today)


def _nth(match: re.Match[str], _person: Person, today: date) -> date | None:
    return day_of_month(int(next(filter(None, match.groups()))), today)


def _dayless(_match: re.Match[str], _person: Person, _today: date) -> None:
    """Times of day and vague stretches: no date, but no amount or name either."""


_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Person, date], date | None]]
_FIRST_RULES: tuple[_Rule, ...] = (
    (_ISO, _iso),
    (_NUMERIC, _numeric),
    (_AGO, _ago),
    (_RELATIVE, _relative),
    (_SHORTENED, _shortened),
)
"""Before months by name; those of the person's language count, too."""
_LAST_RULES: tuple[_Rule, ...] = (
    (_NTH, _nth),
    (_WEEKDAY, _weekday),
    (_TIME, _dayless),
    (_HOUR, _dayless),
    (_VAGUE, _dayless),
)

_LONGEST_PHRASE = 40
_MALAY_UNITS = {
    "hari": "days",
    "minggu": "weeks",
    "bulan": "months",
    "lepas": "ago",
    "lalu": "ago",
    "satu": "1",
    "dua": "2",
    "tiga": "3",
    "yang": "",
}


_PARSED_LANGUAGES = frozenset(
    ["en", "ms", "id", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "pl", "tr", "vi", "th"]
)


@lru_cache(maxsize=16)
def _parser(language: str, order: str, today: date) -> DateDataParser:
    """A parser for one day; the languages themselves are loaded once per process (100 ms)."""
    languages = [code for code in dict.fromkeys(("en", language)) if code in _PARSED_LANGUAGES]
    noon = datetime.combine(today, time(12))
    settings = {"DATE_ORDER": order, "PREFER_DATES_FROM": "past", "RELATIVE_BASE": noon}
    return DateDataParser(languages=languages, settings=settings)


def _parsed(phrase: str, locale: str, today: date) -> date | None:
    """What dateparser makes of a short phrase, relative to the person's own day."""
    if len(phrase) > _LONGEST_PHRASE or not any(char.isalpha() for char in phrase):
        return None
    spoken = " ".join(_MALAY_UNITS.get(w, w) for w in phrase.casefold().split())
    parser = _parser(locale_of(locale).language, field_order(locale), today)
    found = parser.get_date_data(spoken)
    exact = found.date_obj is not None and found.period in {"day", "week", "month"}
    return found.date_obj.date() if exact and found.date_obj is not None else None
