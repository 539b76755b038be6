"""What comes again and again, against the database."""

from datetime import date
from decimal import Decimal
from typing import Unpack

import pytest

from agents.expenses.card import MoneyKind
from agents.expenses.recurring import Every, RecurringOffer, RecurringOrder, RecurringWish
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import Book, SaveFields, saving, task

NETFLIX = RecurringOrder(
    wish=RecurringWish.KEEP, merchant="Netflix", amount=Decimal("54.90"), currency="MYR"
)
TODAY = date(2026, 3, 20)


async def pay(book: Book, month: int, **fields: Unpack[SaveFields]) -> RecurringOffer | None:
    """Saves what was paid in that month; what is offered with it."""
    day = date(2026, month, 5)
    amount = Decimal("54.90")
    fields = {"merchant": "Netflix", "amount": amount, "occurred_on": day, **fields}
    return (await book.ledger.save(saving(month, **fields))).offer


@pytest.mark.shows("safety 22")
async def test_the_third_is_offered_once_and_a_repetition_offers_the_same(book: Book) -> None:
    assert [await pay(book, month) for month in (1, 2)] == [None, None]
    third = await pay(book, 3, amount=Decimal("55.90"))
    assert third is not None
    assert (third.task_id, third.every) == (task(3), Every.MONTH)
    assert await pay(book, 3, amount=Decimal("55.90")) == third
    assert await pay(book, 4) is None


async def test_income_what_others_paid_and_what_was_taken_back_do_not_count(book: Book) -> None:
    await pay(book, 1, user_id=BOB)
    await pay(book, 2, kind=MoneyKind.INCOME)
    await pay(book, 3)
    assert await pay(book, 4) is None
    await book.undo("u1", 4)
    assert await pay(book, 5) is None


async def test_an_offer_is_kept_listed_and_removed_for_good(book: Book) -> None:
    for month in (1, 2, 3):
        await pay(book, month)
    assert await book.recurring.items(ANN) == ()
    assert await book.recurring.keep_offered(BOB, task(3)) is None
    kept = await book.recurring.keep_offered(ANN, task(3))
    assert kept is not None
    assert kept.due == date(2026, 4, 5)
    assert await book.recurring.keep_offered(ANN, task(3)) == kept
    await pay(book, 4, amount=Decimal("57.90"))
    (item,) = await book.recurring.items(ANN)
    assert (item.amount, item.due) == (Decimal("57.90"), date(2026, 5, 5))
    assert await book.recurring.remove(ANN, "NETFLIX") == (item,)
    assert await book.recurring.remove(ANN, "netflix") == ()
    assert await pay(book, 5) is None


async def test_what_is_told_in_words_is_due_from_what_was_saved_or_from_today(book: Book) -> None:
    first = await book.recurring.keep(ANN, NETFLIX, TODAY)
    assert first is not None
    assert first.due == date(2026, 4, 20)
    await pay(book, 3)
    again = await book.recurring.keep(ANN, NETFLIX, TODAY)
    assert again is not None
    assert (again.last, again.due) == (date(2026, 3, 5), date(2026, 4, 5))
