"""Income and transfers are rows of their own kind, which can be corrected and taken back."""

import pytest

from agents.expenses.card import Change, MoneyKind
from tests.agents.expenses.store.requests import Book, saving

INCOME = MoneyKind.INCOME


@pytest.mark.shows("platform 14")
async def test_an_income_and_an_expense_of_one_name_and_amount_are_no_duplicates(
    book: Book,
) -> None:
    await book.save(1, merchant="Ali")
    came_in = await book.save(2, kind=INCOME, merchant="Ali", category="Refund")
    assert came_in.card.kind is INCOME
    third = saving(3, kind=INCOME, merchant="Ali", category="Refund")
    assert (await book.ledger.save(third)).duplicate_of == came_in


@pytest.mark.shows("platform 15")
async def test_what_turns_out_to_be_income_is_an_expense_again_after_an_undo(book: Book) -> None:
    before = await book.save()
    amended = await book.amend(1, "c1", kind=INCOME, category="Salary")
    assert (amended.stored.card.kind, amended.stored.card.category) == (INCOME, "Salary")
    assert amended.changes[0] == Change(field="kind", before="expense", after="income")
    assert (await book.undo("u1")).stored == before
