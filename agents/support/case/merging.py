"""Two tickets of a customer become one: the one that ends, and the one that goes on."""

from agents.support import staff_posts
from agents.support.activity_calls import CustomerSaid, MergeRequest, MergeResult, TicketMerged
from agents.support.case.closing import end
from agents.support.case.customer_acts import add_merged
from agents.support.case.effects import Forward, Merge
from agents.support.case.staff_messages import send_held
from agents.support.case.ticket_case import MOST_SEEN, TicketCase
from agents.support.case.transition import Moved, Transition
from agents.support.replies import TicketTold
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus


def build_merge_request(case: TicketCase, effect: Merge) -> MergeRequest:
    merged = TicketMerged(
        ticket_id=case.start.ticket_id,
        by=effect.by,
        at=effect.at,
        urgency=case.urgency,
        messages=effect.messages,
    )
    return MergeRequest(
        customer_id=case.start.customer_id,
        person=case.start.person,
        into=effect.into,
        merged=merged,
    )


def end_merged(case: TicketCase, effect: Merge, merged: MergeResult) -> Moved:
    """Closes the ticket and tells its customer where it goes on; or tells staff why it stays as it
    is. Asks for no rating: the ticket that goes on is rated. Forwards what the customer has said
    since the act.
    """
    move = Transition(case, effect.act, effect.at)
    if merged.into is None:
        return _refuse(move, effect, f"merge_{merged.refused}", effect.into)
    send_held(move)
    end(move, TicketStatus.CLOSED)
    move.case.merged_into = merged.into
    move.tell(TicketTold(card=move.case.card, what="merged", into=merged.into.card), "told/merged")
    move.show_change("merged", effect.by.name, merged.into.ticket_id)
    move.record("merged", effect.by.id, after=merged.into.ticket_id)
    for words in case.customer:
        if words.message not in effect.messages:
            kind = "edited" if words.revision else "said"
            move.do(Forward(said=CustomerSaid(message=words.message, kind=kind)))
    return move.finish()


def refuse_closed(case: TicketCase, effect: Merge) -> Moved:
    """Tells staff that the ticket had ended before its turn came."""
    move = Transition(case, effect.act, effect.at)
    if case.merged_into is not None:
        return _refuse(move, effect, "merged", case.merged_into.ticket_id)
    return _refuse(move, effect, "closed")


def _refuse(move: Transition, effect: Merge, what: str, value: str = "") -> Moved:
    """``what`` as of ``ActAnswered``."""
    answer = staff_posts.ActAnswered(what=what, action=StaffAction.MERGE, value=value)
    move.show(staff_posts.done(effect.act), answer)
    return move.finish()


def take_merged(case: TicketCase, merged: TicketMerged) -> Moved:
    """Takes in what was said about the other ticket. This one is at least as urgent from now on,
    and no longer waits for the customer; where it was merged itself, it only forwards the words.
    Told twice, it changes nothing.
    """
    key = f"merged/{merged.ticket_id}"
    if key in case.seen:
        return Moved(case)
    move = Transition(case, key, merged.at)
    case = move.case
    case.seen = (*case.seen, key)[-MOST_SEEN:]
    if case.merged_into is not None:
        for message in merged.messages:
            move.do(Forward(said=CustomerSaid(message=message)))
        return move.finish()
    before = case.urgency
    if merged.urgency.rank > before.rank:
        move.change_urgency(merged.urgency)
        move.reckon()
    move.show_change("merged_from", merged.by.name, merged.ticket_id)
    add_merged(move, merged.ticket_id, merged.messages)
    move.record("merged_from", merged.by.id, before=merged.ticket_id)
    return move.finish()
