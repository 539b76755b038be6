"""Amounts as voice notes give them: two numbers in one breath read in two ways."""

from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Meaning, QuestionKind
from domain.understanding import Person
from tests.agents.expenses.offline.talking import MALAYSIAN, act, waiting


def meaning_of(text: str, person: Person = MALAYSIAN) -> Meaning:
    return act(text, person=person, marks={"spoken": True})


def heard(text: str, person: Person = MALAYSIAN) -> Mention:
    (mention,) = meaning_of(text, person).mentions
    return mention


@pytest.mark.parametrize(
    ("text", "either"),
    [
        ("Dinner 1650.", ("16.50", "1650")),
        ("Dinner RM 1,650", ("16.50", "1650")),
        ("dinner sixteen fifty", ("16.50", "1650")),
        ("Tesco 5490 ringgit", ("54.90", "5490")),
        ("lunch nine ninety nine", ("9.99", "999")),
    ],
)
def test_two_numbers_in_one_breath_are_never_one_amount(text: str, either: tuple[str, ...]) -> None:
    mention = heard(text)
    assert mention.amount is None
    assert mention.ambiguous_amounts == tuple(map(Decimal, either))
    assert not meaning_of(text).sure


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Starbucks 16.50 ringgit", "16.50"),
        ("lunch 12", "12"),
        ("rent 1500", "1500"),
        ("rent one thousand six hundred fifty ringgit", "1650"),
        ("laptop 1,650.00", "1650"),
    ],
)
def test_what_is_said_clearly_is_taken(text: str, amount: str) -> None:
    assert heard(text).amount == Decimal(amount)


def test_money_without_cents_is_read_in_one_way() -> None:
    japanese = Person(user_id="u1", locale="en_US", currency="JPY")
    assert heard("dinner 1650 yen", japanese).amount == Decimal(1650)


def test_a_spoken_answer_is_asked_about_like_a_spoken_expense() -> None:
    task = waiting(QuestionKind.AMOUNT)
    meaning = act("1650", tasks=(task,), asked=task.task_id, marks={"spoken": True})
    assert meaning.mentions[0].ambiguous_amounts == (Decimal("16.50"), Decimal(1650))
    assert not meaning.sure
