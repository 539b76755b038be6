"""Words of receipts in many languages. They are data: words, names and places in ``data/``."""

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
