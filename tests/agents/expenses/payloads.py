"""Answers of a model about expenses in the shape of its schemas, for scripts."""

from collections.abc import Sequence

from pydantic import JsonValue

from tests.model_server import payloads
from tests.model_server.payloads import Payload, understood


def mention(
    merchant: str | None = None,
    amount: str | None = None,
    *,
    item: str | None = None,
    formula: str | None = None,
    ambiguous_amounts: Sequence[str] = (),
    currency: str | None = None,
    occurred_on: str | None = None,
    category: str | None = None,
    payment_method: str | None = None,
    reference: str | None = None,
    kind: str = "expense",
) -> Payload:
    return {
        "kind": kind,
        "merchant": merchant,
        "item": item,
        "amount": amount,
        "formula": formula,
        "ambiguous_amounts": list(ambiguous_amounts),
        "currency": currency,
        "occurred_on": occurred_on,
        "category": category,
        "payment_method": payment_method,
        "reference": reference,
    }


def act(
    kind: str,
    *mentions: Payload,
    messages: Sequence[int] = (1,),
    agent: str = "",
    task: int | None = None,
    call: Payload | None = None,
) -> Payload:
    """``kind`` may be *expense* for an ``open`` of this agent."""
    told: Payload = {"mentions": list(mentions), "call": call}
    return payloads.act(
        "open" if kind == "expense" else kind,
        told if mentions or call else None,
        messages=messages,
        agent=agent,
        task=task,
    )


def expense(
    merchant: str | None = None, amount: str | None = None, *, item: str | None = None
) -> Payload:
    """``UnderstandAnswer``: one new expense."""
    return understood(act("expense", mention(merchant, amount, item=item), agent="expenses"))


def query(
    measure: str = "total",
    *,
    since: str | None = None,
    until: str | None = None,
    merchant: str | None = None,
    category: str | None = None,
    item: str | None = None,
) -> Payload:
    """A call of ``summarise_spending``."""
    return {
        "tool": "summarise_spending",
        "measure": measure,
        "kind": None,
        "against_since": None,
        "against_until": None,
        "ours": None,
        "member": None,
        "into": None,
        "item": item,
        "payment_method": None,
        "by": None,
        "per": None,
        "top": None,
        "since": since,
        "until": until,
        "merchant": merchant,
        "category": category,
    }


def categorized(
    category: str | None, confidence: float = 0.9, suggestions: Sequence[str] = ()
) -> Payload:
    """For ``CategorizeAnswer``."""
    return {
        "reason": "scripted",
        "category": category,
        "confidence": confidence,
        "suggestions": list(suggestions),
    }


def decided(action: str) -> Payload:
    """For ``DecideAnswer``."""
    return {"reason": "scripted", "action": action}


def field(value: str, evidence: str = "", confidence: float = 0.9) -> Payload:
    return {"value": value, "evidence": evidence, "confidence": confidence}


def receipt(**fields: object) -> Payload:
    """For ``ReceiptAnswer``; keys that are not given are null."""
    keys = (
        "merchant",
        "total",
        "currency",
        "date",
        "time",
        "tax",
        "payment_method",
        "reference",
        "category",
    )
    return {"is_receipt": True, **dict.fromkeys(keys), "items": [], **fields}


def called(tool: str, **arguments: JsonValue) -> Payload:
    """The details of an *open* that asks for a tool."""
    return {"mentions": [], "call": {"tool": tool, **arguments}}
