"""What a model is asked to write about tickets."""

from typing import Literal

from adapters.model.question import Written

Kind = Literal["billing", "technical", "general"]


class MatchAnswer(Written):
    reason: str
    matched_ticket_id: str | None
    confidence: Literal["high", "medium", "low"]


class TranslateAnswer(Written):
    """One translation for each text, in their order."""

    translations: list[str]


class DraftAnswer(Written):
    title: str
    body: str


class WrittenConcern(Written):
    """``words`` are the customer's own, copied."""

    kind: Literal["security", "outage", "data_loss", "disruption", "billing_error", "question"]
    words: str


class WrittenAppeal(Written):
    kind: Literal["wants_person", "legal", "privacy", "chargeback", "danger"]
    words: str


class SupervisorAnswer(Written):
    reasoning: str
    ticket_type: Kind
    concerns: list[WrittenConcern]
    escalates: list[WrittenAppeal]
    urgency: Literal["critical", "high", "medium", "low"]


class SpecialistAnswer(Written):
    """``answer`` is in the language of the articles, ``translated`` in the customer's, empty where
    that is the same.
    """

    reasoning: str
    product_area: str
    issue_type: str
    sentiment: Literal["positive", "neutral", "confused", "frustrated", "angry", "urgent"]
    recommended_action: Literal["auto_respond", "route_specialist", "escalate_human"]
    cited: list[str]
    answer: str
    translated: str
    missing_detail: str | None
