"""Days and times that a text names, whatever language it is in, for comparing two texts."""

import re
from datetime import datetime
from functools import cache
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names

_OURS = ("en", "ms", "de")

_CLOCK = re.compile(
    r"(?<![\d.:])(?P<hour>\d{1,2})(?:(?P<parted>[:.h])(?P<minute>[0-5]\d))?(?![\d:])"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?|uhr\b|o['\u2019]clock|h\b|pagi\b|pg\b|ptg\b|petang\b"
    r"|tengah ?hari\b|malam\b)?",
    re.IGNORECASE,
)
_MORNING = frozenset({"pagi", "pg"})
_HOURS = (
    "one two three four five six seven eight nine ten eleven twelve",
    "satu dua tiga empat lima enam tujuh lapan sembilan sepuluh sebelas duabelas",
    "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
)
_NUMBER_WORDS = {w: n for line in _HOURS for n, w in enumerate(line.split(), start=1)} | {"eins": 1}
_SPOKEN = re.compile(
    rf"\b(?:(?:at|by|pukul|jam|um|gegen) (?P<a>{'|'.join(_NUMBER_WORDS)})\b(?! \w+ (?:times|mal))"
    rf"|(?P<b>{'|'.join(_NUMBER_WORDS)}) (?:o['\u2019]clock|uhr|a\.?m|p\.?m)\b)",
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
_DAYS_FROM_NOW = (
    (
        0,
        (
            r"\b(?:today|tonight|heute|hari ini|malam ini|aujourd'hui|hoy|oggi|hoje|vandaag)\b"
            r"|今天|今日|오늘"
        ),
    ),
    (
        1,
        (
            r"(?<!after )\b(?:tomorrow|morgen|esok|besok|demain|mañana|domani|amanhã|завтра)\b"
            r"|明天|明日|내일"
        ),
    ),
    (
        2,
        (
            r"\b(?:day after tomorrow|übermorgen|lusa|après-demain|pasado mañana|dopodomani)\b"
            r"|后天|明後日"
        ),
    ),
)
_PARTS = (
    (
        (5, 12),
        r"\b(?:mornings?|vormittags?|morgens|früh|pagi|matin|mañana por la|mattina|manhã)\b|上午",
    ),
    (
        (12, 18),
        r"\b(?:afternoons?|nachmittags?|mittags?|petang|tengah ?hari|tarde|après-midi)\b|下午",
    ),
    ((17, 24), r"\b(?:evenings?|abends?|malam|nights?|nachts|soir|noche|sera|noite)\b|晚上"),
)
_VAGUE = re.compile(
    r"\b(?:(?:next|this|coming) (?:week|weekend|month)|weekend|(?:in|within) (?:an?|the next|\w+)"
    r" (?:minutes?|hours?|days?|weeks?)|shortly|right away|immediately|asap|later today"
    r"|nächste[nr]? woche|(?:am )?wochenende|(?:in|innerhalb)(?: von)? (?:einer|einem|wenigen|\w+)"
    r" (?:minuten?|stunden?|tage?n?|wochen?)|sofort|umgehend|unverzüglich"
    r"|minggu (?:depan|ini)|hujung minggu|(?:dalam(?: masa)?|se)\s?(?:\w+ )?(?:minit|jam|hari)"
    r"|segera)\b",
    re.IGNORECASE,
)


_NOON_HOUR, _LAST_HOUR = 12, 24


class Clock(NamedTuple):
    """``certain``: which half of the day it is in was said."""

    hour: int
    minute: int
    certain: bool

    def may_be(self, other: "Clock") -> bool:
        if self.minute != other.minute:
            return False
        if self.certain and other.certain:
            return self.hour == other.hour
        return self.hour % 12 == other.hour % 12


def clocks(text: str) -> list[Clock]:
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
        found.append(Clock(_NUMBER_WORDS[word], 0, certain=False))
    found += [Clock(12, 0, certain=False) for _ in _NOON.finditer(text)]
    return found


def may_be_named(clock: Clock, text: str) -> bool:
    """Also by a lone number where times stand ("between 10 and 12")."""
    hours = [int(m["a"] or m["b"]) for m in _LONE.finditer(text)] if clock.minute == 0 else []
    lone = [Clock(hour, 0, certain=hour > _NOON_HOUR) for hour in hours]
    return any(each.may_be(clock) for each in [*clocks(text), *lone])


def _clock(hour: int, minute: int, half: str) -> Clock:
    first = half[:1]
    if first == "p" and half not in _MORNING:
        return Clock(hour % _NOON_HOUR + _NOON_HOUR, minute, certain=True)
    if first == "a" or half in _MORNING:
        return Clock(hour % _NOON_HOUR, minute, certain=True)
    return Clock(hour, minute, certain=hour > _NOON_HOUR)


def without_clocks(text: str) -> str:
    return _CLOCK.sub(lambda m: " " if m["minute"] or m["half"] else m[0], text)


def clock_of(at: datetime) -> Clock:
    return Clock(at.hour, at.minute, certain=True)


def weekdays(text: str, language: str) -> set[int]:
    """0 is Monday."""
    names = _day_names(language)
    return {names[word] for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in names} | {
        n
        for word, n in _short_day_names(language).items()
        if re.search(rf"\b{word}\b\.?,?\s?\d", text)
    }


def months(text: str, language: str) -> set[int]:
    """Only beside a number: "may" is no month by itself."""
    return {
        n
        for word, n in _month_names(language).items()
        if re.search(rf"(?<![\d-])\d{{1,2}}\.?\s?{word}\b|\b{word}\.?\s\d", text, re.IGNORECASE)
    }


def days_from_now(text: str) -> set[int]:
    plain = _IDLE_TODAY.sub(" ", _GREETING.sub(" ", text))
    return {n for n, said in _DAYS_FROM_NOW if re.search(said, plain, re.IGNORECASE)}


def parts_of_day(text: str) -> set[tuple[int, int]]:
    """Hours between which the parts of the day lie that a text names."""
    plain = _GREETING.sub(" ", text)
    return {hours for hours, said in _PARTS if re.search(said, plain, re.IGNORECASE)}


def vague(text: str) -> set[str]:
    return {match[0].casefold() for match in _VAGUE.finditer(text)}


def names(language: str) -> list[str]:
    """Of days and months, so that no capital of theirs is taken for a person's."""
    return [*_day_names(language), *_month_names(language), *_short_day_names(language)]


def _locales(language: str) -> list[Locale]:
    found = []
    for name in dict.fromkeys((language, *_OURS)):
        try:
            found.append(Locale.parse(name))
        except (UnknownLocaleError, ValueError):
            continue
    return found


@cache
def _day_names(language: str) -> dict[str, int]:
    names = {}
    for locale in _locales(language):
        for n, name in get_day_names("wide", locale=locale).items():
            names[name.casefold()] = n
    return names


@cache
def _short_day_names(language: str) -> dict[str, int]:
    names = {}
    for locale in _locales(language):
        for n, name in get_day_names("abbreviated", locale=locale).items():
            names[re.escape(name.strip("."))] = n
    return names


@cache
def _month_names(language: str) -> dict[str, int]:
    names = {}
    for locale in _locales(language):
        for width in ("abbreviated", "wide"):
            for n, name in get_month_names(width, locale=locale).items():
                names[re.escape(name.strip("."))] = n
    return names
