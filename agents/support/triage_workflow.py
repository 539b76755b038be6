"""Triage that a program asked for: one run, stored as a ticket or not at all."""

from temporalio import workflow
from temporalio.exceptions import ApplicationError

from agents.support.activity_calls import (
    ANSWER_TICKET,
    ASSESS_TICKET,
    AT_DESK,
    MATCH_TICKET,
    PASS_TO_TICKET,
    SAVE_TICKET,
    Answered,
    AnswerRequest,
    AssessRequest,
    AtDeskRequest,
    MatchedTicket,
    MatchTicketRequest,
    PassRequest,
)
from agents.support.details import Taken
from agents.support.tickets import (
    CustomerInfo,
    MatchResult,
    Node,
    Ticketed,
    TicketStatus,
    TicketSummary,
)
from agents.support.triage_report import (
    TRIAGE,
    TriageBody,
    TriageReport,
    report_triage,
    summarize_active,
)
from agents.support.triage_state import SupportState, answered_state, assessed_state, escalation_of
from domain.activity_calls import MAIN_QUEUE
from domain.endpoints import EndpointRequest
from domain.failures import ActivityFailed
from workflows.activity_calls import Caller

_NOBODY = "CUST-UNKNOWN"
"""Of a dry run that names no customer."""


@workflow.defn(name=TRIAGE)
class TriageWorkflow:
    """One run of the nodes of triage for the program's ticket. A dry run keeps nothing but this
    history, which is deleted with the person's session.
    """

    @workflow.init
    def __init__(self, asked: EndpointRequest) -> None:
        self._asked, self._caller = asked, Caller(MAIN_QUEUE, asked.person.user_id)
        self._engine = ""

    @workflow.run
    async def run(self, asked: EndpointRequest) -> TriageReport:
        """Fails where an activity gave up, so that the same key may be sent again."""
        try:
            return await self._triage(asked)
        except ActivityFailed as failure:
            raise ApplicationError(failure.code, type=failure.code, non_retryable=True) from failure

    async def _triage(self, asked: EndpointRequest) -> TriageReport:
        body = TriageBody.model_validate(asked.body)
        customer_id, active = body.customer or _NOBODY, body.active
        offered = summarize_active(customer_id, active)
        if body.store:
            request = AtDeskRequest(
                user_id=asked.person.user_id,
                conversation_id=asked.conversation_id,
                locale=asked.person.locale,
            )
            desk = await self._caller.run(AT_DESK, request, "desk")
            customer_id, offered = desk.customer_id, desk.active
        matched = await self._match(body, customer_id, offered)
        state = self._state_of(body, customer_id, matched.match)
        answered = await self._decide(state, body)
        report = report_triage(state.agent, matched.match, answered, engine=self._engine)
        if body.store:
            report.ticket_id = await self._store(state)
        return report

    async def _match(
        self, body: TriageBody, customer_id: str, offered: tuple[TicketSummary, ...]
    ) -> MatchedTicket:
        if not offered:
            return MatchedTicket(match=MatchResult())
        request = MatchTicketRequest(
            person=self._asked.person,
            customer_id=customer_id,
            text="\n".join(body.messages),
            tickets=offered,
        )
        return await self._caller.run(MATCH_TICKET, request, "match")

    def _state_of(self, body: TriageBody, customer_id: str, match: MatchResult) -> SupportState:
        """The messages as a ticket of its own, linked to the one that it fits."""
        task_id, at = workflow.info().workflow_id, workflow.now()
        messages = [
            Ticketed(id=f"{task_id}/{number}", text=text, at=at)
            for number, text in enumerate(body.messages, start=1)
        ]
        first, *further = (Taken(customer_id=customer_id, message=each) for each in messages)
        linked = first.model_copy(update={"linked_to": match.ticket_id or ""})
        state = SupportState.of(task_id, 0, linked)
        for taken in further:
            state.take(taken)
        return state

    async def _decide(self, state: SupportState, body: TriageBody) -> Answered | None:
        """Translator and supervisor, then a specialist or none, as ``SupportAgent`` has them."""
        person, plan = self._asked.person, body.plan
        own = state.begin_run()
        request = AssessRequest(
            person=person,
            ticket=own.ticket,
            unanswered=state.unanswered,
            customer=CustomerInfo(plan=plan) if plan is not None else None,
        )
        assessed = await self._caller.run(ASSESS_TICKET, request, "supervisor")
        self._engine = assessed.engine
        own = assessed_state(own, assessed)
        state.durations = {Node.SUPERVISOR.value: assessed.duration_ms}
        if assessed.decision.requires_escalation:
            state.decide(own.model_copy(update={"triage_result": escalation_of(own)}), None)
            return None
        answered = await self._caller.run(
            ANSWER_TICKET, AnswerRequest(person=person, state=own), own.current_agent.value
        )
        self._engine = answered.engine
        state.durations[own.current_agent.value] = answered.duration_ms
        state.decide(answered_state(own, answered), answered)
        return answered

    async def _store(self, state: SupportState) -> str:
        """Saves it, and lets people have what no article settles. Returns the ticket's id."""
        asked = self._asked
        request = state.save_request(asked.person, asked.conversation_id)
        saved = await self._caller.run(SAVE_TICKET, request, "save")
        state.saved = saved
        state.change_ticket(ticket_id=saved.ticket_id)
        if state.status is not TicketStatus.SOLVED:
            start = state.case_start(asked.person, asked.conversation_id, saved.saved_at)
            update = {"language": state.language, "state": state.agent}
            said = state.unpassed[-1].model_copy(update=update)
            passing = PassRequest(start=start, said=said)
            await self._caller.run(PASS_TO_TICKET, passing, "pass")
        return saved.ticket_id
