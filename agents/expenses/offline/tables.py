"""The data files of this package, read once per process."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import cast

Table = dict[str, list[str]]
_PART = re.compile(r"\{([a-z_]+)\}")


@cache
def _load(name: str) -> dict[str, object]:
    source = files("agents.expenses.offline").joinpath("data", name)
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _keywords(package: str) -> dict[str, object]:
    source = files(package).joinpath("keywords.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def keywords(package: str) -> Table:
    """The lists of a feature: ``keywords.toml`` of its package."""
    return cast("Table", _keywords(package))


def lists(name: str, section: str | None = None) -> Table:
    """The lists of a file, or of one of its sections."""
    table = _load(name) if section is None else cast("dict[str, object]", _load(name)[section])
    return {
        key: cast("list[str]", value) for key, value in table.items() if isinstance(value, list)
    }


def names(name: str, section: str) -> dict[str, str]:
    """A section of a file that maps text to text."""
    return cast("dict[str, str]", _load(name)[section])


@cache
def pattern(section: str, name: str, source: str = "patterns.toml") -> re.Pattern[str]:
    """A pattern of a file, ignoring case."""
    return _compiled(_joined(names(source, section)[name]))


@cache
def keyword_pattern(package: str, name: str, section: str | None = None) -> re.Pattern[str]:
    """A pattern of a feature's ``keywords.toml``, or of one of its sections, ignoring case."""
    table = _keywords(package)
    own = table if section is None else cast("dict[str, object]", table[section])
    return _compiled(_joined(cast("str", own[name])))


def _compiled(whole: str) -> re.Pattern[str]:
    return re.compile(whole, re.IGNORECASE | re.DOTALL)


def _joined(text: str) -> str:
    """Its lines joined without a gap, with each ``{name}`` of a part in its place."""
    whole = "".join(line.strip() for line in text.splitlines())
    return _PART.sub(lambda part: _joined(names("patterns.toml", "parts")[part[1]]), whole)


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml."""
    return frozenset(lists("words.toml")[group])
