"""Requests with the usual values filled in; a test names only what it is about."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TypedDict, Unpack

from domain.ledger import (
    AmendRequest,
    DraftStatus,
    FindRequest,
    KeepDraftRequest,
    RecallRequest,
    ReopenDraftRequest,
    RestoreRequest,
    SaveRequest,
    UndoRequest,
)
from domain.messages import Message
from domain.reading import LineItem
from domain.replies import Provenance
from domain.understanding import Mention

ANN = "terminal:ann"
BOB = "terminal:bob"
CHAT = "conversation:terminal:ann"
AT = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
DAY = date(2026, 3, 14)


class SaveFields(TypedDict, total=False):
    user_id: str
    conversation_id: str
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: str
    occurred_on: date
    category: str
    payment_method: str | None
    reference: str | None
    tax: Decimal | None
    items: tuple[LineItem, ...]
    attachment_sha256: str | None
    provenance: dict[str, Provenance]
    confidence: float | None
    category_chosen: bool
    force: bool


def task(number: int, conversation_id: str = CHAT) -> str:
    return f"{conversation_id}/transaction/{number}"


def saving(number: int = 1, **fields: Unpack[SaveFields]) -> SaveRequest:
    values: SaveFields = {
        "user_id": ANN,
        "conversation_id": CHAT,
        "merchant": f"Kedai {number}",
        "item": None,
        "amount": Decimal("15.50"),
        "currency": "MYR",
        "occurred_on": DAY,
        "category": "Food & Drink",
        **fields,
    }
    return SaveRequest(
        task_id=task(number, values["conversation_id"]),
        number=number,
        turn_number=number,
        timezone="Asia/Kuala_Lumpur",
        **values,
    )


def amending(
    number: int,
    change: str,
    *,
    user_id: str = ANN,
    source: str = "answer",
    changes: Mention,
) -> AmendRequest:
    return AmendRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        change_id=f"{task(number)}/{change}",
        changes=changes,
        provenance=Provenance(source=source, evidence="no, it was different"),
    )


def undoing(
    change: str, number: int | None = None, *, user_id: str = ANN, shown: str | None = None
) -> UndoRequest:
    return UndoRequest(
        user_id=user_id,
        conversation_id=CHAT,
        change_id=f"{CHAT}/{change}",
        task_id=None if number is None else task(number),
        shown=shown,
    )


def restoring(number: int, change: str, *, user_id: str = ANN) -> RestoreRequest:
    return RestoreRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        change_id=f"{task(number)}/{change}",
    )


def finding(number: int, *, user_id: str = ANN) -> FindRequest:
    return FindRequest(user_id=user_id, conversation_id=CHAT, task_id=task(number))


def keeping(
    number: int,
    *,
    user_id: str = ANN,
    status: DraftStatus = DraftStatus.KEPT,
    state: str = '{"draft": {"amount": "12.30"}}',
) -> KeepDraftRequest:
    return KeepDraftRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        agent="transaction",
        status=status,
        state=state,
    )


def reopening(number: int, request_id: str, *, user_id: str = ANN) -> ReopenDraftRequest:
    return ReopenDraftRequest(
        user_id=user_id, conversation_id=CHAT, task_id=task(number), request_id=request_id
    )


def recalling(*, user_id: str = ANN, limit: int = 20) -> RecallRequest:
    return RecallRequest(user_id=user_id, conversation_id=CHAT, limit=limit)


def message(update: int, text: str, *, sender_id: str = ANN, at: datetime = AT) -> Message:
    return Message(id=f"terminal:ann:{update}", sender_id=sender_id, sent_at=at, text=text)
