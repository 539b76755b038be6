"""CSV of expenses, opened again."""

import csv
from datetime import date
from decimal import Decimal
from io import StringIO

import pytest

from agents.expenses.files.book import ExportedExpense
from agents.expenses.files.sheets import (
    EXPENSE_COLUMNS,
    LINE_COLUMNS,
    csv_of,
    expense_rows,
    line_rows,
)
from agents.expenses.reading import LineItem
from agents.expenses.shown import Card, SplitPart
from domain.plain_text import visible

COFFEE = ExportedExpense(
    card=Card(
        task_id="t1",
        number=7,
        merchant='Kopi, "Bar"\nBangsar',
        amount=Decimal("12.5"),
        currency="MYR",
        occurred_on=date(2026, 3, 10),
        category="Food & Drink",
        reference="00123",
    ),
    items=(LineItem(name="Teh", quantity=Decimal(2), amount=Decimal("-4.2")),),
    photo="ab" * 32,
)
RAMEN = COFFEE.model_copy(
    update={
        "card": COFFEE.card.model_copy(
            update={"merchant": "ラーメン", "amount": Decimal(900), "currency": "JPY"}
        ),
        "items": (),
        "photo": "",
    }
)


def test_a_csv_reads_back_as_it_was() -> None:
    content = csv_of(EXPENSE_COLUMNS, expense_rows([COFFEE, RAMEN]))
    assert content.startswith(b"\xef\xbb\xbfrow,number,date,")
    assert content.endswith(b"\r\n")
    coffee, ramen = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""))
    assert coffee["merchant"] == COFFEE.card.merchant
    assert (coffee["date"], coffee["amount"], coffee["currency"]) == ("2026-03-10", "12.50", "MYR")
    assert (ramen["row"], ramen["amount"], ramen["currency"]) == ("2", "900", "JPY")
    assert (coffee["photo"], ramen["photo"], ramen["tax"]) == ("ab" * 6, "", "")
    lines = csv_of(LINE_COLUMNS, line_rows([RAMEN, COFFEE])).decode("utf-8-sig")
    assert lines.splitlines()[1:] == ["2,1,Teh,2,,-4.20,MYR"]


def test_what_was_split_has_its_parts_beside_it() -> None:
    parts = (
        SplitPart(category="Groceries", amount=Decimal(9)),
        SplitPart(category="Household", amount=Decimal("3.5")),
    )
    split = COFFEE.model_copy(update={"card": COFFEE.card.model_copy(update={"parts": parts})})
    content = csv_of(EXPENSE_COLUMNS, expense_rows([split, COFFEE])).decode("utf-8-sig")
    one, other = csv.DictReader(StringIO(content, newline=""))
    assert (one["parts"], other["parts"]) == ("Groceries 9.00; Household 3.50", "")


@pytest.mark.shows("safety 14")
@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", ' =HYPERLINK("http://x")', "＝1"]
)
def test_a_name_is_never_run_as_a_formula(name: str) -> None:
    card = COFFEE.card.model_copy(update={"merchant": name, "reference": name})
    evil = COFFEE.model_copy(update={"card": card, "items": (LineItem(name=name),)})
    tables = ((EXPENSE_COLUMNS, expense_rows([evil])), (LINE_COLUMNS, line_rows([evil])))
    for columns, rows in tables:
        text = csv_of(columns, rows).decode("utf-8-sig")
        (row,) = csv.DictReader(StringIO(text, newline=""))
        assert {row.get("merchant"), row.get("name")} == {f"'{visible(name)}", None}
