"""Closed lists: what a ticket can be about, and which detail each type may be asked for."""

from collections.abc import Mapping

from agents.support.tickets import TicketType

OTHER = "other"
ESCALATION = "escalation"
"""What the ``escalate`` node says it is about."""

_REST = {OTHER: "none of these"}

ISSUES: Mapping[TicketType, Mapping[str, str]] = {
    TicketType.BILLING: {
        "double_charge": "charged more than once for the same thing",
        "wrong_amount": "charged another sum than was due",
        "refund": "wants money back, or waits for it",
        "payment_failed": "a payment does not go through",
        "invoice": "needs, misses or questions an invoice",
        "plan_change": "wants another plan, or is in the wrong one",
        "cancellation": "wants to end the contract",
        **_REST,
    },
    TicketType.TECHNICAL: {
        "outage": "nothing works, or for nobody",
        "data_loss": "files or records are gone",
        "security": "somebody else got in, or may have",
        "login": "cannot sign in",
        "sync": "devices or copies do not agree",
        "upload": "files do not get in",
        "performance": "it works, but slowly",
        "error": "an error message or a crash",
        "integration": "a connection to another product fails",
        **_REST,
    },
    TicketType.GENERAL: {
        "how_to": "asks how something is done",
        "account": "their account, profile or address",
        "pricing": "what something costs",
        "contact": "how or when to reach somebody",
        "privacy": "what becomes of their data",
        "feature_request": "wishes for something that there is not",
        "feedback": "praise or a complaint",
        **_REST,
    },
}
"""By type the names of issues, each with what it means to a model."""

DETAILS: Mapping[TicketType, Mapping[str, str]] = {
    TicketType.BILLING: {"invoice": "which invoice or charge it is"},
    TicketType.TECHNICAL: {
        "device": "which device and version they use",
        "error_message": "what an error message says that they mention without its words",
    },
    TicketType.GENERAL: {},
}
"""What a specialist needs most, the most telling first, with what it means to a model:
``Answered.asks`` is one of these names."""
