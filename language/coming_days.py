"""Days that are to come, in words and digits: when something is to be delivered, or somebody to
come. Always the next such day, seen from the person's today.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from language.day_names import NEAR, WEEKDAYS, months
from language.numbers import count_words, counted
from language.patterns import any_of, pattern
from language.written_dates import day_of_month, day_of_year, full_year

_WEEK, _MONTHS = 7, 12
_SATURDAY = 5
_SHORT_WEEKDAYS = {"sat": 5, "sun": 6}
_HAS_PLURAL = ("day", "tag", "och")
_LEAD = (
    r"(?:(?:for|by|on|at|over|until|till|before|not later than|latest|to|in|untuk|pada|sebelum|"
    r"menjelang|bis|am|für|zum|auf|vor|para|pour|voor|op)\s+){0,4}"
    r"(?:(?:the|den|dem|hari|spätestens|this|coming|kommende[nrm]?|diese[nrs]?|el|le)\s+){0,3}"
)
_PART_OF_IT = (
    r"(?:\s+(?:morning|afternoon|evening|noon|pagi|petang|früh|vormittag|nachmittag|mittag|"
    r"por la (?:mañana|tarde|noche)|matin|après-midi|soir)(?!\w))?"
)
_DAYS, _WEEKS = r"days?|tage?n?|hari|d[ií]as?|jours?", r"weeks?|wochen?|minggu|semanas?|semaines?"
_NEXT_WEEK = (
    r"next week|minggu depan|(?:nächste[nr]?|kommende) woche|(?:la )?próxima semana|"
    r"(?:la )?semana (?:que viene|próxima)|(?:la )?semaine prochaine"
)
_NO_DAY = r"(?!\s+(?:floor|story|room|bedroom|time|one|option|door))"


class ComingDays(NamedTuple):
    """``first`` and the day ``behind`` the last one, both None for days that no calendar has or
    where today is not known; where they stand in the text, with the small words in front.
    """

    first: date | None
    behind: date | None
    start: int
    end: int
    stretch: bool = False
    """Several days, none of which is meant more than another: "this week", "in May"."""
    near: bool = False
    """Seen from today alone: "today", "next week". What is told of the past is told so as well ("it
    broke today, come on Friday")."""
    refused: bool = False
    """It is one that does not suit: "any day but Tuesday", "I can't do Tuesdays"."""
    refusal: int | None = None
    """Where the words begin that refuse it, if they stand in front of it."""


_Span = tuple[date, date] | None


def coming_days(text: str, today: date | None, *, month_first: bool = False) -> list[ComingDays]:
    """All that a text names, in its order, without overlaps; the longest of those that begin at the
    same place. ``month_first``: 11/24 is 24 November.
    """
    named = _named_days(text, today, month_first=month_first)
    every = sorted(named, key=lambda d: (d.start, -d.end))
    found: list[ComingDays] = []
    for each in every:
        if found and each.start < found[-1].end:
            continue
        joined = (
            found and found[-1].refused and _JOINING.fullmatch(text[found[-1].end : each.start])
        )
        found.append(each._replace(refused=True) if joined else each)
    return found


@cache
def weekday_numbers() -> dict[str, int]:
    """By name, also in the plural ("mondays", "montags"): 0 is Monday."""
    once = {name: n for n, row in enumerate(WEEKDAYS) for name in row} | _SHORT_WEEKDAYS
    return once | {f"{name}s": n for name, n in once.items() if name.endswith(_HAS_PLURAL)}


def _named_days(text: str, today: date | None, *, month_first: bool) -> Iterator[ComingDays]:
    for rule, span_of in _rules(month_first=month_first):
        for match in pattern(rule).finditer(text):
            if span_of is _dated and _is_price(match):
                continue
            span = span_of(match, today) if today is not None else None
            first, behind = span or (None, None)
            refusal = _refusal_before(text, match)
            yield ComingDays(
                first,
                behind,
                *match.span(),
                stretch=span_of in _STRETCHES,
                near=span_of in _FROM_TODAY,
                refused=refusal is not None or _is_refused_behind(text, match),
                refusal=refusal,
            )


@cache
def _rules(*, month_first: bool) -> tuple[tuple[str, Callable[..., _Span]], ...]:
    month, day = any_of(months()), any_of(weekday_numbers())
    numeric = [r"(?P<d>\d{1,2})(?P<s>[./])(?P<m>\d{1,2})"]
    if month_first:
        numeric = [
            r"(?P<m>\d{1,2})(?P<s>/)(?P<d>\d{1,2})",
            r"(?P<d>\d{1,2})(?P<s>\.)(?P<m>\d{1,2})",
        ]
    dashed = rf"(?<![\w.,/-]){_LEAD}(?P<d>\d{{1,2}})-(?P<m>\d{{1,2}})-(?P<y>\d{{4}}|\d\d)(?![\w/-])"
    year = r"(?:(?P=s)(?P<y>\d{4}|\d{2})?)?(?![\w/]|[.,-]\d)"
    behind = r"(?:,?\s+(?P<y>20\d\d))?(?!\w)"
    many = rf"\d{{1,3}}|{count_words()}|an?|eine[rm]?|se"
    iso = rf"(?<![\w.,-]){_LEAD}(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})(?![\w-])"
    day_first = (
        rf"(?<![\w.,]){_LEAD}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s?(?:of\s+|hb\s+|de\s+)?"
        rf"(?P<name>{month})(?!\w)\.?{behind}"
    )
    name_first = (
        rf"(?<![\w.,]){_LEAD}(?P<name>{month})\.?\s(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?!\w){behind}"
    )
    part_of_month = (
        r"(?<!\w)(?:in |im |(?:pada )?bulan |"
        r"(?P<early>early|(?:beginning|start|first week) of|anfang|awal|erste woche im) |"
        r"(?P<mid>mid|middle of|mitte|pertengahan)[ -]|"
        r"(?P<late>late|(?:end|last week) of|ende|akhir|hujung) )"
        rf"(?:bulan )?(?P<name>{month})(?!\w)"
    )
    in_days = (
        r"(?<!\w)(?:(?:for|by|untuk|bis)\s+)?(?:(?:in|within|dalam(?: masa)?|innerhalb von|"
        rf"dentro de|en|dans)\s+"
        rf"(?P<n>{many})\s*(?:(?:{_DAYS})|(?P<weeks>{_WEEKS}))"
        r"|(?P<n2>\d{1,3}) (?:hari|(?P<weeks2>minggu)) lagi)(?!\w)"
    )
    weekday = (
        rf"(?<!\w){_LEAD}(?:(?P<next>{_NEXT_WEEK}|next|nächste[nrsm]?)(?: on| am)?\s+|ke )?"
        rf"(?:hari\s+)?(?P<day>{day})(?!\w)"
        rf"(?:\s+(?P<behind>next week|depan|nächste[nr]? woche)(?!\w)|\s+ini(?!\w))?{_PART_OF_IT}"
    )
    month_end = (
        rf"(?<!\w){_LEAD}(?:end of (?:the |this )?month|month'?s end|hujung bulan(?: ini)?|"
        r"ende des monats|monatsende)(?!\w)"
    )
    of_month = (
        r"(?<!\w)(?:(?:(?:for|on|by|until)\s+)?the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)"
        rf"{_NO_DAY}|(?:am|zum|bis zum)\s+(?P<e>\d{{1,2}})\.(?!\d)|(?P<f>\d{{1,2}})\s?hb)(?!\w)"
    )
    near = rf"(?<!\w){_LEAD}(?<!\bla )(?P<near>{any_of(NEAR)})(?!\w){_PART_OF_IT}"
    weekend = rf"(?<!\w){_LEAD}(?:weekend|wochenende|hujung minggu|fin de semana|week-end)(?!\w)"
    return (
        (iso, _dated),
        (day_first, _dated),
        (name_first, _dated),
        (part_of_month, _part_of_month),
        *((rf"(?<![\w.,/-]){_LEAD}{form}{year}", _dated) for form in numeric),
        (dashed, _dated),
        (in_days, _in_days),
        (weekday, _weekday),
        (rf"(?<!\w){_LEAD}(?:{_NEXT_WEEK})(?!\w)", _next_week),
        (weekend, _weekend),
        (
            r"(?<!\w)(?:this week|diese woche|minggu ini|esta semana|cette semaine)(?!\w)",
            _this_week,
        ),
        (near, _near),
        (month_end, _month_end),
        (of_month, _of_month),
    )


_REFUSING = (
    r"(?:\b(?:any|every|all|each)\s?(?:other\s)?(?:days?|time|thing)?\sbut|\bexcept(?:\sfor)?|"
    r"\b(?:apart from|other than|excluding|außer|kecuali|selain|excepto|sauf|behalve)|"
    r"\b(?:can'?t|can ?not|couldn'?t|won'?t)(?:\s(?:do|make|make it|come|be there))?|"
    r"(?<!why )(?<!if )\bnot|(?<!warum )(?<!wenn )\bnicht|\bkein(?:en)?|\bbukan|"
    r"\b(?:tak|tidak) boleh(?:\sdatang)?|\bno\spuedo|\b(?:je ne peux )?pas)\s+"
    r"(?:(?:on|am|an|pada)\s+)?$"
)
_REFUSED = (
    r"\s+(?:(?:is|are|would be)\s(?:no good|not (?:good|possible|ok(?:ay)?)|impossible|out)|"
    r"(?:doesn'?t|don'?t|won'?t|does not|do not|will not)\s(?:work|suit|fit)|"
    r"(?:geht|passt|klappt)\s(?:\w+\s)?nicht|(?:tak|tidak)\s(?:boleh|sesuai|lapang)|"
    r"no\s(?:puedo|podemos|me\s\w+|nos\s\w+)|(?:ce n'est |c'est )?pas possible|"
    r"(?:je ne peux|ne me convient) pas)(?!\w)"
)
_JOINING = pattern(r"\s*,?\s*(?:or|nor|and|oder|und|noch|atau|dan)\s+")
"""Between two days that do not suit: "not Tuesday or Wednesday"."""
_BOUND = r"\s*(?:before|until|till|by|not later|to|sebelum|bis|vor)\b"
"""As in "not before Friday", which refuses other days."""


def _refusal_before(text: str, day: re.Match[str]) -> int | None:
    before = pattern(_REFUSING).search(text[: day.start()])
    return before.start() if before and not pattern(_BOUND).match(day.group()) else None


def _is_refused_behind(text: str, day: re.Match[str]) -> bool:
    behind = pattern(_REFUSED).match(text, day.end())
    return behind is not None and not pattern(_BOUND).match(day.group())


def _one(day: date | None) -> _Span:
    return None if day is None else (day, day + timedelta(1))


def _is_price(match: re.Match[str]) -> bool:
    """As 3.50 is: no year has so many months."""
    said = match.groupdict()
    return not said.get("name") and not said.get("y") and int(said["m"]) > _MONTHS


def _dated(match: re.Match[str], today: date) -> _Span:
    said = match.groupdict()
    month = months()[said["name"].casefold()] if said.get("name") else int(said["m"])
    year = full_year(said.get("y"))
    return _one(day_of_year(year, month, int(said["d"]), today, ahead=True))


def _part_of_month(match: re.Match[str], today: date) -> _Span:
    """Ten days of it, or all; of this year, or the next."""
    month = months()[match["name"].casefold()]
    year = today.year + (month < today.month)
    last = monthrange(year, month)[1]
    first, end = (1, 10) if match["early"] else (11, 20) if match["mid"] else (1, last)
    first = 21 if match["late"] else first
    return max(date(year, month, first), today), date(year, month, end) + timedelta(1)


def _in_days(match: re.Match[str], today: date) -> _Span:
    days = counted(match["n"] or match["n2"])
    days *= _WEEK if match["weeks"] or match["weeks2"] else 1
    return _one(today + timedelta(days))


def _weekday(match: re.Match[str], today: date) -> _Span:
    number = weekday_numbers()[match["day"].casefold()]
    if match["next"] or match["behind"]:
        return _one(_monday(today) + timedelta(number))
    return _one(today + timedelta((number - today.weekday() - 1) % _WEEK + 1))


def _monday(today: date) -> date:
    """Of the next week."""
    return today + timedelta(_WEEK - today.weekday())


def _next_week(_match: re.Match[str], today: date) -> _Span:
    return _monday(today), _monday(today) + timedelta(_WEEK)


def _this_week(_match: re.Match[str], today: date) -> _Span:
    return today, _monday(today)


def _weekend(_match: re.Match[str], today: date) -> _Span:
    saturday = today + timedelta((_SATURDAY - today.weekday()) % _WEEK)
    return saturday, saturday + timedelta(2)


def _near(match: re.Match[str], today: date) -> _Span:
    ahead = NEAR[" ".join(match["near"].casefold().split())]
    return _one(today + timedelta(ahead))


def _month_end(_match: re.Match[str], today: date) -> _Span:
    return _one(today.replace(day=monthrange(today.year, today.month)[1]))


def _of_month(match: re.Match[str], today: date) -> _Span:
    """As in "on the 20th": of this month, or the next."""
    number = int(match["d"] or match["e"] or match["f"])
    return _one(day_of_month(number, today, ahead=True))


_STRETCHES = frozenset({_part_of_month, _this_week, _weekend})
_FROM_TODAY = frozenset({_near, _this_week, _next_week, _weekend})
