"""A ticket in triage: what is known of it between messages, and how it changes. Pure."""

from datetime import datetime

from pydantic import BaseModel, Field, model_validator

from agents.support.activity_calls import (
    Answered,
    Assessed,
    CaseStart,
    CustomerSaid,
    SavedTicket,
    SaveTicketRequest,
)
from agents.support.card import TicketCard
from agents.support.details import Taken
from agents.support.issues import ESCALATION
from agents.support.naming import ticket_id
from agents.support.tickets import (
    OVER,
    SUMMARY_CHARACTERS,
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
    subject_of,
)
from domain.understanding import Person

ENDING = {"solved": TicketStatus.SOLVED, "withdrawn": TicketStatus.WITHDRAWN}
"""What the customer does that ends a ticket; nothing is decided any more."""


class SupportState(BaseModel):
    """``agent`` has the ticket as it is now, and what the last run found, or the one under way so
    far.
    """

    task_id: str
    number: int = 0
    agent: AgentState
    told: TicketCard | None = None
    """As they know it already, from the word that what was said joined it."""
    passed: TicketCard | None = None
    """As they were told that people have it."""
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
    citations: tuple[Citation, ...] = ()
    cited: tuple[str, ...] = ()
    """Articles that the customer was shown already, by their ids."""
    saved: SavedTicket | None = None
    has_case: bool = False
    assignee: str = ""
    earlier: TicketSummary | None = None
    """As its row had it when it was taken up again."""

    @model_validator(mode="before")
    @classmethod
    def _read_ticket_beside_agent(cls, stored: object) -> object:
        """Earlier versions kept what is the ticket's beside ``agent``, which had an older one."""
        if not isinstance(stored, dict) or "ticket_id" not in stored:
            return stored
        ticket = {"customer_id": "", "messages": (), **stored}
        return {**stored, "agent": {**(stored.get("agent") or {}), "ticket": ticket}}

    @classmethod
    def of(cls, task_id: str, number: int, taken: Taken) -> "SupportState":
        row = taken.ticket
        ticket = Ticket(
            customer_id=taken.customer_id,
            ticket_id=row.ticket_id if row else ticket_id(task_id),
            messages=_earlier(row) if row else (),
        )
        state = cls(
            task_id=task_id,
            number=row.number if row and row.number else number,
            agent=AgentState(ticket=ticket),
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
        self.change_ticket(customer_id=self.ticket.customer_id or taken.customer_id)
        self.by_people = self.by_people or taken.by_people
        self.human = self.human or taken.kind == "wants_person"
        self.agreed = self.agreed or taken.agreed or taken.kind in {"wants_person", "not_solved"}
        self.asks_to_pass = False
        if taken.kind == "not_solved":
            self.not_solved += 1
            self.unhelpful = (*self.unhelpful, *taken.articles)
        if taken.articles and self.agent.supervisor_decision is None:
            # They had been the answer, of which nothing else is known here any more.
            found = tuple(KbResult(id=each, title=each, score=0.0) for each in taken.articles)
            self.agent = self.agent.model_copy(update={"kb_results": found})
        if taken.kind in ENDING:
            self.ending = taken.kind
            return
        messages = self.ticket.messages
        if any(each.id == taken.of for each in messages):
            edit = taken.message.model_copy(update={"id": taken.of})
            self.change_ticket(messages=tuple(edit if m.id == taken.of else m for m in messages))
        elif (taken.message.text or taken.message.attachment) and taken.message not in messages:
            self.change_ticket(messages=(*messages, taken.message, *taken.further))
            # What is told while they are asked whether people may have it waits for nobody.
            self.unanswered += 1 if self.saved is not None or not self.unanswered else 0
        self.fresh = True

    def change_ticket(self, **changes: object) -> None:
        ticket = self.ticket.model_copy(update=changes)
        self.agent = self.agent.model_copy(update={"ticket": ticket})

    # Decisions

    @property
    def ticket(self) -> Ticket:
        return self.agent.ticket

    @property
    def ticket_id(self) -> str:
        return self.ticket.ticket_id

    @property
    def language(self) -> str:
        return self.agent.language or (self.earlier.language if self.earlier else "")

    @property
    def shown(self) -> bool:
        """Whether the customer was told of the ticket."""
        return not self.fresh and self.saved is not None

    @property
    def type(self) -> TicketType | None:
        return self.agent.type or (self.earlier.type if self.earlier else None)

    @property
    def result(self) -> TriageResult:
        """What the last run came to, once there was one."""
        if self.agent.triage_result is None:
            raise AssertionError("nothing was decided yet")
        return self.agent.triage_result

    def begin_run(self) -> AgentState:
        """With the ticket as received, and nothing of an earlier run but the articles that had been
        the answer before it.
        """
        before = () if self.agent.triage_result else self.agent.kb_results
        self.agent = AgentState(ticket=self.ticket, kb_results=before)
        return self.agent

    def decide(self, found: AgentState, answered: Answered | None) -> None:
        """Takes in what a run came to. ``answered``: of the specialist; None where there was none,
        as for an escalation.
        """
        self.agent, self.run = found, self.run + 1
        self.citations = answered.citations if answered else ()
        self.other_language = answered is not None and answered.other_language
        self.engine = answered.engine if answered else "rules"
        self.status = STATUS_AFTER[self.result.recommended_action]
        routed = self.status is TicketStatus.ACTIVE
        asks = answered.asks if answered is not None and routed else ""
        self.awaits = "" if self.detail_asked else asks

    def save_request(self, person: Person, conversation_id: str) -> SaveTicketRequest:
        answer = self.result.suggested_response
        if not answer and self.citations:
            answer = self.citations[0].passage
        return SaveTicketRequest(
            user_id=person.user_id,
            conversation_id=conversation_id,
            task_id=self.task_id,
            number=self.number,
            run=self.run,
            status=self.status,
            state=self.agent,
            type=self.type or TicketType.GENERAL,
            since=self.since,
            taken_up=self.earlier is not None,
            linked_to=self.linked_to,
            engine=self.engine,
            durations=self.durations,
            answer=answer,
        )

    def card(self) -> TicketCard:
        return card_of(self.summary()).model_copy(update={"awaits": self.awaits})

    def shown_card(self) -> TicketCard:
        """While it is asked whether people are to have it: its newest words alone."""
        if not self.asks_to_pass:
            return self.card()
        newest = [each.text for each in self.ticket.messages if each.text][-1:]
        return TicketCard(task_id=self.task_id, number=self.number, subject=subject_of(newest))

    def summary(self) -> TicketSummary:
        """From the ticket's own state."""
        ticket, earlier = self.ticket, self.earlier
        subject = earlier.subject if earlier else ""
        return TicketSummary(
            customer_id=ticket.customer_id,
            ticket_id=ticket.ticket_id,
            task_id=self.task_id,
            number=self.number,
            status=self.status,
            type=self.type,
            language=self.language,
            merged=earlier.merged if earlier else (),
            subject=subject or subject_of(m.text for m in ticket.messages),
            text="\n".join(m.text for m in ticket.messages if m.text)[-SUMMARY_CHARACTERS:],
            last_at=ticket.messages[-1].at if ticket.messages else None,
            messages=ticket.messages,
            urgency=self.agent.urgency or (earlier.urgency if earlier else None),
            assignee=self.assignee,
            due=self.saved.first_due if self.saved else None,
        )

    def case_start(self, person: Person, conversation_id: str, opened_at: datetime) -> CaseStart:
        customer, saved = self.agent.customer_info, self.saved
        flags = {
            "lookup_failed": customer is None,
            "unknown_customer": customer is not None and not customer.known,
            "reopened": self.reopened,
        }
        return CaseStart(
            customer_id=self.ticket.customer_id,
            ticket_id=self.ticket_id,
            user_id=person.user_id,
            conversation_id=conversation_id,
            person=person,
            card=self.card(),
            state=self.agent,
            citations=self.citations,
            flags=tuple(name for name, holds in flags.items() if holds),
            earlier=saved.earlier if saved else (),
            first_due=saved.first_due if saved else None,
            resolve_due=saved.resolve_due if saved else None,
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


def escalation_of(state: AgentState) -> TriageResult:
    """The node ``escalate``: no specialist and no search, people get it as it is.

    Articles that had been the answer before stay on the card.
    """
    decision = state.supervisor_decision
    if decision is None:
        raise AssertionError("only what the supervisor has decided on is escalated")
    return TriageResult(
        urgency=decision.urgency,
        extracted_info=ExtractedInfo(
            product_area=decision.ticket_type.value,
            issue_type=ESCALATION,
            sentiment=Sentiment.URGENT,
            language=state.language,
        ),
        recommended_action=RecommendedAction.ESCALATE_HUMAN,
        relevant_articles=tuple(found.id for found in state.kb_results),
        reasoning=decision.reasoning,
    )


STATUS_AFTER = {
    RecommendedAction.AUTO_RESPOND: TicketStatus.SOLVED,
    RecommendedAction.ROUTE_SPECIALIST: TicketStatus.ACTIVE,
    RecommendedAction.ESCALATE_HUMAN: TicketStatus.OPEN,
}
"""What a ticket is when triage is through with it."""


def start_of(
    row: TicketSummary, person: Person, conversation_id: str, message: Ticketed
) -> CaseStart:
    """What the workflow of a ticket is begun with from its row; ``message`` where that has none."""
    messages = row.messages or (message,)
    ticket = Ticket(customer_id=row.customer_id, ticket_id=row.ticket_id, messages=messages)
    return CaseStart(
        customer_id=row.customer_id,
        ticket_id=row.ticket_id,
        user_id=person.user_id,
        conversation_id=conversation_id,
        person=person,
        card=card_of(row),
        state=AgentState(ticket=ticket),
        first_due=row.due,
        opened_at=messages[0].at,
        status=row.status,
    )


def card_of(row: TicketSummary) -> TicketCard:
    """A ticket as its row has it."""
    return TicketCard.model_validate(row, from_attributes=True)
