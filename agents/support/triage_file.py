"""Triage of a file of texts by rules, storing nothing: for measuring."""

from datetime import UTC, datetime

from pydantic import BaseModel

from agents.support.activity_calls import AnswerRequest, AssessRequest, MatchTicketRequest
from agents.support.offline.nearness import Compared, Meaning
from agents.support.ports import Knowledge, SupportRules
from agents.support.tickets import (
    AgentState,
    CustomerInfo,
    MatchConfidence,
    RecommendedAction,
    Ticket,
    Ticketed,
    TicketSummary,
    TicketType,
    Urgency,
)
from agents.support.triage_state import escalation_of
from domain.messages import Frozen
from domain.understanding import Person

_CUSTOMER = "CUST-FILE"
_PERSON = Person(user_id="file")
_AT = datetime(2000, 1, 1, tzinfo=UTC)
"""Of messages in a file, which say no time; articles that expire hold on this date."""


class ActiveTicket(Frozen):
    ticket_id: str
    text: str


class TriageLine(Frozen):
    id: str | int
    text: str
    plan: str = "free"
    active: tuple[ActiveTicket, ...] = ()


class TriagedLine(BaseModel):
    id: str | int
    language: str
    is_english: bool
    type: TicketType
    urgency: Urgency
    requires_escalation: bool
    matched_ticket_id: str | None
    confidence: MatchConfidence
    recommended_action: RecommendedAction
    articles: tuple[str, ...]
    answer: str
    engine: str


async def triaged(
    line: TriageLine, rules: SupportRules, knowledge: Knowledge, meaning: Meaning | None = None
) -> TriagedLine:
    """As a first message of a customer with this plan. Raises ``StorageUnavailableError``."""
    ticket = Ticket(
        customer_id=_CUSTOMER,
        ticket_id="TKT-00000000",
        messages=(Ticketed(id="1", text=line.text, at=_AT),),
    )
    asked = AssessRequest(person=_PERSON, ticket=ticket, unanswered=1)
    customer = CustomerInfo(plan=line.plan)
    translation = rules.translate(asked)
    decision = rules.decide(asked, customer, [rules.find(asked, translation)])
    state = AgentState(
        ticket=ticket,
        translation=translation,
        customer_info=customer,
        supervisor_decision=decision,
    )
    if decision.requires_escalation:
        result = escalation_of(state)
    else:
        found = await knowledge.search(
            line.text, category=state.type, language=state.language, plan=line.plan
        )
        result = rules.specialise(AnswerRequest(person=_PERSON, state=state), found).triage_result
    active = tuple(
        TicketSummary(customer_id=_CUSTOMER, ticket_id=one.ticket_id, text=one.text)
        for one in line.active
    )
    near = await meaning.compared(line.text, active) if meaning else Compared(active)
    match = rules.match(
        MatchTicketRequest(
            person=_PERSON,
            customer_id=_CUSTOMER,
            text=line.text,
            tickets=near.tickets,
            vector=near.vector,
        )
    )
    return TriagedLine(
        id=line.id,
        language=translation.original_language,
        is_english=translation.is_english,
        type=decision.ticket_type,
        urgency=decision.urgency,
        requires_escalation=decision.requires_escalation,
        matched_ticket_id=match.ticket_id,
        confidence=match.confidence,
        recommended_action=result.recommended_action,
        articles=result.relevant_articles,
        answer=result.suggested_response,
        engine="rules",
    )
