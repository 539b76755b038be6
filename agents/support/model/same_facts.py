"""Whether two texts hold the same numbers, dates, sums, links and codes: what no translation may
change. Pure; where it cannot tell, it says no, and the untranslated text is shown.
"""

import re
import unicodedata
from collections import Counter
from decimal import Decimal
from functools import cache

from babel import Locale, UnknownLocaleError

from agents.support.knowledge.tables import by_word
from language.notation import likely_values
from language.numbers import LANGUAGES, single_words

_LINK = re.compile(r"(?:https?://|www\.)[^\s<>\"'»“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
_CODE = re.compile(
    r"\b[^\W\d_]+[-_/]?\d[\w-]*"
    r"|\b(?=[A-Z_-]*\d)(?=[\d_-]*[A-Z])(?:[A-Z\d]+[-_])+[A-Z\d]+\b"
    r"|\b\d+[A-Z][A-Z-]*\d\w*"
)
_SUM = re.compile(r"\b(RM|MYR|EUR|USD|GBP|SGD|CHF|JPY)(?=\d)", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})(?!\d)")
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_WORD = re.compile(r"[^\W\d_]+")
_TWICE = re.compile(
    r"\b(?:twice|doubl[ey]\w*|zweimal|doppel\w*|dobl[ea]\w*|dupl[ao]\w*|dobro|berganda|"
    r"(?:two|zwei|dos|deux|duas|dua)\s+(?:times|mal|veces|fois|vezes|kali)"
    r"|both|beid\w+|les deux|l(?:o|a)s dos|amb[oa]s|os dois|as duas|kedua\w*|alle twee)\b",
    re.IGNORECASE,
)
"""Languages say it too differently ("doppelt abgebucht", "charged twice") to compare it."""
_LEAST_LETTERS = 4

_VALUE = {
    word: number
    for language in LANGUAGES
    for word, number in (*single_words(language).items(), ("cien", 100), ("delapan", 8))
    if number != 11 and word not in {"neuf", "grand"}  # noqa: PLR2004 - elf, once
}
"""Words that are articles or common words of another kind are left out."""


def same_facts(one: str, other: str, *, languages: tuple[str, str] = ("", "")) -> bool:
    """``languages``, ISO 639-1, of the two texts: names of months and weekdays are compared where
    both are known.
    """
    first, second = _plain(one), _plain(other)
    if _written(first) != _written(second):
        return False
    if not all(languages):
        return True
    return _calendar(first, languages[0]) == _calendar(second, languages[1])


def _plain(text: str) -> str:
    """With the digits of all scripts as 0 to 9."""
    return "".join(
        str(digit) if (digit := unicodedata.digit(c, None)) is not None and c.isdecimal() else c
        for c in unicodedata.normalize("NFC", text)
    )


def _written(text: str) -> tuple[Counter[str], Counter[str], Counter[Decimal], Counter[str]]:
    """Links, codes, numbers (digits or words) and currencies."""
    links = Counter(link.rstrip(".,;:!?)]") for link in _LINK.findall(text))
    text = _TWICE.sub(" ", _SUM.sub(r"\1 ", _LINK.sub(" ", text)))
    codes = Counter(code.strip("-_") for code in _CODE.findall(text))
    text = _CODE.sub(" ", text)
    numbers: Counter[Decimal] = Counter()
    for day in _DAY.finditer(text):
        numbers.update(Decimal(part) for part in day.groups())
    text = _DAY.sub(" ", text)
    numbers.update(likely_values(each)[0].normalize() for each in _NUMBER.findall(text))
    words = [word.casefold() for word in _WORD.findall(text)]
    currencies = by_word("currencies")
    numbers.update(Decimal(_VALUE[word]) for word in words if word in _VALUE)
    money = Counter(currencies[sign] for sign in (*words, *text) if sign in currencies)
    return links, codes, numbers, money


def _calendar(text: str, language: str) -> Counter[str] | None:
    """Months that stand beside a number, and weekdays."""
    names = _names(language)
    if names is None:
        return None
    months, days = names
    tokens = [token.casefold() for token in re.findall(r"[^\W\d_]+|\d+", text)]
    found: Counter[str] = Counter()
    for n, token in enumerate(tokens):
        beside = tokens[max(0, n - 2) : n] + tokens[n + 1 : n + 2]
        if token in months and any(each.isdecimal() for each in beside):
            found[f"month {months[token]}"] += 1
        day = next((d for name, d in days.items() if token.startswith(name)), None)
        if day is not None:
            found[f"day {day}"] += 1
    return found


@cache
def _names(language: str) -> tuple[dict[str, int], dict[str, int]] | None:
    """Months and weekdays by their names; None for a language that nobody knows."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return None
    months = {
        name.casefold().rstrip("."): number
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in locale.months[context][width].items()
    }
    days = {
        name.casefold(): number
        for number, name in locale.days["format"]["wide"].items()
        if len(name) >= _LEAST_LETTERS and _WORD.fullmatch(name)
    }
    return months, days
