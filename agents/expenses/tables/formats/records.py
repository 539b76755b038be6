"""Payments of a statement as records with headings that the readers of tables know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agents.expenses.tables.splitting import Record, seen_text
from agents.expenses.tables.tabulating import TableColumn

COLUMNS = {
    TableColumn.DATE: "Date",
    TableColumn.AMOUNT: "Amount",
    TableColumn.CURRENCY: "Currency",
    TableColumn.MERCHANT: "Payee",
    TableColumn.PAYER: "Payer",
    TableColumn.TEXT: "Description",
    TableColumn.NOTES: "Notes",
    TableColumn.CATEGORY: "Category",
    TableColumn.KIND: "Type",
    TableColumn.STATE: "Status",
    TableColumn.REFERENCE: "Reference",
}

_ALWAYS = {TableColumn.DATE, TableColumn.AMOUNT}

Payment = Mapping[TableColumn, str]


@dataclass(frozen=True)
class FoundTable:
    """``named``: the headings are the file's own, and may be told to the person. ``owner`` is whose
    account it is, where the file says so.
    """

    records: list[Record]
    named: bool = True
    owner: str = ""


def table_of(payments: Iterable[tuple[int, Payment]], owner: str = "") -> FoundTable:
    """The payments, each with the number of its line or entry in the file."""
    found = list(payments)
    filled = {column for _, paid in found for column, cell in paid.items() if cell}
    used = [column for column in COLUMNS if column in filled | _ALWAYS]
    headings = Record(0, tuple(COLUMNS[column] for column in used))
    rows = [
        Record(line, tuple(seen_text(paid.get(column, "")) for column in used))
        for line, paid in found
    ]
    return FoundTable([headings, *rows], named=False, owner=owner)
