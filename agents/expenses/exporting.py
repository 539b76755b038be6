"""Saved expenses as files that a person takes along."""

from datetime import date
from enum import StrEnum

from agents.expenses.card import Card
from agents.expenses.reading import LineItem
from domain.messages import Frozen
from domain.replies import File
from domain.understanding import Person

MAX_ROWS = 10_000
"""Expenses in one file; of more, the newest."""


class ExportForm(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"
    PHOTOS = "photos"
    """The photos and PDFs of the receipts, in a ZIP."""


class ExportOrder(Frozen):
    """What to export. Dates are the person's own, both ends included."""

    form: ExportForm = ExportForm.XLSX
    since: date | None = None
    until: date | None = None


class ExportRequest(Frozen):
    """``asked``: the person's words, or what follows the command; ``today`` is their own date."""

    person: Person
    asked: str
    today: date


class ExportedExpense(Frozen):
    card: Card
    items: tuple[LineItem, ...] = ()
    photo: str = ""
    """The sha256 of the receipt's file."""


class ExportBook(Frozen):
    """What goes into files, the oldest first. ``total`` counts what the period has."""

    rows: tuple[ExportedExpense, ...] = ()
    total: int = 0


class Exported(Frozen):
    """``order`` is None when the words were not understood; without files, there was nothing."""

    order: ExportOrder | None = None
    files: tuple[File, ...] = ()
    rows: int = 0
    """Expenses in the files, or photos; of ``total``."""
    total: int = 0
    no_room: bool = False
    """The file was made, but there is no room to keep it."""
