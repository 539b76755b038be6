"""Whether words state money that the person spent: a judgement fitted to examples.

A logistic regression over short runs of words, in which amounts, known shops, known things, days
and means of payment stand for their kind, so that it knows "{thing} for {amount}" and not only
"coffee for 5". Its weights are whole numbers and so is their sum: every machine judges alike. It
takes expenses away and never makes one. ``benchmarks/spending`` makes the examples, fits the
weights and tries them on examples that they never met.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from zlib import crc32

from agents.expenses.offline.lexicon import item_known
from agents.expenses.offline.mentions import Facts
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import pattern, small_words
from language.amounts import Amount
from language.words import Word

SIZE = 1 << 16
"""How many weights there are; a feature has the one at its checksum."""

UNIT = 16
"""So much of a weight is 1 in the logarithm of the odds."""

LIKELY = 6
"""A little above even odds: a note that is asked about costs less than an expense made up."""

_AGAINST = -110
"""Below it even a sentence about paying is no note of the person's own."""

_LONGEST = 60
"""Words looked at."""
_MANY = 3
_MANY_LOOSE = 6
_STEM = 4
_SMALL = 10
_ROUND = 5
_FIXED = frozenset(["money", "cents", "small", "round", "number", "large", "digits", "shop", "day"])
_NAMED = frozenset(["shop", "thing", "method"])
_GROUPS = (
    "spending", "from_whom", "for_what", "wishing", "orders", "counting", "people", "talk",
    "no_purchase", "unit", "shop", "honorific", "sentence", "filler", "describing",
)  # fmt: skip
_TALKING = frozenset(["wishing", "orders", "counting", "talk", "sentence", "people"])
_STRANGE = "~"
_SIGNS = ("%", ":", "+", "=", "-", '"', "x", "@", ",", "!")


def states_spending(text: str, facts: Facts, *, margin: int = LIKELY) -> bool:
    """Whether a prepared text, whose fixed parts are given, states an expense of the person's own.

    ``margin``: how much likelier than not it has to be, in logarithmic odds times ``UNIT``.
    """
    odds = odds_of(text, facts)
    return odds >= margin or (odds >= _AGAINST and _frame().search(text) is not None)


def odds_of(text: str, facts: Facts) -> int:
    """How much likelier than not, in logarithmic odds times ``UNIT``."""
    weights = _weights()
    return sum(weights[at] for at in features(text, facts))


@cache
def _frame() -> re.Pattern[str]:
    """A sentence that says so: the person, a verb of paying, an amount and what it was for."""
    return pattern("judged", "frame")


@cache
def _weights() -> memoryview:
    data = files("agents.expenses.offline").joinpath("data", "spending.weights").read_bytes()
    return memoryview(data).cast("b")


def features(text: str, facts: Facts) -> set[int]:
    """The places of a text's weights."""
    return {crc32(name.encode()) % SIZE for name in _names(text, facts)}


def _names(text: str, facts: Facts) -> Iterator[str]:
    words = facts.words[:_LONGEST]
    kinds = _kinds(text, facts, words)
    groups = [_group(kind) for kind in kinds]
    yield "always"
    for word, kind in zip(words, kinds, strict=True):
        yield f"kind {kind}"
        if kind not in _FIXED:
            yield f"word {word.key}"
            yield f"stem {word.key[:_STEM]}"
    yield f"opens {' '.join(kinds[:2])}"
    yield from _runs(kinds)
    yield from _runs(groups)
    yield from _whole(text, facts, kinds, groups)
    capitals = [w.text[:1].isupper() for w, g in zip(words, groups, strict=True) if g == _STRANGE]
    yield f"capitals {bool(capitals) and all(capitals)} {min(len(capitals), _MANY)}"


def _runs(kinds: list[str]) -> Iterator[str]:
    """Two and three in a row, the ends of the text among them, and what stands around one."""
    ended = ["^", *kinds, "$"]
    for two in pairwise(ended):
        yield " ".join(two)
    for one, between, other in zip(ended, ended[1:], ended[2:], strict=False):
        yield f"{one} {between} {other}"
        yield f"{one} … {other}"


def _whole(text: str, facts: Facts, kinds: list[str], groups: list[str]) -> Iterator[str]:
    """What is true of the text as a whole."""
    loose = sum(kind not in _FIXED and kind not in _NAMED for kind in kinds)
    strange = min(groups.count(_STRANGE), _MANY)
    talks = min(sum(group in _TALKING for group in groups), _MANY)
    named = not _NAMED.isdisjoint(kinds)
    priced = any(amount.currency is not None for amount in facts.amounts)
    spends = "spending" in groups
    yield f"asks {'?' in text}"
    yield f"amounts {min(len(facts.amounts), _MANY)}"
    yield f"loose {min(loose, _MANY_LOOSE)} named {named}"
    yield f"loose {min(loose, _MANY_LOOSE)} named {named} priced {priced} spends {spends}"
    yield f"words {min(len(kinds) // 3, _MANY_LOOSE)} named {named}"
    yield f"strange {strange} talks {talks} named {named}"
    yield f"strange {strange} talks {bool(talks)} priced {priced}"
    yield f"talks {talks} spends {spends}"
    yield "some loose" if loose else f"only {' '.join(sorted(set(kinds)))}"
    yield from (f"sign {sign}" for sign in _SIGNS if sign in text)


def _kinds(text: str, facts: Facts, words: list[Word]) -> list[str]:
    """Of each word its kind, or the word itself."""
    method = find_method(text)
    return [
        "method" if method is not None and method.span.overlaps(word.span) else _kind(word, facts)
        for word in words
    ]


def _kind(word: Word, facts: Facts) -> str:
    amount = next((a for a in facts.amounts if a.span.overlaps(word.span)), None)
    if amount is not None:
        return _notation(amount, word)
    if any(shop.span.overlaps(word.span) for shop in facts.merchants):
        return "shop"
    if any(day.span.overlaps(word.span) for day in facts.dates):
        return "day"
    if any(char.isdigit() for char in word.key):
        return "digits"
    return "thing" if item_known(word.key) is not None else word.key


@lru_cache(maxsize=10_000)
def _group(kind: str) -> str:
    """The group of small words that a word belongs to; ``_STRANGE`` for a word of none."""
    if kind in _FIXED or kind in _NAMED:
        return kind
    return next((group for group in _GROUPS if kind in small_words(group)), _STRANGE)


def _notation(amount: Amount, word: Word) -> str:
    """How an amount is written: plainly as money, or as a number that may be anything."""
    if amount.currency is not None:
        return "money"
    if amount.value is None or amount.value % 1:
        return "cents"
    if amount.value <= _SMALL:
        return "small"
    if not any(char.isdigit() for char in word.key):
        return "number"
    return "large" if amount.value % _ROUND else "round"
