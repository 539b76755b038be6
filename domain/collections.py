"""Saved rows of a person to look through: an agent words them, a channel lays them out."""

from datetime import date
from enum import StrEnum

from pydantic import Field

from domain.messages import Frozen

MAX_PAGE = 500


class FieldKind(StrEnum):
    """The kind of input that a value is typed into."""

    TEXT = "text"
    AMOUNT = "amount"
    """A decimal number with a point."""
    DAY = "day"
    """ISO 8601."""
    CHOICE = "choice"
    """One of its options."""


class TableForm(StrEnum):
    """The form of a file with the rows of a collection."""

    CSV = "csv"
    XLSX = "xlsx"

    @property
    def mime_type(self) -> str:
        return _MIME_TYPES[self]


_MIME_TYPES = {
    TableForm.CSV: "text/csv; charset=utf-8",
    TableForm.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class Option(Frozen):
    """A value and its name in the person's language."""

    value: str
    label: str


class CollectionField(Frozen):
    """A field of a row. ``together``: many rows may be given the same value at once. ``optional``:
    it may be emptied.
    """

    name: str
    label: str
    kind: FieldKind = FieldKind.TEXT
    options: tuple[Option, ...] = ()
    together: bool = False
    optional: bool = False


class CollectionFilter(Frozen):
    name: str
    label: str
    options: tuple[Option, ...]


class CollectionTools(Frozen):
    """Names of the tools that change rows. Each takes the ids of rows in the argument ``rows``;
    ``edit`` also takes fields.
    """

    edit: str
    delete: str
    restore: str
    rows: str
    most_rows: int
    """In one call."""


class CollectionView(Frozen):
    """Describes a person's collection: its fields, filters and tools. Filters offer the values that
    rows have which this person may see, and no others.
    """

    name: str
    title: str
    fields: tuple[CollectionField, ...]
    filters: tuple[CollectionFilter, ...]
    tools: CollectionTools
    scope: CollectionFilter | None = None
    """The filter that selects whose rows, where other people share theirs with this person. Its
    first option has an empty value and holds where none is chosen.
    """
    elsewhere: str = ""
    """How what the person saved in other chats comes here, told where nothing is saved."""


class CollectionQuery(Frozen):
    """Selects the rows that meet all conditions; ``since`` and ``until`` are included."""

    words: str = Field("", max_length=200)
    since: date | None = None
    until: date | None = None
    chosen: dict[str, str] = Field(default_factory=dict)
    """Values by the names of filters."""
    deleted: bool = False
    """True selects deleted rows alone, False those that are not deleted."""
    after: str = Field("", max_length=1_000)
    """``after`` of an earlier page: rows behind it."""
    limit: int = Field(50, ge=1, le=MAX_PAGE)


class CollectionFile(Frozen):
    """The photo or PDF that a row was read from; the file is the person's own."""

    sha256: str
    mime_type: str


class CollectionRow(Frozen):
    """A row in words, and the values of its fields as tools take them. ``by`` names who entered it,
    where the rows of several people are listed. No tool changes a row that is not ``own``.
    """

    id: str
    what: str
    note: str = ""
    when: str
    group: str
    amount: str
    values: dict[str, str]
    file: CollectionFile | None = None
    by: str = ""
    own: bool = True


class CollectionPage(Frozen):
    """Rows in their order. ``after`` is empty on the last page. ``count``, ``totals`` and ``notes``
    are of all rows that the query selects; only the first page has them.
    """

    rows: tuple[CollectionRow, ...] = ()
    after: str = ""
    count: str = ""
    totals: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Lines below the totals: what each person entered, and since when it counts."""
