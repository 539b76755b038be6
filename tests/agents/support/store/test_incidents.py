"""Which tickets tell of the same: of different customers, of one team, open, within a time."""

from datetime import timedelta

import pytest

from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.pool import Database
from agents.support.activity_calls import IncidentAct, IncidentFound, SaveTicketRequest
from agents.support.staff_posts import StaffAction
from agents.support.store.incidents import PostgresIncidents
from agents.support.store.part import PART
from agents.support.store.tickets import PostgresTickets, TicketNotSavedError
from agents.support.tickets import TicketType
from domain.staff import StaffAct, StaffMember
from tests.agents.support.store.conftest import AT, a_request, an_event

TOLD = (
    "the app keeps logging me out",
    "I get logged out of the app every few minutes",
    "app logs me out again and again",
    "why does the app log me out all the time",
    "logged out of the app again, third time in ten minutes",
)
OTHER = "my invoice shows last year's address"
MIA = StaffMember(id="telegram:1", name="Mia")


class Desk:
    """Tickets of customers, each of a person of their own."""

    def __init__(self, database: Database, tickets: PostgresTickets) -> None:
        self.database, self.tickets = database, tickets
        self.incidents = PostgresIncidents(database, 5, timedelta(minutes=30))
        self.made = 0

    async def open(
        self,
        text: str,
        *,
        user: str = "",
        after: timedelta = timedelta(),
        team: TicketType = TicketType.BILLING,
    ) -> SaveTicketRequest:
        self.made += 1
        user = user or f"terminal:{self.made}"
        customer = (await self.tickets.at_desk(user)).customer_id
        request = a_request(customer, user, self.made, text=text)
        ticket = request.state.ticket
        said = ticket.messages[0].model_copy(update={"at": AT + after})
        state = request.state.model_copy(
            update={"ticket": ticket.model_copy(update={"messages": (said,)})}
        )
        request = request.model_copy(update={"state": state, "type": team})
        await self.tickets.save(request)
        return request

    async def find(self, request: SaveTicketRequest) -> IncidentFound:
        ticket = request.state.ticket
        return await self.incidents.find(ticket.customer_id, ticket.ticket_id)

    async def tell(self, *texts: str) -> tuple[SaveTicketRequest, IncidentFound]:
        """Each ticket looks for others, as it does when it is opened; what the last one found."""
        found = []
        for text in texts:
            request = await self.open(text)
            found.append((request, await self.find(request)))
        assert not any(each.incident for _, each in found[:-1])
        return found[-1]

    async def act(
        self, request: SaveTicketRequest, incident: str, action: StaffAction
    ) -> list[str]:
        """The texts of the tickets that an act is given to."""
        ticket = request.state.ticket
        act = StaffAct(id="act", by=MIA, at=AT, action=action, value=incident)
        others = await self.incidents.take_act(
            IncidentAct(
                customer_id=ticket.customer_id,
                ticket_id=ticket.ticket_id,
                incident=incident,
                act=act,
            )
        )
        return sorted(other.row.text for other in others)


@pytest.fixture
def desk(database: Database, tickets: PostgresTickets) -> Desk:
    return Desk(database, tickets)


@pytest.mark.shows("support 31")
async def test_the_fifth_customer_who_tells_of_the_same_brings_up_an_incident_once(
    desk: Desk,
) -> None:
    last, found = await desk.tell(OTHER, *TOLD)
    assert found.incident.startswith("INC-")
    assert (found.is_open, found.customers, found.since) == (False, 5, AT)
    assert await desk.find(last) == found, "asked again, the same"
    sixth, nothing = await desk.open("the app logs me out"), IncidentFound()
    assert await desk.find(sixth) == nothing, "it is offered already"
    assert await desk.act(last, found.incident, StaffAction.INCIDENT) == sorted(
        [*TOLD[:-1], "the app logs me out"]
    )
    assert await desk.find(last) == nothing


