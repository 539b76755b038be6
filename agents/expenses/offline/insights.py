"""Questions about the person's own recorded spending."""

import re
from datetime import date, timedelta
from functools import lru_cache

from agents.expenses.details import InsightMeasure, InsightQuery
from agents.expenses.offline.dates import IMPOSSIBLE, find_dates
from agents.expenses.offline.lexicon import (
    category_by_whole_name,
    category_named,
    find_item,
    find_merchants,
    merchant_known,
)
from agents.expenses.offline.mentions import mention_in
from agents.expenses.offline.notation import locale_of
from agents.expenses.offline.tables import pattern
from agents.expenses.offline.words import words_of
from domain.understanding import Person

_MAX_WORDS = 25
_MAX_FOLLOW_UP_WORDS = 4
_LEAD = re.compile(
    r"^(?:(?:and|what about|how about|ok|at|in|on|for|dan|di|und|bei|im|am)\s+)+", re.IGNORECASE
)
_SPENDING = pattern("insights", "spending")
_ASKS = pattern("insights", "asks")
_OWN = re.compile(
    r"\b(?:i|i've|my|me|we|our|saya|aku|ich|meine?n?|he gastado|gasté|j'ai|mes)\b", re.IGNORECASE
)
_TERSE = pattern("insights", "terse")
_NOT_RECORDED = pattern("insights", "not_recorded")
_LIST = pattern("insights", "list")
_LARGEST = pattern("insights", "largest")
_LAST_N = pattern("insights", "last_n")
_PERIOD = pattern("insights", "period")
_SINCE = re.compile(r"\b(?:since|from|sejak|seit|desde|depuis)\b", re.IGNORECASE)
_ON = re.compile(
    r"\b(?:on|for|at|in|untuk|di|für|en|sur)\s+(?:the\s+|my\s+)?(?P<what>[\w&' -]{2,40})",
    re.IGNORECASE,
)
_MONTH = re.compile(
    r"\b(?:in|during|for|of)\s+(?P<month>[^\W\d_]{3,9})\b(?:\s+(?P<year>20\d\d))?", re.IGNORECASE
)
_TOTAL = re.compile(
    r"^(?:my\s+)?total\s+(?:for\s+|of\s+)?(?:today|yesterday|(?:this|last)\s+\w+)\W*$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:in|during|for|of)\s+(20\d\d)\b", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "few": 3}
_UNITS = {
    "day": 1, "days": 1, "tage": 1, "hari": 1, "week": 7, "weeks": 7, "wochen": 7, "minggu": 7,
    "month": 30, "months": 30, "monate": 30, "bulan": 30, "year": 365, "years": 365,
}  # fmt: skip
_NAMES = {
    "woche": "week",
    "semana": "week",
    "semaine": "week",
    "minggu": "week",
    "monat": "month",
    "mes": "month",
    "mois": "month",
    "bulan": "month",
    "jahr": "year",
    "tahun": "year",
    "weekend": "week",
}


def query_in(text: str, person: Person, today: date) -> InsightQuery | None:
    """The question about recorded spending that a text asks; None when it asks none."""
    if (
        len(text.split()) > _MAX_WORDS
        or _NOT_RECORDED.search(text)
        or not (_SPENDING.search(text) or _TOTAL.match(text) or _LARGEST.match(text))
    ):
        return None
    asked = (_ASKS.match(text) is not None or text.rstrip().endswith("?")) and _OWN.search(
        text
    ) is not None
    largest = _LARGEST.match(text) is not None
    if not (asked or largest) and not _TERSE.match(_without_period(text)):
        return None
    since, until = period_in(text, person, today)
    merchants = find_merchants(words_of(text))
    listed = _LIST.search(text) is not None and "how much" not in text.casefold()
    measure = InsightMeasure.LIST if listed else InsightMeasure.TOTAL
    measure = InsightMeasure.LARGEST if largest else measure
    merchant = merchants[0].known.name if merchants else None
    category = None if merchant else _category(text)
    return InsightQuery(
        measure=measure, since=since, until=until, merchant=merchant, category=category
    )


