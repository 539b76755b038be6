"""Times of day, in words and digits: the hour at which somebody is to come, or a report."""

import re
from typing import NamedTuple

from language.coming_days import weekday_numbers
from language.numbers import count_words, counted
from language.patterns import any_of, pattern, whole_words

WHOLE_DAY = 24 * 60
"""In minutes, as all times of this module, from midnight."""
_NOON = 12
SAID_OF_HOUR = (
    r"a\.?m\.?|p\.?m\.?|uhr|o'?clock|pagi|petang|ptg|malam|tengah hari|"
    r"in the (?:morning|afternoon|evening)"
)
"""What stands behind an hour."""
_PARTS = (
    (r"in the mornings?|mornings?|vormittags?|früh|morgens|am morgen|pagi", (8, 12)),
    (r"lunch ?time|midday|noon|mittags?|tengah ?hari", (11, 14)),
    (r"in the afternoons?|afternoons?|arvo|nachmittags?|petang", (13, 18)),
    (r"in the evenings?|evenings?|tonight|at night|abends?|malam", (17, 21)),
)
_NO_LENGTH = (
    r"(?!\s*(?:days?|weeks?|hours?|minutes?|tage?n?|wochen?|stunden?|minuten|hari|minggu|jam)\b)"
)
_WEEKDAY = any_of(weekday_numbers())


class TimeOfDay(NamedTuple):
    """``first`` and ``last`` are the same for a time; ``rest`` is the text without its words."""

    first: int
    last: int
    words: str
    rest: str


def clock_pattern(n: int) -> str:
    """A time with or without minutes; its groups carry the number ``n``, so that a pattern can
    have several. What it matches is read by ``minutes_of``.
    """
    return (
        rf"(?:(?:pukul|jam|um|at|about|around|etwa)\s+)?(?:(?P<half{n}>half past|halb|half)\s+)?"
        rf"(?:(?P<h{n}>\d{{1,2}}|{count_words()})(?:[:.h](?P<m{n}>[0-5]\d))?(?![\d/])\s*"
        rf"(?P<s{n}>{SAID_OF_HOUR})?|(?P<noon{n}>noon|midday|mittag|lunch|tengah hari)){_NO_LENGTH}"
    )


_CLOCK = clock_pattern(1)
_LED_CLOCK = rf"(?:at|around|about|um|gegen|pukul|jam|@)\s+{_CLOCK}"


def minutes_of(match: re.Match[str], n: int, first_of_morning: int) -> int | None:
    """A lone hour below the ``first_of_morning`` is one of the afternoon. None for an hour that no
    day has.
    """
    if match[f"noon{n}"]:
        return _NOON * 60
    hour, minute = counted(match[f"h{n}"]), int(match[f"m{n}"] or 0)
    said = (match[f"s{n}"] or "").casefold().replace(".", "")
    half = (match[f"half{n}"] or "").casefold()
    minute = 30 if half else minute
    hour -= half == "halb"
    if (
        said in {"pm", "petang", "ptg", "malam", "in the afternoon", "in the evening"}
        and hour < _NOON
    ):
        hour += _NOON
    elif said in {"am", "pagi", "in the morning"}:
        hour %= _NOON
    elif hour < first_of_morning and not match[f"h{n}"].startswith("0"):
        hour += _NOON
    return hour * 60 + minute if hour * 60 + minute < WHOLE_DAY else None


def time_in(text: str, first_of_morning: int) -> TimeOfDay | None:
    """The time that a text names: "at 6", "6pm", "18:00", "half past six"."""
    for rule in (_LED_CLOCK, _CLOCK):
        match = whole_words(rule).search(text)
        if match is None or (
            rule is not _LED_CLOCK and not (match["s1"] or match["half1"] or ":" in match[0])
        ):
            continue
        if (said := minutes_of(match, 1, first_of_morning)) is not None:
            return time_of_day(said, said, text, match)
    return None


def part_of_day_in(text: str) -> TimeOfDay | None:
    """The part of the day that a text names, also behind a day: "Freitagabend"."""
    weekday = rf"(?<!\w)({_WEEKDAY})"
    parted = pattern(rf"{weekday}(vormittag|nachmittag|abend|mittag|morgen)s?(?!\w)")
    text = parted.sub(r"\1 \2", text)
    text = pattern(rf"{weekday} morgens?(?!\w)").sub(r"\1 vormittag", text)
    for words, (first, last) in _PARTS:
        rule = rf"(?:(?:this|in the|am|heute|diesen|waktu|sebelah) )?(?:{words})"
        match = whole_words(rule).search(text)
        if match is not None:
            return time_of_day(first * 60, last * 60, text, match)
    return None


def time_of_day(first: int, last: int, text: str, match: re.Match[str]) -> TimeOfDay:
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    return TimeOfDay(first, last, match[0], rest)
