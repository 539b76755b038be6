"""What was saved for a person, as rows to look through: an agent words them, a channel lays them
out.
"""

from datetime import date
from enum import StrEnum

from pydantic import Field

from domain.messages import Frozen

MAX_PAGE = 500


class FieldKind(StrEnum):
    """How a value is typed in."""

    TEXT = "text"
    AMOUNT = "amount"
    """A decimal number with a point."""
    DAY = "day"
    """ISO 8601."""
    CHOICE = "choice"
    """One of its options."""


class Option(Frozen):
    """A value, and how it is called."""

    value: str
    label: str


class CollectionField(Frozen):
    """A field of a row. ``together``: it makes sense to give many rows the same value."""

    name: str
    label: str
    kind: FieldKind = FieldKind.TEXT
    options: tuple[Option, ...] = ()
    together: bool = False


class CollectionFilter(Frozen):
    name: str
    label: str
    options: tuple[Option, ...]


class CollectionTools(Frozen):
    """Names of the tools that change rows: each takes ids of rows as ``rows`` is called, the first
    one also fields.
    """

    edit: str
    delete: str
    restore: str
    rows: str
    most_rows: int
    """That one call may change."""


class CollectionView(Frozen):
    """What a collection of one person has, apart from its rows. Filters have only options that this
    person's rows have.
    """

    name: str
    title: str
    fields: tuple[CollectionField, ...]
    filters: tuple[CollectionFilter, ...]
    tools: CollectionTools


class CollectionQuery(Frozen):
    """Which rows are wanted: those that have all of it. Days are included."""

    words: str = Field("", max_length=200)
    since: date | None = None
    until: date | None = None
    chosen: dict[str, str] = Field(default_factory=dict)
    """Values by the names of filters."""
    deleted: bool = False
    """Those that were deleted, and no others."""
    after: str = Field("", max_length=1_000)
    """Rows behind the one that an earlier page named so."""
    limit: int = Field(50, ge=1, le=MAX_PAGE)


class CollectionFile(Frozen):
    """The file that a row was read from; the person's own, by its sha256."""

    sha256: str
    mime_type: str


class CollectionRow(Frozen):
    """A row in words, and its values as its fields have them."""

    id: str
    what: str
    note: str = ""
    when: str
    group: str
    amount: str
    values: dict[str, str]
    file: CollectionFile | None = None


class CollectionPage(Frozen):
    """Some rows, in their order. ``after`` is empty where no more follow. ``count`` and ``totals``
    are of all rows that were asked for; only the first page tells them.
    """

    rows: tuple[CollectionRow, ...] = ()
    after: str = ""
    count: str = ""
    totals: tuple[str, ...] = ()
