"""Requests with the usual values filled in; a test names only what it is about."""

from datetime import date
from decimal import Decimal
from typing import TypedDict, Unpack

from agents.expenses.card import MoneyKind, Provenance
from agents.expenses.details import Mention
from agents.expenses.ledger import (
    AmendRequest,
    FindRequest,
    RestoreRequest,
    SaveRequest,
    UndoRequest,
)
from agents.expenses.reading import LineItem
from tests.adapters.postgres.requests import ANN, CHAT

DAY = date(2026, 3, 14)


class SaveFields(TypedDict, total=False):
    user_id: str
    conversation_id: str
    kind: MoneyKind
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
    attachment_part: int
    provenance: dict[str, Provenance]
    confidence: float | None
    category_chosen: bool
    force: bool


def task(number: int, conversation_id: str = CHAT) -> str:
    return f"{conversation_id}/expenses/{number}"


def saving(number: int = 1, **fields: Unpack[SaveFields]) -> SaveRequest:
    values: SaveFields = {
        "user_id": ANN,
        "conversation_id": CHAT,
        "kind": MoneyKind.EXPENSE,
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
