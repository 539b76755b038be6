"""When two numbers are the same."""

from dataclasses import dataclass

from phonenumbers import (
    NumberParseException,
    PhoneNumberFormat,
    format_number,
    is_possible_number,
    normalize_digits_only,
    parse,
)

from examples.service_tools.errors import ServicesRefusedError

_FEWEST, _MOST = 7, 15
"""Digits of a number, from one within a town to the longest there is."""


@dataclass(frozen=True)
class DialledPhone:
    """A number as it was given. ``e164`` tells it wherever it was written; a number that is only
    known within its town has none, and its ``digits`` tell it.
    """

    given: str
    digits: str
    e164: str | None


def read_phone(given: str, region: str) -> DialledPhone:
    """Raises ``ServicesRefusedError`` for what can't be a number."""
    digits = normalize_digits_only(given)
    if not _FEWEST <= len(digits) <= _MOST:
        raise ServicesRefusedError(
            code="invalid.phone", message=f"a number has {_FEWEST} to {_MOST} digits"
        )
    try:
        number = parse(given, region)
    except NumberParseException:
        return DialledPhone(given.strip(), digits, None)
    whole = is_possible_number(number)
    return DialledPhone(
        given.strip(), digits, format_number(number, PhoneNumberFormat.E164) if whole else None
    )
