"""What comes again and again, against the database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from decimal import Decimal
from typing import Unpack

import pytest
from pydantic import JsonValue

from adapters.postgres.pool import Connection
from adapters.postgres.users import PostgresUsers
from agents.expenses.features.recurring import store
from agents.expenses.features.recurring.activities import Reminders, keep_recurring
from agents.expenses.features.recurring.recurring import (
    Every,
    RecurringItem,
    RecurringOffer,
    monthly_sums,
)
from agents.expenses.features.recurring.reminders import schedule_of
from agents.expenses.features.recurring.tools import KEEP_RECURRING, RecurringSetting
from agents.expenses.parts import PersonCall
from agents.expenses.shown import MoneyKind
from domain.errors import ToolRefusedError
from domain.tools import RunToolRequest, ToolCall
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT
from tests.agents.expenses.features.cases import RecordedCases
from tests.agents.expenses.store.requests import Book, SaveFields, saving, task

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


async def keep(book: Book, today: date = TODAY, **said: JsonValue) -> RecurringItem:
    """What is kept of Netflix after a call with these arguments."""
    setting = RecurringSetting.model_validate({"name": "Netflix", **said})
    call = ToolCall(call_id="call", name=KEEP_RECURRING.name, arguments="{}")
    request = RunToolRequest(
        person=Person(user_id=ANN, locale="en_MY", currency="MYR"),
        conversation_id="c",
        task_id="t",
        agent="expenses",
        call=call,
        today=today,
    )
    async with connected(book) as connection:
        return (await keep_recurring(PersonCall(connection, request, setting))).item


async def test_what_is_told_in_words_is_due_from_what_was_saved_or_from_today(book: Book) -> None:
    assert (await keep(book, amount="54.90", currency="USD")).due == date(2026, 4, 20)
    await pay(book, 3)
    item = await keep(book, amount="54.90", currency="MYR")
    assert (item.last, item.due) == (date(2026, 3, 5), date(2026, 4, 5))


async def test_another_price_changes_no_day(book: Book) -> None:
    """Also where what was paid last was another sum, and a day early."""
    await pay(book, 5, occurred_on=date(2026, 5, 28))
    day = date(2026, 5, 28)
    kept = await keep(book, day, amount="54.90", due_day=29)
    changed = await keep(book, day, amount=99)
    assert (kept.due, changed.due) == (date(2026, 6, 29), date(2026, 6, 29))
    assert changed.amount == Decimal(99)


async def test_one_that_starts_later_is_due_first_on_that_day(book: Book) -> None:
    item = await keep(book, amount="54.90", due_day=5, next_due="2026-06-05")
    assert item.due == date(2026, 6, 5)
    await pay(book, 6)
    assert (await keep(book)).due == date(2026, 7, 5)


async def test_one_is_skipped_and_the_others_come_on_their_day(book: Book) -> None:
    await keep(book, amount="54.90", due_day=31)
    item = await keep(book, next_due="2026-04-30")
    assert item.due == date(2026, 4, 30)
    await pay(book, 4, occurred_on=date(2026, 4, 30))
    assert (await keep(book)).due == date(2026, 5, 31)


async def test_one_alone_comes_on_another_day(book: Book) -> None:
    await keep(book, amount="54.90", due_day=25)
    item = await keep(book, next_due="2026-03-18", today=date(2026, 3, 1))
    await pay(book, 3, occurred_on=date(2026, 3, 18))
    assert item.due == date(2026, 3, 25), "not before the one that was next"
    item = await keep(book, next_due="2026-04-18")
    assert item.due == date(2026, 4, 25)


async def test_another_price_holds_from_the_day_that_is_said(book: Book) -> None:
    await keep(book, amount=1200, due_day=1, last_due="2026-05-01")
    item = await keep(book, amount=1350, next_due="2026-06-01")
    assert (item.due, item.amount_due, item.last_due) == (date(2026, 4, 1), Decimal(1200), None)
    for month, amount in ((4, 1200), (5, 1200), (6, 1350)):
        await pay(book, month, amount=Decimal(amount), occurred_on=date(2026, month, 1))
    async with connected(book) as connection:
        (item,) = await store.items(connection, ANN)
    assert (item.last, item.due, item.amount_due) == (
        date(2026, 6, 1),
        date(2026, 7, 1),
        Decimal(1350),
    )


async def test_what_ended_goes_on_when_it_is_said_to(book: Book) -> None:
    await keep(book, amount="54.90", due_day=5, last_due="2026-03-25")
    item = await keep(book, next_due="2026-10-05")
    assert (item.due, item.is_over) == (date(2026, 10, 5), False)


async def test_a_skipped_one_leaves_the_price_that_is_to_come(book: Book) -> None:
    await keep(book, amount=800, due_day=1)
    await keep(book, amount=900, next_due="2026-06-01")
    item = await keep(book, next_due="2026-05-01")
    assert (item.due, item.amount_due, item.later_amount) == (
        date(2026, 5, 1),
        Decimal(800),
        Decimal(900),
    )


async def test_one_that_ends_is_over_when_the_last_was_paid(book: Book) -> None:
    item = await keep(book, amount="54.90", due_day=5, last_due="2026-05-31")
    assert (item.due, item.is_over) == (date(2026, 4, 5), False)
    for month in (4, 5):
        await pay(book, month)
    item = await keep(book)
    assert item.is_over
    assert monthly_sums([item]) == ()


async def test_what_is_not_said_again_stays(book: Book) -> None:
    await keep(book, amount=100, currency="USD", every="week", income=True)
    item = await keep(book, amount=120)
    assert (item.amount, item.currency, item.every) == (Decimal(120), "USD", Every.WEEK)
    assert item.income


async def test_income_is_seen_in_what_came_in(book: Book) -> None:
    await pay(book, 3)
    await pay(book, 4, kind=MoneyKind.INCOME)
    assert (await keep(book, amount="54.90", income=True)).last == date(2026, 4, 5)


async def test_one_that_is_not_known_needs_an_amount(book: Book) -> None:
    with pytest.raises(ToolRefusedError):
        await keep(book, next_due="2026-06-05")


async def test_who_kept_something_before_there_were_reminders_gets_them_once(book: Book) -> None:
    person = await PostgresUsers(book.database).person(Person(user_id=ANN, timezone="Asia/Tokyo"))
    for month in (1, 2, 3):
        await pay(book, month)
    await kept_offer(book, person.user_id)
    cases = RecordedCases()
    reminders = Reminders(book.database, cases)
    for _ in range(2):
        await reminders.prepare()
    (schedule,) = cases.schedules.values()
    assert (schedule.id, schedule.timezone) == (schedule_of(ANN), "Asia/Tokyo")
    async with connected(book) as connection:
        kept = await store.reminder_of(connection, schedule.id)
        assert await store.without_reminders(connection) == []
    assert kept is not None
    assert kept.conversation_id == CHAT
