"""Plain answers in German and Malay are understood like those in English."""

import pytest

from domain.understanding import ActKind, Mention, Person, QuestionKind
from tests.adapters.model.offline.talking import GERMAN, answer

MALAY = Person(user_id="p4", locale="ms_MY")


def kind(text: str, question: QuestionKind, person: Person) -> ActKind | None:
    found = answer(text, question, person=person)
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ja bitte", ActKind.AFFIRM),
        ("klar", ActKind.AFFIRM),
        ("trotzdem speichern", ActKind.AFFIRM),
        ("nein danke", ActKind.DENY),
        ("nö", ActKind.DENY),
        ("weiß ich nicht", ActKind.DONT_KNOW),
        ("keine Ahnung", ActKind.DONT_KNOW),
        ("als Entwurf behalten", ActKind.DONT_KNOW),
        ("abbrechen", ActKind.CANCEL),
        ("verwerfen", ActKind.CANCEL),
    ],
)
def test_a_german_answer_to_a_closed_question_is_understood(text: str, expected: ActKind) -> None:
    assert kind(text, QuestionKind.DUPLICATE, GERMAN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ya", ActKind.AFFIRM),
        ("simpan juga ya", ActKind.AFFIRM),
        ("cuba lagi", ActKind.AFFIRM),
        ("tidak", ActKind.DENY),
        ("jangan", ActKind.DENY),
        ("saya tak pasti", ActKind.DONT_KNOW),
        ("simpan sebagai draf", ActKind.DONT_KNOW),
        ("batal", ActKind.CANCEL),
    ],
)
def test_a_malay_answer_to_a_closed_question_is_understood(text: str, expected: ActKind) -> None:
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
