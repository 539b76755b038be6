"""Answers of a model in the shape of the support agent's schemas, for scripts."""

from tests.model_server.payloads import Payload


def match(ticket_id: str | None, confidence: str = "high") -> Payload:
    return {"reason": "scripted", "matched_ticket_id": ticket_id, "confidence": confidence}


def supervised(
    kind: str = "general",
    urgency: str = "low",
    concerns: tuple[tuple[str, str], ...] = (),
    escalates: tuple[tuple[str, str], ...] = (),
) -> Payload:
    return {
        "reasoning": "scripted",
        "ticket_type": kind,
        "concerns": [{"kind": each, "words": words} for each, words in concerns],
        "escalates": [{"kind": each, "words": words} for each, words in escalates],
        "urgency": urgency,
    }


def specialised(
    answer: str = "",
    *cited: str,
    translated: str = "",
    action: str = "auto_respond",
    missing: str | None = None,
    issue: str = "refund",
) -> Payload:
    return {
        "reasoning": "scripted",
        "product_area": "billing",
        "issue_type": issue,
        "sentiment": "neutral",
        "recommended_action": action,
        "cited": list(cited),
        "answer": answer,
        "translated": translated,
        "missing_detail": missing,
    }


def translations(*texts: str) -> Payload:
    return {"translations": list(texts)}
