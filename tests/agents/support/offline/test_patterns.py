"""No text holds a pattern up: they run where everybody's words are read."""

import time
from importlib.resources import files

import pytest

from agents.support.offline.tables import MAX_READ, holds, plain
from language.word_lists import table_of

UNITS = ("a-", "no-", "-", "'", "i pay the -", "my '", "a'b-", "the ", "_-", "ü-")
TABLES = sorted(
    each.name
    for each in files("agents.support.offline").joinpath("data").iterdir()
    if each.name.endswith(".toml")
)


def patterns(table: str) -> list[tuple[str, str]]:
    return [
        (section, key)
        for section, lists in table_of("agents.support.offline", f"data/{table}").items()
        if isinstance(lists, dict)
        for key, phrases in lists.items()
        if isinstance(phrases, list) and all(isinstance(each, str) for each in phrases)
    ]


@pytest.mark.parametrize("table", TABLES)
def test_texts_of_one_unit_are_read_in_no_time(table: str) -> None:
    """Processor time; with a pattern that goes back it would take years."""
    texts = [plain(f"i pay the {unit * MAX_READ}") for unit in UNITS]
    for section, key in patterns(table):
        pattern, began = holds(table, section, key), time.process_time()
        for text in texts:
            pattern.search(text)
        assert time.process_time() - began < 20, f"{table} {section}.{key}"
