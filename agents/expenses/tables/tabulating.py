"""What a table was read as: its rows, its columns, what was left out and why."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from agents.expenses.shown import MoneyKind
from domain.messages import Frozen
from domain.money import Currency

MAX_TABLE_BYTES = 5 * 1024 * 1024
MAX_TABLE_ROWS = 20_000
MAX_TABLE_COLUMNS = 100


class TableFault(StrEnum):
    """Why nothing of a file can be used."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    ENCODING = "encoding"
    NO_TABLE = "no_table"
    ENCRYPTED = "encrypted"
    OLD_WORKBOOK = "old_workbook"
    """Of Excel before 2007."""
    BROKEN = "broken"
    """It says that it is of a format that is read, and is not."""
    ONLY_HEADINGS = "only_headings"
    NO_DATE = "no_date"
    NO_AMOUNT = "no_amount"
    NOTHING = "nothing"
    """There are lines, and none of them can be saved."""


class LineFault(StrEnum):
    """Why one line is left out."""

    BROKEN = "broken"
    """It has another number of cells than the others, or letters that nobody can read."""
    DATE = "date"
    FUTURE = "future"
    OLD = "old"
    AMOUNT = "amount"
    ZERO = "zero"
    ABSURD = "absurd"
    PRECISE = "precise"
    CURRENCY = "currency"
    NAME = "name"
    UNDONE = "undone"
    """The bank says that it was declined, reverted or is still pending."""
    TOTAL = "total"
    """A total or a balance, not a payment."""
    REPEATED = "repeated"
    """The same line, with the same reference, stands above it."""


class TableColumn(StrEnum):
    """What a column of a table holds."""

    DATE = "date"
    AMOUNT = "amount"
    DEBIT = "debit"
    CREDIT = "credit"
    MERCHANT = "merchant"
    """Who was paid; where no column says who paid, also that."""
    PAYER = "payer"
    TEXT = "text"
    ITEM = "item"
    CATEGORY = "category"
    CURRENCY = "currency"
    NOTES = "notes"
    REFERENCE = "reference"
    PAYMENT = "payment"
    KIND = "kind"
    TAX = "tax"
    FEE = "fee"
    """Of the bank, on top of the amount."""
    STATE = "state"
    BALANCE = "balance"
    """Known, and of no use here."""


class TableWish(Frozen):
    """How the person wants a table to be read where it can be read in two ways."""

    month_first: bool | None = None
    """Of 03/04/2026; None leaves it to the column."""
    turned: bool = False
    """What reads as spent came in, and the other way round."""
    currency: Currency | None = None
    """Of amounts for which the file names none."""


class TableRow(Frozen):
    """One line as it would be saved. The amount is above zero, in ``currency``."""

    line: int
    """Counts the lines of the file from 1."""
    kind: MoneyKind
    merchant: str | None = None
    item: str | None = None
    amount: Decimal
    currency: Currency
    occurred_on: date
    category: str | None = None
    """As the file calls it."""
    told_category: str | None = None
    """A built-in one, of which the bank's words speak: "annual fee", "rent March"."""
    payment_method: str | None = None
    reference: str | None = None
    tax: Decimal | None = None
    is_cash: bool = False
    """It came from a machine, as any cell of the line says."""


class LeftOut(Frozen):
    line: int
    why: LineFault


class FoundColumn(Frozen):
    column: TableColumn
    heading: str = ""
    """As the file has it; empty in a file without headings."""


class ReadTable(Frozen):
    """``fault`` is set exactly when there are no rows."""

    rows: tuple[TableRow, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    columns: tuple[FoundColumn, ...] = ()
    days_in_doubt: bool = False
    """Every date has two readings: day or month first."""
    month_first: bool = False
    signs_in_doubt: bool = False
    assumed_currency: Currency | None = None
    """Of the rows for which neither the file nor the person names one."""
    fault: TableFault | None = None
