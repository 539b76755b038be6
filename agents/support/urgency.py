"""How urgent a ticket is and whether people must have it: the tables, and the floors for a model.

Rules and models say what a ticket is about (``Findings``); what follows from that stands here once.
"""

from collections.abc import Sequence

from agents.support.activity_calls import AssessRequest
from agents.support.ports import Concern, Escalates, Findings
from agents.support.tickets import CustomerInfo, SupervisorDecision, Urgency

UNANSWERED = 3
"""From this unanswered message on a ticket is one more urgent."""
NOT_SOLVED = 2
"""So often an answer did not help before people must have the ticket."""
_LOSING = frozenset({Concern.OUTAGE, Concern.DATA_LOSS})


def by_plan(plan: str, concerns: Sequence[Concern]) -> Urgency:
    """The table. Of several concerns the most urgent counts; a plan nobody knows is as free."""
    return max(
        (_of(plan, concern) for concern in concerns),
        key=lambda each: each.rank,
        default=Urgency.MEDIUM,
    )


def _of(plan: str, concern: Concern) -> Urgency:
    if concern is Concern.SECURITY:
        return Urgency.CRITICAL
    if concern in _LOSING:
        return Urgency.CRITICAL if plan == "enterprise" else Urgency.HIGH
    if plan == "enterprise":
        high = concern in {Concern.BILLING_ERROR, Concern.DISRUPTION}
        return Urgency.HIGH if high else Urgency.MEDIUM
    if plan == "pro" and concern is Concern.DISRUPTION:
        return Urgency.HIGH
    return Urgency.LOW if concern is Concern.QUESTION else Urgency.MEDIUM


def decided(
    request: AssessRequest, customer: CustomerInfo | None, findings: Sequence[Findings]
) -> SupervisorDecision:
    """Over all findings, the rules' own first. Type and reasoning are the last one's. Urgency is
    never below what the rules alone come to; a model's own is at most one above the table. A
    message behind which a model calls the ticket low makes it no more urgent, unless rules find it
    critical.
    """
    plan = customer.plan if customer is not None and customer.known else CustomerInfo().plan
    table = max((by_plan(plan, found.concerns) for found in findings), key=lambda each: each.rank)
    urgency = table
    for found in findings:
        if found.urgency is not None and found.reasoning and found.urgency.rank > urgency.rank:
            urgency = table.raised
    pressing = request.reopened or request.unanswered >= UNANSWERED
    if pressing and urgency.rank < Urgency.HIGH.rank:
        urgency = urgency.raised
    last = findings[-1]
    eased = request.before is not None and last.urgency is Urgency.LOW and not request.reopened
    if eased and request.before and table is not Urgency.CRITICAL:
        urgency = min(urgency, request.before, key=lambda each: each.rank)
        pressing = False
    reasons = _reasons(request, urgency, findings)
    told = [last.reasoning, f"{plan} plan" + ("" if customer and customer.known else " assumed")]
    if pressing:
        told.append("re-opened" if request.reopened else "unanswered for long")
    if reasons:
        told.append(f"for people: {', '.join(reasons)}")
    return SupervisorDecision(
        urgency=urgency,
        ticket_type=last.ticket_type,
        reasoning="; ".join(part.strip().rstrip(".") for part in told if part.strip()),
        requires_escalation=bool(reasons),
    )


def _reasons(
    request: AssessRequest, urgency: Urgency, findings: Sequence[Findings]
) -> tuple[str, ...]:
    named = {reason for found in findings for reason in found.escalates}
    told = [reason.value for reason in Escalates if reason in named]
    if request.asked_person and Escalates.WANTS_PERSON not in named:
        told.insert(0, Escalates.WANTS_PERSON.value)
    if urgency is Urgency.CRITICAL:
        told.append("critical")
    if request.not_solved >= NOT_SOLVED:
        told.append("not solved twice")
    if request.reopened:
        told.append("re-opened")
    return tuple(told)
