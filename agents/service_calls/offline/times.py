"""Days and hours that somebody wishes, in the zone of the business; always in the future."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from babel import Locale

from adapters.written_dates import month_names, valid_date
from agents.service_calls.exchange import Slot, Window
from agents.service_calls.offline.tables import LANGUAGES, group, holds, pattern

_WEEK = 7
_WEEKS = 4
"""So many weeks a day that never suits is kept in mind."""
_PLURAL = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs"
)
SOONEST = "soonest"
"""As early as possible."""
_NOON, _WHOLE_DAY = 12, 24 * 60
_FIRST_OF_MORNING = 8
"""An hour below it is one of the afternoon, unless it is said otherwise: nobody comes at three."""
_LAST_OF_DAY = 20
_MONTH_FIRST = "US"
_DAYS = {
    "today": 0, "hari ini": 0, "heute": 0, "tonight": 0, "malam ini": 0, "petang ini": 0,
    "tomorrow": 1, "tmr": 1, "tmrw": 1, "esok": 1, "besok": 1, "morgen": 1,
    "day after tomorrow": 2, "lusa": 2, "übermorgen": 2, "uebermorgen": 2, "tulat": 3,
}  # fmt: skip
_WEEKDAYS = (
    ("mondays?", "mon", "isnin", "senin", "montags?"),
    ("tuesdays?", "tues?", "selasa", "dienstags?"),
    ("wednesdays?", "wed", "rabu", "mittwochs?"),
    ("thursdays?", "thur?s?", "khamis", "kamis", "donnerstags?"),
    ("fridays?", "fri", "jumaat", "jumat", "freitags?"),
    ("saturdays?", "sat", "sabtu", "samstags?", "sonnabends?"),
    ("sundays?", "sun", "ahad", "sonntags?"),
)
_WEEKDAY = "|".join(f"(?P<w{n}>{'|'.join(row)})" for n, row in enumerate(_WEEKDAYS))
_PARTS = (
    (r"in the mornings?|mornings?|vormittags?|früh|morgens|am morgen|pagi", (8, 12)),
    (r"lunch ?time|midday|noon|mittags?|tengah ?hari", (11, 14)),
    (r"in the afternoons?|afternoons?|arvo|nachmittags?|petang", (13, 18)),
    (r"in the evenings?|evenings?|tonight|at night|abends?|malam", (17, 21)),
)
_NUMBERS = {
    word: number
    for row in (
        "one two three four five six seven eight nine ten eleven twelve",
        "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas dua_belas",
    )
    for number, word in enumerate(row.replace("_", " ").split(" "), 1)
} | {"a": 1, "an": 1, "eins": 1, "eine": 1, "einer": 1, "einem": 1, "se": 1, "dua belas": 12}
_WORDS = "|".join(sorted((w for w in _NUMBERS if len(w) > len("an")), key=len, reverse=True))
_UNITS = (
    r"(?!\s*(?:days?|weeks?|hours?|minutes?|tage?n?|wochen?|stunden?|minuten|hari|minggu|jam)\b)"
)
_SAID_OF_DAY = (
    r"a\.?m\.?|p\.?m\.?|uhr|o'?clock|pagi|petang|ptg|malam|tengah hari|in the (?:morning|afternoon)"
)


@dataclass
class Wished:
    """What was said of a time. ``days``: the first, and the one behind the last. ``hours``: in
    minutes of the day. ``moved``: beside the proposed time, by so much.
    """

    days: tuple[date, date] | None = None
    hours: tuple[int, int] | None = None
    moved: str = ""
    by: timedelta = timedelta()

    def __bool__(self) -> bool:
        return bool(self.days or self.hours or self.moved)


_DaysOf = Callable[[re.Match[str], date], tuple[date, date] | None]
"""What a rule's match means: the first day, and the one behind the last."""


class _Cut(NamedTuple):
    text: str
    match: re.Match[str] | None


def _taken(text: str, rule: str) -> _Cut:
    match = pattern(rf"(?<![\w'-])(?:{rule})(?!\w)").search(text)
    if match is None:
        return _Cut(text, None)
    return _Cut(f"{text[: match.start()]} {text[match.end() :]}", match)


def local_date(at: datetime, zone: str) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


