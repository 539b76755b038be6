"""Dates as people write them: what the rules of several agents need."""

from collections.abc import Iterable
from datetime import date, timedelta

from babel import Locale

_CENTURY = 2000
_MONTH_AHEAD = 32
"""Days from the first of a month that lie in the next one."""


def valid_date(year: int, month: int, day: int) -> date | None:
    """None for a day that is not in the calendar."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def full_year(written: str | None) -> int | None:
    """``26`` is 2026; None where no year is written."""
    return None if not written else int(written) + (_CENTURY if len(written) == len("26") else 0)


def day_of_year(
    year: int | None, month: int, day: int, today: date, *, ahead: bool = False
) -> date | None:
    """Without a year: the last such day up to today, or, ``ahead``, the next one."""
    if year is not None:
        return valid_date(year, month, day)
    this = valid_date(today.year, month, day)
    if this is not None and (this >= today if ahead else this <= today):
        return this
    return valid_date(today.year + (1 if ahead else -1), month, day)


def day_of_month(day: int, today: date, *, ahead: bool = False) -> date | None:
    """The last such day up to today, this month or the one before; ``ahead``, this or the next."""
    this = valid_date(today.year, today.month, day)
    if this is not None and (this >= today if ahead else this <= today):
        return this
    other = today.replace(day=1) + timedelta(_MONTH_AHEAD if ahead else -1)
    return valid_date(other.year, other.month, day)


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
