"""Rates in the database, and the one that stays with an expense."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.activities.rate_files import RateFiles
from agents.expenses.rate_arithmetic import converted, cross
from agents.expenses.rates_file import RatesFolder, ReferenceRate
from agents.expenses.shown import Card
from agents.expenses.store.rate_lookup import rate_on
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, Book, SaveFields


def bank(day: date, usd: str = "1.1", myr: str = "4.84") -> list[ReferenceRate]:
    quoted = {"EUR": "1", "USD": usd, "MYR": myr}
    return [ReferenceRate(code, day, Decimal(value)) for code, value in quoted.items()]


async def abroad(book: Book, number: int = 1, **fields: Unpack[SaveFields]) -> Card:
    """Ten dollars of somebody whose own currency is the ringgit."""
    fields = {"amount": Decimal(10), "currency": "USD", "home_currency": "MYR", **fields}
    return (await book.save(number, **fields)).card


@pytest.mark.shows("safety 21")
async def test_a_rate_holds_on_its_day_and_a_week_and_of_several_the_last_counts(
    book: Book,
) -> None:
    before = DAY - timedelta(days=1)
    await book.rates.load([*bank(before, "1"), *bank(DAY)])
    for number, (age, rate) in enumerate(
        [(0, "4.4"), (7, "4.4"), (8, None), (-1, "4.84"), (-2, None)], 1
    ):
        card = await abroad(book, number, occurred_on=DAY + timedelta(days=age))
        assert card.rate == (rate and Decimal(rate))
        assert card.rated_on == (rate and (before if age < 0 else DAY))


async def test_what_the_person_said_comes_before_the_bank(book: Book) -> None:
    await book.rates.load(bank(DAY))
    await book.set_rate(ANN)
    card = await abroad(book)
    assert (card.rate, card.rate_source, card.home_currency) == (Decimal("4.5"), "hand", "MYR")
    assert (await abroad(book, 2, user_id=BOB)).rate == Decimal("4.4")
    async with book.database.connection() as connection:
        inverse = await rate_on(connection, ANN, "MYR", "USD", DAY)
    assert inverse is not None
    assert inverse.rate == Decimal("0.22222222")


@pytest.mark.shows("safety 21")
async def test_the_rate_stays_when_another_comes(book: Book) -> None:
    await book.rates.load(bank(DAY))
    await abroad(book)
    await book.rates.load(bank(DAY, "2"))
    assert (await book.card()).rate == Decimal("4.4")


@pytest.mark.shows("safety 21")
async def test_another_day_or_currency_gets_another_rate_and_an_undo_the_old(book: Book) -> None:
    before = DAY - timedelta(days=20)
    await book.rates.load([*bank(DAY), *bank(before, "1")])
    await abroad(book)
    changes: list[dict[str, object]] = [
        {"amount": 11}, {"occurred_on": before}, {"currency": "MYR"}, {"currency": "EUR"}
    ]  # fmt: skip
    rates: list[Decimal | None] = []
    for number, change in enumerate(changes):
        await book.amend(1, f"c{number}", **change)
        rates.append((await book.card()).rate)
    assert rates == [Decimal("4.4"), Decimal("4.84"), None, Decimal("4.84")]
    for number, rate in enumerate(reversed(rates[:-1])):
        await book.undo(f"u{number}", 1)
        assert (await book.card()).rate == rate


async def test_files_are_taken_in_and_a_broken_one_stops_nothing(
    book: Book, tmp_path: Path
) -> None:
    (tmp_path / "a.csv").write_text(f"Date,USD,MYR\n{DAY},1.1,4.84\n")
    (tmp_path / "b.csv").write_text(f"Date,USD,MYR\n{DAY},2,broken\n")
    await RateFiles(RatesFolder(tmp_path), book.rates).fresh()
    assert (await abroad(book)).rate == Decimal("4.4")


@given(
    amount=st.decimals(min_value="0.01", max_value=10**7, places=2),
    one=st.decimals(min_value="0.0001", max_value=10**5, places=4),
    other=st.decimals(min_value="0.0001", max_value=10**5, places=4),
)
def test_a_conversion_is_as_exact_as_the_minor_unit(
    amount: Decimal, one: Decimal, other: Decimal
) -> None:
    result = converted(amount, cross(one, other), "MYR")
    assert abs(result - amount * other / one) <= Decimal("0.005") + result / 10**7
    assert result == result.quantize(Decimal("0.01"))