def without_stops(text: str) -> str:
    """Without the stops of "3. Dezember" and "3 p.m.", which end no sentence."""
    months = "|".join(map(re.escape, _months()))
    text = pattern(rf"(?<=\d)\.(?=\s?(?:{months})\b)").sub("", text)
    return pattern(r"\b([ap])\.m\b\.?").sub(r"\1m", text)


def denied(clause: str) -> bool:
    """Whether a time in it is one that does not suit: "I can't on Tuesday"."""
    told = holds("still_wished").sub(" ", clause)
    return not clause.rstrip().endswith("?") and holds("not_then").search(told) is not None


def names_time(text: str) -> bool:
    """Whether a number in it may be a day or an hour."""
    months = "|".join(map(re.escape, _months()))
    near = "|".join(_DAYS)
    lead = "at|after|before|by|until|from|between|around|um|ab|vor|nach|bis|gegen|pukul|jam|lepas"
    rule = rf"{_WEEKDAY}|{near}|{months}|{lead}|selepas|lps|sebelum|{_SAID_OF_DAY}"
    return pattern(rf"(?<!\w)(?:{rule})(?!\w)").search(text) is not None


def read(clause: str, today: date, region: str, *, beside: bool, wished: Wished) -> str:
    """Adds to what is wished what a clause says of it; gives back the rest of its words.

    ``beside``: there is a time that "later" or "another day" can be measured by.
    """
    clause, soonest = _taken(clause, group("soonest"))
    if soonest is not None:
        wished.moved = SOONEST
    elif beside:
        clause = _moved(clause, wished)
    if wished.moved in {"", SOONEST}:
        clause = _of_day(clause, wished)
    rest = _dated(clause, today, region, wished)
    if wished.days and wished.moved == SOONEST:
        wished.moved = ""  # "any time on Saturday" is on Saturday
    return rest


def window(wished: Wished, at: datetime, zone: str, beside: Slot | None) -> Window | None:
    """None where nothing was said that lies in the future."""
    here = ZoneInfo(zone)
    now = at.astimezone(here)
    if wished.moved == SOONEST or (wished.hours and not wished.days and beside is None):
        behind = (now + timedelta(_WEEK)).astimezone(UTC)
        return Window(from_ts=at, to_ts=behind, hours=wished.hours)
    if beside is not None and wished.moved:
        first, last = _measured(wished, beside, now, here)
    else:
        base = beside.from_ts.astimezone(here) if beside and beside.from_ts > at else now
        first, last = _between(wished, base.date(), here)
        if last <= now and wished.days is None:
            first, last = first + timedelta(1), last + timedelta(1)
    if last <= now:
        return None
    return Window(from_ts=max(first, now).astimezone(UTC), to_ts=last.astimezone(UTC))


def avoided(wished: Wished, clause: str, at: datetime, zone: str) -> tuple[Window, ...]:
    """Days that do not suit; "Tuesdays" are those of the next weeks, too. None where only hours
    were named.
    """
    if wished.days is None:
        return ()
    here = ZoneInfo(zone)
    weeks = _WEEKS if pattern(rf"\b(?:{_PLURAL})\b").search(clause) else 1
    first, last = _between(wished, local_date(at, zone), here)
    return tuple(
        Window(
            from_ts=(first + n * timedelta(_WEEK)).astimezone(UTC),
            to_ts=(last + n * timedelta(_WEEK)).astimezone(UTC),
        )
        for n in range(weeks)
    )


def _between(wished: Wished, base: date, here: ZoneInfo) -> tuple[datetime, datetime]:
    first, behind = wished.days or (base, base + timedelta(1))
    start, end = wished.hours or (0, _WHOLE_DAY)
    return _at(first, start, here), _at(behind - timedelta(1), end, here)


