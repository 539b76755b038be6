"""The data files of all packages: words and patterns in TOML, read once a process."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

Lists = dict[str, list[str]]


@cache
def table_of(package: str, name: str) -> Mapping[str, Mapping[str, object]]:
    """What a file of a package holds by section; one in another is called ``outer.inner``."""
    read = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    inner = {
        f"{outer}.{key}": value
        for outer, section in read.items()
        if isinstance(section, dict)
        for key, value in section.items()
        if isinstance(value, dict)
    }
    return read | inner


@cache
def lists_of(package: str, name: str, section: str = "") -> Lists:
    """The lists of a file, or of one of its sections."""
    table = table_of(package, name)
    within = table[section] if section else table
    return {
        key: cast("list[str]", value) for key, value in within.items() if isinstance(value, list)
    }


@cache
def numbers_of(package: str, name: str, section: str) -> dict[str, int]:
    """The number that each word of a section stands for, whose lists are by number."""
    lists = lists_of(package, name, section)
    return {word: int(number) for number, words in lists.items() for word in words}
