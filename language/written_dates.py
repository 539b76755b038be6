"""Dates as people write them: what the rules of several agents need."""

from collections.abc import Iterable
from datetime import date

from babel import Locale


def valid_date(year: int, month: int, day: int) -> date | None:
    """None for a day that is not in the calendar."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def month_names(
    locales: Iterable[Locale], widths: Iterable[str] = ("wide", "abbreviated")
) -> dict[str, int]:
    """Names of months in lower case and without a full stop, long and short. A name that two
    languages have is that of the first.
    """
    names: dict[str, int] = {"sept": 9}
    for locale in locales:
        for width in widths:
            for number, name in locale.months["format"][width].items():
                names.setdefault(name.casefold().rstrip("."), number)
    return names
