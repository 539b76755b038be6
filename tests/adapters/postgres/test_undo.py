import asyncio
from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from domain.errors import NotFoundError
from domain.ledger import UndoOutcome
from domain.replies import Change, Provenance
from domain.understanding import Mention
from tests.adapters.postgres.requests import (
    ANN,
    amending,
    finding,
    restoring,
    saving,
    undoing,
)


async def is_live(stores: Stores, number: int) -> bool:
    found = await stores.ledger.find(finding(number))
    assert found is not None
    return not found.deleted


async def test_undo_goes_back_step_by_step_and_restore_brings_the_row_back(stores: Stores) -> None:
    original = (await stores.ledger.save(saving(1))).saved
    await stores.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal("16.50"))))

    reverted = await stores.ledger.undo(undoing("u1"))
    assert reverted.stored == original
    assert reverted.changes == (Change(field="amount", before="16.50", after="15.50"),)

    deleted = await stores.ledger.undo(undoing("u2"))
    assert deleted.stored is not None
    assert deleted.stored.deleted
    assert deleted.changes == ()

    assert await stores.ledger.undo(undoing("u3")) == UndoOutcome()

    assert await stores.ledger.restore(restoring(1, "r1")) == original
    again = await stores.ledger.undo(undoing("u4"))
    assert again.stored is not None
    assert again.stored.deleted


async def test_a_repeated_undo_takes_back_one_change_only(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    await stores.ledger.save(saving(2))

    outcomes = await asyncio.gather(*(stores.ledger.undo(undoing("u1")) for _ in range(10)))

    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert await is_live(stores, 1)
    assert not await is_live(stores, 2)


async def test_two_undos_take_back_the_last_and_the_one_before(stores: Stores) -> None:
    for number in (1, 2, 3):
        await stores.ledger.save(saving(number))

    for change in ("u1", "u2"):
        await stores.ledger.undo(undoing(change))

    assert [await is_live(stores, n) for n in (1, 2, 3)] == [True, False, False]


async def test_undo_of_one_card_leaves_newer_ones_alone(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    await stores.ledger.save(saving(2))

    await stores.ledger.undo(undoing("u1", 1))

    assert [await is_live(stores, n) for n in (1, 2)] == [False, True]


async def test_several_corrections_are_reverted_newest_first(stores: Stores) -> None:
    await stores.ledger.save(saving(1, merchant=None, item="lunch"))
    await stores.ledger.amend(amending(1, "c1", changes=Mention(merchant="Zus")))
    await stores.ledger.amend(
        amending(1, "c2", changes=Mention(merchant="Kopitiam", amount=Decimal(9)))
    )

    first = (await stores.ledger.undo(undoing("u1", 1))).stored
    second = (await stores.ledger.undo(undoing("u2", 1))).stored

    assert first is not None
    assert second is not None
    assert (first.card.merchant, first.card.amount) == ("Zus", Decimal("15.50"))
    assert (second.card.merchant, second.card.item) == (None, "lunch")
    assert "merchant" not in second.card.provenance


async def test_a_correction_that_changed_nothing_is_no_step_to_undo(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    await stores.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal("15.50"))))

    outcome = await stores.ledger.undo(undoing("u1"))

    assert outcome.stored is not None
    assert outcome.stored.deleted


async def test_a_reverted_field_has_its_old_source_again(stores: Stores) -> None:
    photo = Provenance(source="photo", evidence="TOTAL 15.50")
    await stores.ledger.save(saving(1, provenance={"amount": photo}))
    await stores.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(1))))

    outcome = await stores.ledger.undo(undoing("u1"))

    assert outcome.stored is not None
    assert outcome.stored.card.provenance == {"amount": photo}


async def test_undo_reaches_only_what_was_done_in_this_conversation(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    elsewhere = saving(2, conversation_id="conversation:telegram:7")
    await stores.ledger.save(elsewhere)

    await stores.ledger.undo(undoing("u1"))

    assert not await is_live(stores, 1)
    live = await stores.ledger.find(
        finding(2).model_copy(
            update={"conversation_id": elsewhere.conversation_id, "task_id": elsewhere.task_id}
        )
    )
    assert live is not None
    assert not live.deleted


async def test_with_nothing_saved_there_is_nothing_to_undo(stores: Stores) -> None:
    assert await stores.ledger.undo(undoing("u1")) == UndoOutcome()
    assert await stores.ledger.undo(undoing("u2", 1)) == UndoOutcome()


async def test_a_restored_row_that_is_there_stays_as_it_is_and_says_so(stores: Stores) -> None:
    stored = (await stores.ledger.save(saving(1))).saved
    assert stored is not None

    again = await stores.ledger.restore(restoring(1, "r1"))

    assert again == stored.model_copy(update={"unchanged": True})


async def test_a_repeated_restore_says_what_the_first_did(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    await stores.ledger.undo(undoing("u1"))

    first = await stores.ledger.restore(restoring(1, "r1"))

    assert await stores.ledger.restore(restoring(1, "r1")) == first
    assert not first.unchanged
    assert (await stores.ledger.restore(restoring(1, "r2"))).unchanged


async def test_a_late_repetition_of_a_restore_does_not_undo_a_newer_undo(stores: Stores) -> None:
    await stores.ledger.save(saving(1))
    await stores.ledger.undo(undoing("u1"))
    await stores.ledger.restore(restoring(1, "r1"))
    await stores.ledger.undo(undoing("u2"))

    assert (await stores.ledger.restore(restoring(1, "r1"))).deleted
    assert not await is_live(stores, 1)


async def test_a_row_that_never_was_cannot_be_restored(stores: Stores) -> None:
    with pytest.raises(NotFoundError):
        await stores.ledger.restore(restoring(1, "r1"))


async def test_undoing_a_category_unlearns_it(stores: Stores) -> None:
    await stores.ledger.save(saving(1, merchant="Shell", category="Other"))
    await stores.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))
    assert await stores.preferences.learned_category(ANN, "shell") == "Groceries"

    await stores.ledger.undo(undoing("u1"))

    assert await stores.preferences.learned_category(ANN, "shell") is None


async def test_undoing_a_category_brings_back_the_one_chosen_before(stores: Stores) -> None:
    chosen = {"category": Provenance(source="answer")}
    await stores.ledger.save(saving(1, merchant="Shell", category="Fuel", provenance=chosen))
    await stores.ledger.amend(amending(1, "c1", changes=Mention(category="Groceries")))

    await stores.ledger.undo(undoing("u1"))

    assert await stores.preferences.learned_category(ANN, "Shell") == "Fuel"
