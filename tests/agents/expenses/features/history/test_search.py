"""A page of a search fits into a button and comes back from it."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.features.history.search import ExpenseSearch, carried, search_carried

FULL = ExpenseSearch(
    words="nasi lemak",
    least=Decimal("45.90"),
    most=Decimal("45.90"),
    currency="MYR",
    since=date(2026, 3, 1),
    until=date(2026, 3, 31),
    category="Food & Drink",
    deleted=True,
)
ROOM = 40
"""Bytes that a channel with little room has for it."""


@pytest.mark.parametrize("search", [ExpenseSearch(), FULL, ExpenseSearch(words="50%_x")])
def test_what_a_button_carries_is_the_same_search_on_its_page(search: ExpenseSearch) -> None:
    assert search_carried(carried(search, 7)) == search.model_copy(update={"page": 7})


def test_a_usual_search_is_short() -> None:
    usual = ExpenseSearch(words="grab", since=date(2026, 3, 1), until=date(2026, 3, 31))
    assert len(carried(usual, 12).encode()) <= ROOM


@pytest.mark.parametrize("text", ["", "x", "1;q5", "1;s20261340", "1;labc", "one"])
def test_what_nobody_carried_is_no_search(text: str) -> None:
    assert search_carried(text) is None


def test_what_separates_values_in_a_button_is_no_part_of_them() -> None:
    search = ExpenseSearch(words="a;b c+d", category="x;y")
    assert search_carried(carried(search, 1)) == ExpenseSearch(words="ab cd", category="xy")
