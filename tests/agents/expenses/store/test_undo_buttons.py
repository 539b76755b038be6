"""A button takes back the change that its card shows, or nothing."""

import asyncio
from decimal import Decimal

import pytest

from agents.expenses.card import Change
from agents.expenses.ledger import THE_SAVE, UndoOutcome
from tests.adapters.postgres.requests import BOB
from tests.agents.expenses.store.requests import Book

NOTHING = UndoOutcome()


@pytest.fixture
async def corrected(book: Book) -> Book:
    """One row of 15.50 that was corrected to 16.50 by ``c1``."""
    await book.save()
    await book.amend(1, "c1", amount="16.50")
    return book


async def amount(book: Book) -> str | None:
    """What the live row has; None when it is deleted."""
    row = await book.row()
    return None if row.deleted else str(row.card.amount)


async def test_a_corrections_button_takes_back_that_correction_once(corrected: Book) -> None:
    first = await corrected.undo("u1", 1, shown="c1")
    assert first.changes == (Change(field="amount", before="16.50", after="15.50"),)
    assert await corrected.undo("u2", 1, shown="c1") == NOTHING
    assert await corrected.undo("u1", 1, shown="c1") == first
    assert await amount(corrected) == "15.50"


async def test_of_many_presses_at_once_one_counts(corrected: Book) -> None:
    outcomes = await asyncio.gather(*(corrected.undo(f"u{n}", 1, shown="c1") for n in range(8)))
    assert sum(outcome.stored is not None for outcome in outcomes) == 1
    assert await amount(corrected) == "15.50"


async def test_a_button_that_a_later_correction_overtook_is_stale(corrected: Book) -> None:
    await corrected.amend(1, "c2", amount="17.50")
    assert await corrected.undo("u1", 1, shown="c1") == NOTHING
    assert (await corrected.undo("u2", 1, shown="c2")).changes
    assert (await corrected.undo("u3", 1, shown="c1")).changes
    assert await amount(corrected) == "15.50"


async def test_the_saves_button_deletes_whatever_was_corrected_since(corrected: Book) -> None:
    await corrected.save(2)
    deleted = await corrected.undo("u1", 1, shown=THE_SAVE)
    assert deleted.stored is not None
    assert (deleted.stored.deleted, deleted.changes) == (True, ())
    assert await corrected.undo("u2", 1, shown=THE_SAVE) == NOTHING
    assert await corrected.undo("u3", 1, shown="c1") == NOTHING
    assert await corrected.undo("u4", 1) == NOTHING
    other = await corrected.undo("u5")
    assert other.stored is not None
    assert other.stored.card.number == 2


async def test_a_restored_row_has_its_corrections_and_undo_walks_on(corrected: Book) -> None:
    await corrected.undo("u1", 1, shown=THE_SAVE)
    await corrected.restore(1, "r1")
    assert await amount(corrected) == "16.50"
    assert (await corrected.undo("u2", 1)).changes
    assert await amount(corrected) == "15.50"
    await corrected.undo("u3", 1)
    assert await amount(corrected) is None


@pytest.mark.parametrize("number", [None, 1])
async def test_the_button_of_an_undo_makes_the_correction_again(
    corrected: Book, number: int | None
) -> None:
    before = await corrected.row()
    await corrected.undo("u1", number)
    again = await corrected.undo("u2", 1, shown="u1")
    assert again.stored == before
    assert again.changes == (Change(field="amount", before="15.50", after="16.50"),)
    assert await corrected.undo("u2", 1, shown="u1") == again
    assert await corrected.undo("u3", 1, shown="u1") == NOTHING
    assert (await corrected.undo("u4", 1, shown="u2")).changes
    assert await amount(corrected) == "15.50"


async def test_an_undo_is_not_taken_back_over_a_later_correction(corrected: Book) -> None:
    await corrected.undo("u1", 1)
    await corrected.amend(1, "c2", amount="17.50")
    assert await corrected.undo("u2", 1, shown="u1") == NOTHING
    assert await amount(corrected) == "17.50"


@pytest.mark.parametrize("shown", [THE_SAVE, "c1", "c9", ""])
async def test_another_persons_button_takes_nothing_back(corrected: Book, shown: str) -> None:
    assert await corrected.undo("u1", 1, user_id=BOB, shown=shown) == NOTHING
    assert await amount(corrected) == "16.50"


async def test_a_correction_that_changed_nothing_has_nothing_to_take_back(book: Book) -> None:
    await book.save()
    await book.amend(1, "c1", amount=Decimal("15.50"))
    assert await book.undo("u1", 1, shown="c1") == NOTHING
    assert await amount(book) == "15.50"
