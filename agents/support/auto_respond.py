"""Whether an answer may go out that no person has seen, and end the ticket."""

from datetime import date

from agents.support.ports import Hit
from agents.support.tickets import CustomerInfo, SupervisorDecision, Urgency


def held_back(
    hit: Hit, decision: SupervisorDecision, customer: CustomerInfo | None, on: date
) -> str:
    """Why an article may not be an answer that no person sees; empty when it may."""
    known = customer or CustomerInfo()
    against = {
        "escalated": decision.requires_escalation,
        "urgent": decision.urgency not in (Urgency.LOW, Urgency.MEDIUM),
        "vip": known.vip,
        "not_auto": not hit.auto,
        "other_plan": bool(hit.plans) and known.plan not in hit.plans,
        "expired": hit.expires is not None and hit.expires < on,
    }
    return next((reason for reason, holds in against.items() if holds), "")
