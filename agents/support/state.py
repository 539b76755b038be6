"""A ticket in triage: what is known of it between messages, and how it changes. Pure."""

from datetime import datetime

from pydantic import BaseModel, Field

from agents.support.activity_calls import Answered, Assessed, CaseStart, CustomerSaid, SavedTicket
from agents.support.card import TicketCard
from agents.support.details import Taken
from agents.support.naming import ticket_id
from agents.support.tickets import (
    AgentState,
    Citation,
    ExtractedInfo,
    KbResult,
    Node,
    RecommendedAction,
    Sentiment,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketSummary,
    TicketType,
    TriageResult,
    Urgency,
)
from domain.understanding import Person

SUMMARY_CHARACTERS = 1_000
"""Of a ticket's messages, what the matcher is shown."""

ENDING = {"solved": TicketStatus.SOLVED, "withdrawn": TicketStatus.WITHDRAWN}
"""What the customer does that ends a ticket; nothing is decided any more."""

PEOPLES = frozenset({TicketStatus.OPEN, TicketStatus.WAITING_CUSTOMER})
OVER = frozenset({TicketStatus.SOLVED, TicketStatus.CLOSED})


class SupportState(BaseModel):
    """``agent`` is what the last run found, or the one under way so far."""

    task_id: str
    number: int = 0
    ticket_id: str
    customer_id: str = ""
    messages: tuple[Ticketed, ...] = ()
    told: TicketCard | None = None
    """As they know it already, from the word that what was said joined it."""
    fresh: bool = False
    """Something was said that no decision has taken in."""
    unpassed: tuple[CustomerSaid, ...] = ()
    """What the ticket's people have not been told of."""
    ending: str = ""
    """``solved`` or ``withdrawn``: it ends with that."""
    by_people: bool = False
    human: bool = False
    not_solved: int = 0
    unhelpful: tuple[str, ...] = ()
    """Articles that were the answer and did not help."""
    previous_answer: str = ""
    """What was answered before more was said."""
    unanswered: int = 0
    reopened: bool = False
    since: datetime | None = None
    """When it was taken up again after it was over."""
    linked_to: str = ""
    agreed: bool = False
    """People may get it: they said yes to it, or asked for a person."""
    asks_to_pass: bool = False
    """It was decided that people should get it, and the customer is asked."""
    awaits: str = ""
    """The detail that was asked for and has not come."""
    detail_asked: bool = False
    run: int = 0
    engine: str = "rules"
    durations: dict[str, int] = Field(default_factory=dict)
    """Of the last run, milliseconds by node."""
    other_language: bool = False
    status: TicketStatus = TicketStatus.ACTIVE
    agent: AgentState | None = None
    citations: tuple[Citation, ...] = ()
    cited: tuple[str, ...] = ()
    """Articles that the customer was shown already, by their ids."""
    saved: SavedTicket | None = None
    has_case: bool = False
    assignee: str = ""
    earlier: TicketSummary | None = None
    """As its row had it when it was taken up again."""

    @classmethod
    def of(cls, task_id: str, number: int, taken: Taken) -> "SupportState":
        row = taken.ticket
        state = cls(
            task_id=task_id,
            number=row.number if row and row.number else number,
            ticket_id=row.ticket_id if row else ticket_id(task_id),
            customer_id=taken.customer_id,
            messages=_earlier(row) if row else (),
            reopened=taken.reopened,
            since=taken.message.at if row and row.status in OVER else None,
            not_solved=len(row.unhelpful) if row else 0,
            unhelpful=row.unhelpful if row else (),
            previous_answer=row.answer if row else "",
            linked_to=taken.linked_to,
            earlier=row,
            has_case=row is not None and row.status is not TicketStatus.SOLVED,
            agreed=row is not None
            and (row.status is not TicketStatus.SOLVED or bool(taken.reopened and row.assignee)),
            status=TicketStatus.ACTIVE,
        )
        state.take(taken)
        return state

    # What is said

    def take(self, taken: Taken) -> None:
        said = CustomerSaid(message=taken.message, kind=taken.kind, of=taken.of)
        self.awaits = ""
        self.told = self.card() if taken.told else None
        files = [CustomerSaid(message=each) for each in taken.further]
        self.unpassed = (*self.unpassed, said, *files)
        self.customer_id = self.customer_id or taken.customer_id
        self.by_people = self.by_people or taken.by_people
        self.human = self.human or taken.kind == "wants_person"
        self.agreed = self.agreed or taken.agreed or taken.kind in {"wants_person", "not_solved"}
        self.asks_to_pass = False
        if taken.kind == "not_solved":
            self.not_solved += 1
            self.unhelpful = (*self.unhelpful, *taken.articles)
        if taken.articles and self.agent is None:
            self._answered_before(taken.articles)
        if taken.kind in ENDING:
            self.ending = taken.kind
            return
        replaced = [m.id for m in self.messages if m.id == taken.of]
        if replaced:
            told = taken.message.model_copy(update={"id": taken.of})
            self.messages = tuple(told if m.id == taken.of else m for m in self.messages)
        elif taken.message.text or taken.message.attachment:
            self.messages = (*self.messages, taken.message, *taken.further)
            self.unanswered += 1
        self.fresh = True

    def _answered_before(self, articles: tuple[str, ...]) -> None:
        """What had been the answer, of which nothing else is known here any more."""
        found = tuple(KbResult(id=each, title=each, score=0.0) for each in articles)
        self.agent = AgentState(ticket=self.ticket, kb_results=found)

    # Decisions

    @property
    def ticket(self) -> Ticket:
        return Ticket(
            customer_id=self.customer_id, ticket_id=self.ticket_id, messages=self.messages
        )

    @property
    def language(self) -> str:
        translation = self.agent.translation if self.agent else None
        if translation is not None:
            return translation.original_language
        return self.earlier.language if self.earlier else ""

    @property
    def shown(self) -> bool:
        """Whether the customer was told of the ticket."""
        return not self.fresh and self.saved is not None

    @property
    def action(self) -> RecommendedAction | None:
        result = self.agent.triage_result if self.agent else None
        return result.recommended_action if result else None

    @property
    def type(self) -> TicketType | None:
        decision = self.agent.supervisor_decision if self.agent else None
        if decision is not None:
            return decision.ticket_type
        return self.earlier.type if self.earlier else None

    @property
    def urgency(self) -> Urgency | None:
        decision = self.agent.supervisor_decision if self.agent else None
        result = self.agent.triage_result if self.agent else None
        if result is not None:
            return result.urgency
        if decision is not None:
            return decision.urgency
        return self.earlier.urgency if self.earlier else None

    @property
    def due(self) -> datetime | None:
        return self.saved.first_due if self.saved else None

    def begun(self) -> AgentState:
        """A run begins: with the ticket as received, and nothing of an earlier one."""
        self.agent = AgentState(ticket=self.ticket, current_agent=Node.TRANSLATOR)
        return self.agent

    def card(self) -> TicketCard:
        return TicketCard(
            task_id=self.task_id,
            number=self.number,
            ticket_id=self.ticket_id,
            status=self.status,
            type=self.type,
            urgency=self.urgency,
            assignee=self.assignee,
            due=self.due,
            awaits=self.awaits,
        )

    def summary(self) -> TicketSummary:
        """From the ticket's own state."""
        return TicketSummary(
            customer_id=self.customer_id,
            ticket_id=self.ticket_id,
            task_id=self.task_id,
            number=self.number,
            status=self.status,
            type=self.type,
            language=self.language,
            text="\n".join(m.text for m in self.messages if m.text)[-SUMMARY_CHARACTERS:],
            last_at=self.messages[-1].at if self.messages else None,
            messages=self.messages,
            urgency=self.urgency,
            assignee=self.assignee,
            due=self.due,
        )

    def case_start(
        self, person: Person, conversation_id: str, opened_at: datetime, agent: AgentState
    ) -> CaseStart:
        customer = agent.customer_info
        flags = {
            "lookup_failed": customer is None,
            "unknown_customer": customer is not None and not customer.known,
            "reopened": self.reopened,
        }
        return CaseStart(
            customer_id=self.customer_id,
            ticket_id=self.ticket_id,
            user_id=person.user_id,
            conversation_id=conversation_id,
            person=person,
            card=self.card(),
            state=agent,
            citations=self.citations,
            flags=tuple(name for name, holds in flags.items() if holds),
            first_due=self.saved.first_due if self.saved else None,
            resolve_due=self.saved.resolve_due if self.saved else None,
            opened_at=opened_at,
            status=self.status,
        )


