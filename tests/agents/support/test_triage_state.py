"""What triage keeps of a ticket between messages."""

from datetime import UTC, datetime

from agents.support.activity_calls import SavedTicket
from agents.support.details import Taken
from agents.support.tickets import Ticketed
from agents.support.triage_state import SupportState
from domain.understanding import Person

AT = datetime(2026, 11, 25, 10, tzinfo=UTC)
SAID = Ticketed(id="test:1:1", text="I was charged twice", at=AT)


def begun() -> SupportState:
    return SupportState.of("conversation:test:1/support/4", 4, Taken(customer_id="C", message=SAID))


def test_a_state_that_was_stored_with_its_ticket_beside_what_was_found_is_read() -> None:
    state = begun()
    stored = state.model_dump(mode="json")
    older = stored["agent"]
    ticket = older["ticket"]
    for agent in (None, {**older, "ticket": {**ticket, "messages": []}}):
        read = SupportState.model_validate({**stored, **ticket, "agent": agent})
        assert read == state
        assert (read.ticket.messages, read.ticket.customer_id) == ((SAID,), "C")
    assert SupportState.model_validate(stored) == state


def test_staff_are_handed_the_earlier_tickets_of_the_customer() -> None:
    state = begun()
    state.saved = SavedTicket(
        ticket_id=state.ticket_id, saved_at=AT, earlier=("TKT-00000001 billing closed", "★ 2/5")
    )
    start = state.case_start(Person(user_id="test:1"), "conversation:test:1", AT)
    assert start.earlier == state.saved.earlier
