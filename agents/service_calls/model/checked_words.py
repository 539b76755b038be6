"""Words by which a model's answers are checked, from ``data/checked_words.toml``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import cast

from language.patterns import pattern


@cache
def _load() -> Mapping[str, Mapping[str, list[str]]]:
    source = files("agents.service_calls.model").joinpath("data", "checked_words.toml")
    return cast("Mapping[str, Mapping[str, list[str]]]", tomllib.loads(source.read_text("utf-8")))


@cache
def holds(section: str) -> re.Pattern[str]:
    """One of the words anywhere."""
    said = _load()[section]
    words = "|".join(said.get("words", ()))
    whole = [rf"\b(?:{words})\b"] if words else []
    return pattern("|".join([*whole, *said.get("signs", ())]))


@cache
def listed(section: str) -> frozenset[str]:
    return frozenset(_load()[section]["words"])
