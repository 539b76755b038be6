"""Which words give all of a shop one category."""

import json
from datetime import timedelta

import pytest

from agents.expenses.features.sweeps.recognise import for_all_in
from agents.expenses.features.sweeps.sweep import ForAllOrder
from agents.expenses.meaning import Kind
from domain.history import Entry, Speaker
from tests.agents.expenses.offline.talking import SENT_AT, act


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
    assert (found.kind, found.sure) == (Kind.CALL, True)
    assert found.call is not None
    assert json.loads(found.call.arguments) == {"shop": name, "category": category}


@pytest.mark.parametrize(
    "text",
    ["everything is fine", "all food", "semua betul",
     "everything from here is expensive", "is Grab always transport?",
     "it is always food", "all from Grab 20"],
)  # fmt: skip
def test_other_talk_of_all_gives_nothing_a_category(text: str) -> None:
    assert for_all_in(text) is None


def test_a_yes_right_behind_it_changes_what_is_saved_and_undo_all_takes_it_back() -> None:
    at = SENT_AT - timedelta(minutes=1)
    before = Entry(speaker=Speaker.PERSON, text="all from Grab are transport", at=at)
    yes, undo = act("yes", history=(before,)).call, act("undo all").call
    assert yes is not None
    assert undo is not None
    assert (yes.name, undo.name) == ("recategorize_shop", "uncategorize_shop")
