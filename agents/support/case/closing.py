"""The end of a ticket, and its new beginning: for staff, customers and clocks alike."""

from agents.support import buttons
from agents.support.case.drafting import mark_solved
from agents.support.case.staff_messages import send_held
from agents.support.case.ticket_case import Clock
from agents.support.case.transition import Transition
from agents.support.replies import AskRating
from agents.support.tickets import TicketStatus
from domain.staff import StaffMember


def close(move: Transition, what: str, by: StaffMember | None) -> None:
    """Messages that are held go out before it is said. ``by`` None: a clock closes it."""
    send_held(move)
    end(move, TicketStatus.CLOSED)
    if by is not None:
        mark_solved(move)
    move.announce(what, by, told="closed", kind="closed")
    ask_rating(move)


def end(move: Transition, status: TicketStatus) -> None:
    case = move.case
    case.status, case.closed_at = status, move.at
    case.silent_since = case.waiting_since = None
    if case.rules is not None:
        case.reopen_until = move.at + case.rules.reopen_for


def ask_rating(move: Transition) -> None:
    """Of who had a person."""
    if move.case.had_person:
        choices = buttons.below_rating(move.case.start.ticket_id)
        move.tell(AskRating(card=move.case.card), "rating", choices)


def open_again(move: Transition) -> None:
    """The clocks begin anew: somebody waits for an answer again."""
    case = move.case
    case.status, case.draft_due = TicketStatus.OPEN, False
    case.closed_at = case.reopen_until = case.first_at = None
    case.first, case.resolution, case.late_told = Clock(), Clock(), False
    case.silent_since = move.at if case.assignee else None
    move.reckon(fresh=True)
