"""Saved transactions and what can be done to them. Every request names its owner.

Each write carries a natural idempotency key (``task_id`` for the row, ``change_id`` for a later
change), so doing it again returns what the first time did.
"""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from domain.messages import Frozen
from domain.money import Currency
from domain.reading import Confidence, LineItem, Reading
from domain.replies import Card, Change, Provenance
from domain.understanding import EngineAnswer, InsightMeasure, InsightQuery, Mention


class SaveRequest(Frozen):
    """Everything that a row of ``transactions`` holds. Idempotent on ``task_id``.

    ``force`` saves although the same receipt seems to be saved already.
    """

    user_id: str
    conversation_id: str
    task_id: str
    number: int
    turn_number: int
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: Currency
    occurred_on: date
    timezone: str
    category: str
    payment_method: str | None = None
    reference: str | None = None
    tax: Decimal | None = None
    items: tuple[LineItem, ...] = ()
    attachment_sha256: str | None = None
    provenance: dict[str, Provenance] = Field(default_factory=dict)
    confidence: Confidence | None = None
    category_chosen: bool = False
    """The person chose the category: it is learned for this merchant."""
    force: bool = False


class StoredTransaction(Frozen):
    """A row as it is now. ``saved_at`` is UTC, ``occurred_on`` the person's own date."""

    card: Card
    saved_at: datetime
    deleted: bool = False
    unchanged: bool = False
    """A restore had nothing to do: the row was there already."""


class SaveOutcome(Frozen):
    """Exactly one of the two is set: the saved row, or the row that this seems to repeat."""

    saved: StoredTransaction | None = None
    duplicate_of: StoredTransaction | None = None


class AmendRequest(Frozen):
    """Changes the fields that ``changes`` mentions. Idempotent on ``change_id``.

    Raises ``NotFoundError`` when the row is not this person's or is deleted.
    """

    user_id: str
    conversation_id: str
    task_id: str
    change_id: str
    changes: Mention
    provenance: Provenance


class AmendOutcome(Frozen):
    stored: StoredTransaction
    changes: tuple[Change, ...]
    """What really changed; empty when the row already had those values."""


THE_SAVE = "save"
"""How a button names the save itself, as against a later change."""


def short_id(change_id: str) -> str:
    """How a button names a change: the last part of its id, unique within the conversation."""
    return change_id.rpartition("/")[2]


class UndoRequest(Frozen):
    """Takes back a change. Idempotent on ``change_id``.

    With ``task_id``: the last change of that row (a correction is reverted, a save is deleted).
    Without: the last change that this person made in this conversation and did not take back yet.

    ``shown`` (``THE_SAVE`` or a ``short_id``; needs ``task_id``) is the change that the person saw.
    Nothing is done unless that one still stands and no later one hides it. Taking back the save
    deletes the row with whatever was corrected since; taking back an undo makes the correction
    again.
    """

    user_id: str
    conversation_id: str
    change_id: str
    task_id: str | None = None
    shown: str | None = None


class RestoreRequest(Frozen):
    """Brings a deleted row back. Idempotent: a row that is there stays as it is, and says so
    (``StoredTransaction.unchanged``).
    """

    user_id: str
    conversation_id: str
    task_id: str
    change_id: str


class UndoOutcome(Frozen):
    """``stored`` is None when there was nothing to take back."""

    stored: StoredTransaction | None = None
    changes: tuple[Change, ...] = ()
    """Set when a correction was reverted or made again; empty when the row was deleted."""


class FindRequest(Frozen):
    """Finds one saved transaction of this person in this conversation, deleted ones included."""

    user_id: str
    conversation_id: str
    task_id: str


class Found(Frozen):
    """``stored`` is None when there is no such row of this person."""

    stored: StoredTransaction | None = None


class DraftStatus(StrEnum):
    KEPT = "kept"
    EXPIRED = "expired"
    CANCELLED = "cancelled"
    RESUMED = "resumed"


class KeepDraftRequest(Frozen):
    """Keeps an unfinished task so that it can be resumed later. Idempotent on ``task_id``.

    ``state`` is the agent's own state as JSON text; only that agent reads it.
    """

    user_id: str
    conversation_id: str
    task_id: str
    agent: str
    status: DraftStatus
    state: str


class ReopenDraftRequest(Frozen):
    """Takes a kept draft up again, once. Idempotent on ``request_id``: the request that resumed a
    draft gets its state again, any other gets none.
    """

    user_id: str
    conversation_id: str
    task_id: str
    request_id: str


class ReopenedDraft(Frozen):
    """``state`` is None when there is no draft to resume, or it was resumed before."""

    agent: str = ""
    state: str | None = None


class InsightRequest(Frozen):
    user_id: str
    conversation_id: str
    query: InsightQuery


class CurrencyTotal(Frozen):
    currency: Currency
    amount: Decimal
    count: int


class CategoryTotal(Frozen):
    category: str
    currency: Currency
    amount: Decimal


class Insight(Frozen):
    """The answer in figures; totals are never added over currencies."""

    measure: InsightMeasure
    since: date | None
    until: date | None
    totals: tuple[CurrencyTotal, ...] = ()
    by_category: tuple[CategoryTotal, ...] = ()
    cards: tuple[Card, ...] = ()
    """The newest first, at most ten."""


class RecallRequest(Frozen):
    user_id: str
    conversation_id: str
    limit: int = 20


class ReadRequest(Frozen):
    """Reads one attachment of this person. One reading per sha256, ever."""

    user_id: str
    conversation_id: str
    task_id: str
    sha256: str
    locale: str
    currency: Currency
    timezone: str


class ReadOutcome(EngineAnswer):
    """``seen_before`` is this person's saved row for the very same image, if there is one."""

    reading: Reading
    seen_before: StoredTransaction | None = None


class PurgeRequest(Frozen):
    """Removes what is older than this and belongs to no saved expense."""

    older_than: timedelta


class Purged(Frozen):
    """How many rows went. ``messages`` with what people said elsewhere, ``transactions`` only ones
    that were taken back, ``notes`` the channel's own about its messages.
    """

    messages: int
    drafts: int
    model_calls: int
    transactions: int = 0
    files: int = 0
    readings: int = 0
    notes: int = 0
