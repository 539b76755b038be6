"""Which words split what was saved, and how."""

import json
from datetime import date
from decimal import Decimal

import pytest
from pydantic import JsonValue

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind
from domain.understanding import Person
from tests.agents.expenses.offline.talking import GERMAN, MALAYSIAN, act, saved

REST: JsonValue = {"category": "Household"}
GROCERIES: JsonValue = {"category": "Groceries", "amount": "30"}
BOTH: list[JsonValue] = [GROCERIES, {"category": "Household", "amount": "12.50"}]


def food_and_gifts(food: str, gifts: str) -> list[JsonValue]:
    return [
        {"category": "Food & Drink", "fraction": food},
        {"category": "Gifts & Donations", "fraction": gifts},
    ]


SPLITS: dict[str, tuple[int, list[JsonValue]]] = {
    "split #12: 30 groceries, 12.50 household": (12, BOTH),
    "split #12: groceries 30, household 12.50": (12, BOTH),
    "split it half food half gifts": (0, food_and_gifts("1/2", "1/2")),
    "split #3 60% food and 40% gifts": (3, food_and_gifts("3/5", "2/5")),
    "split #12 30 groceries, the rest household": (12, [GROCERIES, REST]),
    "bahagikan #12: 30 barang dapur, baki rumah tangga": (12, [GROCERIES, REST]),
    "split #5 30 groceries, 12 pets": (5, [GROCERIES, {"category": "Pets", "amount": "12"}]),
    "split #5": (5, []),
    "split the tesco one: 30 groceries, the rest household": (0, [GROCERIES, REST]),
    "teile den Tesco: 30 Lebensmittel, Rest Haushalt": (0, [GROCERIES, REST]),
}


def split(text: str, person: Person) -> dict[str, JsonValue]:
    """The arguments of the call; an expense at Tesco was saved before."""
    found = act(text, tasks=(saved(Mention(merchant="Tesco")),), person=person)
    assert (found.kind, found.sure) == (Kind.CALL, True)
    assert found.call is not None
    assert found.call.name == "split_expense"
    arguments: dict[str, JsonValue] = json.loads(found.call.arguments)
    return arguments


@pytest.mark.parametrize(("text", "wanted"), SPLITS.items())
def test_an_order_to_split_is_read(text: str, wanted: tuple[int, list[JsonValue]]) -> None:
    number, parts = wanted
    which: dict[str, JsonValue] = {"number": number} if number else {"task_id": "saved"}
    assert split(text, MALAYSIAN) == {**which, "parts": parts}


def test_what_is_not_at_hand_is_looked_for_by_its_name_and_no_new_expense() -> None:
    told = act("split the aldi: 30 groceries, the rest household", tasks=(saved(),))
    assert told.call is not None
    asked = (told.call.name, json.loads(told.call.arguments))
    assert asked == ("explain_words", {"hint": "change", "name": "aldi"})


@pytest.mark.parametrize(
    "text",
    ["split the bill with Bob", "split lunch with friends 40", "split pizza 20", "split"],
)
def test_a_bill_among_friends_is_not_ours_to_split(text: str) -> None:
    assert act(text, tasks=(saved(Mention(merchant="Tesco")),)).call is None


def test_german_parts_have_german_decimals() -> None:
    parts = split("teile #12: 30,50 Lebensmittel, Rest Haushalt", GERMAN)["parts"]
    assert parts == [{"category": "Groceries", "amount": "30.50"}, REST]


@pytest.mark.parametrize(
    "text",
    [
        "210 at Mydin, of that 150 food and the rest household yesterday",
        "yesterday 210 at Mydin, of which 150 food, the rest household",
        "210 bei Mydin gestern, davon 150 Essen und der Rest Haushalt",
        "semalam 210 di Mydin, daripada itu 150 makanan dan baki rumah",
    ],
)
def test_the_parts_of_a_whole_are_kept_that_are_told_with_it(text: str) -> None:
    found = act(text)
    assert not found.likely
    (told,) = found.mentions
    parts = {part.category: part.amount for part in told.parts}
    assert (told.merchant, told.amount, told.occurred_on) == (
        "Mydin",
        Decimal(210),
        date(2026, 3, 11),
    )
    assert parts == {"Food & Drink": 150, "Household": 60}


@pytest.mark.parametrize(
    "text",
    [
        "refund 210 from Aldi, of that 150 food and the rest household",
        "cash withdrawal 210, of that 150 food and the rest household",
        "300 salary, of that 150 food and the rest household",
        "210 at Mydin, of that 150 for Anna and the rest mine",
        "210 at Mydin, of that 150 Bob's and the rest household",
        "80 chez Auchan, dont 50 nourriture et le reste maison",
        "50 en Carrefour, de eso 30 comida y el resto casa",
    ],
)
def test_only_an_expense_has_parts_and_only_of_categories_that_there_are(text: str) -> None:
    (mention,) = act(text).mentions
    assert not mention.parts


def test_a_part_may_be_of_a_category_of_the_persons_own() -> None:
    pets = saved(Mention(merchant="Petco", category="Zoo"))
    (mention,) = act("210 at Mydin, of that 150 zoo and the rest food", tasks=(pets,)).mentions
    assert [part.category for part in mention.parts] == ["Zoo", "Food & Drink"]
