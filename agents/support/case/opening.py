"""A case as triage hands it over, and what staff are shown and told of it from the beginning."""

from agents.support import staff_posts
from agents.support.activity_calls import CaseStart
from agents.support.case.effects import LookUp, Relay
from agents.support.case.ticket_case import Clock, CustomerWords, TicketCase
from agents.support.case.transition import Moved, Transition
from agents.support.tickets import CustomerInfo, Urgency

_SHOWN_AGAIN = 5
"""Messages that are posted once more in a room that was made anew."""


def open_case(start: CaseStart) -> Moved:
    messages = start.state.ticket.messages
    case = TicketCase(
        start=start,
        status=start.status,
        urgency=start.card.urgency or start.state.urgency or Urgency.MEDIUM,
        type=start.card.type or start.state.type,
        language=start.state.language,
        customer=tuple(CustomerWords(message=m) for m in messages),
        seen=tuple(f"said/{m.id}" for m in messages),
        first=Clock(due=start.first_due),
        resolution=Clock(due=start.resolve_due),
    )
    move = Transition(case, "opened", start.opened_at)
    move.reckon(fresh=True)
    move.show_card()
    for each in messages:
        move.do(Relay(message=each.id))
    return move.finish()


def set_customer(case: TicketCase, effect: LookUp, info: CustomerInfo | None) -> Moved:
    """Who the customer is, unless nobody could say that again. Its plan may have other hours; how
    urgent it is, people say by now.
    """
    if info is None or case.state.customer_info is not None:
        return Moved(case)
    move = Transition(case, effect.cause, effect.at)
    flags = [flag for flag in case.start.flags if flag != "lookup_failed"]
    if not info.known:
        flags.append("unknown_customer")
    state = case.state.model_copy(update={"customer_info": info})
    move.case.start = case.start.model_copy(update={"flags": tuple(flags), "state": state})
    move.show_card()
    move.reckon()
    move.record("looked_up", "clock", plan=info.plan)
    return move.finish()


def show_again(case: TicketCase, post: str) -> Moved:
    """The staff's room was made anew for a post: what stood there is shown again."""
    move = Transition(case, post, case.start.opened_at)
    if post != staff_posts.CARD:
        move.show_card()
    for each in case.customer[-_SHOWN_AGAIN:]:
        if post != staff_posts.said(each.message.id):
            move.do(Relay(message=each.message.id, revision=each.revision))
    return move.finish()
