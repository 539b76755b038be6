from decimal import Decimal

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.details import InsightQuery, Mention
from agents.expenses.ledger import InsightRequest, UndoOutcome
from agents.expenses.store.stores import ExpenseStores
from domain.errors import NotFoundError, StorageRejectedError
from tests.adapters.postgres.requests import ANN, BOB, CHAT, recalling
from tests.agents.expenses.store.requests import amending, finding, restoring, saving, undoing

IMAGE = "a" * 64


@pytest.mark.shows("safety 11")
async def test_nobody_finds_or_changes_a_row_of_somebody_else(expenses: ExpenseStores) -> None:
    mine = (await expenses.ledger.save(saving(1, attachment_sha256=IMAGE))).saved

    assert await expenses.ledger.find(finding(1, user_id=BOB)) is None
    assert await expenses.ledger.find_by_image(BOB, IMAGE) is None
    with pytest.raises(NotFoundError):
        await expenses.ledger.amend(
            amending(1, "c1", user_id=BOB, changes=Mention(amount=Decimal(1)))
        )
    assert await expenses.ledger.undo(undoing("u1", user_id=BOB)) == UndoOutcome()
    assert await expenses.ledger.undo(undoing("u2", 1, user_id=BOB)) == UndoOutcome()
    with pytest.raises(NotFoundError):
        await expenses.ledger.restore(restoring(1, "r1", user_id=BOB))
    assert await expenses.ledger.find(finding(1)) == mine


@pytest.mark.shows("scenario 40")
async def test_undo_in_a_shared_chat_takes_back_ones_own_save(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, user_id=ANN))
    await expenses.ledger.save(saving(2, user_id=BOB))

    outcome = await expenses.ledger.undo(undoing("u1", user_id=ANN))

    assert outcome.stored is not None
    assert outcome.stored.card.number == 1
    bobs = await expenses.ledger.find(finding(2, user_id=BOB))
    assert bobs is not None
    assert not bobs.deleted


async def test_a_change_id_of_somebody_else_tells_nothing(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, user_id=ANN))
    await expenses.ledger.save(saving(2, user_id=BOB))
    await expenses.ledger.undo(undoing("u1", user_id=ANN))

    with pytest.raises(StorageRejectedError):
        await expenses.ledger.undo(undoing("u1", user_id=BOB))


async def test_a_task_of_somebody_else_cannot_be_saved_over(expenses: ExpenseStores) -> None:
    mine = (await expenses.ledger.save(saving(1))).saved

    with pytest.raises(StorageRejectedError):
        await expenses.ledger.save(saving(1, user_id=BOB, amount=Decimal(1)))

    assert await expenses.ledger.find(finding(1)) == mine


async def test_figures_count_ones_own_rows_only(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1, user_id=ANN))

    answer = await expenses.ledger.insight(
        InsightRequest(user_id=BOB, conversation_id=CHAT, query=InsightQuery())
    )

    assert (answer.totals, answer.by_category, answer.cards) == ((), (), ())


async def test_what_was_learned_from_one_person_is_not_known_of_another(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1, merchant="Shell", category_chosen=True))

    assert await expenses.preferences.learned_category(BOB, "Shell") is None
    assert await expenses.preferences.categories_used(BOB, 5) == ()


async def test_what_somebody_saved_in_a_shared_chat_is_recalled_for_them_only(
    stores: Stores, expenses: ExpenseStores
) -> None:
    await expenses.ledger.save(saving(1))
    assert (await stores.transcript.recall(recalling(user_id=BOB))).recent == ()
    assert (await stores.transcript.recall(recalling())).recent != ()
