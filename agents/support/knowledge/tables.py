"""The words that hold facts, by section of ``data/facts.toml``; read once per process."""

from collections.abc import Mapping
from functools import cache

from language.word_lists import table_of


@cache
def table(section: str) -> Mapping[str, str]:
    """A list of patterns is one pattern."""
    read = table_of("agents.support.knowledge", "data/facts.toml")[section]
    return {key: "|".join(v) if isinstance(v, list) else str(v) for key, v in read.items()}


@cache
def by_word(section: str) -> Mapping[str, str]:
    """The key of each word of a section."""
    return {word: key for key, words in table(section).items() for word in words.split()}


def of_language(section: str, language: str) -> str:
    """English for a language that the section has not."""
    return table(section).get(language, table(section)["en"])
