"""Which words give all of a shop one category."""

import pytest

from agents.expenses.for_all import ForAllOrder
from agents.expenses.meaning import Kind
from agents.expenses.offline.sweeps import for_all_in
from tests.agents.expenses.offline.talking import act


@pytest.mark.parametrize(
    ("text", "name", "category"),
    [
        ("all from Grab are transport", "Grab", "Transport"),
        ("Grab is always transport", "Grab", "Transport"),
        ("from now on Shell is fuel", "Shell", "Fuel"),
        ("everything from Ali Store is groceries", "Ali Store", "Groceries"),
        ("semua dari Kedai Ali barang dapur", "Kedai Ali", "Groceries"),
        ("alles von Rewe ist Lebensmittel", "Rewe", "Groceries"),
        ("Shell ist immer Tanken", "Shell", "Fuel"),
    ],
)
def test_a_category_for_all_of_a_shop_is_read(text: str, name: str, category: str) -> None:
    assert for_all_in(text) == ForAllOrder(name=name, category=category)
    found = act(text)
    assert (found.kind, found.sure) == (Kind.FOR_ALL, True)


@pytest.mark.parametrize(
    "text",
    ["everything is fine", "all food", "semua betul",
     "everything from here is expensive", "is Grab always transport?",
     "it is always food", "all from Grab 20"],
)  # fmt: skip
def test_other_talk_of_all_gives_nothing_a_category(text: str) -> None:
    assert for_all_in(text) is None
