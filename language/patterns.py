"""Patterns of words, whatever their case."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from language.word_lists import table_of

_PART = re.compile(r"\{([a-z_]+)\}")
_SHORTENED = re.compile(r"(?<=[a-z])'(?=(?:s|t|m|ve)(?![a-z]))")
"""The apostrophe of "what's" and "don't", which many leave out; not that of "we'll"."""


@cache
def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def any_of(names: Iterable[str]) -> str:
    """Names as alternatives of a pattern, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def whole_words(rule: str) -> re.Pattern[str]:
    """What the rule matches where it is no part of a longer word."""
    return pattern(rf"(?<![\w'-])(?:{rule})(?!\w)")


def without_all(rule: re.Pattern[str], text: str, around: str = "") -> str:
    """The text without anything that a rule finds, however often, nor these signs around it."""
    before, text = None, text.strip(around) if around else text
    while before != text:
        before, text = text, rule.sub("", text)
        text = text.strip(around) if around else text
    return text


def phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """Matches any of the phrases as whole words, longest first, ignoring case; "whats" is read as
    "what's".
    """
    body = any_of(dict.fromkeys(filter(None, phrases))).replace(r"\ ", r"\s+")
    body = _SHORTENED.sub("'?", body)
    return re.compile(rf"(?<!\w)(?:{body})(?!\w)", re.IGNORECASE)


def joined_pattern(written: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern as a file has it, ignoring case. Its lines are joined without a gap, each
    ``{name}`` of a part in its place.
    """
    return re.compile(_joined(written, parts), re.IGNORECASE | re.DOTALL)


def _joined(written: str, parts: Mapping[str, str]) -> str:
    whole = "".join(map(str.strip, written.splitlines()))
    return _PART.sub(lambda part: _joined(parts[part[1]], parts), whole)


@cache
def named_pattern(section: str, name: str) -> re.Pattern[str]:
    """A pattern of ``patterns.toml``."""
    table = cast("Mapping[str, Mapping[str, str]]", table_of("language", "patterns.toml"))
    return joined_pattern(table[section][name], table["parts"])
