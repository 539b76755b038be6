"""Saved expenses as bytes of CSV and XLSX. The same expenses always make the same bytes."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from agents.expenses.features.export.book import ExportedExpense
from agents.expenses.shown import Card
from domain.money import MINOR_UNITS
from domain.plain_text import spreadsheet_text

EXPENSE_COLUMNS = (
    "row", "number", "date", "merchant", "item", "category", "amount", "currency", "tax",
    "payment_method", "reference", "photo", "kind", "parts",
)  # fmt: skip
LINE_COLUMNS = ("row", "line", "name", "quantity", "unit_price", "amount", "currency")
"""``row`` is that of the expense that the line is of."""

_MONEY = frozenset(["amount", "tax", "unit_price"])
_MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook knows no zone
"""In place of the hour, which would make another file of the same rows."""
_WIDTH = 16

Cell = str | int | Decimal | date | None
Row = Sequence[Cell]


def photo_name(expense: ExportedExpense) -> str:
    """How a receipt's file is called, without an ending; the expenses of one receipt say so."""
    return expense.photo[:12]


def expense_rows(expenses: Iterable[ExportedExpense]) -> Iterator[Row]:
    for row, expense in enumerate(expenses, 1):
        card = expense.card
        money = _padded(card.amount, card.currency), card.currency, _padded(card.tax, card.currency)
        named = card.occurred_on, card.merchant, card.item, card.category
        yield (
            row,
            card.number,
            *named,
            *money,
            card.payment_method,
            card.reference,
            photo_name(expense),
            card.kind.value,
            _parts(card),
        )


def _parts(card: Card) -> str | None:
    """As in "Groceries 30.00; Household 12.50"; None for one that was not split."""
    told = [f"{part.category} {_padded(part.amount, card.currency):f}" for part in card.parts]
    return "; ".join(told) or None


def line_rows(expenses: Iterable[ExportedExpense]) -> Iterator[Row]:
    for row, expense in enumerate(expenses, 1):
        currency = expense.card.currency
        for line, item in enumerate(expense.items, 1):
            money = _padded(item.unit_price, currency), _padded(item.amount, currency)
            yield row, line, item.name, item.quantity, *money, currency


def _padded(amount: Decimal | None, currency: str | None) -> Decimal | None:
    """With at least the currency's digits: 12.5 ringgit are 12.50. Never rounded."""
    places = Decimal(1).scaleb(-MINOR_UNITS.get(currency or "", 0))
    if amount is None or amount != amount.quantize(places):
        return amount
    return amount.quantize(places)


def csv_of(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """RFC 4180, in UTF-8 with a byte order mark, so that spreadsheets see that it is."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _plain(cell: Cell) -> str:
    """Text that a spreadsheet would run as a formula has an apostrophe in front."""
    match cell:
        case None:
            return ""
        case str():
            return spreadsheet_text(cell)
        case Decimal():
            return format(cell, "f")
        case date():
            return cell.isoformat()
        case int():
            return str(cell)


def workbook_of(expenses: Sequence[ExportedExpense]) -> bytes:
    """A sheet of the expenses and one of their lines. Text is text there, never a formula."""
    content = BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        formats = {
            "head": book.add_format({"bold": True}),
            "date": book.add_format({"num_format": "yyyy-mm-dd"}),
            **{
                code: book.add_format({"num_format": "#,##0" + ("." + "0" * places) * (places > 0)})
                for code, places in MINOR_UNITS.items()
            },
        }
        _fill(book.add_worksheet("expenses"), EXPENSE_COLUMNS, expense_rows(expenses), formats)
        _fill(book.add_worksheet("lines"), LINE_COLUMNS, line_rows(expenses), formats)
    return content.getvalue()


def _fill(
    sheet: Worksheet, columns: Sequence[str], rows: Iterable[Row], formats: Mapping[str, Format]
) -> None:
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, len(columns) - 1, _WIDTH)
    for at, name in enumerate(columns):
        sheet.write_string(0, at, name, formats["head"])
    currency = columns.index("currency")
    for down, row in enumerate(rows, 1):
        for at, cell in enumerate(row):
            match cell:
                case None:
                    pass
                case str():
                    sheet.write_string(down, at, cell)
                case date():
                    sheet.write_datetime(down, at, cell, formats["date"])
                case _:
                    money = formats.get(str(row[currency])) if columns[at] in _MONEY else None
                    sheet.write_number(down, at, cell, money)
