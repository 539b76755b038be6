"""Rates that persons say, against the database."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from agents.expenses.features.rates import store
from agents.expenses.rate_arithmetic import ExchangeRate, RateSource
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, Book
from tests.agents.expenses.store.test_rate_lookup import abroad, bank

HAND = ExchangeRate(
    currency="USD", into="MYR", rate=Decimal("4.5"), day=DAY, source=RateSource.HAND
)
A_DAY = timedelta(days=1)


async def kept(book: Book, user_id: str = ANN, **fields: object) -> int:
    """How many saved rows have the rate now that the person says."""
    async with book.database.transaction() as connection:
        return await store.set_rate(connection, user_id, HAND.model_copy(update=fields))


async def own(book: Book, day: date) -> tuple[ExchangeRate, ...]:
    async with book.database.connection() as connection:
        return await store.own_rates(connection, ANN, day)


async def test_a_rate_that_is_said_later_is_for_the_week_that_had_none(book: Book) -> None:
    for number, days in enumerate((7, 8), 1):
        await abroad(book, number, occurred_on=DAY - timedelta(days=days))
    for rate in ("4.5", "4.6"):
        assert await kept(book, rate=Decimal(rate)) == 1
    assert [(await book.card(number)).rate for number in (1, 2)] == [Decimal("4.6"), None]


@pytest.mark.shows("safety 21")
async def test_what_is_said_leaves_a_row_the_rate_that_it_has(book: Book) -> None:
    await book.rates.load(bank(DAY))
    await abroad(book)
    await abroad(book, 2, user_id=BOB, occurred_on=DAY - A_DAY)
    assert await kept(book, day=DAY + A_DAY) == 0
    assert [(await book.card()).rate, (await book.card(2, user_id=BOB)).rate] == [
        Decimal("4.4"),
        None,
    ]


async def test_of_each_pair_the_newest_that_still_holds_is_the_persons_own(book: Book) -> None:
    for age, rate in enumerate(("4.5", "4.6", "4.7")):
        await kept(book, rate=Decimal(rate), day=DAY - age * A_DAY)
    await kept(book, currency="EUR", day=DAY - timedelta(days=7))
    await kept(book, BOB, currency="GBP")
    assert [(each.currency, each.rate) for each in await own(book, DAY)] == [
        ("EUR", Decimal("4.5")),
        ("USD", Decimal("4.5")),
    ]
    assert [each.currency for each in await own(book, DAY + A_DAY)] == ["USD"]