@pytest.mark.shows("support 31")
async def test_one_customer_another_team_an_earlier_hour_and_closed_tickets_do_not_count(
    desk: Desk,
) -> None:
    for text in TOLD[:3]:
        await desk.open(text)
    await desk.open(TOLD[3], team=TicketType.TECHNICAL)
    await desk.open(TOLD[3], after=-timedelta(minutes=31))
    await desk.open(TOLD[3], user="terminal:1")
    closed = await desk.open(TOLD[3])
    await desk.tickets.note(an_event(closed, "closed", 1, status="closed"))
    assert await desk.find(await desk.open(TOLD[4])) == IncidentFound()


@pytest.mark.shows("support 31")
async def test_what_is_told_later_is_offered_to_be_linked_while_the_incident_is_open(
    desk: Desk,
) -> None:
    last, found = await desk.tell(*TOLD)
    await desk.act(last, found.incident, StaffAction.INCIDENT)
    late = await desk.open("the app logs me out", after=timedelta(hours=3))
    offered = found.model_copy(update={"is_open": True})
    assert await desk.find(late) == offered
    other = await desk.open(OTHER, after=timedelta(hours=3))
    assert await desk.find(other) == IncidentFound()
    assert await desk.act(last, found.incident, StaffAction.REPLY) == sorted(TOLD[:-1])
    linked = an_event(late, "linked", 1, incident=found.incident)
    await desk.tickets.note(linked)
    assert await desk.act(last, "", StaffAction.REPLY) == [], "no incident has no tickets"
    assert "the app logs me out" in await desk.act(last, found.incident, StaffAction.REPLY)
    unlinked = an_event(late, "unlinked", 2, incident="")
    await desk.tickets.note(unlinked)
    assert await desk.act(last, found.incident, StaffAction.CLOSE) == sorted(TOLD[:-1])


@pytest.mark.shows("support 31")
async def test_what_was_refused_is_not_offered_again_for_each_further_ticket(desk: Desk) -> None:
    last, found = await desk.tell(*TOLD)
    assert await desk.act(last, found.incident, StaffAction.NO_INCIDENT) == []
    assert await desk.find(await desk.open("the app logs me out")) == IncidentFound()


async def test_an_act_goes_to_the_ticket_in_which_a_merged_one_goes_on(desk: Desk) -> None:
    last, found = await desk.tell(*TOLD)
    await desk.act(last, found.incident, StaffAction.INCIDENT)
    other = await desk.open("and where is my refund", user="terminal:1")
    first = await desk.tickets.at_desk("terminal:1")
    merged = next(row for row in first.active if row.text == TOLD[0])
    await desk.tickets.merge(first.customer_id, merged.ticket_id, other.state.ticket.ticket_id)
    reached = await desk.act(last, found.incident, StaffAction.REPLY)
    assert len(reached) == 4
    assert any("where is my refund" in text for text in reached)


@pytest.mark.shows("support 31", "support data")
async def test_nothing_of_an_erased_customer_is_left_in_an_incident(desk: Desk) -> None:
    last, found = await desk.tell(*TOLD)
    await desk.act(last, found.incident, StaffAction.INCIDENT)
    erasure = PostgresErasure(desk.database, (PART,))
    async with desk.database.transaction() as connection:
        exported = await PART.export(connection, "terminal:1")
    assert [row["incident"] for row in exported["support_tickets"]] == [found.incident]
    await erasure.erase("terminal:1")
    assert await desk.act(last, found.incident, StaffAction.REPLY) == sorted(TOLD[1:-1])
    for number in range(2, 6):
        await erasure.erase(f"terminal:{number}")
    async with desk.database.connection() as connection:
        assert not await connection.fetchval("SELECT count(*) FROM support_incidents")


async def test_a_ticket_that_is_not_saved_yet_is_looked_for_again(desk: Desk) -> None:
    with pytest.raises(TicketNotSavedError):
        await desk.incidents.find("CUST-1", "TKT-00000000")
