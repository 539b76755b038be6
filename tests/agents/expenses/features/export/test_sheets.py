"""CSV and XLSX of expenses, opened again."""

import csv
import re
from datetime import date
from decimal import Decimal
from io import BytesIO, StringIO
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from agents.expenses.features.export.book import ExportedExpense
from agents.expenses.features.export.sheets import (
    EXPENSE_COLUMNS,
    LINE_COLUMNS,
    csv_of,
    expense_rows,
    line_rows,
    workbook_of,
)
from agents.expenses.reading import LineItem
from agents.expenses.shown import Card, SplitPart

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
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


def opened(content: bytes) -> list[list[dict[str, str | float]]]:
    """The cells of each sheet by their column's letter: text as text, numbers as numbers."""
    with ZipFile(BytesIO(content)) as book:
        assert not [name for name in book.namelist() if "calcChain" in name]
        shared = [
            "".join(part.itertext())
            for part in ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314 - our own
        ]
        sheets = []
        for number in (1, 2):
            sheet = ET.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))  # noqa: S314 - our own
            assert sheet.find(f".//{MAIN}f") is None, "a formula"
            rows = []
            for row in sheet.iter(f"{MAIN}row"):
                cells: dict[str, str | float] = {}
                for cell in row.iter(f"{MAIN}c"):
                    value = cell.findtext(f"{MAIN}v") or ""
                    text = cell.get("t") == "s"
                    letter = re.sub(r"\d", "", cell.get("r") or "")
                    cells[letter] = shared[int(value)] if text else float(value)
                rows.append(cells)
            sheets.append(rows)
        return sheets


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


def test_a_workbook_has_a_sheet_of_expenses_and_one_of_lines() -> None:
    expenses, lines = opened(workbook_of([COFFEE, RAMEN]))
    assert tuple(expenses[0].values()) == EXPENSE_COLUMNS
    _, coffee, ramen = expenses
    a_day = (date(2026, 3, 10) - date(1899, 12, 30)).days
    assert (coffee["C"], coffee["G"], coffee["H"]) == (a_day, 12.5, "MYR")
    assert (coffee["D"], coffee["K"]) == (COFFEE.card.merchant, "00123")
    assert (ramen["D"], ramen["G"], ramen["H"]) == ("ラーメン", 900, "JPY")
    assert [*lines[1].values()] == [1, 1, "Teh", 2, -4.2, "MYR"]


@pytest.mark.shows("safety 14")
@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", ' =HYPERLINK("http://x")', "＝1"]
)
def test_a_name_is_never_run_as_a_formula(name: str) -> None:
    card = COFFEE.card.model_copy(update={"merchant": name, "reference": name})
    evil = COFFEE.model_copy(update={"card": card, "items": (LineItem(name=name),)})
    expenses, lines = opened(workbook_of([evil]))
    assert expenses[1]["K"] == expenses[1]["D"] == lines[1]["C"]
    tables = ((EXPENSE_COLUMNS, expense_rows([evil])), (LINE_COLUMNS, line_rows([evil])))
    for columns, rows in tables:
        text = csv_of(columns, rows).decode("utf-8-sig")
        (row,) = csv.DictReader(StringIO(text, newline=""))
        assert {row.get("merchant"), row.get("name")} == {f"'{name}", None}


def test_the_same_expenses_are_the_same_bytes_at_any_hour() -> None:
    content = workbook_of([COFFEE])
    assert content == workbook_of([COFFEE])
    with ZipFile(BytesIO(content)) as book:
        assert b">2000-01-01T00:00:00Z<" in book.read("docProps/core.xml")
        assert {member.date_time[0] for member in book.infolist()} == {1980}
