"""A wish for a person that came up with another agent, as a ticket that people have at once."""

from typing import Protocol

from agents.parts import Cases
from agents.support.activities.passing import CUSTOMER_SAID
from agents.support.activity_calls import (
    Assessed,
    AssessRequest,
    AtDesk,
    SavedTicket,
    SaveTicketRequest,
)
from agents.support.case.ticket_case import WORKFLOW, case_id
from agents.support.details import Taken
from agents.support.ports import Concern, Customers, SupportRules
from agents.support.tickets import Ticketed, TicketStatus, TicketType
from agents.support.triage_state import SupportState, assessed_state, escalation_of
from domain.events import PersonWanted


class TicketsOfPersons(Protocol):
    """Implemented by ``agents.support.store.tickets.PostgresTickets``."""

    async def at_desk(self, user_id: str) -> AtDesk: ...

    async def save(self, request: SaveTicketRequest) -> SavedTicket: ...


class Persons:
    """Nothing is asked of a model and no article is sought: a person was wanted."""

    def __init__(
        self, tickets: TicketsOfPersons, cases: Cases, rules: SupportRules, customers: Customers
    ) -> None:
        self._tickets = tickets
        self._cases = cases
        self._rules = rules
        self._customers = customers

    async def take(self, wanted: PersonWanted) -> str:
        """See ``agents.parts.TakePerson``."""
        desk = await self._tickets.at_desk(wanted.person.user_id)
        matter, _, told = wanted.text.partition("\n")
        message = Ticketed(id=wanted.key, text=matter, at=wanted.at)
        call = Ticketed(id=f"{wanted.key}/call", text=told.strip(), at=wanted.at)
        taken = Taken(
            customer_id=desk.customer_id,
            message=message,
            further=(call,) if call.text else (),
            kind="wants_person",
        )
        state = SupportState.of(wanted.key, 0, taken)
        request = AssessRequest(person=wanted.person, ticket=state.ticket, asked_person=True)
        translation = self._rules.translate(request)
        customer = await self._customers.lookup(desk.customer_id)
        # As urgent as by /human: what was asked in the call makes the wish no mere question.
        findings = self._rules.find(request, translation)
        if findings.concerns == (Concern.QUESTION,):
            told = f"{findings.ticket_type.value}: asked for in a call"
            findings = findings.model_copy(update={"concerns": (), "reasoning": told})
        decision = self._rules.decide(request, customer, [findings])
        found = Assessed(translation=translation, customer_info=customer, decision=decision)
        assessed = assessed_state(state.agent, found)
        triage = escalation_of(assessed)
        state.agent = assessed.model_copy(update={"triage_result": triage})
        state.status = TicketStatus.OPEN
        state.saved = await self._tickets.save(
            SaveTicketRequest(
                user_id=wanted.person.user_id,
                conversation_id=wanted.conversation_id,
                task_id=wanted.key,
                number=0,
                run=1,
                status=state.status,
                state=state.agent,
                type=state.type or TicketType.GENERAL,
            )
        )
        state.change_ticket(ticket_id=state.saved.ticket_id)
        start = state.case_start(wanted.person, wanted.conversation_id, state.saved.saved_at)
        case = case_id(start.customer_id, start.ticket_id)
        for said in state.unpassed:
            known = {"language": state.language, "state": state.agent}
            told_of = said.model_copy(update=known)
            await self._cases.pass_on(WORKFLOW, case, start, CUSTOMER_SAID, told_of)
        return state.ticket_id
