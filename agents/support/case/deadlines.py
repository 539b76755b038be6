"""The clocks of a ticket: when they run out, what falls due next, and what is done when it does."""

from datetime import datetime, timedelta
from enum import StrEnum

from agents.support import staff_posts
from agents.support.activity_calls import Hours
from agents.support.case.closing import close
from agents.support.case.effects import Reckon
from agents.support.case.staff_acts import return_to_queue
from agents.support.case.staff_messages import send
from agents.support.case.ticket_case import Clock, TicketCase, WordsStatus
from agents.support.case.transition import Moved, Transition
from agents.support.tickets import TicketStatus, Urgency
from domain.messages import Frozen

REPEAT_EVERY = timedelta(minutes=30)
REPEATS = 4
"""How often staff are called again about a critical ticket whose clock has run out."""


class DeadlineKind(StrEnum):
    """What falls due; of several at one moment, the first here comes first."""

    SEND = "send"
    FIRST_BREACH = "first_breach"
    FIRST_WARNING = "first_warning"
    RESOLVE_BREACH = "resolve_breach"
    RESOLVE_WARNING = "resolve_warning"
    FIRST_AGAIN = "first_again"
    RESOLVE_AGAIN = "resolve_again"
    RETURN = "return"
    REMIND = "remind"
    CLOSE = "close"
    WINDOW = "window"


class Deadline(Frozen):
    """``of``: the message that is to be sent."""

    at: datetime
    kind: DeadlineKind
    of: str = ""


def next_deadline(case: TicketCase) -> Deadline | None:
    """What falls due next, if anything does."""
    order = list(DeadlineKind)
    return min(_deadlines(case), key=lambda d: (d.at, order.index(d.kind)), default=None)


def _deadlines(case: TicketCase) -> list[Deadline]:
    kinds, rules = DeadlineKind, case.rules
    held = [
        Deadline(at=each.send_at, kind=kinds.SEND, of=each.id)
        for each in case.staff
        if each.status is WordsStatus.HELD
    ]
    if rules is None:
        return held
    due: dict[DeadlineKind, datetime | None] = {}
    if case.live and case.first_at is None:
        due |= _of_clock("first", case.first)
    if case.resolve_runs:
        due |= _of_clock("resolve", case.resolution)
    if case.status is TicketStatus.OPEN and case.assignee and case.silent_since:
        critical = case.urgency is Urgency.CRITICAL
        patience = rules.return_critical_after if critical else rules.return_after
        due[kinds.RETURN] = case.silent_since + patience
    if case.status is TicketStatus.WAITING_CUSTOMER and case.waiting_since:
        if not case.reminded:
            due[kinds.REMIND] = case.waiting_since + rules.remind_after
        due[kinds.CLOSE] = case.waiting_since + rules.close_after
    if not case.live:
        due[kinds.WINDOW] = case.reopen_until
    return [*held, *(Deadline(at=at, kind=kind) for kind, at in due.items() if at is not None)]


def _of_clock(name: str, clock: Clock) -> dict[DeadlineKind, datetime | None]:
    if clock.breached:
        return {DeadlineKind(f"{name}_again"): clock.repeat_at}
    return {
        DeadlineKind(f"{name}_warning"): None if clock.warned else clock.warn,
        DeadlineKind(f"{name}_breach"): clock.due,
    }


def set_clocks(case: TicketCase, effect: Reckon, hours: Hours) -> Moved:
    """When the clocks run out, and today's rules."""
    move = Transition(case, effect.cause, effect.at)
    case = move.case
    if case.rules is None and case.closed_at is not None:
        case.reopen_until = case.closed_at + hours.rules.reopen_for
    case.rules = hours.rules
    last = effect.number == case.reckonings
    case.first = case.first.with_times(hours.first_warn, hours.first_due, hours.first_used)
    case.resolution = case.resolution.with_times(
        hours.resolve_warn, hours.resolve_due, hours.resolve_used
    )
    if not last:
        case.first, case.resolution = case.first.unknown(), case.resolution.unknown()
    case.reckoned_at, case.reckoned_urgency = effect.at, effect.urgency
    case.resolve_ran = effect.resolve_runs
    move.show_card()
    if last and effect.number > 1:  # the row of a new ticket has them already
        due = {"first_due": hours.first_due, "resolve_due": hours.resolve_due}
        move.record("due", "clock", **due)
    if effect.tell:
        move.tell_change("urgency")
    return move.finish()


def ring(case: TicketCase, deadline: Deadline) -> Moved:
    """A clock fired. What does not fall due any more changes nothing."""
    if deadline not in _deadlines(case):
        return Moved(case)
    move = Transition(case, f"{deadline.kind}/{deadline.at.isoformat()}", deadline.at)
    match deadline.kind:
        case DeadlineKind.SEND:
            words = case.staff_words(deadline.of)
            if words is not None:
                send(move, words)
        case DeadlineKind.RETURN:
            return_to_queue(move, "returned", None)
        case DeadlineKind.REMIND:
            move.case.reminded = True
            move.announce("reminded", told="reminder")
        case DeadlineKind.CLOSE:
            close(move, "closed_unanswered", None)
        case DeadlineKind.WINDOW:
            move.case.reopen_until = None
            move.record("window_over", "clock")
        case _:
            _run_out(move, deadline.kind)
    return move.finish()


def _run_out(move: Transition, kind: DeadlineKind) -> None:
    """A clock of service is near its end, or has run out: then staff are told aloud, of critical
    tickets again and again, and the customer once.
    """
    case = move.case
    field = "first" if kind.startswith("first") else "resolution"
    breached = kind not in (DeadlineKind.FIRST_WARNING, DeadlineKind.RESOLVE_WARNING)
    clock: Clock = getattr(case, field)
    update: dict[str, object] = {"warned": True}
    if breached:
        repeats = clock.repeats + 1 if clock.breached else 0
        again = case.urgency is Urgency.CRITICAL and repeats < REPEATS
        at = move.at + REPEAT_EVERY if again else None
        update |= {"breached": True, "repeats": repeats, "repeat_at": at}
    clock = clock.model_copy(update=update)
    setattr(case, field, clock)
    content = staff_posts.ClockRanOut(
        ticket_id=case.start.ticket_id,
        clock=field,
        breached=breached,
        due=clock.due,
        urgency=case.urgency,
        assignee=case.holder,
        again=clock.repeats,
        oncall=case.settings.oncall if breached else (),
    )
    move.show(f"clock/{move.cause}", content)
    if breached:
        move.show(f"clock/{move.cause}/aloud", content, aloud=True)
    if not breached or clock.repeats:
        return
    if not case.late_told:
        case.late_told = True
        move.tell_change("late")
    move.record("breached", "clock", before=field)
