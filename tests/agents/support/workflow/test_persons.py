"""A wish for a person that came up with another agent."""

from datetime import UTC, datetime

import pytest

from agents.support.card import CARD
from agents.support.tickets import TicketStatus, Urgency
from domain.events import PersonWanted
from domain.understanding import Person
from tests.agents.support.workflow.chat import SupportChat


@pytest.mark.shows("calls A11")
async def test_a_wish_for_a_person_is_a_ticket_that_people_have_once(chat: SupportChat) -> None:
    take = chat.agents[CARD.slug].take_person
    assert take is not None
    wanted = PersonWanted(
        key=f"{chat.chat_id}/calls/1/person",
        conversation_id=chat.id,
        person=Person(user_id=chat.user_id),
        text="sink leaks\nPlease call 555-1234.\n\n> can I talk to a human?",
        at=datetime.now(UTC),
    )
    ticket = await take(wanted)
    assert await take(wanted) == ticket
    (row,) = await chat.tickets()
    assert (row["ticket_id"], row["status"]) == (ticket, TicketStatus.OPEN)
    assert row["urgency"] == Urgency.MEDIUM, "the wish is mostly put as a question"
    assert await chat.said_in(ticket) == wanted.text.split("\n", 1)
    case = await chat.case(ticket).query("case")
    assert len(case["customer"]) == 2
