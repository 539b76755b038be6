"""The support agent: a ticket's triage, from what a customer said to an answer or to people.

A run of triage takes seconds. What people then do about a ticket is a workflow of its own; this one
rests while the bot goes on, and is done when it has answered or people have it.
"""

from collections.abc import Sequence
from typing import Self

from pydantic import JsonValue, ValidationError
from temporalio import workflow

from agents.contract import (
    Agent,
    Desk,
    DirectAnswers,
    Handler,
    Opening,
    Outcome,
    OutsideWork,
    Standing,
)
from agents.support import buttons, replies
from agents.support.activity_calls import (
    ANSWER_TICKET,
    ASSESS_TICKET,
    AT_DESK,
    PASS_TO_TICKET,
    SAVE_TICKET,
    AnswerRequest,
    AssessRequest,
    AtDeskRequest,
    Passed,
    PassRequest,
    SavedTicket,
)
from agents.support.card import CARD, TicketCard
from agents.support.details import SupportDetails, Taken
from agents.support.handlers import asks
from agents.support.tickets import OVER, Node, RecommendedAction, Ticketed, TicketStatus
from agents.support.triage_state import (
    ENDING,
    SupportState,
    answered_state,
    assessed_state,
    escalation_of,
)
from domain.errors import StorageUnavailableError
from domain.failures import ActivityFailed
from domain.messages import ButtonPress
from domain.replies import Choice, Content
from domain.tasks import Injected
from domain.topics import Failed
from domain.understanding import TaskPhase, TaskView

AWAY = Failed(code=StorageUnavailableError.code)


