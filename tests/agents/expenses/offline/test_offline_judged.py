"""Whether words state money that the person spent: judged alike everywhere, and of words only."""

from importlib.resources import files

import pytest

from agents.expenses.meaning import Kind
from agents.expenses.offline import judged
from agents.expenses.offline.mentions import Facts, facts_of, prepare
from benchmarks.spending.texts import examples
from tests.agents.expenses.offline.talking import MALAYSIAN, TODAY, act, expense


def told(text: str) -> tuple[str, Facts]:
    plain = prepare(text, MALAYSIAN)
    return plain, facts_of(plain, MALAYSIAN, TODAY)


@pytest.mark.shows("platform 17")
@pytest.mark.parametrize(
    "text",
    [
        "lunch 12",
        "Grab 8",
        "zyxxo 20",
        "set meal 18",
        "order 2 pizza 40",
        "tickets for everyone 90",
        "sent 300 to landlord for deposit",
        "dinner for 4 120",
        "Tanken 62 Euro",
        "gasté 12 en café",
        "Starbucks 5 on 1 Jan 1970",
        "bus card top up rm20",
        "coffee 6 this morning",
    ],
)
def test_a_short_note_is_an_expense(text: str) -> None:
    assert expense(text).amount is not None


@pytest.mark.shows("platform 17")
@pytest.mark.parametrize(
    "text",
    [
        "pay my light bill",
        "book 3 under the name Lee at the grill",
        "what is 18 percent of 250",
        "thinking of getting the 4070",
        "shopping list: eggs 12, milk 2",
        "ran 5 km in 28 min",
        "she paid 60 for the pizza",
        "eggs cost 14 these days",
        "please pay the water bill 45",
        "split the starbucks one, 5 food and 7 household",
        "nos vemos a las 8",
        "anak saya 2 orang",
    ],
)
def test_talk_with_numbers_is_no_expense(text: str) -> None:
    assert act(text).kind is not Kind.EXPENSE


def test_an_amount_stands_for_its_notation_and_not_for_its_value() -> None:
    assert judged.features(*told("lunch 13")) == judged.features(*told("lunch 14"))
    assert judged.features(*told("lunch 13")) != judged.features(*told("lunch rm13"))


def test_the_margin_says_how_plain_it_has_to_be() -> None:
    assert judged.states_spending(*told("lunch 12"), margin=judged.UNIT)
    assert not judged.states_spending(*told("lunch 12"), margin=1_000)


def test_there_is_one_small_number_for_each_feature() -> None:
    data = files("agents.expenses.offline").joinpath("data", "spending.weights").read_bytes()

    assert len(data) == judged.SIZE


def test_the_examples_are_the_same_for_everybody() -> None:
    first, again = list(examples(1)), list(examples(1))

    assert first == again
    assert {example.spent for example in first} == {True, False}
    assert not any("{" in example.text or "|" in example.text for example in first)
