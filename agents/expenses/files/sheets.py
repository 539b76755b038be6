"""Saved expenses as bytes of CSV; its columns are for programs. The same expenses always make the
same bytes.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from io import StringIO

from agents.expenses.files.book import ExportedExpense
from agents.expenses.shown import Card
from domain.money import MINOR_UNITS
from domain.plain_text import spreadsheet_text, visible

EXPENSE_COLUMNS = (
    "row", "number", "date", "merchant", "item", "category", "amount", "currency", "tax",
    "payment_method", "reference", "photo", "kind", "parts",
)  # fmt: skip
LINE_COLUMNS = ("row", "line", "name", "quantity", "unit_price", "amount", "currency")
"""``row`` is that of the expense that the line is of."""

Cell = str | int | Decimal | date | None
Row = Sequence[Cell]


def photo_name(expense: ExportedExpense) -> str:
    """How a receipt's file is called, without an ending; the expenses of one receipt say so."""
    return expense.photo[:12]


def expense_rows(expenses: Iterable[ExportedExpense]) -> Iterator[Row]:
    for row, expense in enumerate(expenses, 1):
        card = expense.card
        money = padded(card.amount, card.currency), card.currency, padded(card.tax, card.currency)
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
    told = [f"{part.category} {padded(part.amount, card.currency):f}" for part in card.parts]
    return "; ".join(told) or None


def line_rows(expenses: Iterable[ExportedExpense]) -> Iterator[Row]:
    for row, expense in enumerate(expenses, 1):
        currency = expense.card.currency
        for line, item in enumerate(expense.items, 1):
            money = padded(item.unit_price, currency), padded(item.amount, currency)
            yield row, line, item.name, item.quantity, *money, currency


def padded(amount: Decimal | None, currency: str | None) -> Decimal | None:
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
            return spreadsheet_text(visible(cell))
        case Decimal():
            return format(cell, "f")
        case date():
            return cell.isoformat()
        case int():
            return str(cell)