class SupportAgent(Agent[SupportState], DirectAnswers, OutsideWork):
    card = CARD
    details = SupportDetails

    @classmethod
    def opened(cls, opening: Opening, desk: Desk) -> Self:
        details = SupportDetails.model_validate(opening.details or {})
        taken = details.taken or Taken(
            message=Ticketed(
                id=f"{opening.task_id}/first",
                text=details.words or opening.evidence,
                at=workflow.now(),
            ),
            kind="wants_person" if details.human else "said",
        )
        del desk
        return cls(SupportState.of(opening.task_id, opening.number, taken))

    @classmethod
    def restored(cls, state: str) -> Self:
        return cls(SupportState.model_validate_json(state))

    async def run(self, desk: Desk) -> Outcome:
        state = self.state
        while True:
            await desk.settle()  # a decision is not begun while it may be overtaken at once
            for said in desk.injected():
                self._take(said)
            if state.ending or (state.by_people and state.fresh):
                return await self._leave_to_people(desk)
            if not state.fresh:
                resting = state.status is TicketStatus.ACTIVE
                return Outcome.RESTING if resting else Outcome.DONE
            if not (state.asks_to_pass or await self._decide(desk)):
                continue
            agreed = await self._may_pass(desk)
            if agreed:
                await self._carry_out(desk)
            elif agreed is False:
                desk.say(replies.NotPassed())
                return Outcome.DROPPED

    # One run of triage

    async def _decide(self, desk: Desk) -> bool:
        """Translator and supervisor, then a specialist or none. False when something was said
        meanwhile: then all of it is decided again.
        """
        state = self.state
        await self._know_customer(desk)
        before = state.summary().urgency
        own = state.begin_run()
        request = AssessRequest(
            person=desk.person,
            ticket=own.ticket,
            language=state.earlier.language if state.earlier else "",
            unanswered=state.unanswered,
            reopened=state.reopened,
            asked_person=state.human,
            not_solved=state.not_solved,
            before=before,
        )
        assessed = await desk.consider(ASSESS_TICKET, request, "supervisor")
        if assessed is None:
            return False
        state.agent = own = assessed_state(own, assessed)
        state.durations = {Node.SUPERVISOR.value: assessed.duration_ms}
        if assessed.decision.requires_escalation:
            state.decide(own.model_copy(update={"triage_result": escalation_of(own)}), None)
            return True
        asking = AnswerRequest(
            person=desk.person,
            state=own,
            detail_asked=state.detail_asked,
            unhelpful=state.unhelpful,
            previous_answer=state.previous_answer,
        )
        answered = await desk.consider(ANSWER_TICKET, asking, own.current_agent.value)
        if answered is None:
            return False
        state.durations[own.current_agent.value] = answered.duration_ms
        state.decide(answered_state(own, answered), answered)
        return True

    async def _may_pass(self, desk: Desk) -> bool | None:
        """Whether people may get what no article settles; asked once, with the words quoted. None
        when something else was said: then it is decided again.
        """
        state = self.state
        if state.agreed or state.has_case or state.status is TicketStatus.SOLVED:
            return True
        state.asks_to_pass = True
        # What is told behind an answer may be of its matter, or say that it was of no use.
        answered = state.citations or state.cited or state.previous_answer
        nothing = not answered and state.status is TicketStatus.ACTIVE
        said = "\n".join(each.text for each in state.ticket.messages if each.text)
        answer = await desk.confirm(
            replies.AskToPass(
                quote=said,
                text=state.result.suggested_response,
                citations=state.citations,
                other_language=state.other_language,
                nothing_known=nothing,
            ),
            card=state.shown_card(),
        )
        state.asks_to_pass, state.agreed = False, answer.yes is True
        state.cited = (*state.cited, *(c.id for c in state.citations if c.id not in state.cited))
        state.previous_answer = state.result.suggested_response or state.previous_answer
        return answer.yes

    async def _know_customer(self, desk: Desk) -> None:
        """Whose ticket it is, where that could not be found out when it was taken."""
        if self.state.ticket.customer_id:
            return
        request = AtDeskRequest(
            user_id=desk.person.user_id,
            conversation_id=desk.conversation_id,
            locale=desk.person.locale,
        )
        found = await desk.call(AT_DESK, request, "desk", outage=AWAY)
        self.state.change_ticket(customer_id=found.customer_id)

    async def _carry_out(self, desk: Desk) -> None:
        """Persists it, tells the people who get it, and says one card.

        What was answered is said before it is saved where the database is away.
        """
        state, said = self.state, False
        request = state.save_request(desk.person, desk.conversation_id)
        try:
            saved = await desk.call(SAVE_TICKET, request, "save")
        except ActivityFailed as failure:
            if failure.code != StorageUnavailableError.code:
                raise
            if state.status is TicketStatus.SOLVED:
                said = self._say(desk)
            saved = await desk.call(SAVE_TICKET, request, "save", outage=AWAY)
        state.saved = saved
        state.change_ticket(ticket_id=saved.ticket_id)  # another one where its own was taken
        passed = None
        if state.status is not TicketStatus.SOLVED or state.has_case:
            passed = await self._pass_on(desk, saved)
        state.fresh = False
        if passed is not None and passed.held_by:
            state.assignee, state.status = passed.held_by, passed.status
            if not state.reopened:  # the workflow of a ticket that is opened again says so itself
                desk.say(replies.Joined(card=state.card()))  # a person took it meanwhile
        elif not said:
            self._say_what_is_new(desk)
        state.cited = (*state.cited, *(c.id for c in state.citations if c.id not in state.cited))
        state.told = None
        state.reopened, state.since = False, None
        state.detail_asked = state.detail_asked or bool(state.awaits)
        state.unpassed = ()
        if state.status is TicketStatus.SOLVED:
            state.unanswered = 0

    async def _pass_on(self, desk: Desk, saved: SavedTicket | None) -> Passed | None:
        """Tells the ticket's own workflow of everything that was said since the last time."""
        state, passed = self.state, None
        at = saved.saved_at if saved else state.unpassed[-1].message.at
        start = state.case_start(desk.person, desk.conversation_id, at)
        due = state.unpassed if state.has_case else state.unpassed[-1:]
        for said in due:
            last = said is due[-1]
            update: dict[str, object] = {"language": state.language}
            if last and not state.by_people and not state.ending:
                update["state"] = state.agent
                if state.status is TicketStatus.SOLVED:
                    update["kind"] = "answered_by_bot"
            request = PassRequest(start=start, said=said.model_copy(update=update))
            passed = await desk.call(PASS_TO_TICKET, request, "pass")
            state.has_case = True
            state.unpassed = tuple(each for each in state.unpassed if each is not said)
        return passed

    async def _leave_to_people(self, desk: Desk) -> Outcome:
        """The bot has no more part in it: what was said is passed on as it is."""
        state = self.state
        if state.unpassed:
            passed = await self._pass_on(desk, None)
            if passed is not None:
                state.assignee = passed.held_by
        state.fresh = False
        if state.ending:
            state.status = ENDING[state.ending]
        elif state.status not in OVER:
            state.status = TicketStatus.OPEN
        return Outcome.DONE

    def _say_what_is_new(self, desk: Desk) -> None:
        """The card of the run. Where people have the ticket already and nothing of it has changed
        for the customer, only that what was said is added, unless that was said as it came.
        """
        state, card = self.state, self.state.card()
        new = state.awaits or any(each.id not in state.cited for each in state.citations)
        known = state.told or state.passed
        if new or known is None or not known.stands_as(card):
            self._say(desk)
        elif state.told is None:
            desk.say(replies.Joined(card=card), self._told()[1])
        state.passed = card if state.status is not TicketStatus.SOLVED else None

    def _say(self, desk: Desk) -> bool:
        content, choices = self._told()
        desk.say(content, choices)
        return True

    def _told(self) -> tuple[Content, Sequence[Choice]]:
        """The one card of a run."""
        state = self.state
        result, card = state.result, state.card()
        text, citations = result.suggested_response, state.citations
        if state.status is TicketStatus.SOLVED:
            answer = replies.Answer(
                card=card,
                text=text,
                citations=state.citations,
                other_language=state.other_language,
            )
            first = state.citations[0].id if state.citations else ""
            return answer, buttons.below_answer(state.ticket_id, first)
        escalated = result.recommended_action is RecommendedAction.ESCALATE_HUMAN
        choices = buttons.below_hand_over(state.ticket_id, asked_person=escalated)
        if all(cited.id in state.cited for cited in citations):
            text, citations = "", ()  # it stands above
        if state.awaits:
            return replies.AskDetail(
                card=card,
                detail=state.awaits,
                text=text,
                citations=citations,
                other_language=state.other_language,
            ), choices
        return replies.HandedOver(
            card=card,
            text=text,
            citations=citations,
            other_language=state.other_language and bool(citations),
        ), choices

    # What is said

    def _take(self, said: Injected) -> None:
        details = _details(said)
        if details.taken is not None:
            self.state.take(details.taken)
            return
        words = details.words or said.text
        if not words:
            return
        name = said.message_id or f"{self.state.task_id}/{len(self.state.ticket.messages) + 1}"
        message = Ticketed(id=name, text=words, at=workflow.now())
        kind = "wants_person" if details.human else "said"
        self.state.take(Taken(message=message, kind=kind))

    # What others see

    def view(self) -> TaskView:
        state = self.state
        over = state.shown and state.status is not TicketStatus.ACTIVE
        return TaskView(
            task_id=state.task_id,
            agent=CARD.slug,
            phase=TaskPhase.DONE if over else TaskPhase.WORKING,
            number=state.number,
            title=state.ticket_id,
            known={
                "ticket_id": state.ticket_id,
                "status": state.status.value,
                "awaits": state.awaits,
                "answer": state.citations[0].id if state.citations else "",
                "current_agent": state.agent.current_agent.value,
            },
        )

    def shown(self) -> TicketCard:
        return self.state.shown_card()

    def facts(self) -> tuple[str, ...]:
        state = self.state
        node = state.agent.current_agent.value
        facts = (f"ticket: {state.ticket.key} {state.status.value}", f"current_agent: {node}")
        return facts if state.run else facts[:1]

    def empty(self) -> bool:
        """A ticket that is saved is there without this task; no draft of it is kept."""
        return self.state.saved is not None

    def on_cancel(self) -> tuple[Content, Sequence[Choice]] | None:
        """In triage nothing is kept; a ticket that people can see is asked about first."""
        state = self.state
        if state.saved is None or state.status is not TicketStatus.ACTIVE:
            return None
        content = replies.AskWithdraw(card=state.card(), cancelled=True)
        return content, buttons.below_withdrawing(state.ticket_id, cancelled=True)

    # Handlers

    @classmethod
    def handler(cls, details: JsonValue) -> Handler | None:
        return asks.by_words(SupportDetails.model_validate(details or {}))

    @classmethod
    def cancelling(cls) -> Handler | None:
        return asks.cancelling

    @classmethod
    def command(cls, name: str, value: str) -> Handler | None:
        return asks.by_command(name, value)

    @classmethod
    def press(cls, press: ButtonPress) -> Handler | None:
        return asks.by_press(press)

    @classmethod
    def standing(cls) -> Standing | None:
        return asks.standing


def _details(said: Injected) -> SupportDetails:
    """What was said; nothing where it is not this agent's."""
    if said.act is None or not said.act.details:
        return SupportDetails()
    try:
        return SupportDetails.model_validate(said.act.details)
    except ValidationError:
        workflow.logger.error("act.unreadable", extra={"agent": CARD.slug})
        return SupportDetails()


AGENT = SupportAgent
"""The class that the platform runs."""
