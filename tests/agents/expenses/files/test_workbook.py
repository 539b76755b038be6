"""The workbook of expenses, opened again: for people, in their language."""

from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest

from agents.expenses.files.book import ExportedExpense
from agents.expenses.files.workbook import workbook_of
from agents.expenses.reading import LineItem
from agents.expenses.shown import MoneyKind, SplitPart
from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.words.files import book_texts
from bot.texts.catalogue import LANGUAGES
from tests.agents.expenses.files.test_sheets import COFFEE, RAMEN
from tests.bot.samples import formats

LOCALES = ("en_MY", "ms_MY", "de_DE", "es_ES", "fr_FR")
RATED = {"home_currency": "MYR", "rate": Decimal("0.03")}


def changed(expense: ExportedExpense, **card: object) -> ExportedExpense:
    return expense.model_copy(update={"card": expense.card.model_copy(update=card)})


APRIL = changed(COFFEE, occurred_on=date(2026, 4, 2), category="Groceries", amount=Decimal(30))
SALARY = changed(COFFEE, kind=MoneyKind.INCOME, merchant="Acme", amount=Decimal(5000))
MOVED = changed(COFFEE, kind=MoneyKind.TRANSFER, merchant="Savings", amount=Decimal(70))


def made(*expenses: ExportedExpense, locale: str = "en_MY") -> bytes:
    return workbook_of(expenses, book_texts(formats(locale), "MYR", expenses))


def sheets(content: bytes, *, values: bool = True) -> list[list[tuple[object, ...]]]:
    """The cells of each sheet; of formulas what they came to, or how they are written."""
    book = openpyxl.load_workbook(BytesIO(content), data_only=values)
    return [list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets]


def test_all_rows_are_there_with_days_numbers_and_the_amount_in_ones_own_currency() -> None:
    rows, _, lines = sheets(made(COFFEE, changed(RAMEN, **RATED)))
    headings = rows[0]
    coffee, ramen = (dict(zip(headings, row, strict=True)) for row in rows[1:])
    assert (coffee["Date"], coffee["Shop"]) == (datetime(2026, 3, 10), COFFEE.card.merchant)  # noqa: DTZ001 - a workbook knows no zone
    assert (coffee["Amount"], coffee["Currency"], coffee["Value in MYR"]) == (12.5, "MYR", 12.5)
    assert (ramen["Amount"], ramen["Currency"], ramen["Value in MYR"]) == (900, "JPY", 27)
    assert (coffee["Reference"], coffee["Kind"], coffee["#"]) == ("00123", "Expense", 7)
    assert lines[1][2:] == ("Teh", 2, None, -4.2, "MYR")


def test_columns_that_say_nothing_and_lines_that_are_not_there_are_left_out() -> None:
    bare = changed(APRIL, reference=None).model_copy(update={"items": (), "photo": ""})
    rows, months = sheets(made(bare))
    assert rows[0] == (
        "Date", "Shop", "What for", "Category", "Amount", "Currency", "Kind", "#",
    )  # fmt: skip
    assert len(months) == 4


def test_sums_stand_by_category_and_month_with_formulas_for_the_totals() -> None:
    content = made(COFFEE, COFFEE, APRIL, SALARY, MOVED)
    months = sheets(content)[1]
    assert months == [
        ("Spent, MYR", None, None, None),
        ("Category", "Mar 2026", "Apr 2026", "Total"),
        ("Groceries", None, 30, 30),
        ("Food & Drink", 25, None, 25),
        ("Total", 25, 30, 55),
        (None,) * 4,
        ("Came in, MYR", None, None, None),
        ("Category", "Mar 2026", "Apr 2026", "Total"),
        ("Food & Drink", 5000, None, 5000),
        ("Total", 5000, 0, 5000),
    ]
    written = sheets(content, values=False)[1]
    assert (written[2][3], written[4][1]) == ("=SUM(B3:C3)", "=SUM(B3:B4)")


def test_currencies_are_never_added_up_but_in_ones_own_where_each_has_a_rate() -> None:
    titles = [row[0] for row in sheets(made(COFFEE, changed(RAMEN, **RATED)))[1] if row[0]]
    assert titles[0] == "Spent, all in MYR"
    assert {"Spent, MYR", "Spent, JPY"} < set(titles)
    converted = sheets(made(COFFEE, changed(RAMEN, **RATED)))[1]
    assert converted[2] == ("Food & Drink", 39.5, 39.5)
    unrated = [row[0] for row in sheets(made(COFFEE, RAMEN))[1]]
    assert "Spent, all in MYR" not in unrated


def test_what_was_split_counts_where_its_parts_belong() -> None:
    parts = (
        SplitPart(category="Groceries", amount=Decimal(9)),
        SplitPart(category="Household", amount=Decimal("3.5")),
    )
    rows, months, _ = sheets(made(changed(COFFEE, parts=parts)))
    assert [row[:2] for row in months[2:4]] == [("Groceries", 9), ("Household", 3.5)]
    assert dict(zip(rows[0], rows[1], strict=True))["Split"] == "Groceries 9.00; Household 3.50"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_workbook_in_any_language_is_imported_again_as_it_was(locale: str) -> None:
    expenses = (COFFEE, changed(RAMEN, **RATED), SALARY, MOVED)
    content = made(*expenses, locale=locale)
    place = ReadingPlace("MYR", locale, date(2026, 4, 15))
    table = read_table(content, place)
    read = [(row.kind, row.amount, row.currency, row.occurred_on) for row in table.rows]
    cards = [expense.card for expense in expenses]
    assert read == [(c.kind, c.amount, c.currency, c.occurred_on) for c in cards]
    assert not table.left_out
    assert table.rows[1].merchant == "ラーメン"


def test_every_language_has_its_own_words() -> None:
    assert {locale[:2] for locale in LOCALES} == set(LANGUAGES)
    heads = {sheets(made(COFFEE, locale=locale))[0][0] for locale in LOCALES}
    assert len(heads) == len(LOCALES)


@pytest.mark.shows("safety 14")
@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", ' =HYPERLINK("http://x")', "＝1"]
)
def test_a_name_is_never_run_as_a_formula(name: str) -> None:
    evil = changed(COFFEE, merchant=name, reference=name, category=name)
    content = made(evil.model_copy(update={"items": (LineItem(name=name),)}))
    book = openpyxl.load_workbook(BytesIO(content))
    formulas = [
        str(cell.value)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert all(formula.startswith("=SUM(") for formula in formulas)


def test_nothing_in_a_file_is_invisible() -> None:
    hidden = changed(
        COFFEE, merchant="e\u2060vil.example", category="My.own\u200b", reference="0123\u20604567"
    )
    cells = [cell for sheet in sheets(made(hidden)) for row in sheet for cell in row]
    assert {"evil.example", "My.own", "01234567"} <= set(cells)


def test_the_same_expenses_are_the_same_bytes_at_any_hour() -> None:
    content = made(COFFEE)
    assert content == made(COFFEE)
    with ZipFile(BytesIO(content)) as book:
        assert b">2000-01-01T00:00:00Z<" in book.read("docProps/core.xml")
        assert {member.date_time[0] for member in book.infolist()} == {1980}