def _at(day: date, minutes: int, here: ZoneInfo) -> datetime:
    days, rest = divmod(minutes, _WHOLE_DAY)
    midnight = datetime(day.year, day.month, day.day, tzinfo=here) + timedelta(days)
    return midnight.replace(hour=rest // 60, minute=rest % 60)


def _measured(
    wished: Wished, beside: Slot, now: datetime, here: ZoneInfo
) -> tuple[datetime, datetime]:
    start, end = beside.from_ts.astimezone(here), beside.to_ts.astimezone(here)
    midnight = _at(start.date(), 0, here)
    match wished.moved:
        case "by":
            return start + wished.by, start + wished.by + 2 * (end - start)
        case "later":
            return end, midnight + timedelta(1)
        case "earlier":
            return now, start
        case "next_day":
            hours = wished.hours or (0, _WHOLE_DAY)
            day = start.date() + timedelta(1)
            return _at(day, hours[0], here), _at(day, hours[1], here)
        case "other_day":
            return midnight + timedelta(1), midnight + timedelta(1 + _WEEK)
        case _:
            return end, end + timedelta(_WEEK)


_MOVES = ("next_day", "other_day", "other_time", "later", "earlier")
"""Sections of phrases."""


def _moved(clause: str, wished: Wished) -> str:
    rule = (
        rf"(?P<n>\d{{1,2}}|{_WORDS}|an?|eine?|se)\s*(?:hours?|stunden?|jam)\s+"
        r"(?:(?P<more>later|später|lewat|kemudian|lambat)|(?P<less>earlier|früher|lebih awal|awal))"
    )
    clause, match = _taken(clause, rule)
    if match is not None:
        many = _number(match["n"])
        wished.moved, wished.by = "by", timedelta(hours=many if match["more"] else -many)
        return clause
    for name in _MOVES:
        clause, match = _taken(clause, group(name))
        if match is not None:
            wished.moved = name
            return _of_day(clause, wished) if name == "next_day" else clause
    return clause


def _number(said: str) -> int:
    return int(said) if said.isdigit() else _NUMBERS[said.casefold()]


def _clock(n: int) -> str:
    return (
        rf"(?:(?:pukul|jam|um|at|about|around|etwa)\s+)?(?:(?P<half{n}>half past|halb|half)\s+)?"
        rf"(?:(?P<h{n}>\d{{1,2}}|{_WORDS})(?:[:.h](?P<m{n}>[0-5]\d))?(?![\d/])"
        rf"\s*(?P<s{n}>{_SAID_OF_DAY})?|(?P<noon{n}>noon|midday|mittag|lunch|tengah hari)){_UNITS}"
    )


def _minutes(match: re.Match[str], n: int) -> int | None:
    if match[f"noon{n}"]:
        return _NOON * 60
    hour, minute = _number(match[f"h{n}"]), int(match[f"m{n}"] or 0)
    said = (match[f"s{n}"] or "").casefold().replace(".", "")
    half = (match[f"half{n}"] or "").casefold()
    minute = 30 if half else minute
    hour -= half == "halb"
    if said in {"pm", "petang", "ptg", "malam", "in the afternoon"} and hour < _NOON:
        hour += _NOON
    elif said in {"am", "pagi", "in the morning"}:
        hour %= _NOON
    elif hour < _FIRST_OF_MORNING and not match[f"h{n}"].startswith("0"):
        hour += _NOON
    return hour * 60 + minute if hour * 60 + minute < _WHOLE_DAY else None


_RANGE = (
    rf"(?:between|from|zwischen|von|antara|dari)\s+{_clock(1)}\s*"
    rf"(?:and|to|till?|until|und|bis|dan|hingga|sampai|[-–])\s*{_clock(2)}"
)
_DASHED = rf"{_clock(1)}\s*[-–]\s*{_clock(2)}"
_AFTER = (
    r"(?:any ?time |some ?time )?(?:after|later than|not (?:before|earlier than|until)|from|"
    r"no earlier than|nach|ab|nicht vor|frühestens(?: um)?|selepas|lepas|lps|mulai|"
    rf"(?:bukan|jangan) sebelum)\s+{_clock(1)}(?:\s+on(?:wards?)?)?"
)
_BEFORE = (
    r"(?:before|until|till|by|no later than|not (?:after|later than)|vor|bis|spätestens|sebelum|"
    rf"nicht nach)\s+{_clock(1)}"
)
_EXACT = rf"(?:at|around|about|um|gegen|pukul|jam|@)\s+{_clock(1)}"


_BEHIND_A_DAY = (
    rf"(?P<day>{_WEEKDAY}|{'|'.join(sorted(_DAYS, key=len, reverse=True))}),? (?P<h>\d{{1,2}})$"
)
"""An hour that is only a number: "Wednesday 12"."""


def _of_day(clause: str, wished: Wished) -> str:
    if wished.hours is not None:
        return clause
    for rule in (_RANGE, _DASHED):
        rest, match = _taken(clause, rule)
        if match is not None and (rule is _RANGE or match["s2"]):
            first, last = _minutes(match, 1), _minutes(match, 2)
            if first is not None and last is not None and first < last:
                wished.hours = (first, last)
                return rest
    for rule, after in ((_AFTER, True), (_BEFORE, False)):
        rest, match = _taken(clause, rule)
        if match is not None and (said := _minutes(match, 1)) is not None:
            wished.hours = (said, _WHOLE_DAY) if after else (0, said)
            return rest
    for rule in (_EXACT, _clock(1)):
        rest, match = _taken(clause, rule)
        if match is None or (
            rule is not _EXACT and not (match["s1"] or match["half1"] or ":" in match[0])
        ):
            continue
        if (said := _minutes(match, 1)) is not None:
            # A visit of some hours in which this time lies.
            wished.hours = (max(said - 60, 0), min(said + 180, _WHOLE_DAY))
            return rest
    return _part(clause, wished)


def _part(clause: str, wished: Wished) -> str:
    rest, match = _taken(clause, _BEHIND_A_DAY)
    if match is not None and _FIRST_OF_MORNING <= int(match["h"]) < _LAST_OF_DAY:
        wished.hours = ((int(match["h"]) - 1) * 60, (int(match["h"]) + 3) * 60)
        return f"{rest} {match['day']}"
    weekday = rf"(?<!\w)({_WEEKDAY_NAMES})"
    clause = pattern(rf"{weekday}(vormittag|nachmittag|abend|mittag|morgen)s?(?!\w)").sub(
        r"\1 \2", clause
    )
    clause = pattern(rf"{weekday} morgens?(?!\w)").sub(r"\1 vormittag", clause)
    for words, (first, last) in _PARTS:
        rest, match = _taken(
            clause, rf"(?:(?:this|in the|am|heute|diesen|waktu|sebelah) )?(?:{words})"
        )
        if match is not None:
            wished.hours = (first * 60, last * 60)
            today = match[0].casefold()
            if today.startswith(("this", "heute", "diesen")) or today == "tonight":
                return f"{rest} today"
            return rest
    return clause


_WEEKDAY_NAMES = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"


def _dated(clause: str, today: date, region: str, wished: Wished) -> str:
    if wished.days is not None:
        return clause
    for rule, days_of in _rules(region):
        rest, match = _taken(clause, rule)
        if match is not None and (days := days_of(match, today)) is not None:
            wished.days = days
            return rest
    return clause


def _rules(region: str) -> Iterator[tuple[str, _DaysOf]]:
    months = "|".join(map(re.escape, _months()))
    lead = r"(?:(?:on|by|am|den|dem|the|pada|hb|for|für|zum)\s+)*"
    yield rf"{lead}(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})", _numeric
    yield (
        (
            rf"{lead}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s?(?:of\s+|hb\s+)?(?P<name>{months})\.?"
            r"(?:,?\s+(?P<y>20\d\d))?"
        ),
        _numeric,
    )
    yield (
        (
            rf"{lead}(?P<name>{months})\.?\s(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
            r"(?:,?\s+(?P<y>20\d\d))?"
        ),
        _numeric,
    )
    yield (
        (
            r"(?:in |im |(?:pada )?bulan |"
            r"(?P<early>early|(?:beginning|start|first week) of|anfang|awal|erste woche im) |"
            r"(?P<mid>mid|middle of|mitte|pertengahan)[ -]|"
            r"(?P<late>late|(?:end|last week) of|ende|akhir|hujung) )"
            rf"(?:bulan )?(?P<name>{months})"
        ),
        _part_of_month,
    )
    if region == _MONTH_FIRST:
        yield rf"{lead}(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})(?:/(?P<y>20\d\d))?", _numeric
    yield rf"{lead}(?P<d>\d{{1,2}})[./](?P<m>\d{{1,2}})[./]?(?P<y>20\d\d)?", _numeric
    yield (
        (
            rf"(?:in|within|dalam(?: masa)?)\s+(?P<n>\d{{1,2}}|{_WORDS}|an?|eine[rm]?|se)\s*"
            r"(?:(?P<days>days?|tage?n?|hari)|(?P<weeks>weeks?|wochen?|minggu))"
        ),
        _in_days,
    )
    yield (
        (
            r"(?:on |am )?(?:(?P<next>next|nächste[nrsm]?)\s+)?(?:this |coming |diese[nrs]? |"
            rf"kommende[nrm]? |on |am |pada |hari |ke )*(?:{_WEEKDAY})"
            r"(?:\s+(?P<behind>next week|depan|nächste[nr]? woche))?(?: ini)?"
        ),
        _weekday,
    )
    yield (
        r"(?:(?:in |for )?the )?next week|minggu depan|nächste[nr]? woche|kommende woche",
        _next_week,
    )
    yield r"(?:on |at |over )?(?:the |this )?weekend|(?:am )?wochenende|hujung minggu", _weekend
    yield r"this week|diese woche|minggu ini", _this_week
    names = "|".join(sorted(_DAYS, key=len, reverse=True))
    yield rf"(?:for |by |the |bis |für |pada )*(?P<word>{names})", _near
    yield (
        r"(?:(?:(?:on|by)\s+)?the\s+(?P<d>\d{1,2})(?:st|nd|rd|th)"
        r"(?!\s+(?:floor|story|room|bedroom|time|one|option|door))"
        r"|am\s+(?P<e>\d{1,2})\.(?!\d)|(?P<f>\d{1,2})\s?hb)"
    ), _of_month  # fmt: skip


def _day(day: date | None) -> tuple[date, date] | None:
    return None if day is None else (day, day + timedelta(1))


def _numeric(match: re.Match[str], today: date) -> tuple[date, date] | None:
    said = match.groupdict()
    month = _months()[said["name"].casefold()] if said.get("name") else int(said["m"])
    if said.get("y"):
        return _day(valid_date(int(said["y"]), month, int(said["d"])))
    this = valid_date(today.year, month, int(said["d"]))
    past = this is not None and this < today
    return _day(valid_date(today.year + 1, month, int(said["d"])) if past else this)


def _part_of_month(match: re.Match[str], today: date) -> tuple[date, date] | None:
    """Ten days of it, or all; of this year, or the next."""
    month = _months()[match["name"].casefold()]
    year = today.year + (month < today.month)
    last = monthrange(year, month)[1]
    first, end = (1, 10) if match["early"] else (11, 20) if match["mid"] else (1, last)
    first = 21 if match["late"] else first
    return max(date(year, month, first), today), date(year, month, end) + timedelta(1)


def _in_days(match: re.Match[str], today: date) -> tuple[date, date] | None:
    return _day(today + timedelta(_number(match["n"]) * (_WEEK if match["weeks"] else 1)))


def _weekday(match: re.Match[str], today: date) -> tuple[date, date] | None:
    number = next(n for n in range(_WEEK) if match[f"w{n}"])
    if match["next"] or match["behind"]:
        return _day(today + timedelta(_WEEK - today.weekday() + number))
    return _day(today + timedelta((number - today.weekday() - 1) % _WEEK + 1))


def _next_week(match: re.Match[str], today: date) -> tuple[date, date] | None:
    del match
    monday = today + timedelta(_WEEK - today.weekday())
    return monday, monday + timedelta(_WEEK)


def _this_week(match: re.Match[str], today: date) -> tuple[date, date] | None:
    return today, _next_week(match, today)[0]  # type: ignore[index]  # it always is there


def _weekend(match: re.Match[str], today: date) -> tuple[date, date] | None:
    del match
    saturday = today + timedelta((5 - today.weekday()) % _WEEK)
    return saturday, saturday + timedelta(2)


def _near(match: re.Match[str], today: date) -> tuple[date, date] | None:
    return _day(today + timedelta(_DAYS[" ".join(match["word"].casefold().split())]))


def _of_month(match: re.Match[str], today: date) -> tuple[date, date] | None:
    """As in "on the 20th": of this month, or the next."""
    number = int(match["d"] or match["e"] or match["f"])
    day = valid_date(today.year, today.month, number)
    if day is None or day < today:
        ahead = today.replace(day=monthrange(today.year, today.month)[1]) + timedelta(1)
        day = valid_date(ahead.year, ahead.month, number)
    return _day(day)


_MONTHS_TOO = {"mac": 3, "ogos": 8, "maerz": 3}
"""As they are typed without the letters or the keyboard of their language."""


@cache
def _months() -> dict[str, int]:
    """Names of months in all languages; "may" and "mai" alone are no dates."""
    return {**month_names(map(Locale, LANGUAGES)), **_MONTHS_TOO}