def asks_for_spending(text: str) -> bool:
    """Whether a question has words of the person's own spending, in whatever form."""
    own = _SPENDING.search(text) is not None and _NOT_RECORDED.search(text) is None
    return own and _OWN.search(text) is not None


def narrowed(before: InsightQuery, text: str, person: Person, today: date) -> InsightQuery | None:
    """The question asked before, for the shop, category or days that a short text names."""
    rest = _LEAD.sub("", text).strip(" ?.!")
    if not rest or len(rest.split()) > _MAX_FOLLOW_UP_WORDS:
        return None
    if shop := merchant_known(rest, fuzzy=True):
        return before.model_copy(update={"merchant": shop.name, "category": None})
    if category := category_by_whole_name(rest):
        return before.model_copy(update={"merchant": None, "category": category})
    since, until = period_in(rest, person, today)
    days = since is not None and not mention_in(rest, person, today).item
    return before.model_copy(update={"since": since, "until": until}) if days else None


def _without_period(text: str) -> str:
    """Expenses last 30 days": digits of a period are no amount; any other digit is."""
    plain = _LAST_N.sub("this week", text.strip(" ?.!"))
    return "" if any(c.isdigit() for c in plain) else plain


def _category(text: str) -> str | None:
    for match in _ON.finditer(text):
        words = words_of(match["what"])
        for count in range(min(3, len(words)), 0, -1):
            phrase = " ".join(w.text for w in words[:count])
            if named := category_named(phrase):
                return named
            if known := find_item(words[:count]):
                return known.category
    return None


@lru_cache(maxsize=64)
def _first_weekday(locale: str) -> int:
    return locale_of(locale).first_week_day


def period_in(text: str, person: Person, today: date) -> tuple[date | None, date | None]:
    """The days that a text names, up to today or to the end of what is past."""
    if match := _LAST_N.search(text):
        count = match[1] or match[3]
        unit = (match[2] or match[4]).casefold()
        days = (_NUMBERS.get(count.casefold()) or int(count)) * _UNITS[unit]
        return today - timedelta(days=days), today
    if match := _PERIOD.search(text):
        unit = (match["unit"] or match["ms_unit"]).casefold()
        last = bool(match["last"] or match["ms_last"])
        return _stretch(_NAMES.get(unit, unit), person, today, last=last)
    if month := _month_of(text, person, today):
        return month
    if year := _YEAR.search(text):
        return date(int(year[1]), 1, 1), date(int(year[1]), 12, 31)
    dated = next(iter(_days_in(text, person, today)), None)
    if dated is None:
        return None, None
    return dated, today if _SINCE.search(text) else dated


def _stretch(unit: str, person: Person, today: date, *, last: bool) -> tuple[date, date]:
    if unit == "day":
        day = today - timedelta(days=int(last))
        return day, day
    if unit == "week":
        start = today - timedelta(days=(today.weekday() - _first_weekday(person.locale)) % 7)
    else:
        start = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    if not last:
        return start, today
    until = start - timedelta(days=1)
    if unit == "week":
        return start - timedelta(days=7), until
    return (until.replace(day=1) if unit == "month" else until.replace(month=1, day=1)), until


def _days_in(text: str, person: Person, today: date) -> list[date]:
    days = (dated.day for dated in find_dates(text, person, today))
    return [day for day in days if day is not None and day != IMPOSSIBLE]


def _month_of(text: str, person: Person, today: date) -> tuple[date, date] | None:
    for match in _MONTH.finditer(text):
        written = f"1 {match['month']}" + (f" {match['year']}" if match["year"] else "")
        days = _days_in(written, person, today)
        if days and days[0].day == 1:
            start = days[0]
            following = (start + timedelta(days=32)).replace(day=1)
            return start, min(following - timedelta(days=1), max(today, start))
    return None
