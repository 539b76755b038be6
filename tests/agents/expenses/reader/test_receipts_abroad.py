"""Receipts of other countries: words, notations and places, read without the person's help."""

from functools import cache

import pytest
from rapidfuzz import fuzz

from agents.expenses.reading import Reading
from domain.understanding import Person
from tests.agents.expenses.reader.abroad import Abroad, receipts
from tests.agents.expenses.reader.paper import AMERICAN, read, value_of

RECEIPTS = receipts()
SAME_NAME = 90
"""Percent of likeness of letters and digits."""

VISITOR = Person(user_id="u9", currency="MYR")
"""Somebody from elsewhere: nothing about the person tells the country."""


@cache
def reading_of(receipt: Abroad) -> Reading:
    return read(*receipt.rows, person=VISITOR)


def letters(text: str | None) -> str:
    return "".join(c for c in (text or "").casefold() if c.isalnum())


@pytest.mark.parametrize("receipt", RECEIPTS, ids=lambda receipt: receipt.name)
def test_what_was_paid_is_read_in_every_country(receipt: Abroad) -> None:
    assert reading_of(receipt).is_receipt
    assert value_of(reading_of(receipt).total) == receipt.total


def test_nearly_all_fields_are_read_abroad() -> None:
    wrong: dict[str, list[str]] = {"date": [], "merchant": [], "currency": []}
    for receipt in RECEIPTS:
        found = reading_of(receipt)
        if value_of(found.occurred_on) != receipt.occurred_on:
            wrong["date"].append(receipt.name)
        name = letters(value_of(found.merchant))
        if fuzz.ratio(name, letters(receipt.merchant)) < SAME_NAME:
            wrong["merchant"].append(receipt.name)
        if value_of(found.currency) != receipt.currency:
            wrong["currency"].append(receipt.name)
    for field, floor in (("date", 0.97), ("merchant", 0.94), ("currency", 0.97)):
        assert len(wrong[field]) <= (1 - floor) * len(RECEIPTS), (field, wrong[field])
    assert len({receipt.country for receipt in RECEIPTS}) >= 30


def test_the_order_of_day_and_month_is_the_countrys_not_the_persons() -> None:
    in_doubt = {each.country: each for each in RECEIPTS if each.occurred_on.day <= 12}
    wrong = [
        country
        for country, receipt in in_doubt.items()
        if value_of(read(*receipt.rows, person=AMERICAN).occurred_on) != receipt.occurred_on
    ]
    assert wrong == []
