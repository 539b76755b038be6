"""The tickets of a customer who says or presses something: their rows, and tasks in the chat."""

from collections.abc import Sequence
from dataclasses import dataclass

from temporalio import workflow

from agents.contract import HandlerDesk
from agents.support.activity_calls import AT_DESK, AtDesk, AtDeskRequest
from agents.support.card import TicketCard
from agents.support.replies import TicketTold
from agents.support.tickets import LIVE, WITH_PEOPLE, Ticketed, TicketStatus, TicketSummary
from agents.support.triage_state import SupportState, card_of
from domain.failures import ActivityFailed


@dataclass(frozen=True)
class KnownTicket:
    """A ticket of this customer: as its row has it, and its task where one goes on in the chat."""

    row: TicketSummary
    own: SupportState | None = None
    saved: bool = True
    """Whether it is a ticket already, and still one by itself, as far as that can be known."""

    @property
    def by_people(self) -> bool:
        """Whether people have it; not while the customer is still asked whether they are to."""
        asking = self.own is not None and self.own.asks_to_pass
        return self.row.status in WITH_PEOPLE and not asking

    @property
    def in_triage(self) -> bool:
        return self.own is not None and not self.own.shown

    @property
    def card(self) -> TicketCard:
        if self.own is not None and self.own.asks_to_pass:
            return self.own.shown_card()
        awaits = self.own.awaits if self.own is not None else ""
        return card_of(self.row).model_copy(update={"awaits": awaits})

    @property
    def messages(self) -> Sequence[Ticketed]:
        """The customer's, twice where task and row have them."""
        return (*(self.own.ticket.messages if self.own else ()), *self.row.messages)

    def has_message(self, message_id: str) -> bool:
        return any(each.id == message_id for each in self.messages)


@dataclass(frozen=True)
class CustomerTickets:
    """What is known of the customer when they say something."""

    customer_id: str
    tickets: Sequence[KnownTicket]
    past: Sequence[TicketSummary] = ()

    def find_past(self, target: str) -> str:
        """The id of the one that they named and that is over for good; empty for none."""
        return next((row.ticket_id for row in self.past if row.is_named(target)), "")

    def find(self, target: str) -> KnownTicket | None:
        """The newest that they named."""
        return next((each for each in reversed(self.tickets) if each.row.is_named(target)), None)

    @property
    def under_way(self) -> Sequence[KnownTicket]:
        return [each for each in self.tickets if each.row.status in LIVE]

    @property
    def listed(self) -> Sequence[KnownTicket]:
        """The tickets under way that people have, or are to get."""
        return [each for each in self.under_way if each.saved]


@dataclass(frozen=True)
class TicketAsk:
    """Something that a customer asks about one of their tickets. ``value`` is the button's."""

    desk: HandlerDesk
    known: CustomerTickets
    ticket: KnownTicket
    value: str = ""

    @property
    def row(self) -> TicketSummary:
        return self.ticket.row

    def tell(self, what: str, status: TicketStatus | None = None) -> None:
        """How the ticket stands; ``status`` where it has just changed."""
        card = card_of(self.row)
        if status is not None:
            card = card.model_copy(update={"status": status})
        self.desk.say(TicketTold(card=card, what=what))


async def find_tickets(desk: HandlerDesk) -> CustomerTickets:
    """Rows of the customer's active tickets; of those at work here their own state is newer. When
    the database cannot be asked, these have to do.
    """
    request = AtDeskRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        locale=desk.person.locale,
    )
    try:
        found = await desk.call(AT_DESK, request, "desk")
    except ActivityFailed as failure:
        workflow.logger.warning("support.desk_unknown", extra={"code": failure.code})
        found = AtDesk(customer_id="")
    states = [agent.state for agent in desk.tasks()]
    own = {state.ticket_id: state for state in states if isinstance(state, SupportState)}
    tickets = [_merged(row, own.pop(row.ticket_id, None)) for row in found.active]
    gone_on = {name for row in found.active for name in row.merged}
    left = [state for state in own.values() if state.ticket_id not in gone_on]
    unknown = not found.customer_id
    tickets += [KnownTicket(state.summary(), state, saved=unknown) for state in left]
    customer = found.customer_id or next((s.ticket.customer_id for s in own.values()), "")
    return CustomerTickets(customer, tickets, found.past)


def _merged(row: TicketSummary, own: SupportState | None) -> KnownTicket:
    if own is None:
        return KnownTicket(row)
    names = {"tasks": (row.task_id, *row.tasks), "merged": row.merged}
    newer = own.summary().model_copy(update=names)
    if row.status is not TicketStatus.ACTIVE and own.shown:
        own.assignee, own.awaits = row.assignee, ""  # people ask for themselves
        theirs = {"status": row.status, "assignee": row.assignee, "due": row.due}
        newer = newer.model_copy(update=theirs)
    return KnownTicket(newer, own)
