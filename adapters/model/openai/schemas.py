"""What a model is asked to answer, as it goes over the wire.

Closed objects with every key required, plain types and no decimals: what strict structured
output takes everywhere. Amounts and dates are text, since a JSON number has no exact decimals.
Messages and tasks are numbered from 1: ids hold the number of the chat, which is nobody's
business, and a model should not have to copy them.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class WireMention(Wire):
    merchant: str | None
    item: str | None
    amount: str | None
    ambiguous_amounts: list[str]
    currency: str | None
    occurred_on: str | None
    category: str | None
    payment_method: str | None
    reference: str | None


class WireQuery(Wire):
    measure: Literal["total", "list"]
    since: str | None
    until: str | None
    merchant: str | None
    category: str | None


class WireAct(Wire):
    reason: str
    kind: Literal[
        "expense",
        "insights",
        "general",
        "cancel",
        "undo",
        "detail",
        "dont_know",
        "affirm",
        "deny",
        "unclear",
        "why",
    ]
    messages: list[int]
    agent: str
    task: int | None
    mentions: list[WireMention]
    query: WireQuery | None
    confidence: float


class UnderstandAnswer(Wire):
    acts: list[WireAct]


class CategorizeAnswer(Wire):
    reason: str
    category: str | None
    confidence: float
    suggestions: list[str]


class DecideAnswer(Wire):
    reason: str
    action: str


class ConverseAnswer(Wire):
    about: Literal["chat", "capabilities", "off_limits"]
    reply: str


class SummariseAnswer(Wire):
    summary: str


class WireField(Wire):
    """``evidence`` is the printed line that shows the value."""

    value: str
    evidence: str
    confidence: float


class WireItem(Wire):
    name: str
    quantity: str | None
    unit_price: str | None
    amount: str | None


class ReceiptAnswer(Wire):
    is_receipt: bool
    merchant: WireField | None
    total: WireField | None
    currency: WireField | None
    date: WireField | None
    time: str | None
    tax: WireField | None
    payment_method: WireField | None
    reference: WireField | None
    category: WireField | None
    items: list[WireItem]
