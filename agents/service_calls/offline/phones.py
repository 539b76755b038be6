"""Numbers in words: typed, keyed or said digit by digit, as they are said back."""

import re
from typing import NamedTuple

import phonenumbers

from agents.service_calls.offline.tables import LANGUAGES, ends, holds
from language.numbers import counting_words
from language.patterns import pattern

_AROUND = 3
"""Words beside a number that is too short: "my number is 555 12"."""
FEWEST, MOST = 7, 15
"""Digits of a number, from one within a town to the longest there is."""
_DIGITS = {word: str(n) for word, n in counting_words(LANGUAGES).items() if len(str(n)) == 1}
_ZERO = dict.fromkeys(("zero", "null", "kosong", "sifar", "oh", "o"), "0")
_SPOKEN = _DIGITS | _ZERO | {"zwo": "2"}
_TIMES = {"double": 2, "triple": 3, "doppel": 2, "dua kali": 2}
_WORD = "|".join(_SPOKEN)


def _said(figures: str) -> re.Pattern[str]:
    one = rf"(?:(?:{'|'.join(_TIMES)})\s+)?(?:{_WORD}|{figures})"
    return pattern(rf"(?<!\w)(?:plus\s+)?{one}(?:[\s,.-]+{one})*(?!\w)")


_SAID = _said(r"\d")
_IN_GROUPS = _said(r"\d{1,4}")
"""As recognised speech writes them: ``555, 1, 2, 3, 4``. Only where a number was asked for."""
_TYPED = pattern(r"(?<![\w.,])(?:\+|00)?\(?\d[\d\s().\-/]*\d#?(?!\w)|(?<![\w.,])\d#?(?![\w.,])")
_DATE = pattern(r"^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})?)$")


class Phone(NamedTuple):
    """``said`` as it is said back; empty where the digits are too few. ``others``: where a further
    number that is no correction ends, which may be called as well.
    """

    said: str
    start: int
    end: int
    others: int = 0


def phone_in(text: str, region: str, *, asked: bool) -> Phone | None:
    """The first number in a text, or the last one that corrects it. Where a number was asked for,
    digits that are too few are one that is too short.
    """
    every = [*_typed(text, region), *_spoken(text, region, _IN_GROUPS if asked else _SAID)]
    whole = sorted((each for each in every if each.said), key=lambda each: each.start)
    if whole:
        kept = whole[0]
        for other in whole[1:]:
            if _corrects(text[: kept.start], text[kept.end : other.start]):
                kept = other
        others = [each.end for each in whole if each.start >= kept.end and each.said != kept.said]
        return kept._replace(others=max(others, default=0))
    few = [each for each in every if asked and _is_meant(text, each)]
    return few[0] if few else None


def _corrects(before: str, between: str) -> bool:
    """Whether a number is said in place of the one before it."""
    corrected = holds("instead", "no").search(between) or ends("not_this").search(before)
    return corrected is not None


def _is_meant(text: str, digits: Phone) -> bool:
    """Whether digits that are too few are meant as a number to call: not those of an address, a
    time or a price, around which more is said.
    """
    around = f"{text[: digits.start]} {text[digits.end :]}"
    price = re.match(r"[.,]\d\d(?!\d)", text[digits.end :]) is not None
    return not price and len(re.findall(r"[^\W\d_]+", around)) <= _AROUND


def _typed(text: str, region: str) -> list[Phone]:
    found = []
    for match in _TYPED.finditer(text):
        given = match[0].rstrip("#").strip()
        if not _DATE.match(given):
            found.append(Phone(_kept(given, region), *match.span()))
    return found


def _spoken(text: str, region: str, said: re.Pattern[str]) -> list[Phone]:
    found = []
    for match in said.finditer(text):
        digits, times = "", 1
        for word in re.split(r"[\s,.-]+", match[0].casefold()):
            if word in _TIMES:
                times = _TIMES[word]
                continue
            digits += _SPOKEN.get(word, word if word.isdigit() else "") * times
            times = 1
        if len(digits) > 1 and not match[0].isdigit():
            found.append(Phone(_kept(digits, region), *match.span()))
    return found


def _kept(given: str, region: str) -> str:
    """As it was given, with bare digits in the way of the region; empty if it is none."""
    digits = re.sub(r"\D", "", given)
    if not FEWEST <= len(digits) <= MOST:
        return ""
    if given != digits:
        return " ".join(given.split())
    if len(digits) == FEWEST:
        return f"{digits[:3]}-{digits[3:]}"
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return digits
    if not phonenumbers.is_valid_number(number):
        return digits
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
