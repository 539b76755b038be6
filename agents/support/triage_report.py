"""Triage for a program: what it sends, and the whole of what triage finds. Pure."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from agents.support.activity_calls import Answered
from agents.support.tickets import (
    ACTIVE_OFFERED,
    MODEL_MESSAGES,
    AgentState,
    Citation,
    MatchConfidence,
    MatchResult,
    Node,
    RecommendedAction,
    Sentiment,
    TicketSummary,
    TicketType,
    Urgency,
)
from domain.endpoints import EndpointBody
from domain.messages import MAX_TEXT_LENGTH, Frozen

TRIAGE = "triage"
"""The workflow that answers."""

_MAX_ID = 64

Id = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=_MAX_ID)]
Words = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT_LENGTH)
]


class ActiveTicket(Frozen):
    """A ticket that the messages may belong to."""

    ticket_id: Id
    text: Words


class TriageBody(EndpointBody):
    """A ticket. ``customer``: whom the table or service of customers is asked about; ``plan``: the
    customer's, who is not looked up then. ``active``: tickets that it may belong to.

    ``store``: it becomes a ticket of the person in ``X-User-Id``, which people get where triage
    says so. Customer, plan and active tickets are that person's own then, and must not be sent.
    """

    messages: Annotated[tuple[Words, ...], Field(min_length=1, max_length=MODEL_MESSAGES)]
    customer: Id | None = None
    plan: Literal["free", "pro", "enterprise"] | None = None
    active: Annotated[tuple[ActiveTicket, ...], Field(max_length=ACTIVE_OFFERED)] = ()
    store: bool = False

    def find_unfit_field(self) -> str:
        return next((name for name in _OF_THE_PERSON if self.store and getattr(self, name)), "")


_OF_THE_PERSON = ("customer", "plan", "active")


class TriageReport(BaseModel):
    """What triage finds, of a model or by rules (``engine``)."""

    language: str
    """ISO 639-1."""
    is_english: bool
    """The messages are in the working language already."""
    translations: tuple[str, ...] = ()
    """Of the messages, in the working language; empty where they are in it or there is no model."""
    type: TicketType
    urgency: Urgency
    sentiment: Sentiment
    product_area: str = ""
    issue_type: str
    requires_escalation: bool
    route: Node
    """The specialist of the ticket's type, or ``escalate``."""
    recommended_action: RecommendedAction
    answer: str
    """In the customer's language where it could be had; empty when nothing sure is known."""
    asks: str = ""
    """The detail that is missing, such as ``invoice``; empty for none."""
    articles: tuple[str, ...] = ()
    """Ids of those that are relevant."""
    sources: tuple[Citation, ...] = ()
    """What the answer rests on, as the articles have it."""
    reasoning: str
    matched_ticket_id: str | None = None
    confidence: MatchConfidence = MatchConfidence.LOW
    customer_known: bool = True
    """False: nobody knows the customer, or the look-up failed; they count as a free plan's."""
    ticket_id: str = ""
    """Of the ticket that was stored; empty for a dry run."""
    engine: str = "rules"


def report_triage(
    state: AgentState, match: MatchResult, answered: Answered | None, *, engine: str
) -> TriageReport:
    """``state``: at the end of a run. ``answered``: of the specialist; None for an escalation."""
    decision, result, translation = (
        state.supervisor_decision,
        state.triage_result,
        state.translation,
    )
    if decision is None or result is None or translation is None:
        raise AssertionError("triage is not through yet")
    extracted = result.extracted_info
    translated = translation.translated and not translation.is_english
    return TriageReport(
        language=translation.original_language,
        is_english=translation.is_english,
        translations=translation.translated_messages if translated else (),
        type=decision.ticket_type,
        urgency=result.urgency,
        sentiment=extracted.sentiment,
        product_area=extracted.product_area,
        issue_type=extracted.issue_type,
        requires_escalation=decision.requires_escalation,
        route=state.current_agent,
        recommended_action=result.recommended_action,
        answer=result.suggested_response,
        asks=answered.asks if answered is not None else "",
        articles=result.relevant_articles,
        sources=answered.citations if answered is not None else (),
        reasoning=result.reasoning,
        matched_ticket_id=match.ticket_id,
        confidence=match.confidence,
        customer_known=state.customer_info is not None and state.customer_info.known,
        engine=engine,
    )


def summarize_active(
    customer_id: str, active: tuple[ActiveTicket, ...]
) -> tuple[TicketSummary, ...]:
    """As the matcher takes them."""
    return tuple(
        TicketSummary(customer_id=customer_id, ticket_id=each.ticket_id, text=each.text)
        for each in active
    )
