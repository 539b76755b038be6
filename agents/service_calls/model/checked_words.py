"""Words by which a model's answers are checked, from ``data/checked_words.toml``."""

import re
from functools import cache

from language.patterns import pattern
from language.word_lists import lists_of

_FILE = ("agents.service_calls.model", "data/checked_words.toml")


@cache
def holds(section: str) -> re.Pattern[str]:
    """One of the words anywhere."""
    said = lists_of(*_FILE, section)
    words = "|".join(said.get("words", ()))
    whole = [rf"\b(?:{words})\b"] if words else []
    return pattern("|".join([*whole, *said.get("signs", ())]))


@cache
def listed(section: str) -> frozenset[str]:
    return frozenset(lists_of(*_FILE, section)["words"])
