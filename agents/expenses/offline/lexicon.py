"""What the engine knows by name: merchants, things bought, and the category of each."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from agents.expenses.categories import CATEGORIES, known_category
from agents.expenses.offline.tables import lists, names
from language.words import Span, Word, is_free, key_of, words_of

_LONGEST_NAME = 5
_SHORTEST_TYPO = 6
"""Shorter words are one letter away from too many names."""
_SHORTEST_JOINED = 6
"""Shorter runs of words make a name by accident ("did I" is not Didi)."""
_SIMILAR = 88.0
_SHORTEST_SLIP = 5
_SHORTEST_PREFIX = 3
_MIN_PLURAL = 4


class Known(NamedTuple):
    """A merchant's shown name, or an item's key, with its category. ``score`` is 100 when exact."""

    name: str
    category: str
    score: float = 100.0


class FoundWords(NamedTuple):
    known: Known
    span: Span


@cache
def _merchants() -> dict[str, Known]:
    table: dict[str, Known] = {}
    for category, entries in lists("merchants.toml").items():
        for entry in entries:
            shown, *others = entry.split("|")
            for spelling in (shown, *others):
                table.setdefault(key_of(spelling), Known(shown, category))
    return table


@cache
def _spaced_names() -> frozenset[tuple[str, ...]]:
    """How merchants' names fall into words, to tell "h and m" from words that only run together."""
    spellings = (
        s for entries in lists("merchants.toml").values() for e in entries for s in e.split("|")
    )
    return frozenset(tuple(key_of(word) for word in spelling.split()) for spelling in spellings)


@cache
def _typo_keys() -> list[str]:
    return [key for key in _merchants() if len(key) >= _SHORTEST_TYPO]


@cache
def _items() -> dict[str, Known]:
    table: dict[str, Known] = {}
    for name in ("items.toml", "items_abroad.toml"):
        for category, entries in lists(name).items():
            for entry in entries:
                table.setdefault(key_of(entry), Known(entry, category))
    return table


@cache
def _long_items() -> list[str]:
    """Keys long enough that a slip away from one means it, and not another word."""
    return [key for key in _items() if len(key) >= _SHORTEST_SLIP]


@cache
def _synonyms() -> dict[str, str]:
    table = {key_of(name): name for name in CATEGORIES}
    for category, words in lists("categories.toml").items():
        table.update({key_of(word): category for word in words})
    return table


def emoji_words() -> Mapping[str, str]:
    return names("items.toml", "emoji")


def item_known(key: str) -> Known | None:
    """The item of a key, singular or plural."""
    table = _items()
    found = table.get(key)
    if found is None and len(key) >= _MIN_PLURAL and key.endswith("s"):
        found = table.get(key[:-1]) or (table.get(key[:-2]) if key.endswith("es") else None)
    return found


def item_misspelt(key: str) -> Known | None:
    """The item that a word is one slip away from ("lunhc"); None for short words."""
    if len(key) < _SHORTEST_SLIP:
        return None
    best = process.extractOne(
        key, _long_items(), scorer=OSA.distance, score_cutoff=1, processor=None
    )
    return None if best is None else _items()[best[0]]


def merchant_known(name: str, *, fuzzy: bool = False) -> Known | None:
    """The merchant that a whole name is; with ``fuzzy`` also a misspelt one ("starbuks")."""
    key = key_of(name)
    exact = _merchants().get(key)
    if exact is not None or not fuzzy or len(key) < _SHORTEST_TYPO or item_known(key):
        return exact
    best = process.extractOne(key, _typo_keys(), scorer=fuzz.ratio, score_cutoff=_SIMILAR)
    return None if best is None else _merchants()[best[0]]._replace(score=best[1])


def find_merchants(words: Sequence[Word], taken: Sequence[Span] = ()) -> list[FoundWords]:
    """Known merchants among the words, longest names first at each place, without overlaps."""
    found: list[FoundWords] = []
    at = 0
    while at < len(words):
        hit = _merchant_at(words, at, taken)
        if hit is not None:
            found.append(hit[0])
        at += 1 if hit is None else hit[1]
    return found


def _merchant_at(
    words: Sequence[Word], at: int, taken: Sequence[Span]
) -> tuple[FoundWords, int] | None:
    for count in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
        run = words[at : at + count]
        span = Span(run[0].span.start, run[-1].span.end)
        key = "".join(word.key for word in run)
        known = _merchants().get(key) or _merchants().get(_without_genitive(run))
        joined = count == 1 or len(key) >= _SHORTEST_JOINED or _spaced(run)
        if known and joined and (count > 1 or not key.isdigit()) and is_free(span, taken):
            return FoundWords(known, span), count
    return None


def _spaced(run: Sequence[Word]) -> bool:
    return tuple(word.key for word in run) in _spaced_names()


def is_spelled_so(words: Sequence[Word]) -> bool:
    """Whether a known name is written in words like this: "pizza hut", but not "class pass"."""
    return len(words) == 1 or _spaced(words)


def _without_genitive(run: Sequence[Word]) -> str:
    """``McDonald's`` is entered as it is; "Tesco's" is Tesco."""
    last = run[-1].text.casefold()
    key = "".join(word.key for word in run)
    return key[:-1] if last.endswith("'s") else key


def find_item(words: Sequence[Word]) -> Known | None:
    """What a phrase is about: the whole of it, else its longest known part, the last one first."""
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for at in range(len(words) - count, -1, -1):
            known = item_known("".join(word.key for word in words[at : at + count]))
            if known is not None:
                return known
    return None


def category_by_whole_name(text: str, choices: Sequence[str] = ()) -> str | None:
    """The category that a text is the name of, or a word of its own for: no mere beginning."""
    name = " ".join(text.split())
    offered = next((c for c in choices if c.casefold() == name.casefold()), None)
    return offered or known_category(name) or _synonyms().get(key_of(name))


def categories_in(text: str) -> tuple[str, ...]:
    """The categories that words of a text are names of, longest names first, each once."""
    words, found, at = words_of(text), dict[str, None](), 0
    while at < len(words):
        for count in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
            run = text[words[at].span.start : words[at + count - 1].span.end]
            category = category_by_whole_name(run)
            if category is not None:
                found[category] = None
                break
        else:
            count = 1
        at += count
    return tuple(found)


def shops_in(text: str) -> tuple[str, ...]:
    """The known shops that a text names, each once."""
    return tuple(dict.fromkeys(found.known.name for found in find_merchants(words_of(text))))


def category_named(text: str, choices: Sequence[str] = ()) -> str | None:
    """The category that a text names: exactly, by another word for it, or by a clear beginning."""
    name = " ".join(text.split()).strip(" .,!?")
    exact = next((c for c in choices if c.casefold() == name.casefold()), None) or known_category(
        name
    )
    if exact is not None:
        return exact
    key = key_of(name)
    if synonym := _synonyms().get(key):
        return synonym
    if len(key) < _SHORTEST_PREFIX:
        return None
    every = dict.fromkeys((*choices, *CATEGORIES))
    begins = [c for c in every if key_of(c).startswith(key)]
    offered = [c for c in begins if c in choices]
    unambiguous = offered if len(offered) == 1 else begins
    return unambiguous[0] if len(unambiguous) == 1 else None
