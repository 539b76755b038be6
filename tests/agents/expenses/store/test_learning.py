"""What is kept for next time: readings of images, and categories that persons chose."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.media.sniffing import FileRefusal
from agents.expenses.reading import LineItem, Reading, ReadValue
from agents.expenses.shown import MoneyKind, Provenance
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN as ANN_ID
from tests.agents.expenses.store.requests import Book

ANN = Person(user_id=ANN_ID)


@pytest.mark.shows("10.2")
async def test_the_first_reading_of_an_image_stays_for_persons_of_one_place(book: Book) -> None:
    first = Reading(
        sha256="b" * 64,
        engine="rapidocr",
        confidence=0.87,
        merchant=ReadValue(value="Kedai Ăn", confidence=0.9, evidence="KEDAI ĂN"),
        total=ReadValue(value=Decimal("27.90"), confidence=0.95, evidence="TOTAL 27.90"),
        currency=ReadValue(value="MYR", confidence=0.5),
        occurred_on=ReadValue(value=date(2026, 3, 14), confidence=0.8),
        items=(LineItem(name="Teh", quantity=Decimal(1), amount=Decimal("2.10")),),
        lines=("KEDAI ĂN", "TOTAL 27.90"),
        duration_ms=2300,
    )
    later = first.model_copy(update={"engine": "vision", "confidence": 0.99})
    for place in ({}, {"currency": "KWD"}, {"locale": "en_US"}):
        person = ANN.model_copy(update=place)
        assert await book.readings.get(first.sha256, person) is None
        for reading in (first, later):
            assert await book.readings.put(reading, person) == first
        assert await book.readings.get(first.sha256, person) == first


@pytest.mark.shows("8.5")
async def test_a_category_is_learned_when_the_person_chose_it(book: Book) -> None:
    by_person = {"category": Provenance(source="injected")}
    guessed = {"category": Provenance(source="inferred")}
    await book.save(1, merchant="Zus", category="Travel", category_chosen=True)
    await book.save(2, merchant="Tealive", category="Other", provenance=by_person)
    await book.save(3, merchant="Shell", category="Fuel", provenance=guessed)
    await book.save(4, merchant=None, item="Nasi Lemak", category="Bills", category_chosen=True)
    learned = {"ZUS ": "Travel", "tealive": "Other", "Shell": None, "nasi  lemak": "Bills"}
    assert {name: await book.learned(name) for name in learned} == learned
    await book.amend(1, "c1", category="Groceries")
    assert await book.learned("Zus") == "Groceries", "the newest counts"


@pytest.mark.parametrize("kind", [MoneyKind.INCOME, MoneyKind.TRANSFER])
async def test_no_habit_is_made_of_what_was_not_spent(book: Book, kind: MoneyKind) -> None:
    await book.save(1, kind=kind, merchant="Grab", category="Refund", category_chosen=True)
    await book.save(2, merchant="Grab", amount=Decimal(9), category="Transport")
    await book.amend(2, "c1", kind=kind, category="Other income")
    assert await book.learned("Grab") is None
    assert await book.preferences.categories_used(ANN_ID, 5) == ()


@pytest.mark.shows("8.4")
async def test_the_categories_used_most_come_first(book: Book) -> None:
    for number, category in enumerate(["Fuel", "Travel", "Fuel", "Health", "Gone", "Gone"], 1):
        await book.save(number, category=category)
    for change, number in (("u1", 5), ("u2", 6)):
        await book.undo(change, number)
    assert await book.preferences.categories_used(ANN_ID, 5) == ("Fuel", "Health", "Travel")
    assert await book.preferences.categories_used(ANN_ID, 1) == ("Fuel",)


async def test_a_file_is_refused_for_everybody_with_the_words_of_the_first_time(
    book: Book,
) -> None:
    digest = "d" * 64
    assert await book.readings.refusal(digest) is None
    for refusal in (FileRefusal.TOO_DEMANDING, FileRefusal.BROKEN):
        await book.readings.refuse(digest, refusal.error())
    again = await book.readings.refusal(digest)
    assert again is not None
    assert again.code == "attachment.unusable.too_demanding"
    assert again.user_text == FileRefusal.TOO_DEMANDING.value