def _earlier(row: TicketSummary) -> tuple[Ticketed, ...]:
    if row.messages or not row.text or row.last_at is None:
        return row.messages
    return (Ticketed(id=f"{row.ticket_id}/earlier", text=row.text, at=row.last_at),)


def assessed_state(state: AgentState, found: Assessed) -> AgentState:
    """What translator and supervisor found; the node that it goes to is at work."""
    decision = found.decision
    node = Node.ESCALATE if decision.requires_escalation else Node(decision.ticket_type.value)
    return state.model_copy(
        update={
            "translation": found.translation,
            "customer_info": found.customer_info,
            "supervisor_decision": decision,
            "current_agent": node,
        }
    )


def answered_state(state: AgentState, found: Answered) -> AgentState:
    """What the specialist found. An answer without an article is none: people get it."""
    result = found.triage_result
    if result.recommended_action is RecommendedAction.AUTO_RESPOND and not found.citations:
        action = RecommendedAction.ROUTE_SPECIALIST
        result = result.model_copy(update={"recommended_action": action, "suggested_response": ""})
    return state.model_copy(update={"kb_results": found.kb_results, "triage_result": result})


def escalate(state: AgentState) -> AgentState:
    """The node ``escalate``: no specialist and no search, people get it as it is.

    Articles that had been the answer before stay on the card.
    """
    decision, translation = state.supervisor_decision, state.translation
    if decision is None or translation is None:
        msg = "only what the supervisor has decided on is escalated"
        raise AssertionError(msg)
    result = TriageResult(
        urgency=decision.urgency,
        extracted_info=ExtractedInfo(
            product_area=decision.ticket_type.value,
            issue_type="escalation",
            sentiment=Sentiment.URGENT,
            language=translation.original_language,
        ),
        recommended_action=RecommendedAction.ESCALATE_HUMAN,
        relevant_articles=tuple(found.id for found in state.kb_results),
        reasoning=decision.reasoning,
    )
    return state.model_copy(update={"triage_result": result, "current_agent": Node.ESCALATE})


STATUS_AFTER = {
    RecommendedAction.AUTO_RESPOND: TicketStatus.SOLVED,
    RecommendedAction.ROUTE_SPECIALIST: TicketStatus.ACTIVE,
    RecommendedAction.ESCALATE_HUMAN: TicketStatus.OPEN,
}
"""What a ticket is when triage is through with it."""


def card_of(row: TicketSummary) -> TicketCard:
    """A ticket as its row has it."""
    return TicketCard(
        task_id=row.task_id,
        number=row.number,
        ticket_id=row.ticket_id,
        status=row.status,
        type=row.type,
        urgency=row.urgency,
        assignee=row.assignee,
        due=row.due,
    )
