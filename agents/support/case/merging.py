"""Two tickets of a customer become one: the one that ends, and the one that goes on."""

from agents.support import staff_posts
from agents.support.activity_calls import Merged, MergeRequest, TicketMerged
from agents.support.case.closing import end
from agents.support.case.customer_acts import add_merged
from agents.support.case.effects import Merge
from agents.support.case.staff_messages import send_held
from agents.support.case.ticket_case import MOST_SEEN, TicketCase
from agents.support.case.transition import Moved, Transition
from agents.support.replies import TicketTold
from agents.support.tickets import TicketStatus


def request_of(case: TicketCase, effect: Merge) -> MergeRequest:
    merged = TicketMerged(
        ticket_id=case.start.ticket_id,
        by=effect.by,
        at=effect.at,
        urgency=case.urgency,
        messages=tuple(words.message for words in case.customer),
    )
    return MergeRequest(
        customer_id=case.start.customer_id,
        person=case.start.person,
        into=effect.into,
        merged=merged,
    )


def end_merged(case: TicketCase, effect: Merge, merged: Merged) -> Moved:
    """The ticket is closed, and its customer told where it goes on; or staff are told why it
    stays as it is. No rating is asked for: the ticket that goes on is rated.
    """
    move = Transition(case, effect.act, effect.at)
    if merged.into is None:
        refused = staff_posts.ActAnswered(what=f"merge_{merged.refused}", value=effect.into)
        move.show(staff_posts.done(effect.act), refused)
        return move.finish()
    send_held(move)
    end(move, TicketStatus.CLOSED)
    move.case.merged_into = merged.into
    move.tell(TicketTold(card=move.case.card, what="merged", into=merged.into.card), "told/merged")
    move.show_change("merged", effect.by.name, effect.into)
    move.record("merged", effect.by.id, after=effect.into)
    return move.finish()


def take_merged(case: TicketCase, merged: TicketMerged) -> Moved:
    """What was said about the other ticket is this one's from now on. It is at least as urgent,
    and no longer waits for the customer. Told twice, it changes nothing.
    """
    key = f"merged/{merged.ticket_id}"
    if key in case.seen:
        return Moved(case)
    move = Transition(case, key, merged.at)
    case = move.case
    case.seen = (*case.seen, key)[-MOST_SEEN:]
    before = case.urgency
    if merged.urgency.rank > before.rank:
        move.change_urgency(merged.urgency)
        move.reckon()
    move.show_change("merged_from", merged.by.name, merged.ticket_id)
    add_merged(move, merged.ticket_id, merged.messages)
    move.record("merged_from", merged.by.id, before=merged.ticket_id)
    return move.finish()
