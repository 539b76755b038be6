"""What a payment was for, by the words that banks write of it: fees, rent, taxes, insurance, what a
home uses; of what came in, salary, interest, what was given back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from agents.expenses.shown import MoneyKind
from agents.expenses.tables.columns import WITHOUT_SPACES, plain
from language.word_lists import Lists, lists_of


def category_told(texts: Iterable[str], kind: MoneyKind) -> str | None:
    """A built-in category; None where no words of a bank say one."""
    if kind is MoneyKind.TRANSFER:
        return None
    return _category(" ".join(map(plain, texts)), kind.value)


def category_known(merchant: str | None) -> str | None:
    """Of a supplier or shop that is known in its country."""
    return _category(plain(merchant or ""), "known")


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
    for place, phrase in _parts(section):
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
def _parts(section: str) -> Sequence[tuple[int, str]]:
    return tuple(
        (place, f"*{plain(phrase)}*" if WITHOUT_SPACES.match(phrase) else phrase)
        for place, phrases in enumerate(_lists(section).values())
        for phrase in phrases
        if "*" in phrase or WITHOUT_SPACES.match(phrase)
    )


def _lists(section: str) -> Lists:
    return lists_of("agents.expenses.tables", "data/bookings.toml", section)
