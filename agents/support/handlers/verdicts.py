"""What a customer says of an answer: it solved the ticket, it did not, or a person is asked for.

By the buttons below the answer, or in words, which are kept with it.
"""

from dataclasses import replace

from temporalio import workflow

from agents.support import replies
from agents.support.activity_calls import GONE_ON, NOTE_EVENT, CustomerSaid, TicketEvent
from agents.support.details import SupportDetails, Taken
from agents.support.handlers.customer_tickets import TicketAsk
from agents.support.handlers.messages import hand, join, pass_on, press_of
from agents.support.tickets import LIVE, TicketStatus
from agents.support.triage_state import card_of


async def take_verdict(ask: TicketAsk, details: SupportDetails, taken: Taken) -> None:
    """In words. Where people have the ticket by now, it is for them."""
    if ask.ticket.by_people:
        await join(ask.desk, ask.ticket, taken, named=False)
    elif details.verdict == "solved":
        await solve(replace(ask, value=details.article))
    else:
        await _count_verdict(ask, details.article, helpful=False)
        kind = taken.kind if taken.kind in GONE_ON else "not_solved"
        articles = (details.article,) if details.article else ()
        judged = taken.model_copy(update={"kind": kind, "articles": articles})
        await join(ask.desk, ask.ticket, judged, named=True)


async def solve(ask: TicketAsk) -> None:
    """``value``: the article that was the answer, here and below."""
    await _count_verdict(ask, ask.value, helpful=True)
    if ask.row.status in LIVE:
        await end(ask, "solved")
    ask.tell("solved", TicketStatus.SOLVED)


async def not_solve(ask: TicketAsk) -> None:
    await _count_verdict(ask, ask.value, helpful=False)
    await _go_on(ask, "not_solved")


async def ask_person(ask: TicketAsk) -> None:
    await _go_on(ask, "wants_person")


async def _go_on(ask: TicketAsk, kind: str) -> None:
    taken = Taken(
        customer_id=ask.known.customer_id,
        message=press_of(ask.desk),
        kind=kind,
        articles=(ask.value,) if ask.value else (),
    )
    await join(ask.desk, ask.ticket, taken, named=True)
    if ask.ticket.by_people:
        ask.desk.say(replies.HandedOver(card=card_of(ask.row)))


async def end(ask: TicketAsk, kind: str) -> None:
    """What ends a ticket, told to its people."""
    message, own = press_of(ask.desk), ask.ticket.own
    taken = Taken(customer_id=ask.known.customer_id, message=message, kind=kind)
    if own is None or hand(ask.desk, taken, own.task_id) is None:
        await pass_on(ask.desk, ask.row, CustomerSaid(message=message, kind=kind))


async def _count_verdict(ask: TicketAsk, article: str, *, helpful: bool) -> None:
    """Counts for the article that was the answer."""
    if article:
        event = TicketEvent(
            event_id=ask.desk.next_change_id(),
            customer_id=ask.row.customer_id,
            ticket_id=ask.row.ticket_id,
            kind="solved" if helpful else "not_solved",
            actor="customer",
            at=workflow.now(),
            helpful=helpful,
            articles=(article,),
        )
        await ask.desk.call(NOTE_EVENT, event, "note")
