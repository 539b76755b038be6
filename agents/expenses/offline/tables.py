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
def keywords(package: str) -> Table:
    """The lists of a feature: ``keywords.toml`` of its package."""
    source = files(package).joinpath("keywords.toml")
    return cast("Table", tomllib.loads(source.read_text(encoding="utf-8")))


@cache
def keyword_pattern(package: str, section: str, name: str) -> re.Pattern[str]:
    """A pattern of a feature's ``keywords.toml``, ignoring case. Its lines are joined without a
    gap.
    """
    source = files(package).joinpath("keywords.toml")
    written: str = tomllib.loads(source.read_text(encoding="utf-8"))[section][name]
    return re.compile("".join(map(str.strip, written.splitlines())), re.IGNORECASE | re.DOTALL)


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
    return re.compile(_joined(section, name, source), re.IGNORECASE | re.DOTALL)


def _joined(section: str, name: str, source: str = "patterns.toml") -> str:
    """Its lines joined without a gap, with each ``{name}`` of a part in its place."""
    lines = names(source, section)[name].splitlines()
    whole = "".join(line.strip() for line in lines)
    return _PART.sub(lambda part: _joined("parts", part[1]), whole)


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml."""
    return frozenset(lists("words.toml")[group])
