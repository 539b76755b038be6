"""A ticket in an incident: several customers tell of the same, and one act of staff is for all."""

from agents.support import staff_posts
from agents.support.activity_calls import IncidentAct, IncidentFound, IncidentReached
from agents.support.case.closing import close, open_again
from agents.support.case.effects import ActOnIncident
from agents.support.case.staff_card import texts_of
from agents.support.case.staff_messages import keep_words, send
from agents.support.case.ticket_case import MOST_SEEN, DoneAct, TicketCase, WordsStatus
from agents.support.case.transition import Moved, Transition
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus, subject_of
from domain.staff import StaffAct, StaffAnswer

_OFFER = "incident"
"""Name of the post that offers one."""


def offer(case: TicketCase, found: IncidentFound) -> Moved:
    """Offers staff an incident aloud; that a further ticket be linked to one, in its own room."""
    if not found.incident:
        return Moved(case)
    move = Transition(case, "incident", case.start.opened_at)
    move.case.incident_offered = found
    actions = (StaffAction.INCIDENT, StaffAction.NO_INCIDENT)
    value = "link" if found.is_open else ""
    buttons = [staff_posts.button(action, case.id, value) for action in actions]
    move.show(_OFFER, _offered(case, found), buttons, aloud=not found.is_open)
    return move.finish()


def _offered(
    case: TicketCase, found: IncidentFound, **answered: str
) -> staff_posts.IncidentOffered:
    return staff_posts.IncidentOffered(
        **found.model_dump(),
        ticket_id=case.start.ticket_id,
        subject=subject_of(texts_of(case)),
        **answered,
    )


def show_answer(move: Transition, act: StaffAct) -> None:
    """Says in the place of the offer what a colleague decided."""
    found = move.case.incident_offered
    answer = "yes" if act.action == StaffAction.INCIDENT else "no"
    content = _offered(move.case, found, answer=answer, by=act.by.name)
    move.show(_OFFER, content, aloud=not found.is_open)


def link(move: Transition, incident: str, act: StaffAct) -> None:
    case = move.case
    case.incident = incident
    if not case.incident_offered.incident:
        case.incident_offered = IncidentFound(incident=incident, is_open=True)
    move.show_change("linked", act.by.name, incident)
    move.record("linked", act.by.id, after=incident, incident=incident)


def unlink(move: Transition, act: StaffAct) -> None:
    before, move.case.incident = move.case.incident, ""
    move.show_change("unlinked", act.by.name, before)
    move.record("unlinked", act.by.id, before=before, incident="")


def act_on_all(move: Transition, act: StaffAct, action: StaffAction) -> None:
    """Gives the other tickets of the incident an act of this kind."""
    move.do(
        ActOnIncident(
            incident=move.case.incident or move.case.incident_offered.incident,
            act=act.model_copy(update={"action": action.value}),
        )
    )


def build_incident_act(case: TicketCase, effect: ActOnIncident) -> IncidentAct:
    return IncidentAct(
        customer_id=case.start.customer_id,
        ticket_id=case.start.ticket_id,
        incident=effect.incident,
        act=effect.act,
    )


def show_reached(case: TicketCase, effect: ActOnIncident, reached: IncidentReached) -> Moved:
    move = Transition(case, effect.act.id, effect.act.at)
    if reached.tickets:
        content = staff_posts.Changed(what="reached", value=str(reached.tickets))
        move.show(f"reached/{effect.act.action}/{effect.act.id}", content)
    return move.finish()


def take_incident_act(case: TicketCase, act: StaffAct) -> Moved:
    """What staff did at another ticket of the incident, whoever has this one. The same act again
    changes nothing.
    """
    if any(each.id == act.id for each in case.done):
        return Moved(case)
    move = Transition(case, act.id, act.at)
    case = move.case
    if case.merged_into is not None:
        return move.finish()
    if act.action == StaffAction.INCIDENT and case.incident != act.value:
        link(move, act.value, act)
    elif act.action == StaffAction.REPLY and case.live:
        take_from_bot(move)
        send(move, keep_words(move, act, act.text, WordsStatus.HELD))
    elif act.action == StaffAction.CLOSE and case.live:
        close(move, "closed", act.by)
        case.draft_due = False  # who closed them all is offered one draft
    elif act.action == StaffAction.REOPEN and case.status is TicketStatus.CLOSED:
        open_again(move)
        move.announce("reopened", act.by)
    case.done = (*case.done, DoneAct(id=act.id, answer=StaffAnswer(applied=True)))[-MOST_SEEN:]
    return move.finish()


def take_from_bot(move: Transition) -> None:
    """A person answers without having claimed it."""
    case = move.case
    case.had_person = True
    if case.status is TicketStatus.ACTIVE:
        case.status = TicketStatus.OPEN
