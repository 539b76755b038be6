"""What can be asked about files of saved expenses."""

from datetime import date, timedelta
from enum import StrEnum

from pydantic import Field

from domain.commands import CommandForm
from domain.messages import Frozen
from domain.replies import File
from domain.tools import Arguments, Effect, Tool


class ExportForm(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"
    PHOTOS = "photos"
    """The photos and PDFs of the receipts, in a ZIP."""


class ExportOrder(Arguments):
    form: ExportForm = Field(
        ExportForm.XLSX,
        description="xlsx where none is named",
    )
    since: date | None = Field(None, description="First day; null for all")
    until: date | None = Field(None, description="Last day; null for all")
    ours: bool = False
    """Of the household, where the person has one; photos are always one's own."""


class Exported(Frozen):
    """What came of an order. Without files there was nothing, or no room for it."""

    order: ExportOrder
    files: tuple[File, ...] = ()
    rows: int = 0
    """Expenses in the files, or photos; of ``total``."""
    total: int = 0
    shared: bool = False
    """The files have what other members of the household saved, too."""
    no_room: bool = False
    """The file was made, but there is no room to keep it."""


EXPORT_EXPENSES = Tool(
    name="export_expenses",
    purpose="Sends what is saved as a file, of all days or some: a workbook, CSV, or the photos of "
    "receipts.",
    arguments=ExportOrder,
    result=Exported,
    effect=Effect.READ,
    timeout=timedelta(minutes=2),  # 20 MB of photos come from the database and go back into it
)

COMMANDS = (CommandForm(name="export", takes_value=True),)
TOOLS = (EXPORT_EXPENSES,)
