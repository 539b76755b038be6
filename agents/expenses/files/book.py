"""What goes into files of saved expenses."""

from datetime import date

from pydantic import Field

from adapters.postgres.pool import Row
from agents.expenses.reading import LineItem
from agents.expenses.shown import Card, MoneyKind
from domain.messages import Frozen
from domain.money import Currency

MAX_ROWS = 10_000
"""Expenses in one file; of more, the newest."""


class ExportedExpense(Frozen):
    card: Card
    items: tuple[LineItem, ...] = ()
    photo: str = ""
    """The sha256 of the receipt's file."""


def make_exported(row: Row, shown: Card) -> ExportedExpense:
    """Makes what a file has of a row of ``transactions``, whose card is ``shown``. A photo is there
    for whoever entered the row.
    """
    return ExportedExpense(
        card=shown,
        items=tuple(LineItem.model_validate(item) for item in row["items"]),
        photo=(row["attachment_sha256"] or "") if shown.entered_by is None else "",
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
    members: dict[str, str] = Field(default_factory=dict)
    """Who entered rows of other people, by ``Card.entered_by``."""
    me: str = ""
    """What the person is called beside them."""
