"""What is kept for next time: readings of images, and categories that persons chose."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.media.sniffing import FileRefusal
from agents.expenses.card import Provenance
from agents.expenses.details import Mention
from agents.expenses.reading import LineItem, Reading, ReadValue
from agents.expenses.store.stores import ExpenseStores
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN as ANN_ID
from tests.agents.expenses.store.requests import amending, saving, undoing

ANN = Person(user_id=ANN_ID)


@pytest.mark.shows("10.2")
async def test_the_first_reading_of_an_image_stays(expenses: ExpenseStores) -> None:
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
    assert await expenses.readings.get(first.sha256, ANN) is None

    assert await expenses.readings.put(first, ANN) == first
    later = first.model_copy(update={"engine": "vision", "confidence": 0.99})
    assert await expenses.readings.put(later, ANN) == first
    assert await expenses.readings.get(first.sha256, ANN) == first


@pytest.mark.shows("8.5")
async def test_a_category_is_learned_when_the_person_chose_it(expenses: ExpenseStores) -> None:
    said = {"category": Provenance(source="injected")}
    guessed = {"category": Provenance(source="inferred")}
    await expenses.ledger.save(saving(1, merchant="Zus", category="Travel", category_chosen=True))
    await expenses.ledger.save(saving(2, merchant="Tealive", category="Other", provenance=said))
    await expenses.ledger.save(saving(3, merchant="Shell", category="Fuel", provenance=guessed))
    await expenses.ledger.save(
        saving(4, merchant=None, item="Nasi Lemak", category="Bills", category_chosen=True)
    )

    learned = expenses.preferences.learned_category
    assert await learned(ANN_ID, "ZUS ") == "Travel"
    assert await learned(ANN_ID, "tealive") == "Other"
    assert await learned(ANN_ID, "Shell") is None
    assert await learned(ANN_ID, "nasi  lemak") == "Bills"


async def test_the_newest_choice_for_a_merchant_counts(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, merchant="Zus", category_chosen=True))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))

    assert await expenses.preferences.learned_category(ANN_ID, "Zus") == "Groceries"


@pytest.mark.shows("8.4")
async def test_the_categories_used_most_come_first(expenses: ExpenseStores) -> None:
    for number, category in enumerate(["Fuel", "Travel", "Fuel", "Health", "Gone", "Gone"], 1):
        await expenses.ledger.save(saving(number, category=category))
    for change, number in (("u1", 5), ("u2", 6)):
        await expenses.ledger.undo(undoing(change, number))

    assert await expenses.preferences.categories_used(ANN_ID, 5) == ("Fuel", "Health", "Travel")
    assert await expenses.preferences.categories_used(ANN_ID, 1) == ("Fuel",)


async def test_a_reading_is_for_persons_of_one_place(expenses: ExpenseStores) -> None:
    kuwaiti = ANN.model_copy(update={"currency": "KWD"})
    american = ANN.model_copy(update={"locale": "en_US"})
    read = Reading(sha256="c" * 64, engine="x", confidence=0.9)
    for person in (ANN, kuwaiti, american):
        assert await expenses.readings.get(read.sha256, person) is None
        await expenses.readings.put(read, person)


async def test_a_file_is_refused_for_everybody_with_the_words_of_the_first_time(
    expenses: ExpenseStores,
) -> None:
    digest = "d" * 64
    assert await expenses.readings.refusal(digest) is None
    await expenses.readings.refuse(digest, FileRefusal.TOO_DEMANDING.error())
    await expenses.readings.refuse(digest, FileRefusal.BROKEN.error())
    again = await expenses.readings.refusal(digest)
    assert again is not None
    assert (again.code, again.user_text) == (
        "attachment.unusable.too_demanding",
        FileRefusal.TOO_DEMANDING.value,
    )
