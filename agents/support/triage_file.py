"""Triage of a file of texts, storing nothing: for measuring."""

from datetime import UTC, datetime

from agents.support.activities.triage import TriageNodes
from agents.support.activity_calls import (
    Answered,
    AnswerRequest,
    AssessRequest,
    MatchedTicket,
    MatchTicketRequest,
)
from agents.support.tickets import AgentState, CustomerInfo, MatchResult, Ticket, Ticketed
from agents.support.triage_report import ActiveTicket, TriageReport, report_triage, summarize_active
from agents.support.triage_state import answered_state, assessed_state, escalation_of
from domain.messages import Frozen
from domain.understanding import Person
from domain.waiting import ASKS_ONCE

_CUSTOMER = "CUST-FILE"
_PERSON = Person(user_id="file")
_AT = datetime(2000, 1, 1, tzinfo=UTC)
"""Of messages in a file, which say no time; articles that expire hold on this date."""


class TriageLine(Frozen):
    id: str | int
    text: str
    plan: str = "free"
    active: tuple[ActiveTicket, ...] = ()


class TriagedLine(TriageReport):
    id: str | int


async def triage_line(line: TriageLine, nodes: TriageNodes) -> TriagedLine:
    """As a first message of a customer with this plan. Raises ``StorageUnavailableError``."""
    matched = MatchedTicket(match=MatchResult())
    if line.active:
        request = MatchTicketRequest(
            person=_PERSON,
            customer_id=_CUSTOMER,
            text=line.text,
            tickets=summarize_active(_CUSTOMER, line.active),
        )
        matched = await nodes.match(request, ASKS_ONCE)
    ticket = Ticket(
        customer_id=_CUSTOMER,
        ticket_id="TKT-00000000",
        messages=(Ticketed(id="1", text=line.text, at=_AT),),
    )
    customer = CustomerInfo(plan=line.plan)
    asked = AssessRequest(person=_PERSON, ticket=ticket, unanswered=1, customer=customer)
    assessed = await nodes.assess(asked, ASKS_ONCE)
    state = assessed_state(AgentState(ticket=ticket), assessed)
    answered: Answered | None = None
    if assessed.decision.requires_escalation:
        state = state.model_copy(update={"triage_result": escalation_of(state)})
    else:
        answered = await nodes.answer(AnswerRequest(person=_PERSON, state=state), ASKS_ONCE)
        state = answered_state(state, answered)
    engine = answered.engine if answered is not None else assessed.engine
    report = report_triage(state, matched.match, answered, engine=engine)
    return TriagedLine(id=line.id, **report.model_dump())
