"""Whether words state money that the person spent: judged alike everywhere, and of words only."""

from importlib.resources import files

from agents.expenses.offline import judged
from agents.expenses.offline.mentions import Facts, facts_of, prepare
from benchmarks.spending.texts import examples
from tests.agents.expenses.offline.talking import MALAYSIAN, TODAY


def told(text: str) -> tuple[str, Facts]:
    plain = prepare(text, MALAYSIAN)
    return plain, facts_of(plain, MALAYSIAN, TODAY)


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
