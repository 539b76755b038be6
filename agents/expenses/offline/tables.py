"""The data files of this package, read once per process."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

Table = dict[str, list[str]]
_PATTERNS = "patterns.toml"
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
def pattern(section: str, name: str, source: str = _PATTERNS) -> re.Pattern[str]:
    """A pattern of a file, ignoring case. Its lines are joined without a gap, each ``{name}`` of a
    part in its place.
    """
    return _compiled(names(source, section)[name], _parts())


@cache
def keyword_pattern(package: str, name: str, section: str | None = None) -> re.Pattern[str]:
    """A pattern of a feature's ``keywords.toml``, or of one of its sections; as ``pattern``, and
    ``{name}`` may be another one beside it.
    """
    table = _keywords(package)
    own = cast("dict[str, str]", table if section is None else table[section])
    return _compiled(own[name], {**_parts(), **own})


def _parts() -> dict[str, str]:
    return names(_PATTERNS, "parts")


def _compiled(written: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(_joined(written, parts), re.IGNORECASE | re.DOTALL)


def _joined(written: str, parts: Mapping[str, str]) -> str:
    whole = "".join(map(str.strip, written.splitlines()))
    return _PART.sub(lambda part: _joined(parts[part[1]], parts), whole)


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml, with what words_abroad.toml adds to it."""
    return frozenset([*lists("words.toml")[group], *lists("words_abroad.toml").get(group, ())])
