"""A button takes back the change that its card shows, or nothing."""

import asyncio
from decimal import Decimal

import pytest

from agents.expenses.card import Change
from agents.expenses.details import Mention
from agents.expenses.ledger import THE_SAVE, AmendOutcome, UndoOutcome
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import amending, finding, restoring, saving, undoing


async def correct(expenses: ExpenseStores, change: str, amount: str) -> AmendOutcome:
    return await expenses.ledger.amend(amending(1, change, changes=Mention(amount=Decimal(amount))))


async def amount(expenses: ExpenseStores) -> Decimal | None:
    """What the live row has; None when it is deleted."""
    found = await expenses.ledger.find(finding(1))
    assert found is not None
    return None if found.deleted else found.card.amount


async def test_a_corrections_button_takes_back_that_correction_once(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")

    first = await expenses.ledger.undo(undoing("u1", 1, shown="c1"))

    assert first.changes == (Change(field="amount", before="16.50", after="15.50"),)
    assert await expenses.ledger.undo(undoing("u2", 1, shown="c1")) == UndoOutcome()
    assert await expenses.ledger.undo(undoing("u1", 1, shown="c1")) == first
    assert await amount(expenses) == Decimal("15.50")


async def test_of_many_presses_at_once_one_counts(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")

    outcomes = await asyncio.gather(
        *(expenses.ledger.undo(undoing(f"u{n}", 1, shown="c1")) for n in range(8))
    )

    assert sum(outcome.stored is not None for outcome in outcomes) == 1
    assert await amount(expenses) == Decimal("15.50")


async def test_a_button_that_a_later_correction_overtook_is_stale(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")
    await correct(expenses, "c2", "17.50")

    assert await expenses.ledger.undo(undoing("u1", 1, shown="c1")) == UndoOutcome()
    assert (await expenses.ledger.undo(undoing("u2", 1, shown="c2"))).changes
    assert (await expenses.ledger.undo(undoing("u3", 1, shown="c1"))).changes
    assert await amount(expenses) == Decimal("15.50")


async def test_the_saves_button_deletes_whatever_was_corrected_since(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")

    deleted = await expenses.ledger.undo(undoing("u1", 1, shown=THE_SAVE))

    assert deleted.stored is not None
    assert deleted.stored.deleted
    assert deleted.changes == ()
    assert await expenses.ledger.undo(undoing("u2", 1, shown=THE_SAVE)) == UndoOutcome()


async def test_a_deleted_rows_corrections_cannot_be_taken_back(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(2))
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")
    await expenses.ledger.undo(undoing("u1", 1, shown=THE_SAVE))

    assert await expenses.ledger.undo(undoing("u2", 1, shown="c1")) == UndoOutcome()
    assert await expenses.ledger.undo(undoing("u3", 1)) == UndoOutcome()
    other = await expenses.ledger.undo(undoing("u4"))
    assert other.stored is not None
    assert other.stored.card.number == 2


async def test_a_restored_row_has_its_corrections_and_undo_walks_on(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")
    await expenses.ledger.undo(undoing("u1", 1, shown=THE_SAVE))

    await expenses.ledger.restore(restoring(1, "r1"))

    assert await amount(expenses) == Decimal("16.50")
    assert (await expenses.ledger.undo(undoing("u2", 1))).changes
    assert await amount(expenses) == Decimal("15.50")
    await expenses.ledger.undo(undoing("u3", 1))
    assert await amount(expenses) is None


@pytest.mark.parametrize("number", [None, 1])
async def test_the_button_of_an_undo_makes_the_correction_again(
    expenses: ExpenseStores, number: int | None
) -> None:
    await expenses.ledger.save(saving(1))
    corrected = await correct(expenses, "c1", "16.50")
    undo = undoing("u1", number)
    await expenses.ledger.undo(undo)

    again = await expenses.ledger.undo(undoing("u2", 1, shown="u1"))

    assert again.stored == corrected.stored
    assert again.changes == corrected.changes
    assert await expenses.ledger.undo(undoing("u2", 1, shown="u1")) == again
    assert await expenses.ledger.undo(undoing("u3", 1, shown="u1")) == UndoOutcome()
    assert (await expenses.ledger.undo(undoing("u4", 1, shown="u2"))).changes
    assert await amount(expenses) == Decimal("15.50")


async def test_an_undo_is_not_taken_back_over_a_later_correction(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")
    await expenses.ledger.undo(undoing("u1", 1))
    await correct(expenses, "c2", "17.50")

    assert await expenses.ledger.undo(undoing("u2", 1, shown="u1")) == UndoOutcome()
    assert await amount(expenses) == Decimal("17.50")


async def test_a_category_that_is_chosen_again_is_learned_again(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, merchant="Shell", category="Other"))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))
    await expenses.ledger.undo(undoing("u1", 1))

    await expenses.ledger.undo(undoing("u2", 1, shown="u1"))

    assert await expenses.preferences.learned_category(ANN, "shell") == "Groceries"


@pytest.mark.parametrize("shown", [THE_SAVE, "c1", "c9", ""])
async def test_another_persons_button_takes_nothing_back(
    expenses: ExpenseStores, shown: str
) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "16.50")

    undo = undoing("u1", 1, user_id=BOB, shown=shown)

    assert await expenses.ledger.undo(undo) == UndoOutcome()
    assert await amount(expenses) == Decimal("16.50")


async def test_a_correction_that_changed_nothing_has_nothing_to_take_back(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await correct(expenses, "c1", "15.50")

    assert await expenses.ledger.undo(undoing("u1", 1, shown="c1")) == UndoOutcome()
    assert await amount(expenses) == Decimal("15.50")
