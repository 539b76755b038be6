"""The data files of this package, read once per process, as patterns."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

from language.patterns import pattern
from language.word_lists import table_of


def _load(name: str) -> Mapping[str, Mapping[str, object]]:
    return table_of("agents.procurement.offline", f"data/{name}")


def numbers(section: str) -> Mapping[str, float]:
    """A section of numbers.toml: what each word is worth."""
    return cast("Mapping[str, float]", _load("numbers.toml")[section])


def factors() -> Mapping[str, int]:
    """Verbs that multiply a quantity; by a negative number they divide."""
    return cast("Mapping[str, int]", _load("words.toml")["change"]["times"])


@cache
def any_of(section: str, *names: str) -> str:
    """Alternatives of words.toml as one group, the longest first."""
    phrases = [p for n in names for p in cast("list[str]", _load("words.toml")[section][n])]
    return group(phrases)


def group(phrases: Iterable[str]) -> str:
    """Alternatives as one group, the longest first."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "(?:" + "|".join(p.replace(" ", r"\s+") for p in ordered) + ")"


def starts(section: str, *names: str) -> re.Pattern[str]:
    """One of the phrases at the beginning, and the gap behind it; none behind an apostrophe."""
    return pattern(rf"^{any_of(section, *names)}(?:(?<=')|(?!\w|-\w))[\s,:]*")


def ends(section: str, *names: str) -> re.Pattern[str]:
    return pattern(rf"[\s,]*(?<!\w){any_of(section, *names)}[\s.!]*$")


def holds(section: str, *names: str) -> re.Pattern[str]:
    """One of the phrases anywhere, as whole words."""
    return pattern(rf"(?<![\w-]){any_of(section, *names)}(?![\w-])")


def whole(section: str, *names: str) -> re.Pattern[str]:
    return pattern(rf"^{any_of(section, *names)}$")
