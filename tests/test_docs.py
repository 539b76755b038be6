"""The documents that are written from the tests are up to date, and no criterion is forgotten."""

import pytest

from tests.shown import DOCS, HEADS, criteria, document, shown_by_tests, tools

_GROUPS = (*range(1, 16), 17)
"""Groups of five numbered criteria each; there is no group 16."""


def all_criteria() -> dict[str, str | None]:
    """Each criterion, with why no test shows it where that is said."""
    groups = [group for kind, _ in HEADS.values() for group in criteria(kind)]
    return {
        number: group.get("notes", {}).get(number)
        for group in groups
        for number in group["criteria"]
    }


@pytest.mark.parametrize("name", HEADS)
def test_a_document_says_what_the_marks_say(name: str) -> None:
    written = document(name, shown_by_tests())
    assert (DOCS / name).read_text() == written, "stale: run `make docs`"


def test_the_list_of_tools_is_what_they_define() -> None:
    assert (DOCS / "tools.yaml").read_text() == tools(), "stale: run `make docs`"


def test_a_test_shows_only_what_is_a_criterion() -> None:
    assert set(shown_by_tests()) <= set(all_criteria())


def test_what_no_test_shows_says_why() -> None:
    shown = shown_by_tests()
    assert [n for n, note in all_criteria().items() if n not in shown and note is None] == []


def test_every_numbered_criterion_and_scenario_is_there() -> None:
    wanted = {f"{group}.{number}" for group in _GROUPS for number in range(1, 6)}
    wanted |= {f"scenario {number}" for number in range(1, 41)}
    assert wanted <= set(all_criteria())
