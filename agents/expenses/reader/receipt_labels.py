"""What the rows of a receipt are: total, tax, cash … told by their words, misread ones too."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz import fuzz, process

from agents.expenses.reader.receipt_lists import lists
from agents.expenses.reader.receipt_words import (
    ALONE,
    WORDS,
    folded,
    plain_words,
    without_counts,
    words_of,
)


class Label(StrEnum):
    """The part that a row plays. The order of the rules, not of this list, settles conflicts."""

    GRAND_TOTAL = "grand_total"
    """What is to be paid, said so: grand, nett, rounded, due, payable."""
    TOTAL = "total"
    SUBTOTAL = "subtotal"
    BEFORE_TAX = "before_tax"
    TAX = "tax"
    SERVICE = "service"
    ROUNDING = "rounding"
    DISCOUNT = "discount"
    PART = "part"
    """Of the total: what was bought at one rate of tax."""
    COUNT = "count"
    CASH = "cash"
    """Handed over: the total or more."""
    CARD = "card"
    """Charged to a card or wallet: the total as a rule."""
    CHANGE = "change"
    AMOUNT = "amount"
    """Only the word amount: the total on card slips, a column elsewhere."""
    SUMMARY = "summary"
    """Heads a table of taxes, whose totals are not what was paid."""


_MEANINGS: dict[str, frozenset[str]] = {
    word: frozenset(meaning for meaning, words in WORDS.items() if word in words)
    for words in WORDS.values()
    for word in words
}
_OFTEN_MISREAD = words_of(lists("words")["others"]["often_misread"])
_LONG_WORD = 8
_FUZZY_WORDS = [w for w in _MEANINGS if len(w) >= _LONG_WORD or w in _OFTEN_MISREAD]
"""Short words are forgiven nothing unless they matter: one letter makes another word of them."""

_NO_MISREADING = words_of(lists("words")["others"]["no_misreading"])
"""Words of their own that are one letter from a label."""

_SHORTEST_FUZZY = 4
_FUZZY_CUTOFF_SHORT = 85.0
"""A word of four letters may lack one ("Tota"), no more."""
_FUZZY_CUTOFF = 79.0
"""One letter in five, two in ten."""
_TOKEN = re.compile(r"[^\W_]+")
_GLUED = re.compile(r"(?<=[a-z])(?=[A-Z]{2})|(?<=[A-Za-z]{2})(?=\d)|(?<=[a-z])(?=RM\s?\d)")
_LETTER = str.maketrans("015", "ois")
_ALONE_WORDS = 3
"""Words that a row whose first word is in ``ALONE`` may have, currencies not counted."""


@lru_cache(maxsize=4096)
def _meaning(word: str) -> frozenset[str]:
    """What one folded word may mean; a misread letter in a long word is forgiven."""
    if word in _MEANINGS:
        return _MEANINGS[word]
    if word.isdigit():
        return frozenset()
    word = word.translate(_LETTER)
    if word in _MEANINGS:
        return _MEANINGS[word]
    if len(word) < _SHORTEST_FUZZY or word in _NO_MISREADING:
        return frozenset()
    cutoff = _FUZZY_CUTOFF_SHORT if len(word) == _SHORTEST_FUZZY else _FUZZY_CUTOFF
    near = process.extractOne(word, _FUZZY_WORDS, scorer=fuzz.ratio, score_cutoff=cutoff)
    return _MEANINGS[near[0]] if near else frozenset()


_FILLERS = words_of(lists("words")["others"]["fillers"])


def unexplained_words(text: str) -> int:
    """Words that label nothing: many of them make prose of a row, not a line of a bill."""
    words = (token for token in _TOKEN.findall(folded(text)) if len(token) > 1)
    return sum(
        not token[0].isdigit() and not _meaning(token) and token not in _FILLERS for token in words
    )


@lru_cache(maxsize=4096)
def meanings_of(text: str) -> frozenset[str]:
    """All that the words of a row may mean."""
    plain = plain_words(_GLUED.sub(" ", text))
    tokens = _TOKEN.findall(plain)
    found = frozenset[str]().union(*(_meaning(token) for token in tokens))
    if "%" in plain:
        found |= {"rate"}
    words = [t for t in tokens if not t[0].isdigit() and t not in _FILLERS and len(t) > 1]
    if words and words[0] in ALONE and len(words) <= _ALONE_WORDS:
        found |= {ALONE[words[0]]}
    if {"total", "count"} <= found:
        uncounted = without_counts(plain)
        if uncounted != plain:
            return frozenset[str]().union(*(_meaning(t) for t in _TOKEN.findall(uncounted)))
    return found


@dataclass(frozen=True)
class _Rule:
    """``label`` when all of ``needs``, one of ``any_of`` and none of ``unless`` are meant."""

    label: Label
    needs: frozenset[str]
    any_of: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    def fits(self, meanings: frozenset[str]) -> bool:
        return (
            self.needs <= meanings
            and (not self.any_of or bool(self.any_of & meanings))
            and not (self.unless & meanings)
        )


def _rule(label: Label, needs: str, any_of: str = "", unless: str = "") -> _Rule:
    return _Rule(
        label, frozenset(needs.split()), frozenset(any_of.split()), frozenset(unless.split())
    )


_RULES = (
    _rule(Label.SUMMARY, "summary"),
    _rule(Label.CHANGE, "change", unless="total service"),
    _rule(Label.GRAND_TOTAL, "total rounding with"),
    _rule(Label.ROUNDING, "rounding"),
    _rule(Label.PART, "total part"),
    _rule(Label.COUNT, "total count"),
    _rule(Label.DISCOUNT, "discount", unless="due with"),
    _rule(Label.BEFORE_TAX, "before", any_of="total tax amount subtotal"),
    _rule(Label.SUBTOTAL, "subtotal"),
    _rule(Label.SUBTOTAL, "sub total"),
    _rule(Label.TAX, "tax", unless="with due sales rounded"),
    _rule(Label.SERVICE, "service", unless="total"),
    _rule(Label.SERVICE, "service suggested"),
    _rule(Label.SERVICE, "service total rate", unless="with"),
    _rule(Label.GRAND_TOTAL, "total final", unless="handed"),
    _rule(Label.CARD, "total handed"),
    _rule(Label.TOTAL, "total"),
    _rule(Label.GRAND_TOTAL, "due"),
    _rule(Label.GRAND_TOTAL, "net amount", unless="cash"),
    _rule(Label.CARD, "card", unless="method"),
    _rule(Label.CASH, "cash", unless="method"),
    _rule(Label.TOTAL, "tax with sales"),
    _rule(Label.TAX, "tax with", unless="amount balance sales due"),
    _rule(Label.AMOUNT, "", any_of="amount balance", unless="method"),
)
"""In this order: "Total Discount" is a discount, "Total Change" no change."""


@lru_cache(maxsize=4096)
def label_of(text: str) -> Label | None:
    """The part that a row plays, or None for anything else (items, addresses …)."""
    meanings = meanings_of(text)
    return next((rule.label for rule in _RULES if rule.fits(meanings)), None)
