"""What comes again and again, against the database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from decimal import Decimal
from typing import Unpack

import pytest

from adapters.postgres.pool import Connection
from agents.expenses.features.recurring import store
from agents.expenses.features.recurring.recurring import Every, RecurringItem, RecurringOffer
from agents.expenses.features.recurring.tools import RecurringSetting
from agents.expenses.shown import MoneyKind
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import Book, SaveFields, saving, task

NETFLIX = RecurringSetting(name="Netflix", amount=Decimal("54.90"), currency="MYR")
TODAY = date(2026, 3, 20)


@asynccontextmanager
async def connected(book: Book) -> AsyncIterator[Connection]:
    async with book.database.transaction() as connection:
        yield connection


async def pay(book: Book, month: int, **fields: Unpack[SaveFields]) -> RecurringOffer | None:
    """Saves what was paid in that month; what is offered with it."""
    day = date(2026, month, 5)
    amount = Decimal("54.90")
    fields = {"merchant": "Netflix", "amount": amount, "occurred_on": day, **fields}
    notices = (await book.ledger.save(saving(month, **fields))).notices
    return RecurringOffer.model_validate(notices[0].content) if notices else None


async def kept_offer(book: Book, user_id: str) -> RecurringItem | None:
    async with connected(book) as connection:
        return await store.keep_offered(connection, user_id, task(3))


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
    assert await kept_offer(book, BOB) is None
    async with connected(book) as connection:
        assert await store.items(connection, ANN) == ()
    kept = await kept_offer(book, ANN)
    assert kept is not None
    assert kept.due == date(2026, 4, 5)
    assert await kept_offer(book, ANN) == kept
    await pay(book, 4, amount=Decimal("57.90"))
    async with connected(book) as connection:
        (item,) = await store.items(connection, ANN)
        assert (item.amount, item.due) == (Decimal("57.90"), date(2026, 5, 5))
        assert await store.remove(connection, ANN, "NETFLIX") == (item,)
        assert await store.remove(connection, ANN, "netflix") == ()
    assert await pay(book, 5) is None


async def test_what_is_told_in_words_is_due_from_what_was_saved_or_from_today(book: Book) -> None:
    async with connected(book) as connection:
        first = await store.keep(connection, ANN, NETFLIX, TODAY)
    assert first.due == date(2026, 4, 20)
    await pay(book, 3)
    async with connected(book) as connection:
        again = await store.keep(connection, ANN, NETFLIX, TODAY)
    assert (again.last, again.due) == (date(2026, 3, 5), date(2026, 4, 5))


async def test_another_price_changes_no_day(book: Book) -> None:
    """Also where what was paid last was another sum, and a day early."""
    await pay(book, 5, occurred_on=date(2026, 5, 28))
    setting = NETFLIX.model_copy(update={"due_day": 29})
    dearer = NETFLIX.model_copy(update={"amount": Decimal(99)})
    day = date(2026, 5, 28)
    async with connected(book) as connection:
        kept = await store.keep(connection, ANN, setting, day)
        changed = await store.keep(connection, ANN, dearer, day)
    assert (kept.due, changed.due) == (date(2026, 6, 29), date(2026, 6, 29))
    assert changed.amount == Decimal(99)
