"""Words of receipts in many languages. They are data: words, names, signs, places in ``data/``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

Lists = Mapping[str, Mapping[str, list[str]]]
"""By section and key."""


@cache
def lists(name: str) -> Lists:
    """Returns the lists of the file with that name."""
    source = files("agents.expenses.reader").joinpath("data", f"{name}.toml")
    return cast("Lists", tomllib.loads(source.read_text(encoding="utf-8")))


def pattern_of(
    file: str,
    name: str,
    before: str = r"\b",
    behind: str = r"\b",
    flags: re.RegexFlag = re.IGNORECASE,
) -> re.Pattern[str]:
    """One of the words of a list between two patterns, or what the list has beside them."""
    listed = lists(file)[name]
    between = f"{before}(?:{'|'.join(listed['words'])}){behind}"
    return re.compile("|".join([between, *listed.get("beside", ())]), flags)
