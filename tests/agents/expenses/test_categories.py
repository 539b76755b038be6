"""The built-in categories are recognised however they are written."""

import pytest
from hypothesis import given

from agents.expenses.categories import (
    CATEGORIES,
    MAX_CATEGORY_LENGTH,
    MAX_SUGGESTIONS,
    known_category,
)
from tests.given import names


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_category_is_known_in_any_case_and_spacing(name: str) -> None:
    assert known_category(name) == name
    assert known_category(f"  {name.upper().replace(' ', '   ')} ") == name


@given(names)
def test_whatever_the_name_only_a_built_in_category_is_found(name: str) -> None:
    assert known_category(name) in {None, *CATEGORIES}


@pytest.mark.parametrize("name", ["", "Hobby Stuff", "Food", "Qwfp", "Essen und Kino"])
def test_what_is_not_built_in_is_not_invented(name: str) -> None:
    assert known_category(name) is None


def test_the_built_in_categories_pass_their_own_rules() -> None:
    assert len(set(CATEGORIES)) == len(CATEGORIES) > MAX_SUGGESTIONS
    assert all(len(name) <= MAX_CATEGORY_LENGTH for name in CATEGORIES)
