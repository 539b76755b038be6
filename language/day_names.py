"""Names of days and months, as people write and shops print them."""

from functools import cache

from babel import Locale

from language.word_lists import lists_of, numbers_of
from language.written_dates import month_names

_FILE = "days.toml"
WEEKDAYS_OF = lists_of("language", _FILE, "weekdays")
"""By language (ISO 639-1), from Monday on."""
_TOO = lists_of("language", _FILE, "weekdays_too")
WEEKDAYS: tuple[tuple[str, ...], ...] = tuple(
    (*names, *_TOO.get(str(number), ()))
    for number, names in enumerate(zip(*WEEKDAYS_OF.values(), strict=True))
)
"""All names of each day, from Monday on. "Sat" and "sun" are words of other meanings as well."""
PRINTED_WEEKDAYS = numbers_of("language", _FILE, "printed_weekdays")
PRINTED_MONTHS = numbers_of("language", _FILE, "printed_months")
AMBIGUOUS = frozenset(lists_of("language", _FILE, "ambiguous")["printed_months"])
"""Months in one language, words of a bill in another: believed with a whole year only."""
NEAR = numbers_of("language", _FILE, "near")
"""Days ahead."""
SAID_OF_DAYS = NEAR | numbers_of("language", _FILE, "told")
"""Days from today of what is told: of the past mostly."""


@cache
def months() -> dict[str, int]:
    """Names of months in small letters: 1 is January. Short ones in English, Malay and German only:
    "ago" is August in Spanish.
    """
    typed = numbers_of("language", _FILE, "months_too")
    long = month_names(map(Locale, ("es", "fr")), ("wide",))
    return long | month_names(map(Locale, ("en", "ms", "de"))) | typed
