"""The built-in categories are recognised however they are written."""

import pytest
from hypothesis import given

from domain.categories import CATEGORIES, MAX_CATEGORY_LENGTH, MAX_SUGGESTIONS, known_category
from tests.domain.drafts import names, quick


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_category_is_known_in_any_case_and_spacing(name: str) -> None:
    assert known_category(name) == name
    assert known_category(f"  {name.upper().replace(' ', '   ')} ") == name


@quick
@given(names)
def test_what_is_not_built_in_is_not_invented(name: str) -> None:
    known = known_category(name)
    assert known is None or known.casefold() == " ".join(name.split()).casefold()


def test_the_built_in_categories_pass_their_own_rules() -> None:
    assert len(set(CATEGORIES)) == len(CATEGORIES) > MAX_SUGGESTIONS
    assert all(len(name) <= MAX_CATEGORY_LENGTH for name in CATEGORIES)
