"""Times of day, in words and digits: the hour at which somebody is to come, or a report."""

import re
from typing import NamedTuple

from language.coming_days import weekday_numbers
from language.numbers import count_words, counted, counting_words
from language.patterns import any_of, pattern, whole_words

WHOLE_DAY = 24 * 60
"""In minutes, as all times of this module, from midnight."""
_NOON = 12
SAID_OF_HOUR = (
    r"a\.?m\.?|p\.?m\.?|uhr|o'?clock|pagi|petang|ptg|malam|tengah hari|"
    r"in the (?:morning|afternoon|evening)|de la (?:mañana|tarde|noche)|"
    r"du (?:matin|soir)|de l'après-midi"
)
"""What stands behind an hour."""
_BEFORE_NOON = frozenset({"am", "pagi", "in the morning", "de la mañana", "du matin"})
_AFTER_NOON = frozenset({
    "pm", "petang", "ptg", "malam", "in the afternoon", "in the evening", "de la tarde",
    "de la noche", "du soir", "de l'après-midi",
})  # fmt: skip
_MATIN = r"(?:(?:por|en|de) la|esta) mañana|(?:le |du )?matins?|dans la matinée"
_APRES_MIDI = r"(?:(?:por|en|de) la|esta) tarde|(?:(?:dans|de) l'|l')?après-midi"
_SOIR = r"(?:(?:por|en|de) la|esta) noche|(?:le |du )?soirs?|dans la soirée"
"""Parts of the day in Spanish and French."""
_PARTS = (
    (
        rf"in the mornings?|mornings?|vormittags?|früh|morgens|am morgen|pagi|{_MATIN}",
        (8, 12),
    ),
    (r"lunch ?time|midday|noon|mittags?|tengah ?hari|(?:a |al )?mediod[ií]a|midi", (11, 14)),
    (
        rf"in the afternoons?|afternoons?|arvo|nachmittags?|petang|{_APRES_MIDI}",
        (13, 18),
    ),
    (
        rf"in the evenings?|evenings?|tonight|at night|abends?|malam|{_SOIR}",
        (17, 21),
    ),
)
_NO_LENGTH = (
    r"(?!\s*(?:days?|weeks?|hours?|minutes?|tage?n?|wochen?|stunden?|minuten|hari|minggu|jam)\b)"
)
_WEEKDAY = any_of(weekday_numbers())
_HOUR_WORDS = counting_words(("es", "fr")) | {"una": 1}
"""Of Spanish and French: elsewhere some of them are no numbers ("once a day")."""
_HOUR_WORD = rf"{count_words()}|{any_of(word for word in _HOUR_WORDS if word not in {'un', 'uno'})}"
_LEADS = r"a las?|sobre las?|hacia las?|vers|à(?=\s+\S+\s*(?:h\b|heures?\b))"


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
        rf"(?:(?:pukul|jam|um|at|about|around|etwa|{_LEADS})\s+)?"
        rf"(?:(?P<half{n}>half past|halb|half)\s+)?"
        rf"(?:(?P<h{n}>\d{{1,2}}|{_HOUR_WORD})(?:[:.h](?P<m{n}>[0-5]\d))?(?![\d/])\s*"
        rf"(?:(?:h|heures?|horas?)\b\s*)?(?P<s{n}>{SAID_OF_HOUR})?"
        rf"|(?P<noon{n}>noon|midday|mittag|lunch|tengah hari|mediod[ií]a|midi)){_NO_LENGTH}"
    )


_CLOCK = clock_pattern(1)
_LED_CLOCK = rf"(?:at|around|about|um|gegen|pukul|jam|@|{_LEADS})\s+{_CLOCK}"


def minutes_of(match: re.Match[str], n: int, first_of_morning: int) -> int | None:
    """A lone hour below the ``first_of_morning`` is one of the afternoon. None for an hour that no
    day has.
    """
    if match[f"noon{n}"]:
        return _NOON * 60
    hour, minute = _hour_of(match[f"h{n}"]), int(match[f"m{n}"] or 0)
    said = (match[f"s{n}"] or "").casefold().replace(".", "")
    half = (match[f"half{n}"] or "").casefold()
    minute = 30 if half else minute
    hour -= half == "halb"
    if said in _AFTER_NOON and hour < _NOON:
        hour += _NOON
    elif said in _BEFORE_NOON:
        hour %= _NOON
    elif hour < first_of_morning and not match[f"h{n}"].startswith("0"):
        hour += _NOON
    return hour * 60 + minute if hour * 60 + minute < WHOLE_DAY else None


def _hour_of(said: str) -> int:
    number = _HOUR_WORDS.get(said.casefold())
    return counted(said) if number is None else number


def time_in(text: str, first_of_morning: int) -> TimeOfDay | None:
    """The time that a text names: "at 6", "6pm", "18:00", "half past six"."""
    for rule in (_LED_CLOCK, _CLOCK):
        match = whole_words(rule).search(text)
        if match is None or (
            rule is not _LED_CLOCK
            and not (match["s1"] or match["half1"] or (match["m1"] and "." not in match[0]))
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
        rule = rf"(?:(?:this|in the|am|heute|diesen|waktu|sebelah|cet|ce) )?(?:{words})"
        match = whole_words(rule).search(text)
        if match is not None:
            return time_of_day(first * 60, last * 60, text, match)
    return None


def time_of_day(first: int, last: int, text: str, match: re.Match[str]) -> TimeOfDay:
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    return TimeOfDay(first, last, match[0], rest)
