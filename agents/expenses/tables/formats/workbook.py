"""XLSX: the first sheet of a workbook that has something in it, as a table."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from agents.expenses.tables.days import is_day
from agents.expenses.tables.formats.packed import BROKEN_ZIP
from agents.expenses.tables.formats.records import FoundTable
from agents.expenses.tables.splitting import Record, seen_text
from agents.expenses.tables.tabulating import MAX_TABLE_COLUMNS, TableFault

_MOST_SHEETS = 20
_CENTS = 2

Cell = object


def workbook_sheet(content: bytes, most: int) -> FoundTable | TableFault:
    """Of formulas, what they came to when the workbook was saved. Unpacks all that is in it."""
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        found: list[Record] = []
        for sheet in book.worksheets[:_MOST_SHEETS]:
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_row=most, max_col=MAX_TABLE_COLUMNS, values_only=True)
            found = list(_records(rows))
            if any(is_day(cell) for record in found for cell in record.cells):
                break
    except _BROKEN:
        return TableFault.BROKEN
    return FoundTable(found)


_BROKEN = (
    *BROKEN_ZIP, InvalidFileException, DefusedXmlException, ParseError, LookupError, TypeError,
    AttributeError, OverflowError,
)  # fmt: skip
"""What openpyxl raises for a workbook that is damaged, or is none."""


def _records(rows: Iterable[Iterable[Cell]]) -> Iterator[Record]:
    for line, row in enumerate(rows, 1):
        cells = [_written(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if any(cells):
            yield Record(line, tuple(cells))


def _written(cell: Cell) -> str:
    """A cell as a table of text has it: days with the year first, numbers with a point."""
    match cell:
        case None | bool():
            return ""
        case datetime():
            return cell.date().isoformat()
        case date():
            return cell.isoformat()
        case time():
            return cell.isoformat("minutes")
        case int() | float():
            return _number(cell)
        case _:
            return seen_text(str(cell))


def _number(value: float) -> str:
    """With hundredths, so that a column of numbers shows its decimal mark; whole ones stay."""
    if isinstance(value, int) or value.is_integer():
        return f"{value:.0f}"
    whole, _, fraction = f"{value:.6f}".rstrip("0").partition(".")
    return f"{whole}.{fraction.ljust(_CENTS, '0')}"
