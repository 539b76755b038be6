"""Hours of a day, between which something is to be: "after three", "10 to 12", "in the morning"."""

from language.clock_times import (
    WHOLE_DAY,
    TimeOfDay,
    clock_pattern,
    minutes_of,
    part_of_day_in,
    time_in,
    time_of_day,
)
from language.coming_days import weekday_numbers
from language.day_names import NEAR
from language.patterns import any_of, whole_words

_RANGE = (
    r"(?:between|from|zwischen|von|antara|dari|entre(?: las?)?|de(?: las?)?)\s+"
    rf"{clock_pattern(1)}\s*"
    rf"(?:and|to|till?|until|und|bis|dan|hingga|sampai|y(?: las?)?|a(?: las?)?|et|à|[-–])\s*"
    rf"{clock_pattern(2)}"
)
_DASHED = rf"{clock_pattern(1)}\s*[-–]\s*{clock_pattern(2)}"
_AFTER = (
    r"(?:any ?time |some ?time )?(?:after|later than|not (?:before|earlier than|until)|from|"
    r"no earlier than|nach|ab|nicht vor|frühestens(?: um)?|selepas|lepas|lps|mulai|"
    r"después de(?: las?)?|a partir de(?: las?)?|no antes de(?: las?)?|après|à partir de|pas avant|"
    rf"(?:bukan|jangan) sebelum)\s+{clock_pattern(1)}(?:\s+on(?:wards?)?)?"
)
_BEFORE = (
    r"(?:before|until|till|by|no later than|not (?:after|later than)|vor|bis|spätestens|sebelum|"
    rf"nicht nach|antes de(?: las?)?|hasta(?: las?)?|avant|jusqu'à)\s+{clock_pattern(1)}"
)
_BEHIND_A_DAY = rf"(?P<day>{any_of(weekday_numbers())}|{any_of(NEAR)}),? (?P<h>\d{{1,2}})$"
"""An hour that is only a number: "Wednesday 12"."""


def hours_in(text: str, working: tuple[int, int]) -> TimeOfDay | None:
    """The hours that a text names, or one time. ``working``: a lone hour below the first is one of
    the afternoon, and a number that is only a number an hour where it lies between the two. Behind
    a part of today ("this afternoon") its rest says "today".
    """
    for rule in (_RANGE, _DASHED):
        match = whole_words(rule).search(text)
        if match is not None and (rule is _RANGE or match["s2"]):
            first, last = (minutes_of(match, n, working[0]) for n in (1, 2))
            if first is not None and last is not None and first < last:
                return time_of_day(first, last, text, match)
    for rule in (_AFTER, _BEFORE):
        match = whole_words(rule).search(text)
        if match is not None and (said := minutes_of(match, 1, working[0])) is not None:
            first, last = (said, WHOLE_DAY) if rule is _AFTER else (0, said)
            return time_of_day(first, last, text, match)
    exact = time_in(text, working[0])
    if exact is not None:
        return exact
    match = whole_words(_BEHIND_A_DAY).search(text)
    if match is not None and working[0] <= int(match["h"]) < working[1]:
        at = int(match["h"]) * 60
        return TimeOfDay(at, at, match[0], f"{text[: match.start()]} {match['day']}")
    part = part_of_day_in(text)
    if part is not None:
        named = part.words.casefold()
        if (
            named.startswith(("this", "heute", "diesen", "esta ", "ce ", "cet "))
            or named == "tonight"
        ):
            return part._replace(rest=f"{part.rest} today")
    return part
