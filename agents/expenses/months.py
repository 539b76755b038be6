"""Days of other months."""

from calendar import monthrange
from datetime import date


def months_later(day: date, months: int, on: int | None = None) -> date:
    """Returns the same day of the month, or ``on``, so many months later, or earlier for a number
    below zero; of a shorter month its last day.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(on or day.day, monthrange(year, month + 1)[1]))


def last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
