"""The data files of all packages: words and patterns in TOML, read once a process."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

Lists = Mapping[str, list[str]]


@cache
def sections_of(package: str, name: str) -> Mapping[str, Mapping[str, object]]:
    """The sections of a file of a package, by name; one in another is called ``outer.inner``."""
    read = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    inner = {
        f"{outer}.{key}": value
        for outer, section in read.items()
        if isinstance(section, dict)
        for key, value in section.items()
        if isinstance(value, dict)
    }
    return read | inner


def lists_of(package: str, name: str, section: str) -> Lists:
    """A section whose values are lists of words."""
    return cast("Lists", sections_of(package, name)[section])
