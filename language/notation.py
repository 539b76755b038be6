"""Reading a written number: which separator is the decimal one, in which locale."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

from domain.money import MINOR_UNITS

_FALLBACK = "en"
_GROUP = 3
_MAX_DIGITS = 18
_NO_MINOR_UNITS_IN_USE = frozenset(["IDR", "VND", "LAK", "KHR", "IRR", "COP", "MMK", "UZS", "LBP"])
"""Currencies that have minor units by the standard, but in which nobody writes them."""

_GROUPED_BY_POINT = frozenset(["EUR", "DKK", "TRY", "BRL", "ARS", "UYU", "RON", "ISK"])
"""Where these are at home a point groups; three decimals are never written."""

_GROUPED = re.compile(r"\d{1,3}(?:[.,']\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")
"""Groups of three, or the Indian way: two, two, three."""


class Numeral(NamedTuple):
    """What a written number means; two readings when it can't be told."""

    readings: tuple[Decimal, ...]

    @property
    def value(self) -> Decimal | None:
        return self.readings[0] if len(self.readings) == 1 else None


class Symbols(NamedTuple):
    decimal: str
    group: str


@lru_cache(maxsize=128)
def locale_of(identifier: str) -> Locale:
    """The Babel locale of an identifier; an unknown region falls back to the language."""
    for candidate in (identifier, identifier.replace("-", "_").split("_")[0]):
        try:
            return Locale.parse(candidate, sep="-" if "-" in candidate else "_")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse(_FALLBACK)


@lru_cache(maxsize=128)
def symbols_of(identifier: str) -> Symbols:
    """How this locale separates numbers, in the spelling of ``words.clean``."""
    locale = locale_of(identifier)
    decimal = "," if get_decimal_symbol(locale) in {",", "٫"} else "."
    group = get_group_symbol(locale)
    if group in {"’", "'", "\u00a0", "\u202f", " "}:
        return Symbols(decimal, "'")
    return Symbols(decimal, "." if decimal == "," else ",")


def read_numeral(written: str, locale: str, currency: str) -> Numeral | None:
    """The value of digits with separators (``.``, ``,``, ``'``); None when they fit no notation.

    ``1,234.00`` and ``15,50`` read in one way only, whatever the locale. ``1.250`` depends on it:
    where the locale groups by a point it is 1250; where the point is decimal, the currency
    decides: three decimals (KWD) or none (JPY) are clear, with two both readings are given.
    """
    digits = re.sub(r"\D", "", written)
    if not digits or len(digits) > _MAX_DIGITS:
        return None
    separators = {char for char in written if char in ".,'"}
    if not separators:
        return _one(digits)
    last = max(written.rfind(char) for char in separators)
    whole, fraction = written[:last], written[last + 1 :]
    if written[last] == "'":
        # An apostrophe groups and never stands for a point: 5'11 is a height.
        groups = separators == {"'"} and _GROUPED.fullmatch(written) and not whole.startswith("0")
        return _one(digits) if groups else None
    if len(separators) > 1 or written.count(written[last]) > 1:
        return _with_groups(written, whole, fraction)
    if len(fraction) != _GROUP or len(whole) > _GROUP or whole.startswith("0"):
        return _decimal(whole, fraction)
    return _grouped_or_decimal(written[last], whole, fraction, symbols_of(locale), currency)


def _one(number: str) -> Numeral:
    return Numeral((Decimal(number),))


def _decimal(whole: str, fraction: str) -> Numeral:
    return _one(f"{whole}.{fraction}")


def _with_groups(written: str, whole: str, fraction: str) -> Numeral | None:
    if _GROUPED.fullmatch(written) and len({c for c in written if not c.isdigit()}) == 1:
        return _one(re.sub(r"\D", "", written))
    if _GROUPED.fullmatch(whole) and len({c for c in whole if not c.isdigit()}) == 1:
        return _decimal(re.sub(r"\D", "", whole), fraction)
    return None


def _grouped_or_decimal(
    separator: str, whole: str, fraction: str, symbols: Symbols, currency: str
) -> Numeral:
    grouped = Decimal(whole + fraction)
    if separator == symbols.group:
        return Numeral((grouped,))
    if MINOR_UNITS[currency] == _GROUP:
        return _decimal(whole, fraction)
    if MINOR_UNITS[currency] == 0 or currency in _NO_MINOR_UNITS_IN_USE:
        return Numeral((grouped,))
    if separator == "." and currency in _GROUPED_BY_POINT:
        return Numeral((grouped,))
    if separator == symbols.decimal or symbols.group == "'":
        return Numeral((Decimal(f"{whole}.{fraction}").normalize(), grouped))
    return Numeral((grouped,))


def likely_values(written: str) -> list[Decimal]:
    """What a number of whatever place may mean, the likeliest first: ``1,299.50``, ``1.299,50``,
    ``14,90``; three digits behind a lone sign are a group, or thousandths.
    """
    plain = re.sub(r"['’\u00a0\u202f ]", "", written)
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return [Decimal(plain)]
    whole, fraction = re.sub(r"[.,]", "", plain[:last]), plain[last + 1 :]
    as_fraction, as_group = Decimal(f"{whole}.{fraction}"), Decimal(whole + fraction)
    grouped = len(fraction) == _GROUP and not plain.startswith("0")
    return [as_group, as_fraction] if grouped else [as_fraction]
