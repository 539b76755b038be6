"""Rows of tickets, and what is to be saved and noted about them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.postgres.pool import Database
from agents.support.activity_calls import ArticleDraft, DraftRequest, SaveTicketRequest, TicketEvent
from agents.support.naming import article_id, ticket_id
from agents.support.policy import load_policy
from agents.support.store.drafts import PostgresDrafts
from agents.support.store.tickets import PostgresTickets
from agents.support.tickets import (
    AgentState,
    ExtractedInfo,
    KbResult,
    RecommendedAction,
    SupervisorDecision,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketType,
    TriageResult,
    Urgency,
)
from domain.staff import StaffMember

ME, OTHER = "terminal:me", "terminal:other"
AT = datetime.now(UTC) - timedelta(hours=1)


@pytest.fixture
def tickets(database: Database) -> PostgresTickets:
    return PostgresTickets(database, load_policy(Path("none.toml"), "UTC"), timedelta(days=7))


@pytest.fixture
async def me(tickets: PostgresTickets) -> str:
    """The customer that a person is made."""
    return (await tickets.at_desk(ME)).customer_id


FOUND = tuple(KbResult(id=f"kb_00{n}", title=f"Article {n}", score=0.7, sure=True) for n in (1, 2))


def a_request(
    customer_id: str,
    user_id: str = ME,
    n: int = 1,
    *,
    status: TicketStatus = TicketStatus.OPEN,
    text: str = "charged twice",
) -> SaveTicketRequest:
    task_id = f"conversation:{user_id}/support/{n}"
    said = Ticketed(id=f"{user_id}:{n}", text=text, at=AT)
    result = TriageResult(
        urgency=Urgency.HIGH,
        extracted_info=ExtractedInfo(issue_type="double_charge", language="en"),
        recommended_action=RecommendedAction.ESCALATE_HUMAN,
        reasoning="money",
    )
    decision = SupervisorDecision(
        urgency=Urgency.HIGH,
        ticket_type=TicketType.BILLING,
        reasoning="money",
        requires_escalation=True,
    )
    ticket = Ticket(customer_id=customer_id, ticket_id=ticket_id(task_id), messages=(said,))
    return SaveTicketRequest(
        user_id=user_id,
        conversation_id=f"conversation:{user_id}",
        task_id=task_id,
        number=n,
        run=1,
        status=status,
        state=AgentState(
            ticket=ticket, supervisor_decision=decision, triage_result=result, kb_results=FOUND
        ),
        type=TicketType.BILLING,
        answer="Somebody looks at it.",
    )


def an_event(request: SaveTicketRequest, kind: str, after: int, **more: object) -> TicketEvent:
    values = {
        "event_id": f"{request.task_id}/{kind}/{after}",
        "customer_id": request.state.ticket.customer_id,
        "ticket_id": request.state.ticket.ticket_id,
        "kind": kind,
        "actor": "telegram:7",
        "at": AT + timedelta(minutes=after),
    }
    return TicketEvent.model_validate(values | more)


async def keep_draft(
    database: Database,
    customer_id: str,
    ticket_id: str,
    question: str = "charged twice",
    *,
    language: str = "en",
    at: datetime | None = None,
) -> str:
    """A draft of an article from a ticket; its id."""
    request = DraftRequest(
        customer_id=customer_id,
        ticket_id=ticket_id,
        user_id=ME,
        category=TicketType.BILLING,
        question=question,
        written=question,
        answers=("Cowrie shells are taken on Mondays.",),
        by=StaffMember(id="cli:mia", name="Mia"),
        at=at or datetime.now(UTC),
    )
    drafted = ArticleDraft(
        draft=article_id(customer_id, ticket_id),
        title="Paying in cowrie shells",
        body=request.answers[0],
        question=question,
        language=language,
    )
    await PostgresDrafts(database).keep(request, drafted)
    return drafted.draft
