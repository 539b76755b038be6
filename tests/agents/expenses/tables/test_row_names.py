"""Rows of a table are found by what a person calls them."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.shown import MoneyKind
from agents.expenses.tables.row_names import NamedRows, rows_named
from agents.expenses.tables.tabulating import TableRow

SPENT, MOVED, CAME_IN = MoneyKind.EXPENSE, MoneyKind.TRANSFER, MoneyKind.INCOME
ROWS = [
    TableRow(
        line=line,
        kind=kind,
        merchant=merchant,
        amount=Decimal(10),
        currency="EUR",
        occurred_on=date(2026, 3, 2),
        is_cash=kind is MOVED and merchant != "Savings",
    )
    for line, (kind, merchant) in enumerate(
        [
            (SPENT, "Netflix"),
            (MOVED, "Cash Withdrawal ATM"),
            (SPENT, "Rewe"),
            (MOVED, "Geldautomat Hauptstr"),
            (CAME_IN, "Acme GmbH"),
            (SPENT, "Rewe"),
            (MOVED, "Savings"),
        ]
    )
]


def is_groceries(name: str, row: TableRow) -> bool:
    return name == "groceries" and row.merchant == "Rewe"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("netflix", NamedRows((0,))),
        ("cash withdrawals", NamedRows((1, 3))),
        ("Bargeldabhebungen", NamedRows((1, 3))),
        ("retraits", NamedRows((1, 3))),
        ("transfers", NamedRows((1, 3, 6))),
        ("pindahan", NamedRows((1, 3, 6))),
        ("einnahmen", NamedRows((4,))),
        ("groceries", NamedRows((2, 5))),
        ("rewe", NamedRows((2, 5), together=False)),
        ("zalando", NamedRows(missing=("zalando",))),
    ],
)
def test_a_name_is_of_one_row_or_of_a_kind_and_else_asked_back(name: str, found: NamedRows) -> None:
    assert rows_named([name], ROWS, is_groceries) == found


def test_several_names_fit_all_of_their_rows() -> None:
    assert rows_named(["netflix", "acme"], ROWS, is_groceries) == NamedRows((0, 4))
    found = rows_named(["netflix", "zalando"], ROWS, is_groceries)
    assert found == NamedRows((0,), missing=("zalando",))


@pytest.mark.parametrize("name", ["tax refund", "Steuererstattung"])
def test_what_a_bank_might_call_a_row_finds_it_and_is_asked_back(name: str) -> None:
    refund = ROWS[4].model_copy(update={"merchant": "Finanzamt", "told_category": "Refund"})
    tax = ROWS[0].model_copy(update={"told_category": "Bills & Utilities"})
    assert rows_named([name], [tax, refund], is_groceries) == NamedRows((1,), together=False)
