"""Which item of a list, or which line of the cart, some words name."""

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from agents.procurement.last_shown import ShownItem, ShownLast
from agents.procurement.store.spelling import UNIT_OF, folded

_ENDINGS = frozenset({"s", "es", "e", "en", "n", "er", "nya"})


class Named(Protocol):
    @property
    def item_id(self) -> str: ...
    @property
    def name(self) -> str: ...


Thing = TypeVar("Thing", bound=Named)


def words_of(text: str) -> list[str]:
    """In small letters, with a measure as a number and the sign of its unit: "2 metre" as "2m"."""
    parted = re.sub(r"(?<=\d)(?=[^\W\d_])", " ", folded(text))
    words = re.findall(r"[^\W_]+(?:\.\d+)?", parted)
    return [UNIT_OF.get(word, word) for word in words]


def same_word(one: str, other: str) -> bool:
    """Equal, or the plural of one another."""
    short, long = sorted((one, other), key=len)
    return long == short or (long.startswith(short) and long[len(short) :] in _ENDINGS)


def fitting(words: str, things: Sequence[Thing]) -> list[Thing]:
    """Those whose article number or name has all the words."""
    wanted = words_of(words)
    if not wanted:
        return []
    whole = [t for t in things if t.item_id.casefold() == words.strip().casefold()]
    return whole or [t for t in things if _has_all(wanted, words_of(t.name))]


def _has_all(wanted: Sequence[str], present: Sequence[str]) -> bool:
    return all(any(same_word(word, other) for other in present) for word in wanted)


def item_named(words: str, shown: ShownLast, *, definite: bool) -> ShownItem | None:
    """The one of the list that is meant: the only one with all the words. Without an article one
    of them has to tell it from what was searched.
    """
    found = fitting(words, shown.items)
    searched = words_of(shown.asked.query) if shown.asked is not None else []
    if len(found) > 1:
        found = [thing for thing in found if _has_all(searched, words_of(thing.name))]
    if len(found) != 1:
        return None
    told = any(not any(same_word(w, s) for s in searched) for w in words_of(words))
    return found[0] if definite or told else None
