"""Receipts of other countries: words, notations and places, read without the person's help."""

from collections.abc import Callable

import pytest
from rapidfuzz import fuzz

from agents.expenses.reading import Reading
from domain.understanding import Person
from tests.agents.expenses.reader.abroad import Abroad, receipts
from tests.agents.expenses.reader.paper import read

RECEIPTS = receipts()
SAME_NAME = 90
"""Percent of likeness of letters and digits."""

VISITOR = Person(user_id="u9", currency="MYR")
"""Somebody from elsewhere: nothing about the person tells the country."""


def reading_of(receipt: Abroad) -> Reading:
    return read(*receipt.rows, person=VISITOR)


def letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def total_is_right(receipt: Abroad) -> bool:
    total = reading_of(receipt).total
    return total is not None and total.value == receipt.total


def date_is_right(receipt: Abroad) -> bool:
    occurred_on = reading_of(receipt).occurred_on
    return occurred_on is not None and occurred_on.value == receipt.occurred_on


def merchant_is_right(receipt: Abroad) -> bool:
    merchant = reading_of(receipt).merchant
    if merchant is None:
        return False
    return fuzz.ratio(letters(merchant.value), letters(receipt.merchant)) >= SAME_NAME


def currency_is_right(receipt: Abroad) -> bool:
    currency = reading_of(receipt).currency
    return currency is not None and currency.value == receipt.currency


@pytest.mark.parametrize("receipt", RECEIPTS, ids=lambda receipt: receipt.name)
def test_what_was_paid_is_read_in_every_country(receipt: Abroad) -> None:
    assert reading_of(receipt).is_receipt
    assert total_is_right(receipt)


@pytest.mark.parametrize(
    ("is_right", "floor"),
    [(date_is_right, 0.97), (merchant_is_right, 0.94), (currency_is_right, 0.97)],
    ids=["date", "merchant", "currency"],
)
def test_nearly_all_fields_are_read_abroad(
    is_right: Callable[[Abroad], bool], floor: float
) -> None:
    wrong = [receipt.name for receipt in RECEIPTS if not is_right(receipt)]

    assert len(wrong) <= (1 - floor) * len(RECEIPTS), wrong


def test_a_dozen_countries_and_more_are_covered() -> None:
    assert len({receipt.country for receipt in RECEIPTS}) >= 30


def test_the_order_of_day_and_month_is_the_countrys_not_the_persons() -> None:
    american = Person(user_id="u8", currency="USD", locale="en_US")
    wrong = []
    for receipt in RECEIPTS:
        found = read(*receipt.rows, person=american).occurred_on
        if found is None or found.value != receipt.occurred_on:
            wrong.append(receipt.name)

    assert len(wrong) <= len(RECEIPTS) * 0.12, wrong
