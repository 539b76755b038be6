"""Plain answers in German and Malay are understood like those in English."""

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, QuestionKind
from domain.understanding import Person
from tests.agents.expenses.offline.talking import GERMAN, answer

MALAY = Person(user_id="p4", locale="ms_MY")


def kind(text: str, question: QuestionKind, person: Person) -> Kind | None:
    found = answer(text, question, person=person)
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ja bitte", Kind.AFFIRM),
        ("klar", Kind.AFFIRM),
        ("trotzdem speichern", Kind.AFFIRM),
        ("nein danke", Kind.DENY),
        ("nö", Kind.DENY),
        ("weiß ich nicht", Kind.DONT_KNOW),
        ("keine Ahnung", Kind.DONT_KNOW),
        ("als Entwurf behalten", Kind.DONT_KNOW),
        ("abbrechen", Kind.CANCEL),
        ("verwerfen", Kind.CANCEL),
    ],
)
def test_a_german_answer_to_a_closed_question_is_understood(text: str, expected: Kind) -> None:
    assert kind(text, QuestionKind.DUPLICATE, GERMAN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ya", Kind.AFFIRM),
        ("simpan juga ya", Kind.AFFIRM),
        ("cuba lagi", Kind.AFFIRM),
        ("tidak", Kind.DENY),
        ("jangan", Kind.DENY),
        ("saya tak pasti", Kind.DONT_KNOW),
        ("simpan sebagai draf", Kind.DONT_KNOW),
        ("batal", Kind.CANCEL),
    ],
)
def test_a_malay_answer_to_a_closed_question_is_understood(text: str, expected: Kind) -> None:
    assert kind(text, QuestionKind.RETRY, MALAY) == expected


@pytest.mark.parametrize(
    ("text", "person", "expected"),
    [
        ("Essen & Trinken", GERMAN, "Food & Drink"),
        ("körperpflege", GERMAN, "Personal Care"),
        ("Kategorie Lebensmittel", GERMAN, "Groceries"),
        ("Barang Dapur", MALAY, "Groceries"),
        ("kategori Pengangkutan", MALAY, "Transport"),
    ],
)
def test_a_category_is_stored_under_its_one_name_whatever_the_language(
    text: str, person: Person, expected: str
) -> None:
    found = answer(text, QuestionKind.CATEGORY, person=person)
    assert found is not None
    assert found.mentions == (Mention(category=expected),)
