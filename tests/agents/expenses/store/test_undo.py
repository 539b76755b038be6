"""Undo takes back step by step; a button takes back the change that its card shows, or nothing."""

import asyncio
from decimal import Decimal

import pytest

from agents.expenses.ledger import THE_SAVE, UndoOutcome
from agents.expenses.shown import Change, Provenance
from domain.errors import NotFoundError
from tests.adapters.postgres.requests import BOB
from tests.agents.expenses.store.requests import Book, finding

NOTHING = UndoOutcome()


async def live(book: Book) -> list[int]:
    rows = await book.query("SELECT number FROM transactions WHERE deleted_at IS NULL ORDER BY 1")
    return [row["number"] for row in rows]


async def test_undo_goes_back_step_by_step_and_restore_brings_the_row_back(book: Book) -> None:
    original = await book.save()
    await book.amend(1, "c1", amount="16.50")
    await book.amend(1, "c2", amount="16.50")  # it changes nothing: no step

    reverted = await book.undo("u1")
    assert reverted.stored == original
    assert reverted.changes == (Change(field="amount", before="16.50", after="15.50"),)

    deleted = await book.undo("u2")
    assert deleted == UndoOutcome(stored=original.model_copy(update={"deleted": True}))
    assert await book.undo("u3") == await book.undo("u3", 1) == UndoOutcome()

    assert await book.restore(1, "r1") == original
    assert (await book.undo("u4")).stored == deleted.stored


async def test_a_repeated_undo_takes_back_one_change_only(book: Book) -> None:
    for number in (1, 2):
        await book.save(number)
    first, *others = await asyncio.gather(*(book.undo("u1") for _ in range(10)))
    assert others == [first] * 9
    assert await live(book) == [1]


async def test_undos_take_back_the_last_and_the_one_before_or_the_one_that_is_named(
    book: Book,
) -> None:
    for number in (1, 2, 3, 4):
        await book.save(number)
    await book.undo("u1", 2)
    assert await live(book) == [1, 3, 4]
    for change in ("u2", "u3"):
        await book.undo(change)
    assert await live(book) == [1]


async def test_several_corrections_are_reverted_newest_first(book: Book) -> None:
    photo = {"amount": Provenance(source="photo", evidence="TOTAL 15.50")}
    await book.save(merchant=None, item="lunch", provenance=photo)
    await book.amend(1, "c1", merchant="Zus")
    await book.amend(1, "c2", merchant="Kopitiam", amount=9)
    first, second = [(await book.undo(undo, 1)).stored for undo in ("u1", "u2")]
    assert first is not None
    assert second is not None
    assert (first.card.merchant, first.card.amount) == ("Zus", Decimal("15.50"))
    assert (second.card.merchant, second.card.item) == (None, "lunch")
    assert second.card.provenance == photo


@pytest.mark.shows("11.2")
async def test_undo_reaches_only_what_was_done_in_this_conversation(book: Book) -> None:
    await book.save(1)
    await book.save(2, conversation_id="conversation:telegram:7")
    await book.undo("u1")
    assert await live(book) == [2]


async def test_a_restored_row_that_is_there_stays_as_it_is_and_says_so(book: Book) -> None:
    stored = await book.save()
    assert await book.restore(1, "r1") == stored.model_copy(update={"unchanged": True})
    with pytest.raises(NotFoundError):
        await book.restore(2, "r1")
    assert await book.ledger.find(finding(2)) is None


async def test_a_repeated_restore_says_what_the_first_did_and_undoes_no_newer_undo(
    book: Book,
) -> None:
    await book.save()
    await book.undo("u1")
    first = await book.restore(1, "r1")
    assert not first.unchanged
    assert await book.restore(1, "r1") == first
    assert (await book.restore(1, "r2")).unchanged
    await book.undo("u2")
    assert (await book.restore(1, "r1")).deleted
    assert await live(book) == []


@pytest.mark.parametrize("before", [None, "Fuel"])
async def test_undoing_a_category_brings_back_the_one_chosen_before_or_none(
    book: Book, before: str | None
) -> None:
    chosen = {"category": Provenance(source="answer")} if before else {}
    await book.save(merchant="Shell", category=before or "Other", provenance=chosen)
    await book.amend(1, "c1", category="Groceries")
    assert await book.learned("shell") == "Groceries"
    await book.undo("u1", 1)
    assert await book.learned("shell") == before
    await book.undo("u2", 1, shown="u1")
    assert await book.learned("shell") == "Groceries"


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
