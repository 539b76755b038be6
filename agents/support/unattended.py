"""Whether an answer may go out that no person has seen, and end the ticket."""

from datetime import date

from agents.support.ports import Hit
from agents.support.tickets import CustomerInfo, SupervisorDecision, Urgency


def held_back(
    hit: Hit, decision: SupervisorDecision, customer: CustomerInfo | None, on: date
) -> str:
    """Why an article may not be an answer that no person sees; empty when it may."""
    plan = customer.plan if customer else CustomerInfo().plan
    if decision.requires_escalation:
        return "escalated"
    if decision.urgency not in (Urgency.LOW, Urgency.MEDIUM):
        return "urgent"
    if customer is not None and customer.vip:
        return "vip"
    if not hit.result.sure:
        return "unsure"
    if not hit.auto:
        return "not_auto"
    if hit.plans and plan not in hit.plans:
        return "other_plan"
    if hit.expires is not None and hit.expires < on:
        return "expired"
    return ""
