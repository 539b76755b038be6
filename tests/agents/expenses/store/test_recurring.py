"""What comes again and again, against the database."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.card import MoneyKind
from agents.expenses.ledger import SaveOutcome
from agents.expenses.recurring import Every, RecurringOrder, RecurringWish
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import saving, task, undoing

NETFLIX = RecurringOrder(
    wish=RecurringWish.KEEP, merchant="Netflix", amount=Decimal("54.90"), currency="MYR"
)
TODAY = date(2026, 3, 20)


async def paid(
    expenses: ExpenseStores, number: int, month: int, amount: str = "54.90", **fields: object
) -> SaveOutcome:
    request = saving(
        number, merchant="Netflix", amount=Decimal(amount), occurred_on=date(2026, month, 5)
    )
    return await expenses.ledger.save(request.model_copy(update=fields))


@pytest.mark.shows("safety 22")
async def test_the_third_is_offered_once_and_a_repetition_offers_the_same(
    expenses: ExpenseStores,
) -> None:
    assert [(await paid(expenses, month, month)).offer for month in (1, 2)] == [None, None]
    third = await paid(expenses, 3, 3, "55.90")
    assert third.offer is not None
    assert (third.offer.task_id, third.offer.every) == (task(3), Every.MONTH)
    assert (await paid(expenses, 3, 3, "55.90")).offer == third.offer
    assert (await paid(expenses, 4, 4)).offer is None


async def test_income_and_other_persons_are_not_counted(expenses: ExpenseStores) -> None:
    await paid(expenses, 1, 1, user_id=BOB)
    await paid(expenses, 2, 2, kind=MoneyKind.INCOME)
    await paid(expenses, 3, 3)
    assert (await paid(expenses, 4, 4)).offer is None


async def test_what_was_taken_back_does_not_count(expenses: ExpenseStores) -> None:
    for month in (1, 2):
        await paid(expenses, month, month)
    await expenses.ledger.undo(undoing("u1", 1))
    assert (await paid(expenses, 3, 3)).offer is None


async def test_an_offer_is_kept_listed_and_removed_for_good(expenses: ExpenseStores) -> None:
    for month in (1, 2, 3):
        await paid(expenses, month, month)
    assert await expenses.recurring.items(ANN) == ()
    assert await expenses.recurring.keep_offered(BOB, task(3)) is None
    kept = await expenses.recurring.keep_offered(ANN, task(3))
    assert kept is not None
    assert kept.due == date(2026, 4, 5)
    assert await expenses.recurring.keep_offered(ANN, task(3)) == kept
    await paid(expenses, 4, 4, "57.90")
    (item,) = await expenses.recurring.items(ANN)
    assert (item.amount, item.due) == (Decimal("57.90"), date(2026, 5, 5))
    assert await expenses.recurring.remove(ANN, "NETFLIX") == (item,)
    assert await expenses.recurring.remove(ANN, "netflix") == ()
    assert (await paid(expenses, 5, 5)).offer is None


async def test_what_is_told_in_words_is_due_from_what_was_saved_or_from_today(
    expenses: ExpenseStores,
) -> None:
    told = await expenses.recurring.keep(ANN, NETFLIX, TODAY)
    assert told is not None
    assert told.due == date(2026, 4, 20)
    await paid(expenses, 1, 3)
    again = await expenses.recurring.keep(ANN, NETFLIX, TODAY)
    assert again is not None
    assert (again.last, again.due) == (date(2026, 3, 5), date(2026, 4, 5))
