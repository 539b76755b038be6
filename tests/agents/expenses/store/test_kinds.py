"""Income and transfers are rows of their own kind, which can be corrected and taken back."""

from decimal import Decimal

import pytest

from agents.expenses.card import Change, MoneyKind
from agents.expenses.details import Mention
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN
from tests.agents.expenses.store.requests import amending, saving, undoing

INCOME, TRANSFER = MoneyKind.INCOME, MoneyKind.TRANSFER


@pytest.mark.shows("platform 14")
async def test_an_income_and_an_expense_of_one_name_and_amount_are_no_duplicates(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1, merchant="Ali"))
    came_in = await expenses.ledger.save(saving(2, kind=INCOME, merchant="Ali", category="Refund"))
    assert came_in.saved is not None
    assert came_in.saved.card.kind is INCOME
    again = await expenses.ledger.save(saving(3, kind=INCOME, merchant="Ali", category="Refund"))
    assert again.duplicate_of is not None
    assert again.duplicate_of.card.number == 2


@pytest.mark.shows("platform 15")
async def test_what_turns_out_to_be_income_is_an_expense_again_after_an_undo(
    expenses: ExpenseStores,
) -> None:
    before = (await expenses.ledger.save(saving(1))).saved
    changes = Mention(kind=INCOME, category="Salary")
    amended = await expenses.ledger.amend(amending(1, "c1", changes=changes))
    assert (amended.stored.card.kind, amended.stored.card.category) == (INCOME, "Salary")
    assert amended.changes[0] == Change(field="kind", before="expense", after="income")
    reverted = await expenses.ledger.undo(undoing("u1"))
    assert reverted.stored == before


@pytest.mark.parametrize("kind", [INCOME, TRANSFER])
async def test_no_habit_is_made_of_what_was_not_spent(
    expenses: ExpenseStores, kind: MoneyKind
) -> None:
    named = "Grab"
    await expenses.ledger.save(
        saving(1, kind=kind, merchant=named, category="Refund", category_chosen=True)
    )
    await expenses.ledger.save(saving(2, merchant=named, amount=Decimal(9), category="Transport"))
    await expenses.ledger.amend(
        amending(2, "c1", changes=Mention(kind=kind, category="Other income"))
    )
    assert await expenses.preferences.learned_category(ANN, named) is None
    assert await expenses.preferences.categories_used(ANN, 5) == ()
