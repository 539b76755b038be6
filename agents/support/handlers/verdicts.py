"""What a customer says of an answer: it solved the ticket, it did not, or a person is asked for.

By the buttons below the answer, or in words, which are kept with it.
"""

from temporalio import workflow

from agents.contract import HandlerDesk
from agents.support import replies
from agents.support.activity_calls import GONE_ON, NOTE_EVENT, CustomerSaid, TicketEvent
from agents.support.details import SupportDetails, Taken
from agents.support.handlers.customer_tickets import CustomerTickets, KnownTicket
from agents.support.handlers.messages import hand, join, pass_on, press_of
from agents.support.state import card_of
from agents.support.tickets import LIVE, TicketStatus


async def take_verdict(
    desk: HandlerDesk,
    known: CustomerTickets,
    found: KnownTicket,
    details: SupportDetails,
    taken: Taken,
) -> None:
    """In words. Where people have the ticket by now, it is for them."""
    if found.by_people:
        await join(desk, found, taken, named=False)
    elif details.verdict == "solved":
        await solve(desk, known, found, details.article)
    else:
        await _count_verdict(desk, found, details.article, helpful=False)
        kind = taken.kind if taken.kind in GONE_ON else "not_solved"
        articles = (details.article,) if details.article else ()
        await join(
            desk, found, taken.model_copy(update={"kind": kind, "articles": articles}), named=True
        )


async def solve(
    desk: HandlerDesk, known: CustomerTickets, found: KnownTicket, article: str
) -> None:
    await _count_verdict(desk, found, article, helpful=True)
    if found.row.status in LIVE:
        await end(desk, known, found, "solved")
    card = card_of(found.row).model_copy(update={"status": TicketStatus.SOLVED})
    desk.say(replies.TicketTold(card=card, what="solved"))


async def not_solve(
    desk: HandlerDesk, known: CustomerTickets, found: KnownTicket, article: str
) -> None:
    await _count_verdict(desk, found, article, helpful=False)
    await _go_on(desk, known, found, "not_solved", article)


async def ask_person(
    desk: HandlerDesk, known: CustomerTickets, found: KnownTicket, article: str
) -> None:
    await _go_on(desk, known, found, "wants_person", article)


async def _go_on(
    desk: HandlerDesk, known: CustomerTickets, found: KnownTicket, kind: str, article: str
) -> None:
    taken = Taken(
        customer_id=known.customer_id,
        message=press_of(desk),
        kind=kind,
        articles=(article,) if article else (),
    )
    await join(desk, found, taken, named=True)
    if found.by_people:
        desk.say(replies.HandedOver(card=card_of(found.row)))


async def end(desk: HandlerDesk, known: CustomerTickets, found: KnownTicket, kind: str) -> None:
    """What ends a ticket, told to its people."""
    message = press_of(desk)
    taken = Taken(customer_id=known.customer_id, message=message, kind=kind)
    if found.own is None or hand(desk, taken, found.own.task_id) is None:
        await pass_on(desk, found.row, CustomerSaid(message=message, kind=kind))


async def _count_verdict(
    desk: HandlerDesk, found: KnownTicket, article: str, *, helpful: bool
) -> None:
    """Counts for the article that was the answer."""
    if article:
        event = TicketEvent(
            event_id=desk.next_change_id(),
            customer_id=found.row.customer_id,
            ticket_id=found.row.ticket_id,
            kind="solved" if helpful else "not_solved",
            actor="customer",
            at=workflow.now(),
            helpful=helpful,
            articles=(article,),
        )
        await desk.call(NOTE_EVENT, event, "note")
