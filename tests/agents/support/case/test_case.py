"""The case of a ticket alone: no workflow, no clock, no outside."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from agents.support.activity_calls import CaseRules, CaseStart, CustomerSaid, Hours
from agents.support.card import TicketCard
from agents.support.case.customer_acts import apply_customer_act
from agents.support.case.deadlines import set_clocks
from agents.support.case.effects import Reckon, RecordEvent, Relay, Show, Tell
from agents.support.case.opening import open_case
from agents.support.case.staff_acts import apply_act
from agents.support.case.ticket_case import TicketCase
from agents.support.case.transition import Moved
from agents.support.replies import TicketTold
from agents.support.staff_posts import BotWords, StaffAction
from agents.support.tickets import (
    AgentState,
    ExtractedInfo,
    RecommendedAction,
    Ticket,
    Ticketed,
    TicketStatus,
    TriageResult,
    Urgency,
)
from domain.staff import StaffAct, StaffMember
from domain.understanding import Person

OPENED = datetime(2026, 11, 25, 10, tzinfo=UTC)
MIA = StaffMember(id="telegram:1", name="Mia")
ARTICLE = "Refunds take 5 days."


def found(action: RecommendedAction, answer: str = "") -> AgentState:
    message = Ticketed(id="test:1:1", text="I was charged twice", at=OPENED)
    return AgentState(
        ticket=Ticket(customer_id="CUST-1", ticket_id="TKT-7K2M9Q4D", messages=(message,)),
        triage_result=TriageResult(
            urgency=Urgency.MEDIUM,
            extracted_info=ExtractedInfo(),
            recommended_action=action,
            suggested_response=answer,
            reasoning="charged twice",
        ),
    )


def opened() -> TicketCase:
    """The team has it and the bot still answers, half an hour after it was opened."""
    state = found(RecommendedAction.ROUTE_SPECIALIST)
    start = CaseStart(
        customer_id=state.ticket.customer_id,
        ticket_id=state.ticket.ticket_id,
        user_id="test:1",
        conversation_id="conversation:test:1",
        person=Person(user_id="test:1"),
        card=TicketCard(task_id="conversation:test:1/support/4-abc", urgency=Urgency.MEDIUM),
        state=state,
        opened_at=OPENED,
        status=TicketStatus.ACTIVE,
    )
    case, effects, _ = open_case(start)
    (reckon,) = (each for each in effects if isinstance(each, Reckon))
    due = OPENED + timedelta(days=1)
    hours = Hours(
        first_warn=due, first_due=due, resolve_warn=due, resolve_due=due, rules=CaseRules()
    )
    return set_clocks(case, reckon, hours).case


def act(case: TicketCase, action: StaffAction, after: timedelta) -> TicketCase:
    """What Mia does, so long after the ticket was opened."""
    done = StaffAct(id=f"telegram:-1:{after}", by=MIA, at=OPENED + after, action=action)
    moved = apply_act(case, done)
    assert moved.answer is not None
    assert moved.answer.applied
    return moved.case


def answered(after: timedelta, message: str = "test:1:2") -> CustomerSaid:
    """What the customer writes so long after the ticket was opened; the bot has an article."""
    said = Ticketed(id=message, text="How long does a refund take?", at=OPENED + after)
    state = found(RecommendedAction.AUTO_RESPOND, ARTICLE)
    return CustomerSaid(message=said, kind="answered_by_bot", state=state)


def records(moved: Moved) -> list[tuple[str, TicketStatus | None]]:
    """Kinds of the rows of the audit, each with the status that the ticket's row gets."""
    events = [each.event for each in moved.effects if isinstance(each, RecordEvent)]
    return [(event.kind, event.status) for event in events]


def bots_words(moved: Moved) -> list[str]:
    """The bot's answers that staff are shown."""
    shown = [each.post for each in moved.effects if isinstance(each, Show)]
    answers = [post.content for post in shown if post.topic == BotWords.topic]
    return [BotWords.model_validate(each).text for each in answers]


def told(moved: Moved) -> list[str]:
    """What the customer is told of the ticket."""
    notices = [each.notice for each in moved.effects if isinstance(each, Tell)]
    return [
        TicketTold.model_validate(each.content).what
        for each in notices
        if each.topic == TicketTold.topic
    ]


MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def test_a_closed_ticket_is_opened_again_by_words_that_the_bot_answers() -> None:
    closed = act(opened(), StaffAction.CLOSE, HOUR)
    assert closed.status is TicketStatus.CLOSED
    said = answered(2 * HOUR)
    moved = apply_customer_act(closed, said)
    case = moved.case
    assert (case.status, case.urgency, case.assignee) == (TicketStatus.OPEN, Urgency.HIGH, None)
    assert (case.closed_at, case.reopen_until) == (None, None)
    assert told(moved) == ["reopened"]
    assert [e.message for e in moved.effects if isinstance(e, Relay)] == [said.message.id]
    assert bots_words(moved) == [ARTICLE]
    assert records(moved) == [
        ("reopened", TicketStatus.OPEN),
        ("said", TicketStatus.OPEN),
        ("answered_by_bot", TicketStatus.OPEN),
    ]
    assert any(isinstance(e, Reckon) and e.fresh for e in moved.effects), "its clocks begin anew"
    again = act(case, StaffAction.CLOSE, 3 * HOUR)
    assert apply_customer_act(again, said) == Moved(again), "the same words open it once"


def test_an_answer_that_the_bot_gave_up_for_a_colleague_is_shown_to_nobody() -> None:
    claimed = act(opened(), StaffAction.CLAIM, HOUR)
    closed = act(claimed, StaffAction.CLOSE, 2 * HOUR)
    moved = apply_customer_act(closed, answered(3 * HOUR))
    assert (moved.case.status, moved.case.assignee) == (TicketStatus.OPEN, MIA)
    assert moved.case.silent_since == OPENED + 3 * HOUR
    assert bots_words(moved) == []


def test_words_written_before_the_closing_and_answered_after_it_open_the_row_as_well() -> None:
    """A row takes no status of an event that is older than its last one."""
    closed = act(opened(), StaffAction.CLOSE, HOUR)
    moved = apply_customer_act(closed, answered(HOUR - MINUTE))
    assert moved.case.status is TicketStatus.OPEN
    at = {each.event.at for each in moved.effects if isinstance(each, RecordEvent)}
    assert at == {OPENED + HOUR}


def test_words_that_the_bot_answers_end_waiting_for_the_customer() -> None:
    waiting = act(opened(), StaffAction.WAIT, HOUR)
    moved = apply_customer_act(waiting, answered(HOUR + MINUTE))
    assert moved.case.status is TicketStatus.OPEN
    assert moved.case.waiting_since is None
    assert bots_words(moved) == [], "Mia has it"


@pytest.mark.parametrize("times", [1, 2])
def test_while_the_bot_has_it_each_answer_leaves_it_solved(times: int) -> None:
    case = opened()
    for number in range(times):
        moved = apply_customer_act(case, answered(HOUR, f"test:1:{number + 2}"))
        case = moved.case
        assert case.status is TicketStatus.SOLVED
        assert told(moved) == []


def test_a_case_that_was_stored_with_the_state_beside_its_start_is_read() -> None:
    case = opened()
    stored = case.model_dump(mode="json")
    newer = found(RecommendedAction.AUTO_RESPOND, ARTICLE).model_dump(mode="json")
    read = TicketCase.model_validate_json(json.dumps({**stored, "state": newer}))
    assert read.suggestion == ARTICLE
    assert TicketCase.model_validate(stored) == case
