"""Closed lists: what a ticket can be about, and which detail each type may be asked for."""

from collections.abc import Mapping

from agents.support.tickets import TicketType

OTHER = "other"
ESCALATION = "escalation"
"""What the ``escalate`` node says it is about."""

ISSUES: Mapping[TicketType, tuple[str, ...]] = {
    TicketType.BILLING: (
        "double_charge", "wrong_amount", "refund", "payment_failed", "invoice", "plan_change",
        "cancellation", OTHER,
    ),
    TicketType.TECHNICAL: (
        "outage", "data_loss", "security", "login", "sync", "upload", "performance", "error",
        "integration", OTHER,
    ),
    TicketType.GENERAL: (
        "how_to", "account", "pricing", "contact", "privacy", "feature_request", "feedback", OTHER,
    ),
}  # fmt: skip

DETAILS: Mapping[TicketType, tuple[str, ...]] = {
    TicketType.BILLING: ("invoice",),
    TicketType.TECHNICAL: ("device", "error_message"),
    TicketType.GENERAL: (),
}
"""What a specialist needs most, the most telling first: ``Answered.asks`` is one of these."""
