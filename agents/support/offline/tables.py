"""The phrases of this package's data, read once per process, as patterns over plain text."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from language.word_lists import Lists, lists_of

_ACCENTS = re.compile(r"[\u0300-\u036f]")
_GAP = r"\W++(?:\w++\W++){0,8}?"
"""A few words. Nothing of it is given back: of "a-a-a-…" each hyphen could else be of a word or
between two, which has no end.
"""
MAX_READ = 4_000
"""Characters of a text that are looked at."""


def plain(text: str) -> str:
    """As the tables have it: small letters, no accents, one space, plain apostrophes."""
    cut = unicodedata.normalize("NFKC", text[:MAX_READ]).casefold().replace("’", "'")
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", cut))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def load(name: str, section: str) -> Lists:
    """Lists by key; a section in a section is called ``one.two``."""
    return lists_of("agents.support.offline", f"data/{name}", section)


@cache
def holds(name: str, section: str, key: str) -> re.Pattern[str]:
    """Any phrase of a list, as whole words."""
    return pattern(tuple(load(name, section)[key]))


@cache
def pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(_compiled, _longest(phrases)))})(?!\w)")


def _longest(phrases: Iterable[str]) -> list[str]:
    return sorted(dict.fromkeys(phrases), key=lambda p: -len(p))


def _compiled(phrase: str) -> str:
    """``*`` is any rest of a word and ``~`` a few words between; all else is a pattern."""
    needed = re.sub(r"( ~)? \([^()]*\)\?$", "", phrase)
    return needed.replace("*", r"\w*").replace(" ~ ", _GAP).replace(" ", r"\W+")


def found(name: str, section: str, text: str) -> tuple[str, ...]:
    """The keys of a section that a plain text has a phrase of, in the file's order."""
    return tuple(key for key in load(name, section) if holds(name, section, key).search(text))


def weighed(name: str, section: str, text: str) -> float:
    """The weights of all different phrases that a plain text has, each once."""
    total = 0.0
    for weight in load(name, section):
        hits = {m[0] for m in holds(name, section, weight).finditer(text)}
        total += float(weight) * len(hits)
    return total
