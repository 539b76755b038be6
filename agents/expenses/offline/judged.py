"""Whether words with an amount state money that the person spent: a judgement fitted to examples.

A logistic regression over short runs of words, in which amounts, known shops, known things, days
and means of payment stand for their kind, so that it knows "{thing} for {amount}" and not only
"coffee for 5". Its weights are whole numbers and so is their sum: every machine judges alike.
``benchmarks/spending`` makes the examples, fits the weights and tries them on texts never seen.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from zlib import crc32

from agents.expenses.offline.amounts import Amount
from agents.expenses.offline.lexicon import item_known
from agents.expenses.offline.mentions import Facts
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import small_words
from agents.expenses.offline.words import Word

SIZE = 1 << 16
"""How many weights there are; a feature has the one at its checksum."""

UNIT = 16
"""So many whole numbers of a weight are 1 in the logarithm of the odds."""

_LONGEST = 60
"""Words looked at."""
_MANY = 3
_STEM = 4
_ROUND = 10


def states_spending(text: str, facts: Facts, *, margin: int = 0) -> bool:
    """Whether a prepared text, whose fixed parts are given, states an expense of the person's own.

    ``margin``: how much likelier than not it has to be, in logarithmic odds times ``UNIT``.
    """
    weights = _weights()
    return sum(weights[at] for at in features(text, facts)) >= margin


@cache
def _weights() -> memoryview:
    data = files("agents.expenses.offline").joinpath("data", "spending.weights").read_bytes()
    return memoryview(data).cast("b")


def features(text: str, facts: Facts) -> set[int]:
    """The places of the weights that a text has."""
    return {crc32(name.encode()) % SIZE for name in _names(text, facts)}


def _names(text: str, facts: Facts) -> Iterator[str]:
    words = facts.words[:_LONGEST]
    kinds = _kinds(text, facts, words)
    yield "always"
    for word, kind in zip(words, kinds, strict=True):
        yield f"kind {kind}"
        if kind not in _FIXED:
            yield f"word {word.key}"
            yield f"stem {word.key[:_STEM]}"
    run = ["^", *kinds, "$"]
    for one, other in zip(run, run[1:], strict=False):
        yield f"two {one} {other}"
    for one, _, other in zip(run, run[1:], run[2:], strict=False):
        yield f"around {one} {other}"
    for three in zip(run, run[1:], run[2:], strict=False):
        yield f"three {' '.join(three)}"
    yield f"opens {' '.join(run[1:3])}"
    broad = ["^", *(_group(kind) for kind in kinds), "$"]
    for two in zip(broad, broad[1:], strict=False):
        yield f"groups {' '.join(two)}"
    for three in zip(broad, broad[1:], broad[2:], strict=False):
        yield f"groups {' '.join(three)}"
    yield from _whole(text, facts, kinds, broad)


_FIXED = frozenset(["money", "cents", "small", "round", "number", "large", "digits", "shop", "day"])


@cache
def _group(kind: str) -> str:
    """The group of small words that a word belongs to; "~" for words that no group has."""
    if kind in _FIXED or kind in {"thing", "method"}:
        return kind
    return next((group for group in _GROUPS if kind in small_words(group)), "~")


_GROUPS = ("spending", "from_whom", "for_what", "wishing", "orders", "counting", "people", "talk")
_GROUPS += ("no_purchase", "unit", "shop", "honorific", "sentence", "filler", "describing")


def _whole(text: str, facts: Facts, kinds: list[str], broad: list[str]) -> Iterator[str]:
    """What is true of the text as a whole."""
    told = small_words("spending")
    named = {"shop", "thing", "method"}.intersection(kinds)
    loose = sum(_is_loose(kind) for kind in kinds)
    priced = any(a.currency is not None for a in facts.amounts)
    spends = any(word.text.casefold() in told for word in facts.words)
    yield f"asks {'?' in text}"
    yield f"loose {min(loose, 6)} named {bool(named)} priced {priced} spends {spends}"
    yield f"loose {min(loose, 6)} named {bool(named)}"
    yield f"words {min(len(kinds) // 3, 6)} named {bool(named)}"
    yield f"amounts {min(len(facts.amounts), _MANY)}"
    talks = sum(group in _TALKING for group in broad)
    yield f"strange {min(broad.count('~'), _MANY)} talks {min(talks, _MANY)} named {bool(named)}"
    yield f"strange {min(broad.count('~'), _MANY)} talks {bool(talks)} priced {priced}"
    yield f"talks {min(talks, _MANY)} spends {spends}"
    capitals = [w.text[:1].isupper() for w, g in zip(facts.words, broad[1:], strict=False) if g == "~"]
    yield f"capitals {bool(capitals) and all(capitals)} {min(len(capitals), _MANY)}"
    yield f"only {' '.join(sorted(set(kinds)))}" if not loose else "some loose"
    for sign in ("%", ":", "+", "=", "-", '"', "x", "@", ",", "!"):
        if sign in text:
            yield f"sign {sign}"


_TALKING = frozenset(["wishing", "orders", "counting", "talk", "sentence", "people"])


def _is_loose(kind: str) -> bool:
    return kind not in _FIXED and kind not in {"thing", "method"} and len(kind) > 1


def _kinds(text: str, facts: Facts, words: list[Word]) -> list[str]:
    """Of each word what it is: the name of its kind, or the word itself."""
    method = find_method(text)
    return [_kind(word, facts, method is not None and method.span.overlaps(word.span)) for word in words]


def _kind(word: Word, facts: Facts, method: bool) -> str:
    amount = next((a for a in facts.amounts if a.span.overlaps(word.span)), None)
    if amount is not None:
        return _notation(amount, word)
    if any(shop.span.overlaps(word.span) for shop in facts.merchants):
        return "shop"
    if any(day.span.overlaps(word.span) for day in facts.dates):
        return "day"
    if method:
        return "method"
    if any(char.isdigit() for char in word.key):
        return "digits"
    return "thing" if item_known(word.key) is not None else word.key


def _notation(amount: Amount, word: Word) -> str:
    """How an amount is written: plainly as money, or as a number that may be anything."""
    if amount.currency is not None:
        return "money"
    if amount.value is None or amount.value % 1:
        return "cents"
    if amount.value <= _ROUND:
        return "small"
    if not any(char.isdigit() for char in word.key):
        return "number"
    return "round" if amount.value % 5 == 0 else "large"
