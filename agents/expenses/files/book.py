"""What goes into files of saved expenses."""

from datetime import date

from adapters.postgres.pool import Row
from agents.expenses.reading import LineItem
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.store.rows import card
from domain.messages import Frozen
from domain.money import Currency

MAX_ROWS = 10_000
"""Expenses in one file; of more, the newest."""


class ExportedExpense(Frozen):
    card: Card
    items: tuple[LineItem, ...] = ()
    photo: str = ""
    """The sha256 of the receipt's file."""


def make_exported(row: Row) -> ExportedExpense:
    """Makes what a file has of a row of ``transactions``."""
    return ExportedExpense(
        card=card(row),
        items=tuple(LineItem.model_validate(item) for item in row["items"]),
        photo=row["attachment_sha256"] or "",
    )


class BookTexts(Frozen):
    """What a workbook says in the person's language; data is by the stored name of each thing."""

    sheets: dict[str, str]
    headings: dict[str, str]
    kinds: dict[MoneyKind, str]
    titles: dict[MoneyKind, str]
    """Of a table of sums by category and month."""
    categories: dict[str, str]
    payments: dict[str, str]
    months: dict[date, str]
    """By their first day."""
    total: str
    all_in: str
    """That amounts of other currencies are in the person's own."""
    date_format: str
    """Of a spreadsheet."""
    home: Currency
    """The person's own currency."""
