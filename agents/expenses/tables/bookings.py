"""What a payment was for, by the words that banks write of it: fees, rent, taxes, insurance, what a
home uses; of what came in, salary, interest, what was given back.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache
from unicodedata import combining, normalize

from babel.numbers import get_territory_currencies

from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.shown import MoneyKind
from agents.expenses.tables.names import says_nothing
from agents.expenses.tables.vocabulary import WITHOUT_SPACES, meaning, plain
from language.word_lists import Lists, lists_of, table_of

BANKING = "Bills & Utilities"
"""Where fees of a bank belong."""


def category_told(texts: Iterable[str], kind: MoneyKind) -> str | None:
    """A built-in category; None where no words of a bank say one."""
    if kind is MoneyKind.TRANSFER:
        return None
    return _category(" ".join(map(plain, texts)), kind.value)


def category_known(merchant: str | None, currency: str) -> str | None:
    """Of a supplier or shop that is known; a short name that is a word as well, in its country."""
    name = plain(merchant or "")
    shop = merchant_known(merchant or "")
    if shop is not None:
        return shop.category
    return _of_brand(name, currency) or _category(name, "known")


def is_brand(name: str) -> bool:
    """Whether a text is the name of a brand and nothing else."""
    return plain(name).replace(" ", "") in _brands()


def category_of_trade(merchant: str | None) -> str | None:
    """By the word for what a shop is: "Pharmacie du Port", "Lekárna U Anděla"."""
    return _category(plain(merchant or ""), "trades")


_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST_OF_FEE = 2
"""Words in front of a fee that is what was paid for: "CCY CONVERSION FEE"."""
_HUNDREDTHS = re.compile(r"\d[.,]\d\d(?!\d)")
_MOST_WORDS, _SHORTEST, _ANYWHERE, _CUT_OFF = 5, 3, 6, 8


@lru_cache(maxsize=4096)
def _of_brand(name: str, currency: str) -> str | None:
    """The longest name of a brand that it begins with, or has in it where that is no short word."""
    words = name.split()
    for at in range(len(words)):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            key = "".join(words[at : at + count])
            found = _brands().get(key)
            whole = count == len(words)
            short = len(key) < (_ANYWHERE if count > 1 else _SHORTEST)
            if found is None or (short and not whole):
                continue
            category, countries = found
            at_home = "*" in countries or currency in {
                code for country in countries for code in _currencies(country)
            }
            if whole or (at_home and (at == 0 or len(key) >= _ANYWHERE)):
                return category
    joined = "".join(words)
    if len(joined) >= _CUT_OFF:  # a field of a fixed width cuts names off
        alike = {brand[0] for key, brand in _brands().items() if key.startswith(joined)}
        return alike.pop() if len(alike) == 1 else None
    return None


@cache
def _currencies(country: str) -> Sequence[str]:
    return tuple(map(str, get_territory_currencies(country)))


@cache
def _brands() -> Mapping[str, tuple[str, frozenset[str]]]:
    """Category and countries by the letters of each spelling."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for category in table_of("agents.expenses.reader", "data/brands.toml"):
        listed = lists_of("agents.expenses.reader", "data/brands.toml", category)
        for places, entries in listed.items():
            for spelling in (each for entry in entries for each in entry.split("|")):
                key = plain(spelling).replace(" ", "")
                first, others = found.get(key, (category, frozenset()))
                found[key] = first, others | frozenset(places.split())
    return found


def without_fee_inside(text: str, amount: Decimal) -> str:
    """A text without a fee that is told beside the payment: "N-S TRN FEE 0.68", "ENTGELT 0,43 EUR",
    "comision tranzactie 0.00 RON".

    A fee of the whole amount stays: it is what was paid for.
    """
    if not _HUNDREDTHS.search(text):
        return text

    def drop(found: re.Match[str], kept: str) -> str:
        try:
            other = Decimal(found["fee"].replace(",", ".")) != amount
        except InvalidOperation:
            return found.group()
        return f"{kept} " if other else found.group()

    letters = "".join(c for c in normalize("NFKD", text) if not combining(c))
    rest = _fee_inside().sub(lambda found: drop(found, ""), letters)
    if not says_nothing(rest):
        return rest
    rest = _fee_inside().sub(lambda found: drop(found, found["before"] or ""), letters)
    return rest if len(_WORD.findall(rest)) > _MOST_OF_FEE else text


@cache
def _fee_inside() -> re.Pattern[str]:
    named = "|".join(sorted(map(re.escape, words_of_fees()), key=len, reverse=True))
    return re.compile(
        rf"(?P<before>(?:[^\W\d_]+[\s-]+){{0,3}})\b(?:{named})\b(?:\s+[^\W\d_]+){{0,2}}?[\s:=]*(?:[A-Z]{{3}}|[£$€])?\s*"
        r"(?P<fee>\d{1,4}[.,]\d{2})(?!\d)",
        re.IGNORECASE,
    )


def words_of_fees() -> frozenset[str]:
    """Single words for a fee, as they stand in front of an amount."""
    return frozenset(
        word for word in meaning("fee") if " " not in word and word.isalpha() and word.isascii()
    )


@lru_cache(maxsize=4096)
def _category(said: str, section: str) -> str | None:
    padded = f" {said} "
    for phrase in _lists("not")["words"]:
        padded = padded.replace(f" {phrase} ", "  ")
    names = tuple(_lists(section))
    found = (
        place
        for word in set(padded.split())
        for place, phrase in _beginning_with(section).get(word, ())
        if phrase in padded
    )
    best = min((*found, *_inside(padded, section)), default=None)
    return None if best is None else names[best]


def _inside(padded: str, section: str) -> Iterator[int]:
    """Of phrases that are parts of words, or of a language without spaces between words."""
    parts = _parts(section, spaceless=False)
    if WITHOUT_SPACES.search(padded):
        parts = (*parts, *_parts(section, spaceless=True))
    for place, phrase in parts:
        bare = phrase.strip("*")
        begins = bare if phrase.startswith("*") else f" {bare}"
        if begins + ("" if phrase.endswith("*") else " ") in padded:
            yield place


@cache
def _beginning_with(section: str) -> Mapping[str, Sequence[tuple[int, str]]]:
    """Whole phrases by their first word, each with the place of its category."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for place, phrases in enumerate(_lists(section).values()):
        for phrase in phrases:
            if "*" not in phrase and not WITHOUT_SPACES.match(phrase):
                found[phrase.split()[0]].append((place, f" {phrase} "))
    return found


@cache
def _parts(section: str, *, spaceless: bool) -> Sequence[tuple[int, str]]:
    """Phrases that stand for parts of words; ``spaceless``: of languages without spaces."""
    return tuple(
        (place, f"*{plain(phrase)}*" if spaceless else phrase)
        for place, phrases in enumerate(_lists(section).values())
        for phrase in phrases
        if bool(WITHOUT_SPACES.match(phrase)) == spaceless and (spaceless or "*" in phrase)
    )


@cache
def _lists(section: str) -> Lists:
    """With the words of the meanings that belong to a category."""
    meanings = lists_of("agents.expenses.tables", "data/bookings.toml", "meanings")
    listed = lists_of("agents.expenses.tables", "data/bookings.toml", section)
    of_section = {
        name.partition(" ")[2]: found
        for name, found in meanings.items()
        if name.partition(" ")[0] == section
    }
    return {
        name: [
            *dict.fromkeys(
                [
                    *listed.get(name, ()),
                    *(word for told in of_section.get(name, ()) for word in meaning(told)),
                ]
            )
        ]
        for name in dict.fromkeys([*listed, *of_section])
    }
