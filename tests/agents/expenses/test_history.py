"""A page of a search fits into a button and comes back from it."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.history import (
    PAGE_ROWS,
    Browsed,
    HistoryMatches,
    HistoryOrder,
    carried,
    order_carried,
)

FULL = HistoryOrder(
    words=("nasi", "lemak"),
    least=Decimal("45.90"),
    most=Decimal("45.90"),
    currency="MYR",
    since=date(2026, 3, 1),
    until=date(2026, 3, 31),
    category="Food & Drink",
    deleted=True,
)
ROOM = 40
"""Bytes that a channel with little room has for it."""


@pytest.mark.parametrize("order", [HistoryOrder(), FULL, HistoryOrder(words=("50%_x",))])
def test_what_a_button_carries_is_the_same_order_on_its_page(order: HistoryOrder) -> None:
    assert order_carried(carried(order, 7)) == order.model_copy(update={"page": 7})


def test_a_usual_search_is_short() -> None:
    usual = HistoryOrder(words=("grab",), since=date(2026, 3, 1), until=date(2026, 3, 31))
    assert len(carried(usual, 12).encode()) <= ROOM


@pytest.mark.parametrize("text", ["", "x", "1;q5", "1;s20261340", "1;labc", "one"])
def test_what_nobody_carried_is_no_order(text: str) -> None:
    assert order_carried(text) is None


def test_a_last_page_may_be_short() -> None:
    found = Browsed(matches=HistoryMatches(total=2 * PAGE_ROWS + 1))
    assert (found.pages, Browsed().pages) == (3, 0)
