"""The data files of this package and of features, read once per process."""

import re
from collections.abc import Mapping
from functools import cache
from typing import cast

from language.patterns import joined_pattern, phrase_pattern
from language.word_lists import Lists, lists_of, table_of

_PACKAGE = "agents.expenses.offline"
_PATTERNS = "patterns.toml"
_KEYWORDS = "keywords.toml"


def keywords(package: str) -> Lists:
    """The lists of a feature: ``keywords.toml`` of its package."""
    return lists_of(package, _KEYWORDS)


def lists(name: str, section: str = "") -> Lists:
    """The lists of a file, or of one of its sections."""
    return lists_of(_PACKAGE, f"data/{name}", section)


def names(name: str, section: str) -> Mapping[str, str]:
    """A section of a file that maps text to text."""
    return cast("Mapping[str, str]", table_of(_PACKAGE, f"data/{name}")[section])


@cache
def pattern(section: str, name: str, source: str = _PATTERNS) -> re.Pattern[str]:
    """A pattern of a file, with the parts of ``patterns.toml``."""
    return joined_pattern(names(source, section)[name], names(_PATTERNS, "parts"))


@cache
def keyword_pattern(package: str, name: str, section: str = "") -> re.Pattern[str]:
    """A pattern of a feature's ``keywords.toml``, or of one of its sections; as ``pattern``, and
    ``{name}`` may be another one beside it.
    """
    table = table_of(package, _KEYWORDS)
    own = cast("Mapping[str, str]", table[section] if section else table)
    return joined_pattern(own[name], {**names(_PATTERNS, "parts"), **own})


@cache
def keyword_phrases(package: str, name: str) -> re.Pattern[str]:
    """The phrases of a list of a feature's ``keywords.toml``, as one pattern."""
    return phrase_pattern(keywords(package)[name])


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml, with what words_abroad.toml adds to it."""
    return frozenset([*lists("words.toml")[group], *lists("words_abroad.toml").get(group, ())])
