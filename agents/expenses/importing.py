"""Import of a table: what the person is shown before anything is saved, and what is then saved.

A row's id is made from the import and its number among the saved rows, so that saving it again
changes nothing, however often a worker died in between.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from hashlib import sha256

from pydantic import BaseModel

from agents.expenses.details import RowsWish
from agents.expenses.shown import Card, FeatureNotice, MoneyKind
from agents.expenses.spending import CurrencyTotal
from agents.expenses.tables.tabulating import FoundColumn, LeftOut, TableFault, TableRow, TableWish
from domain.messages import Frozen
from domain.money import Currency
from domain.understanding import Person

IMPORT_SAMPLE = 5
"""Rows that are shown at first."""
IMPORT_PAGE = 20
"""Rows that are shown at once to who wants to see them."""
MAX_TOLD = 8
"""Lines that are told one by one as left out; of more, how many there are."""


class ImportWish(Frozen):
    """How the file is to be taken. ``duplicates``: also what seems to be saved already;
    ``deleted``: also what the person deleted after an earlier import.
    """

    table: TableWish = TableWish()
    duplicates: bool = False
    deleted: bool = False
    taken: tuple[int, ...] = ()
    """Numbers of rows that are saved though they seem to be saved already, or were deleted."""
    left_out: tuple[int, ...] = ()
    """Numbers of rows that the person does not want. A row's number is its place in the file's
    rows, from 1."""
    first: int = 0
    """The number of the first row to be shown; 0 for some of those that would be saved."""
    last: int = 0
    """Of the last one; 0 for a page."""
    named: RowsWish | None = None
    """Rows that the person calls by a name: those are looked for."""


class ImportRequest(Frozen):
    """``import_id`` is the task's; ``today`` the person's own date."""

    person: Person
    conversation_id: str
    import_id: str
    sha256: str
    today: date
    wish: ImportWish = ImportWish()


class ImportSum(CurrencyTotal):
    """What rows of one kind and currency come to."""

    kind: MoneyKind


class ImportPreview(Frozen):
    """What would be saved. Nothing is, yet."""

    fault: TableFault | None = None
    rows: int = 0
    duplicates: int = 0
    """Seem to be saved already; left out but where the wish says otherwise."""
    deleted: int = 0
    """Were deleted by the person after an earlier import; likewise."""
    sums: tuple[ImportSum, ...] = ()
    since: date | None = None
    until: date | None = None
    columns: tuple[FoundColumn, ...] = ()
    left_out: int = 0
    told: tuple[LeftOut, ...] = ()
    """The first of them."""
    cards: tuple[Card, ...] = ()
    """The rows that are shown, with their numbers."""
    unwanted: tuple[int, ...] = ()
    """Those of them that the person leaves out."""
    known: tuple[int, ...] = ()
    """Those of them that seem to be saved already."""
    thrown: tuple[int, ...] = ()
    """Those of them that the person deleted after an earlier import."""
    named: tuple[int, ...] = ()
    """Numbers of the rows that were called by a name."""
    together: bool = False
    """All of them are meant; else it is asked which of several."""
    missing: tuple[str, ...] = ()
    """The names that fit no row."""
    all_rows: int = 0
    """That were read, with those that would not be saved."""
    left_by_person: int = 0
    assumed_currency: Currency | None = None
    """Of the rows for which the file names none."""
    days_in_doubt: bool = False
    month_first: bool = False
    signs_in_doubt: bool = False
    span: int = 0
    """So many numbers are needed: one for each row that would be saved."""
    digest: str = ""
    """Of all rows as they were read, and of which would be saved: a yes to these does not count
    for others."""


class SaveImportRequest(Frozen):
    """Saves what the preview showed. Idempotent: each row has its id from the import's and from
    its number, which goes up by one from ``first_number``.
    """

    asked: ImportRequest
    first_number: int
    digest: str
    turn_number: int = 0


class ImportOutcome(Frozen):
    """``changed``: other rows would be saved now than were shown, so nothing was saved.
    ``notices``: levels of budgets that were reached with it.
    """

    changed: bool = False
    rows: int = 0
    sums: tuple[ImportSum, ...] = ()
    notices: tuple[FeatureNotice, ...] = ()


class StandingRow(Frozen):
    """A row of the person, as far as a duplicate is told by it. A row that was changed after its
    import comes twice: as it is, and as the file had it.
    """

    task_id: str
    kind: MoneyKind
    amount: Decimal
    currency: str
    occurred_on: date
    merchant: str = ""
    item: str = ""
    reference: str = ""
    """The bank's."""
    deleted: bool = False
    """By the person, while other rows of its import stayed."""


class ImportedRow(Frozen):
    """A row of the file with all that is saved of it."""

    task_id: str
    number: int
    row: TableRow
    category: str
    category_source: str
    """A ``Source`` of where the category came from."""


class ImportBatch(Frozen):
    person: Person
    conversation_id: str
    import_id: str
    turn_number: int
    rows: tuple[ImportedRow, ...]


class ImportState(BaseModel):
    """What a task that imports a table must not forget. ``preview`` is None before the first look
    and after each change of the wish.
    """

    wish: ImportWish = ImportWish()
    preview: ImportPreview | None = None
    numbered: int = 0
    """Rows that were there at the last look: what their numbers are of."""
    which: RowsWish | None = None
    """Asked back: rows with this name are meant, and several have it."""
    missing: tuple[str, ...] = ()
    """Names of that wish which fit no row, while others do."""
    attempts: int = 0
    """Answers that were none."""
    changed: bool = False
    """A yes saved nothing, because other rows would have been saved than were shown."""
    saving: SaveImportRequest | None = None
    """It was begun: it is done again before anything else is taken in."""
    outcome: ImportOutcome | None = None
    told: bool = False
    """The outcome was said."""
    first_number: int = 0
    """Of the rows that were saved."""
    left_out: int = 0


def row_id(import_id: str, number: int) -> str:
    """An id as tasks have it, with a number that no task gets."""
    before, _, own = import_id.rpartition("/")
    life = own.partition("-")[2]
    return f"{before}/{number}-{life}" if life else f"{before}/{number}"


def digest_of_rows(rows: Sequence[TableRow], wanted: Sequence[int]) -> str:
    """``wanted`` are the places of those that would be saved."""
    seen = sha256(repr(list(wanted)).encode())
    for row in rows:
        told = row.line, row.kind, row.amount, row.currency, row.occurred_on, row.merchant, row.item
        seen.update(repr(tuple(map(str, told))).encode())
    return seen.hexdigest()[:16]


def sums_of(rows: Iterable[TableRow]) -> tuple[ImportSum, ...]:
    """Never over currencies; in the order of kinds, the most rows first."""
    found: dict[tuple[MoneyKind, str], list[Decimal]] = defaultdict(list)
    for row in rows:
        found[row.kind, row.currency].append(row.amount)
    order = list(MoneyKind)
    ordered = sorted(found.items(), key=lambda each: (order.index(each[0][0]), -len(each[1])))
    return tuple(
        ImportSum(kind=kind, currency=currency, amount=sum(amounts, Decimal()), count=len(amounts))
        for (kind, currency), amounts in ordered
    )
