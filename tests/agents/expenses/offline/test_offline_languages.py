"""Notes, corrections and answers in other languages are understood like those in English."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, QuestionKind
from domain.understanding import Person
from tests.agents.expenses.offline.talking import GERMAN, TODAY, act, answer, expense, saved

MALAY = Person(user_id="p4", locale="ms_MY")
DUPLICATE, RETRY = QuestionKind.DUPLICATE, QuestionKind.RETRY


@pytest.mark.parametrize(
    ("person", "question", "expected", "texts"),
    [
        (GERMAN, DUPLICATE, Kind.AFFIRM, ("ja bitte", "trotzdem speichern")),
        (GERMAN, DUPLICATE, Kind.DENY, ("nö",)),
        (GERMAN, DUPLICATE, Kind.DONT_KNOW, ("weiß ich nicht", "als Entwurf behalten")),
        (GERMAN, DUPLICATE, Kind.CANCEL, ("abbrechen",)),
        (MALAY, RETRY, Kind.AFFIRM, ("ya", "simpan juga ya", "cuba lagi")),
        (MALAY, RETRY, Kind.DENY, ("tidak",)),
        (MALAY, RETRY, Kind.DONT_KNOW, ("saya tak pasti", "simpan sebagai draf")),
        (MALAY, RETRY, Kind.CANCEL, ("batal",)),
        (
            MALAY,
            DUPLICATE,
            Kind.AFFIRM,
            ("sí, por favor", "claro", "d'accord", "sim", "va bene", "klopt", "iya", "да", "对"),
        ),
        (
            MALAY,
            DUPLICATE,
            Kind.DENY,
            ("no, gracias", "non merci", "não", "no grazie", "dat klopt niet", "нет"),
        ),
        (
            MALAY,
            DUPLICATE,
            Kind.CANCEL,
            ("olvídalo", "laisse tomber", "esquece", "annulla", "laat maar", "取消"),
        ),
    ],
)
def test_an_answer_to_a_closed_question_is_understood(
    person: Person, question: QuestionKind, expected: Kind, texts: tuple[str, ...]
) -> None:
    for text in texts:
        found = answer(text, question, person=person)
        assert found is not None, text
        assert found.kind is expected, text


@pytest.mark.parametrize(
    ("text", "person", "expected"),
    [
        ("Essen & Trinken", GERMAN, "Food & Drink"),
        ("körperpflege", GERMAN, "Personal Care"),
        ("Kategorie Lebensmittel", GERMAN, "Groceries"),
        ("Barang Dapur", MALAY, "Groceries"),
    ],
)
def test_a_category_is_stored_under_its_one_name_whatever_the_language(
    text: str, person: Person, expected: str
) -> None:
    found = answer(text, QuestionKind.CATEGORY, person=person)
    assert found is not None
    assert found.mentions == (Mention(category=expected),)


@pytest.mark.shows("platform 13")
@pytest.mark.parametrize(
    ("text", "amount", "merchant", "item", "day"),
    [
        ("pagué 20 euros en Mercadona ayer", "20", "Mercadona", None, -1),
        ("he comprado un libro por 19,90", "19.90", None, "libro", None),
        ("j'ai payé 20 euros chez Carrefour hier", "20", "Carrefour", None, -1),
        ("paguei 20 reais no Carrefour ontem", "20", "Carrefour", None, -1),
        ("aluguel 1,2 mil", "1200", None, "aluguel", None),
        ("ho pagato 20 euro all'Esselunga ieri", "20", "Esselunga", None, -1),
        ("due birre 7 euro", "7", None, "birre", None),
        ("gisteren 20 euro bij Albert Heijn", "20", "Albert Heijn", None, -1),
        ("beli bensin 50rb", "50000", None, "bensin", None),
        ("кофе 350р", "350", None, "кофе", None),
        ("咖啡 15块", "15", None, "咖啡", None),
        ("चाय 20 रुपये", "20", None, "चाय", None),
    ],
)
def test_a_note_in_another_language_is_an_expense(
    text: str, amount: str, merchant: str | None, item: str | None, day: int | None
) -> None:
    told = expense(text)
    assert (told.amount, told.merchant, told.item) == (Decimal(amount), merchant, item)
    assert told.occurred_on == (None if day is None else TODAY + timedelta(days=day))


@pytest.mark.parametrize(
    "text",
    ["no, eran 15", "non, c'était 15", "não, foram 15", "no, erano 15",
     "nee, het was 15", "cambia el importe a 15", "нет, было 15",
     "eran 15, no 12",
     "salah, harusnya 15", "不,是 15", "नहीं, 15 था"],
)  # fmt: skip
def test_a_correction_in_another_language_changes_what_was_saved(text: str) -> None:
    found = act(text, tasks=(saved(Mention(merchant="Zus", amount=Decimal(12))),))
    assert (found.kind, found.mentions) == (Kind.DETAIL, (Mention(amount=Decimal(15)),))


@pytest.mark.shows("platform 13")
@pytest.mark.parametrize(
    "text",
    ["el vuelo sale a las 9", "o voo sai às 9", "il treno parte alle 9", "мне 30 лет",
     "верни 500", "我今年30岁", "给我讲3个笑话",
     "necesito 50 euros", "j'ai 35 ans", "ho bisogno di 50 euro", "we zien elkaar om 8 uur",
     "9 बजे मीटिंग है", "मुझे 3 चुटकुले सुनाओ"],
)  # fmt: skip
def test_talk_in_another_language_is_never_an_expense(text: str) -> None:
    assert act(text).kind is Kind.GENERAL


@pytest.mark.parametrize(
    "text", ["lunch was 12", "le pain quotidien 15", "garage sale 20", "chicken al fresco 30"]
)
def test_an_english_note_is_read_in_english(text: str) -> None:
    assert expense(text).amount == Decimal(text.rsplit(maxsplit=1)[-1])
