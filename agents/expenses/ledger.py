"""Saved transactions and what can be done to them. Every request names its owner.

Each write carries a natural idempotency key (``task_id`` for the row, ``change_id`` for a later
change), so doing it again returns what the first time did.
"""

from datetime import date, datetime, time
from decimal import Decimal

from pydantic import Field

from agents.expenses.details import Mention
from agents.expenses.reading import LineItem, Reading
from agents.expenses.shown import (
    Card,
    Change,
    FeatureNotice,
    MoneyKind,
    Provenance,
    SplitPart,
)
from domain.messages import Frozen
from domain.money import Currency
from domain.understanding import Confidence, EngineAnswer


class PersonRequest(Frozen):
    """Something asked for a person in one of their conversations."""

    user_id: str
    conversation_id: str


class SaveRequest(PersonRequest):
    """Everything that a row of ``transactions`` holds. Idempotent on ``task_id``.

    ``force`` saves although the same receipt seems to be saved already.
    """

    task_id: str
    number: int
    turn_number: int
    kind: MoneyKind = MoneyKind.EXPENSE
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: Currency
    occurred_on: date
    occurred_at: time | None = None
    """The time of day that the receipt has, without a zone."""
    timezone: str
    category: str
    payment_method: str | None = None
    reference: str | None = None
    tax: Decimal | None = None
    items: tuple[LineItem, ...] = ()
    parts: tuple[SplitPart, ...] = ()
    attachment_sha256: str | None = None
    attachment_part: int = 0
    """Which of the receipts on that photo it is."""
    provenance: dict[str, Provenance] = Field(default_factory=dict)
    confidence: Confidence | None = None
    category_chosen: bool = False
    """The person chose the category: it is learned for this merchant."""
    force: bool = False
    home_currency: Currency | None = None
    """The person's own: a foreign amount keeps its rate of the day to it."""
    today: date | None = None
    """The person's own date: budgets of the period that it is in are told about."""


class StoredTransaction(Frozen):
    """A row as it is now. ``saved_at`` is UTC, ``occurred_on`` the person's own date."""

    card: Card
    saved_at: datetime
    deleted: bool = False
    unchanged: bool = False
    """A restore had nothing to do: the row was there already."""
    import_rows: int = 0
    """So many rows of an import came back together; this is the first of them."""


class SaveOutcome(Frozen):
    """Exactly one of the two is set: the saved row, or the row that this seems to repeat.

    ``late``: the save had to wait for the database.
    """

    saved: StoredTransaction | None = None
    duplicate_of: StoredTransaction | None = None
    late: bool = False
    notices: tuple[FeatureNotice, ...] = ()
    """Levels of budgets that were reached with it; a repetition tells the same ones."""


class AmendRequest(PersonRequest):
    """Changes the fields that ``changes`` mentions. Idempotent on ``change_id``.

    Raises ``NotFoundError`` when the row is not this person's or is deleted.
    """

    task_id: str
    change_id: str
    changes: Mention
    emptied: tuple[str, ...] = ()
    """Fields that lose their value."""
    provenance: Provenance
    home_currency: Currency | None = None
    """As in ``SaveRequest``."""
    today: date | None = None
    """As in ``SaveRequest``."""


class AmendOutcome(Frozen):
    stored: StoredTransaction
    changes: tuple[Change, ...]
    """What really changed; empty when the row already had those values."""
    notices: tuple[FeatureNotice, ...] = ()
    """As in ``SaveOutcome``."""


THE_SAVE = "save"
"""How a button names the save itself, as against a later change."""


def short_id(change_id: str) -> str:
    """How a button names a change: the last part of its id, unique within the conversation."""
    return change_id.rpartition("/")[2]


class UndoRequest(PersonRequest):
    """Takes back a change. Idempotent on ``change_id``.

    With ``task_id``: the last change of that row (a correction is reverted, a save is deleted).
    Without: the last change that this person made in this conversation and did not take back yet.

    ``shown`` (``THE_SAVE`` or a ``short_id``; needs ``task_id``) is the change that the person saw.
    Nothing is done unless that one still stands and no later one hides it. Taking back the save
    deletes the row with whatever was corrected since; taking back an undo makes the correction
    again.
    """

    change_id: str
    task_id: str | None = None
    shown: str | None = None
    last_import: bool = False
    """Whatever was imported last in this conversation is to go, and nothing else."""


class RestoreRequest(PersonRequest):
    """Brings a deleted row back. Idempotent: a row that is there stays as it is, and says so
    (``StoredTransaction.unchanged``).
    """

    task_id: str
    change_id: str


class UndoOutcome(Frozen):
    """``stored`` is None when there was nothing to take back."""

    stored: StoredTransaction | None = None
    changes: tuple[Change, ...] = ()
    """Set when a correction was reverted or made again; empty when the row was deleted."""
    import_id: str = ""
    """The import that was taken back as a whole; ``stored`` is its first row."""
    import_rows: int = 0
    """How many of its rows were."""


class FindRequest(PersonRequest):
    """Finds one saved transaction of this person in this conversation, deleted ones included: by
    ``task_id``, else by ``number``.
    """

    task_id: str = ""
    number: int = 0


class Found(Frozen):
    """``stored`` is None when there is no such row of this person."""

    stored: StoredTransaction | None = None


READER_FIELDS = {"user_id", "locale", "currency", "timezone"}
"""What of a person a reading depends on."""


class ReadRequest(PersonRequest):
    """Reads one attachment of this person. One reading per sha256, ever."""

    task_id: str
    sha256: str
    locale: str
    currency: Currency
    timezone: str
    part: int = 0
    """Which of the receipts on the photo is wanted, counted from 0."""
    caption: str = ""
    """The words below it, which models that read it are shown."""


class ReadOutcome(EngineAnswer):
    """``seen_before`` is this person's saved row for the very same image, if there is one."""

    reading: Reading
    seen_before: StoredTransaction | None = None
    saved_on: date | None = None
    """When that row was saved: the person's own date."""
    further: int = 0
    """Other receipts on the same photo that were read, each under its own part. Told with the first
    part only."""
