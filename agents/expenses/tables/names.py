"""The shop in what a bank writes of a payment: "POS 1234 STARBUCKS KLCC KUALA LUMP"."""

import re
from functools import lru_cache

from agents.expenses.offline.lexicon import find_merchants
from agents.expenses.rules import MAX_MERCHANT_LENGTH
from agents.expenses.tables.columns import plain, words
from language.words import clean, words_of

_NUMBERED = re.compile(r"\S*\d\S*")
"""Numbers of cards, terminals, days and orders."""
_LABELLED = re.compile(r"(\S*[^\W\d_]):\s")
_TERMINAL = re.compile(r"\*|\d{3}")
"""In a name that a card's network wrote."""
_SIGNS = re.compile(r"[*/|\\,;:#]+|\s-+\s|-{2,}")
_JOINED = re.compile(r"[-*/|\\_:]+")
_SHORTEST = 2
_BRANCH = re.compile(r"(?<!\S)([^\W\d_]{4,})[-#]\d+(?!\S)")
"""A shop with the number of its branch: "COOP-1234"."""
_DOMAIN = re.compile(r"(?<=\w)\.(?:com|net|org|de|fr|es|my|co(?:\.uk)?)\b", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def shop_in(text: str) -> str:
    """A known shop under its own name; else the text without the words and numbers of the bank,
    or all of it where nothing else is left.
    """
    known = clean(_JOINED.sub(" ", _DOMAIN.sub(" ", text[: MAX_MERCHANT_LENGTH * 2])))
    for found in find_merchants(words_of(known)):
        # Two letters are more often a state or a country than a shop.
        if found.span.end - found.span.start > _SHORTEST:
            return found.known.name
    text = _BRANCH.sub(r"\1", text.replace(";", " "))
    bare = _without_places(
        _SIGNS.sub(" ", _NUMBERED.sub(" ", _DOMAIN.sub(" ", text).replace("*", " "))).split()
    )
    kept = [word for word in bare if word.casefold().strip(".") not in words("noise", "words")]
    if kept and kept[-1].casefold() in words("moves", "fee"):
        kept = bare  # of a fee, the bank's words are the name
    name = " ".join(kept).strip(" -.'")
    if sum(char.isalpha() for char in name) < _SHORTEST:
        name = " ".join(text.split())
    short = name[:MAX_MERCHANT_LENGTH].strip()
    return short.title() if short.isupper() else short


def labelled_in(text: str) -> tuple[str, str]:
    """Who paid or was paid and what for, where a text has labels inside: "Auftraggeber: REWE
    Buchungstext: Einkauf". Without labels all of it is what for.
    """
    party, told = "", ""
    pieces = _LABELLED.split(text)
    for label, value in zip(map(plain, pieces[1::2]), pieces[2::2], strict=True):
        if label in words("headings", "merchant") | words("headings", "payer"):
            party = party or value.strip()
        elif label in words("headings", "text"):
            told = told or value.strip()
    return party, told if party or told else text


def payee_in(cell: str) -> str:
    """A payee as it is; without the terminal and the town where a card's network wrote it, as in
    "REWE SAGT DANKE 1234//BERLIN/DE".
    """
    name, by_terminal, _ = cell.partition("//")
    return shop_in(name) if by_terminal or _TERMINAL.search(name) else cell


def says_nothing(text: str) -> bool:
    """Whether only the bank's own words and numbers stand there, as in "VISA Debit 19.11"."""
    return all(
        word.casefold().strip(".") in words("noise", "words")
        for word in _SIGNS.sub(" ", _NUMBERED.sub(" ", text)).split()
    )


def _without_places(bare: list[str]) -> list[str]:
    """Banks put the town behind the shop, cut off where the line is full."""
    for count in (2, 1, 1):
        tail = " ".join(bare[-count:]).casefold()
        if len(bare) > count and tail in words("noise", "places"):
            bare = bare[:-count]
    return bare
