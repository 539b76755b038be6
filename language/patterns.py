"""Patterns of words, whatever their case."""

import re
from collections.abc import Iterable
from functools import cache


@cache
def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def any_of(names: Iterable[str]) -> str:
    """Names as alternatives of a pattern, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def whole_words(rule: str) -> re.Pattern[str]:
    """What the rule matches where it is no part of a longer word."""
    return pattern(rf"(?<![\w'-])(?:{rule})(?!\w)")


def phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """Matches any of the phrases as whole words, longest first, ignoring case."""
    body = any_of(dict.fromkeys(filter(None, phrases))).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<!\w)(?:{body})(?!\w)", re.IGNORECASE)
