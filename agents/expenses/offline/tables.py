"""The data files of this package and of features, read once per process."""

import re
from collections.abc import Mapping
from functools import cache
from typing import cast

from language.word_lists import Lists, lists_of, table_of

_PACKAGE = "agents.expenses.offline"
_PATTERNS = "patterns.toml"
_KEYWORDS = "keywords.toml"
_PART = re.compile(r"\{([a-z_]+)\}")


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
    """A pattern of a file, ignoring case. Its lines are joined without a gap, each ``{name}`` of a
    part in its place.
    """
    return _compiled(names(source, section)[name], names(_PATTERNS, "parts"))


@cache
def keyword_pattern(package: str, name: str, section: str = "") -> re.Pattern[str]:
    """A pattern of a feature's ``keywords.toml``, or of one of its sections; as ``pattern``, and
    ``{name}`` may be another one beside it.
    """
    table = table_of(package, _KEYWORDS)
    own = cast("Mapping[str, str]", table[section] if section else table)
    return _compiled(own[name], {**names(_PATTERNS, "parts"), **own})


def _compiled(written: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(_joined(written, parts), re.IGNORECASE | re.DOTALL)


def _joined(written: str, parts: Mapping[str, str]) -> str:
    whole = "".join(map(str.strip, written.splitlines()))
    return _PART.sub(lambda part: _joined(parts[part[1]], parts), whole)


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml, with what words_abroad.toml adds to it."""
    return frozenset([*lists("words.toml")[group], *lists("words_abroad.toml").get(group, ())])
