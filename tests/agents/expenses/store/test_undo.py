import asyncio
from decimal import Decimal

import pytest

from agents.expenses.card import Change, Provenance
from agents.expenses.details import Mention
from agents.expenses.ledger import UndoOutcome
from agents.expenses.store.stores import ExpenseStores
from domain.errors import NotFoundError
from tests.adapters.postgres.requests import ANN
from tests.agents.expenses.store.requests import amending, finding, restoring, saving, undoing


async def is_live(expenses: ExpenseStores, number: int) -> bool:
    found = await expenses.ledger.find(finding(number))
    assert found is not None
    return not found.deleted


async def test_undo_goes_back_step_by_step_and_restore_brings_the_row_back(
    expenses: ExpenseStores,
) -> None:
    original = (await expenses.ledger.save(saving(1))).saved
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal("16.50"))))

    reverted = await expenses.ledger.undo(undoing("u1"))
    assert reverted.stored == original
    assert reverted.changes == (Change(field="amount", before="16.50", after="15.50"),)

    deleted = await expenses.ledger.undo(undoing("u2"))
    assert deleted.stored is not None
    assert deleted.stored.deleted
    assert deleted.changes == ()

    assert await expenses.ledger.undo(undoing("u3")) == UndoOutcome()

    assert await expenses.ledger.restore(restoring(1, "r1")) == original
    again = await expenses.ledger.undo(undoing("u4"))
    assert again.stored is not None
    assert again.stored.deleted


async def test_a_repeated_undo_takes_back_one_change_only(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.save(saving(2))

    outcomes = await asyncio.gather(*(expenses.ledger.undo(undoing("u1")) for _ in range(10)))

    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert await is_live(expenses, 1)
    assert not await is_live(expenses, 2)


async def test_two_undos_take_back_the_last_and_the_one_before(expenses: ExpenseStores) -> None:
    for number in (1, 2, 3):
        await expenses.ledger.save(saving(number))

    for change in ("u1", "u2"):
        await expenses.ledger.undo(undoing(change))

    assert [await is_live(expenses, n) for n in (1, 2, 3)] == [True, False, False]


async def test_undo_of_one_card_leaves_newer_ones_alone(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.save(saving(2))

    await expenses.ledger.undo(undoing("u1", 1))

    assert [await is_live(expenses, n) for n in (1, 2)] == [False, True]


async def test_several_corrections_are_reverted_newest_first(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, merchant=None, item="lunch"))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(merchant="Zus")))
    await expenses.ledger.amend(
        amending(1, "c2", changes=Mention(merchant="Kopitiam", amount=Decimal(9)))
    )

    first = (await expenses.ledger.undo(undoing("u1", 1))).stored
    second = (await expenses.ledger.undo(undoing("u2", 1))).stored

    assert first is not None
    assert second is not None
    assert (first.card.merchant, first.card.amount) == ("Zus", Decimal("15.50"))
    assert (second.card.merchant, second.card.item) == (None, "lunch")
    assert "merchant" not in second.card.provenance


async def test_a_correction_that_changed_nothing_is_no_step_to_undo(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal("15.50"))))

    outcome = await expenses.ledger.undo(undoing("u1"))

    assert outcome.stored is not None
    assert outcome.stored.deleted


async def test_a_reverted_field_has_its_old_source_again(expenses: ExpenseStores) -> None:
    photo = Provenance(source="photo", evidence="TOTAL 15.50")
    await expenses.ledger.save(saving(1, provenance={"amount": photo}))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(1))))

    outcome = await expenses.ledger.undo(undoing("u1"))

    assert outcome.stored is not None
    assert outcome.stored.card.provenance == {"amount": photo}


@pytest.mark.shows("11.2")
async def test_undo_reaches_only_what_was_done_in_this_conversation(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    elsewhere = saving(2, conversation_id="conversation:telegram:7")
    await expenses.ledger.save(elsewhere)

    await expenses.ledger.undo(undoing("u1"))

    assert not await is_live(expenses, 1)
    live = await expenses.ledger.find(
        finding(2).model_copy(
            update={"conversation_id": elsewhere.conversation_id, "task_id": elsewhere.task_id}
        )
    )
    assert live is not None
    assert not live.deleted


async def test_with_nothing_saved_there_is_nothing_to_undo(expenses: ExpenseStores) -> None:
    assert await expenses.ledger.undo(undoing("u1")) == UndoOutcome()
    assert await expenses.ledger.undo(undoing("u2", 1)) == UndoOutcome()


async def test_a_restored_row_that_is_there_stays_as_it_is_and_says_so(
    expenses: ExpenseStores,
) -> None:
    stored = (await expenses.ledger.save(saving(1))).saved
    assert stored is not None

    again = await expenses.ledger.restore(restoring(1, "r1"))

    assert again == stored.model_copy(update={"unchanged": True})


async def test_a_repeated_restore_says_what_the_first_did(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.undo(undoing("u1"))

    first = await expenses.ledger.restore(restoring(1, "r1"))

    assert await expenses.ledger.restore(restoring(1, "r1")) == first
    assert not first.unchanged
    assert (await expenses.ledger.restore(restoring(1, "r2"))).unchanged


async def test_a_late_repetition_of_a_restore_does_not_undo_a_newer_undo(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.undo(undoing("u1"))
    await expenses.ledger.restore(restoring(1, "r1"))
    await expenses.ledger.undo(undoing("u2"))

    assert (await expenses.ledger.restore(restoring(1, "r1"))).deleted
    assert not await is_live(expenses, 1)


async def test_a_row_that_never_was_cannot_be_restored(expenses: ExpenseStores) -> None:
    with pytest.raises(NotFoundError):
        await expenses.ledger.restore(restoring(1, "r1"))


async def test_undoing_a_category_unlearns_it(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, merchant="Shell", category="Other"))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))
    assert await expenses.preferences.learned_category(ANN, "shell") == "Groceries"

    await expenses.ledger.undo(undoing("u1"))

    assert await expenses.preferences.learned_category(ANN, "shell") is None


async def test_undoing_a_category_brings_back_the_one_chosen_before(
    expenses: ExpenseStores,
) -> None:
    chosen = {"category": Provenance(source="answer")}
    await expenses.ledger.save(saving(1, merchant="Shell", category="Fuel", provenance=chosen))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))

    await expenses.ledger.undo(undoing("u1"))

    assert await expenses.preferences.learned_category(ANN, "Shell") == "Fuel"
