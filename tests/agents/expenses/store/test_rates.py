"""Rates in the database, and the one that stays with an expense."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.activities.rates import RateFiles
from agents.expenses.card import Card
from agents.expenses.details import Mention
from agents.expenses.ledger import SaveRequest
from agents.expenses.rates import ExchangeRate, RateSource, converted, cross
from agents.expenses.rates_file import RatesFolder, ReferenceRate
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, amending, finding, saving, undoing

HAND = ExchangeRate(
    currency="USD", into="MYR", rate=Decimal("4.5"), day=DAY, source=RateSource.HAND
)


def bank(day: date, usd: str = "1.1", myr: str = "4.84") -> list[ReferenceRate]:
    quoted = {"EUR": "1", "USD": usd, "MYR": myr}
    return [ReferenceRate(code, day, Decimal(value)) for code, value in quoted.items()]


def abroad(number: int, **fields: object) -> SaveRequest:
    request = saving(number, amount=Decimal(10), currency="USD")
    return request.model_copy(update={"home_currency": "MYR", **fields})


async def saved(expenses: ExpenseStores, request: SaveRequest) -> Card:
    outcome = await expenses.ledger.save(request)
    assert outcome.saved is not None
    return outcome.saved.card


async def found(expenses: ExpenseStores, number: int) -> Card:
    row = await expenses.ledger.find(finding(number))
    assert row is not None
    return row.card


@pytest.mark.shows("safety 21")
@pytest.mark.parametrize(("age", "known"), [(0, True), (7, True), (8, False), (-1, False)])
async def test_a_rate_holds_on_its_day_and_a_week(
    expenses: ExpenseStores, age: int, *, known: bool
) -> None:
    await expenses.rates.load(bank(DAY))
    card = await saved(expenses, abroad(1, occurred_on=DAY + timedelta(days=age)))
    assert card.rate == (Decimal("4.4") if known else None)
    assert card.rated_on == (DAY if known else None)


async def test_of_several_days_the_last_one_counts(expenses: ExpenseStores) -> None:
    await expenses.rates.load([*bank(DAY - timedelta(days=2), "1"), *bank(DAY - timedelta(days=1))])
    assert (await saved(expenses, abroad(1))).rate == Decimal("4.4")


async def test_what_the_person_said_comes_before_the_bank(expenses: ExpenseStores) -> None:
    await expenses.rates.load(bank(DAY))
    await expenses.rates.set_rate(ANN, HAND)
    card = await saved(expenses, abroad(1))
    assert (card.rate, card.rate_source, card.home_currency) == (Decimal("4.5"), "hand", "MYR")
    assert (await saved(expenses, abroad(2, user_id=BOB))).rate == Decimal("4.4")


@pytest.mark.shows("safety 21")
async def test_the_rate_stays_when_another_comes(expenses: ExpenseStores) -> None:
    await expenses.rates.load(bank(DAY))
    await saved(expenses, abroad(1))
    await expenses.rates.load(bank(DAY, "2"))
    later = HAND.model_copy(update={"day": DAY + timedelta(days=1)})
    assert await expenses.rates.set_rate(ANN, later) == 0
    assert (await found(expenses, 1)).rate == Decimal("4.4")


async def test_a_rate_that_is_said_later_is_for_the_week_that_had_none(
    expenses: ExpenseStores,
) -> None:
    week, older = timedelta(days=7), timedelta(days=8)
    await saved(expenses, abroad(1, occurred_on=DAY - week))
    await saved(expenses, abroad(2, occurred_on=DAY - older))
    assert await expenses.rates.set_rate(ANN, HAND) == 1
    mended = HAND.model_copy(update={"rate": Decimal("4.6")})
    assert await expenses.rates.set_rate(ANN, mended) == 1
    assert (await found(expenses, 1)).rate == Decimal("4.6")
    assert (await found(expenses, 2)).rate is None


@pytest.mark.shows("safety 21")
async def test_another_day_or_currency_gets_another_rate_and_an_undo_the_old(
    expenses: ExpenseStores,
) -> None:
    before = DAY - timedelta(days=20)
    await expenses.rates.load([*bank(DAY), *bank(before, "1")])
    await saved(expenses, abroad(1))
    for change, mention, rate in (
        ("c1", Mention(amount=Decimal(11)), "4.4"),
        ("c2", Mention(occurred_on=before), "4.84"),
        ("c3", Mention(currency="MYR"), None),
        ("c4", Mention(currency="EUR"), "4.84"),
    ):
        await expenses.ledger.amend(amending(1, change, changes=mention))
        assert (await found(expenses, 1)).rate == (None if rate is None else Decimal(rate))
    for undo, rate in (("u1", None), ("u2", "4.84"), ("u3", "4.4")):
        await expenses.ledger.undo(undoing(undo, 1))
        assert (await found(expenses, 1)).rate == (None if rate is None else Decimal(rate))


async def test_the_other_direction_is_the_inverse(expenses: ExpenseStores) -> None:
    await expenses.rates.set_rate(ANN, HAND)
    rate = await expenses.rates.rate(ANN, "MYR", "USD", DAY)
    assert rate is not None
    assert rate.rate == Decimal("0.22222222")


async def test_files_are_taken_in_and_a_broken_one_stops_nothing(
    expenses: ExpenseStores, tmp_path: Path
) -> None:
    files = RateFiles(RatesFolder(tmp_path), expenses.rates)
    (tmp_path / "a.csv").write_text(f"Date,USD,MYR\n{DAY},1.1,4.84\n")
    (tmp_path / "b.csv").write_text(f"Date,USD,MYR\n{DAY},2,broken\n")
    await files.fresh()
    assert (await saved(expenses, abroad(1))).rate == Decimal("4.4")


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
