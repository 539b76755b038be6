"""What goes into files of saved expenses."""

from agents.expenses.reading import LineItem
from agents.expenses.shown import Card
from domain.messages import Frozen

MAX_ROWS = 10_000
"""Expenses in one file; of more, the newest."""


class ExportedExpense(Frozen):
    card: Card
    items: tuple[LineItem, ...] = ()
    photo: str = ""
    """The sha256 of the receipt's file."""


class ExportBook(Frozen):
    """The rows, the oldest first. ``total`` counts what the period has."""

    rows: tuple[ExportedExpense, ...] = ()
    total: int = 0
