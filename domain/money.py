"""Money: a decimal amount with an ISO 4217 currency. Never a float."""

import re
from decimal import ROUND_HALF_EVEN, Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator

_MINOR_UNITS_0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_MINOR_UNITS_3 = "BHD IQD JOD KWD LYD OMR TND"
_MINOR_UNITS_2 = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD "
    "CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD "
    "GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD "
    "MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP "
    "PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS "
    "TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG"
)

MINOR_UNITS: dict[str, int] = {
    **dict.fromkeys(_MINOR_UNITS_0.split(), 0),
    **dict.fromkeys(_MINOR_UNITS_2.split(), 2),
    **dict.fromkeys(_MINOR_UNITS_3.split(), 3),
}
"""Digits after the decimal separator per currency. Source: ISO 4217 list one (2025)."""

_SMALL_UNIT_CURRENCIES = frozenset(
    [
        "IDR",
        "VND",
        "KRW",
        "JPY",
        "LAK",
        "KHR",
        "IRR",
        "LBP",
        "UZS",
        "PYG",
        "COP",
        "CLP",
        "TZS",
        "UGX",
        "GNF",
        "MMK",
    ]
)
_LIMIT = Decimal(10_000_000)
_SMALL_UNIT_LIMIT = Decimal(10_000_000_000)


def _known_currency(code: str) -> str:
    if code not in MINOR_UNITS:
        raise ValueError(f"{code!r} is not an ISO 4217 currency code")
    return code


Currency = Annotated[str, AfterValidator(_known_currency)]
"""An ISO 4217 alphabetic code, upper case; validated."""


class AmountOrigin(StrEnum):
    """Where an amount comes from that does not stand in the words themselves."""

    WORKED_OUT = "worked_out"
    """It follows from amounts that were told: a product, a sum, a share."""
    EARLIER = "earlier"
    """It was told or shown before."""
    UNSURE = "unsure"
    """Nothing shows it: the person is asked whether it is right."""


def amount_limit(currency: str) -> Decimal:
    """The largest amount that one person's entry may have, in units of ``currency``.

    Ten million, or ten thousand million where one unit is worth a fraction of a cent. Beyond it a
    typing or reading error is far likelier than a purchase, so the person is asked.
    """
    return _SMALL_UNIT_LIMIT if currency in _SMALL_UNIT_CURRENCIES else _LIMIT


def rounded(amount: Decimal, currency: str) -> Decimal:
    """``amount`` with the number of decimals that ``currency`` has (banker's rounding)."""
    return amount.quantize(Decimal(1).scaleb(-MINOR_UNITS[currency]), rounding=ROUND_HALF_EVEN)


_NUMBER = re.compile(r"\d[\d.,'’\u00a0\u202f ]*")
_SEPARATORS = re.compile("[.,']")
_SCALE = re.compile(
    r"\s?(?:(?P<thousand>k|rb|ribu|thousand|tausend)|(?P<million>m|mio|million|millions|jt|juta)"
    r"|mil(?:le)?)(?!\w)",
    re.IGNORECASE,
)
"""Words that multiply the number before them; "mil" is either of them. Whole words only:
"500 myr" is not 500 million.
"""


def amount_stands_in(amount: Decimal, text: str) -> bool:
    """Whether ``amount`` is written somewhere in ``text``, in any common notation.

    The guard against invented amounts: digits are compared after separators are dropped, so
    ``1,234.00``, ``1.234,00`` and ``1234`` all show 1234; ``1.5k`` shows 1500.
    """
    for match in _NUMBER.finditer(text):
        factors = (1, *_factors(text, match.start() + len(match.group().rstrip())))
        wanted = {_significant_digits(amount / factor) for factor in factors}
        if wanted & _readings_of(match.group()):
            return True
    return False


def _factors(text: str, at: int) -> tuple[int, ...]:
    """What the word at this place multiplies a number by; more than one when it has two senses."""
    scale = _SCALE.match(text, at)
    if scale is None:
        return ()
    if scale["thousand"]:
        return (1_000,)
    return (1_000_000,) if scale["million"] else (1_000, 1_000_000)


def _significant_digits(amount: Decimal) -> str:
    whole, _, fraction = f"{abs(amount):f}".partition(".")
    return f"{whole.lstrip('0') or '0'}.{fraction.rstrip('0')}"


def _readings_of(number: str) -> set[str]:
    """Each way to read a run of digits and separators: the last separator is a point or is not."""
    number = number.replace("’", "'")
    tight = re.sub(r"[\s'\u00a0\u202f]", "", number).strip(".,")
    spaced = [part.strip(".,'") for part in number.split()]
    readings: set[str] = set()
    for run in {tight, *spaced}:
        if not run:
            continue
        digits = re.sub(_SEPARATORS, "", run)
        readings.add(_significant_digits(Decimal(digits)))
        whole, separator, fraction = _split_last(run)
        if separator:
            digits = f"{re.sub(_SEPARATORS, '', whole)}.{re.sub(_SEPARATORS, '', fraction)}"
            readings.add(_significant_digits(Decimal(digits)))
    return readings


def _split_last(run: str) -> tuple[str, str, str]:
    at = max(run.rfind("."), run.rfind(","))
    return (run[:at], run[at], run[at + 1 :]) if at > 0 else (run, "", "")
