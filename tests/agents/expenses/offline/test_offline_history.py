"""Which words ask for what was saved, split it, or give all of a shop one category."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from agents.expenses.details import ExpenseDetails, Mention
from agents.expenses.for_all import ForAllOrder, SweepStep
from agents.expenses.history import HistoryOrder
from agents.expenses.meaning import Kind, acts_of
from agents.expenses.offline.history import for_all_in, history_in, shares_in, split_asked
from agents.expenses.splitting import Share
from tests.agents.expenses.offline.talking import GERMAN, MALAYSIAN, act, acts, errand, saved

TODAY = date(2026, 11, 23)
JUNE = {"since": date(2026, 6, 1), "until": date(2026, 6, 30)}
MARCH = {"since": date(2026, 3, 1), "until": date(2026, 3, 31)}
PRICE: dict[str, object] = {"least": Decimal("45.90"), "most": Decimal("45.90")}

PLAIN: dict[str, dict[str, object]] = {
    "find the receipt with panadol": {"words": ("panadol",)},
    "show my grab rides in march": {"words": ("grab",), **MARCH},
    "search nasi lemak": {"words": ("nasi", "lemak")},
    "cari nasi lemak": {"words": ("nasi", "lemak")},
    "suche Panadol": {"words": ("panadol",)},
    "suche nach Rewe im März": {"words": ("rewe",), **MARCH},
    "history grab": {"words": ("grab",)},
    "expenses over 50 in march": {"least": Decimal(50), **MARCH},
    "show #12": {"number": 12},
    "tunjuk #12": {"number": 12},
    "show deleted": {"deleted": True},
    "what did I delete": {"deleted": True},
    "gelöschte Ausgaben": {"deleted": True},
}
BEHIND_THE_COMMAND: dict[str, dict[str, object]] = {
    "": {},
    "2": {"page": 2},
    "#12": {"number": 12},
    "45.90": PRICE,
    "rm 45.90": {**PRICE, "currency": "MYR"},
    "june food": {**JUNE, "category": "Food & Drink"},
    "under 20": {"most": Decimal(20)},
    "grab page 2": {"words": ("grab",), "page": 2},
    "since 1 june": {"since": date(2026, 6, 1)},
    "2025": {"since": date(2025, 1, 1), "until": date(2025, 12, 31)},
    "tomorrow": {"since": date(2026, 11, 24), "until": date(2026, 11, 24)},
    "%": {"words": ("%",)},
}


OPEN = {"search nasi lemak", "cari nasi lemak", "suche Panadol"}


@pytest.mark.parametrize(("text", "wanted"), [*PLAIN.items(), *BEHIND_THE_COMMAND.items()])
def test_what_is_looked_for_is_read(text: str, wanted: dict[str, object]) -> None:
    assert history_in(text, MALAYSIAN, TODAY) == HistoryOrder.model_validate(wanted)


@pytest.mark.shows("safety 15")
@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_look_through_what_is_saved_without_a_model(text: str) -> None:
    # Another agent may have what is looked for, where nothing says that it was bought.
    assert errand(text, Kind.HISTORY, sure=text not in OPEN).history


@pytest.mark.parametrize(
    "text",
    ["find blue pens", "find cameras under $900", "search pens under 20",
     "find parking 5", "cari parking 5 ringgit", "show my balance", "search engine 20",
     "history book 20", "show me the money", "delete my last expense", "list price 30",
     "open house 50", "delete expense", "show tickets 40"],
)  # fmt: skip
def test_what_may_be_something_else_is_no_search(text: str) -> None:
    assert Kind.HISTORY not in [each.kind for each in acts(text, tasks=(saved(),))]


GROCERIES, HOUSEHOLD = Share("Groceries", amount=Decimal(30)), Share("Household")
BOTH = (GROCERIES, Share("Household", amount=Decimal("12.50")))


def food_and_gifts(food: Fraction) -> tuple[Share, ...]:
    return Share("Food & Drink", fraction=food), Share("Gifts & Donations", fraction=1 - food)


SPLITS: dict[str, tuple[int, tuple[Share, ...]]] = {
    "split #12: 30 groceries, 12.50 household": (12, BOTH),
    "split #12: groceries 30, household 12.50": (12, BOTH),
    "split it half food half gifts": (0, food_and_gifts(Fraction(1, 2))),
    "split #3 60% food and 40% gifts": (3, food_and_gifts(Fraction(3, 5))),
    "split #12 30 groceries, the rest household": (12, (GROCERIES, HOUSEHOLD)),
    "bahagikan #12: 30 barang dapur, baki rumah tangga": (12, (GROCERIES, HOUSEHOLD)),
    "split #5 30 groceries, 12 pets": (5, (GROCERIES, Share("Pets", amount=Decimal(12)))),
    "split #5": (5, ()),
}


@pytest.mark.parametrize(("text", "wanted"), SPLITS.items())
def test_an_order_to_split_is_read(text: str, wanted: tuple[int, tuple[Share, ...]]) -> None:
    asked = split_asked(text)
    assert asked is not None
    assert (asked.number, shares_in(asked.parts, MALAYSIAN)) == wanted
    found = act(text, tasks=(saved(Mention(merchant="Tesco")),))
    assert (found.kind, found.sure) == (Kind.SPLIT, True)
    assert found.task_id == (None if asked.number else "saved")


def test_german_parts_have_german_decimals() -> None:
    asked = split_asked("teile #12: 30,50 Lebensmittel, Rest Haushalt")
    assert asked is not None
    groceries = Share("Groceries", amount=Decimal("30.50"))
    assert shares_in(asked.parts, GERMAN) == (groceries, HOUSEHOLD)


@pytest.mark.parametrize(
    "text", ["split the bill with Bob", "split lunch with friends 40", "split pizza 20", "split"]
)
def test_a_bill_among_friends_is_not_ours_to_split(text: str) -> None:
    assert Kind.SPLIT not in [each.kind for each in acts(text, tasks=(saved(),))]


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


def test_undo_all_takes_the_whole_back() -> None:
    (opening,) = acts_of([act("undo all")])
    details = ExpenseDetails.model_validate(opening.details)
    assert details.sweep is SweepStep.UNDO
