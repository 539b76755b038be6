"""Days and times that a text names, whatever language it is in, for comparing two texts."""

import re
from datetime import datetime
from functools import cache
from itertools import chain
from typing import NamedTuple

from babel import Locale, UnknownLocaleError

from language.day_names import NEAR, WEEKDAYS
from language.numbers import counting_words
from language.patterns import any_of, pattern
from language.written_dates import month_names

_OURS = ("en", "ms", "de")
_SHORT = 5
"""Letters: "tues" and "mon" are days beside a number alone."""

_CLOCK = re.compile(
    r"(?<![\d.:])(?P<hour>\d{1,2})(?:(?P<parted>[:.h])(?P<minute>[0-5]\d))?(?![\d:])"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?|uhr\b|o['\u2019]clock|h\b|pagi\b|pg\b|ptg\b|petang\b"
    r"|tengah ?hari\b|malam\b)?",
    re.IGNORECASE,
)
_OF_MORNING = frozenset({"pagi", "pg"})
_NOON_HOUR, _LAST_HOUR = 12, 24
_NUMBER_WORDS = {
    **{word: n for word, n in counting_words(_OURS).items() if n <= _NOON_HOUR},
    "ein": 1,
    "duabelas": 12,
}
_NUMBER_WORD = any_of(_NUMBER_WORDS)
_SPOKEN = re.compile(
    rf"\b(?:(?:at|by|pukul|jam|um|gegen) (?P<a>{_NUMBER_WORD})\b(?! \w+ (?:times|mal))"
    rf"|(?P<b>{_NUMBER_WORD}) (?:o['\u2019]clock|uhr|a\.?m|p\.?m)\b)",
    re.IGNORECASE,
)
_LONE = re.compile(
    r"\b(?:between|from|at|zwischen|von|um|ab|gegen|antara|dari|pukul|jam|de|à|las|alle|às|om|van)\s"
    r"(?P<a>\d{1,2})\b|\b(?P<b>\d{1,2})\s?(?:-|\u2013|to|bis|and|und|hingga)\s?\d",
    re.IGNORECASE,
)
_NOON = re.compile(r"\b(?:noon|midday|midnight|mitternacht|tengah malam)\b", re.IGNORECASE)
"""Both are twelve on a dial."""

_GREETING = re.compile(
    r"\b(?:good (?:morning|afternoon|evening|night)|guten (?:morgen|abend|tag)|gute nacht"
    r"|selamat (?:pagi|petang|malam|tengah ?hari|sejahtera))\b",
    re.IGNORECASE,
)
_IDLE_TODAY = re.compile(
    r"\b(?:help|assist|do for|with us|calling|call|reaching|contacting|contacted|called|you)"
    r"(?: \w+){0,2} today\b(?=[.!?,]|$)",
    re.IGNORECASE,
)
_NEAR_ELSEWHERE = {
    "oggi": 0, "hoje": 0, "domani": 1, "mañana": 1, "amanhã": 1, "завтра": 1, "dopodomani": 2,
}  # fmt: skip
_NEAR_IN_SIGNS = {
    "今天": 0, "今日": 0, "오늘": 0, "明天": 1, "明日": 1, "내일": 1, "后天": 2, "明後日": 2,
}  # fmt: skip
_DAYS_FROM_NOW = {**NEAR, **_NEAR_ELSEWHERE, **_NEAR_IN_SIGNS}
_NEAR_DAY = pattern(
    rf"(?<!\w)(?:{any_of((*NEAR, *_NEAR_ELSEWHERE))})(?!\w)|{any_of(_NEAR_IN_SIGNS)}"
)
_MORNING, _AFTERNOON, _EVENING = (5, 12), (12, 18), (17, 24)
_PARTS = {
    _MORNING: (
        r"\b(?:mornings?|vormittags?|morgens|früh|pagi|matin|mañana por la|mattina|manhã)\b|上午"
    ),
    _AFTERNOON: (
        r"\b(?:afternoons?|nachmittags?|mittags?|petang|tengah ?hari|tarde|après-midi)\b|下午"
    ),
    _EVENING: r"\b(?:evenings?|abends?|malam|nights?|nachts|soir|noche|sera|noite)\b|晚上",
}
_VAGUE = re.compile(
    r"\b(?:(?:next|this|coming) (?:week|weekend|month)|weekend|(?:in|within) (?:an?|the next|\w+)"
    r" (?:minutes?|hours?|days?|weeks?)|shortly|right away|immediately|asap|later today"
    r"|nächste[nr]? woche|(?:am )?wochenende|(?:in|innerhalb)(?: von)? (?:einer|einem|wenigen|\w+)"
    r" (?:minuten?|stunden?|tage?n?|wochen?)|sofort|umgehend|unverzüglich"
    r"|minggu (?:depan|ini)|hujung minggu|(?:dalam(?: masa)?|se)\s?(?:\w+ )?(?:minit|jam|hari)"
    r"|segera)\b",
    re.IGNORECASE,
)


class NamedTime(NamedTuple):
    """``certain``: which half of the day it is in was said."""

    hour: int
    minute: int
    certain: bool

    def may_be(self, other: "NamedTime") -> bool:
        if self.minute != other.minute:
            return False
        if self.certain and other.certain:
            return self.hour == other.hour
        return self.hour % 12 == other.hour % 12


def clocks(text: str) -> list[NamedTime]:
    """Times of day. A lone number is one only where its words say so ("10 am", "um zehn")."""
    found = []
    for match in _CLOCK.finditer(text):
        half, hour = (match["half"] or "").casefold(), int(match["hour"])
        if (match["minute"] is None and not half) or hour > _LAST_HOUR:
            continue
        if match["parted"] == "." and not half:
            continue  # a date
        found.append(_clock(hour, int(match["minute"] or 0), half))
    for match in _SPOKEN.finditer(text):
        word = (match["a"] or match["b"]).casefold()
        found.append(NamedTime(_NUMBER_WORDS[word], 0, certain=False))
    found += [NamedTime(12, 0, certain=False) for _ in _NOON.finditer(text)]
    return found


def may_be_named(clock: NamedTime, text: str) -> bool:
    """Also by a lone number where times stand ("between 10 and 12")."""
    hours = [int(m["a"] or m["b"]) for m in _LONE.finditer(text)] if clock.minute == 0 else []
    lone = [NamedTime(hour, 0, certain=hour > _NOON_HOUR) for hour in hours]
    return any(each.may_be(clock) for each in [*clocks(text), *lone])


def _clock(hour: int, minute: int, half: str) -> NamedTime:
    first = half[:1]
    if first == "p" and half not in _OF_MORNING:
        return NamedTime(hour % _NOON_HOUR + _NOON_HOUR, minute, certain=True)
    if first == "a" or half in _OF_MORNING:
        return NamedTime(hour % _NOON_HOUR, minute, certain=True)
    return NamedTime(hour, minute, certain=hour > _NOON_HOUR)


def without_clocks(text: str) -> str:
    return _CLOCK.sub(lambda m: " " if m["minute"] or m["half"] else m[0], text)


def clock_of(at: datetime) -> NamedTime:
    return NamedTime(at.hour, at.minute, certain=True)


def weekdays(text: str, language: str) -> set[int]:
    """0 is Monday."""
    names, short = _day_names(language)
    said = {names[word] for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in names}
    return said | {n for word, n in short.items() if re.search(rf"\b{word}\b\.?,?\s?\d", text)}


def months(text: str, language: str) -> set[int]:
    """Only beside a number: "may" is no month by itself."""
    return {
        n
        for word, n in _months(language).items()
        if pattern(rf"(?<![\d-])\d{{1,2}}\.?\s?{word}\b|\b{word}\.?\s\d").search(text)
    }


def days_from_now(text: str) -> set[int]:
    plain = _IDLE_TODAY.sub(" ", _GREETING.sub(" ", text))
    return {_DAYS_FROM_NOW[" ".join(m[0].casefold().split())] for m in _NEAR_DAY.finditer(plain)}


def parts_of_day(text: str) -> set[tuple[int, int]]:
    """Hours between which the parts of the day lie that a text names."""
    plain = _GREETING.sub(" ", text)
    return {hours for hours, said in _PARTS.items() if pattern(said).search(plain)}


def vague(text: str) -> set[str]:
    return {match[0].casefold() for match in _VAGUE.finditer(text)}


def names(language: str) -> list[str]:
    """Of days and months, so that no capital of theirs is taken for a person's."""
    return [*chain(*_day_names(language)), *_months(language)]


@cache
def _locales(language: str) -> tuple[Locale, ...]:
    known = {Locale(name): None for name in _OURS}
    try:
        return tuple({Locale.parse(language): None, **known})
    except (UnknownLocaleError, ValueError):
        return tuple(known)


@cache
def _day_names(language: str) -> tuple[dict[str, int], dict[str, int]]:
    """Whole names in any of our languages and this one, and short ones as they are written."""
    whole = {name: n for n, row in enumerate(WEEKDAYS) for name in row if len(name) > _SHORT}
    short = dict[str, int]()
    for locale in _locales(language):
        whole |= {name.casefold(): n for n, name in locale.days["format"]["wide"].items()}
        names_of_days = locale.days["format"]["abbreviated"].items()
        short |= {re.escape(name.strip(".")): n for n, name in names_of_days}
    return whole, short


@cache
def _months(language: str) -> dict[str, int]:
    return {re.escape(name): n for name, n in month_names(_locales(language)).items()}
