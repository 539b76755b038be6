"""What staff do about a ticket: claim, assign, answer, note, wait, hand back, close, open again."""

from collections.abc import Callable, Sequence

from agents.support import staff_posts
from agents.support.case import incidents, staff_messages
from agents.support.case.closing import close, open_again
from agents.support.case.drafting import answers_of
from agents.support.case.effects import DraftArticle, LookUp, Merge
from agents.support.case.ticket_case import MOST_SEEN, DoneAct, TicketCase
from agents.support.case.transition import Moved, Transition
from agents.support.naming import TICKET_ID, ticket_in
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus, Urgency
from domain.staff import EDIT, LEFT, SAY, StaffAct, StaffAnswer, StaffMember

DRAFT_DUE = "draft"
"""Value of the answer to a close after which staff are offered a draft of an article."""
_ALREADY: dict[str, TicketStatus] = {
    StaffAction.BACK: TicketStatus.ACTIVE,
    StaffAction.WAIT: TicketStatus.WAITING_CUSTOMER,
}
"""Acts that change nothing of a ticket that stands so."""


def apply_act(case: TicketCase, act: StaffAct) -> Moved:
    """What a member of the staff does. One that was done is only answered again."""
    before = next((each.answer for each in case.done if each.id == act.id), None)
    if before is not None:
        return Moved(case, (), before)
    move = Transition(case, act.id, act.at)
    case = move.case
    if act.by not in case.members and act.action != LEFT:
        case.members = (*(m for m in case.members if m.id != act.by.id), act.by)
    if case.merged_into is not None and act.action not in _OF_MERGED:
        answer = _answer("merged", act, value=case.merged_into.ticket_id)
    elif apply := _ANY_TIME.get(act.action):
        answer = apply(move, act)
    elif not case.live:
        answer = _answer("closed", act)
    elif apply := _WHILE_LIVE.get(act.action):
        answer = apply(move, act)
    else:
        answer = _answer("unknown", act)
    case.done = (*case.done, DoneAct(id=act.id, answer=answer))[-MOST_SEEN:]
    return move.finish(answer)


def return_to_queue(move: Transition, what: str, by: StaffMember | None) -> None:
    """Nobody has it any more. ``by`` None: a clock gives it back."""
    case, before = move.case, move.case.holder
    case.assignee = case.silent_since = None
    move.show_change(what, by.name if by else "", before, aloud=case.live)
    move.record(what, by.id if by else "clock", before=before)


def _answer(what: str, act: StaffAct, **parts: str) -> StaffAnswer:
    """``what`` as of ``ActAnswered``."""
    content = staff_posts.ActAnswered(what=what, action=act.action, **parts)
    return StaffAnswer(
        applied=what == "done", topic=content.topic, content=content.model_dump(mode="json")
    )


def _claim(move: Transition, act: StaffAct) -> StaffAnswer:
    """A claim leaves the ticket with a colleague who has it; ``TAKE_OVER`` does not."""
    holder = move.case.assignee
    if holder is not None and holder.id == act.by.id:
        return _answer("already", act, name=holder.name)
    if holder is not None and act.action == StaffAction.CLAIM:
        return _answer("taken", act, name=holder.name)
    _give(move, act.by, act.by, "taken_over" if holder else "claimed")
    return _answer("done", act)


def _assign(move: Transition, act: StaffAct) -> StaffAnswer:
    case = move.case
    member, _, name = act.value.partition(" ")
    if not member:
        others = [m for m in case.members if m != case.assignee]
        if not others:
            return _answer("nobody", act)
        return _offer(move, act, [(f"{m.id} {m.name}", m.name) for m in others])
    chosen = StaffMember(id=member, name=name.strip() or member.rpartition(":")[2])
    if case.assignee is not None and case.assignee.id == chosen.id:
        return _answer("already", act, name=chosen.name)
    _give(move, chosen, act.by, "assigned")
    return _answer("done", act, name=chosen.name)


def _give(move: Transition, to: StaffMember, by: StaffMember, what: str) -> None:
    """Whoever has it now, the bot has not."""
    case, before = move.case, move.case.holder
    case.assignee, case.had_person = to, True
    if case.status is TicketStatus.ACTIVE:
        case.status = TicketStatus.OPEN
    case.silent_since = move.at
    if case.state.customer_info is None:
        move.do(LookUp(cause=move.cause, at=move.at))
    move.tell_change("claimed")
    move.show_change(what, by.name, to.name if what == "assigned" else "")
    move.record(what, by.id, before=before, after=to.name)


def _offer(move: Transition, act: StaffAct, values: Sequence[tuple[str, str]]) -> StaffAnswer:
    """Shows the values to choose from, each with its label."""
    action = StaffAction(act.action)
    buttons = [staff_posts.button(action, move.case.id, value, label) for value, label in values]
    move.show(staff_posts.done(act.id), staff_posts.ChooseOne(what=action.value), buttons)
    return _answer("choose", act)


def _set_urgency(move: Transition, act: StaffAct) -> StaffAnswer:
    before = move.case.urgency
    if not act.value:
        return _offer(move, act, [(urgency.value, "") for urgency in Urgency])
    if act.value not in list(Urgency):
        return _answer("unknown", act, value=act.value)
    if act.value == before:
        return _answer("already", act, value=act.value)
    move.change_urgency(Urgency(act.value))
    move.reckon(tell=move.case.first_at is None)
    move.show_change("urgency", act.by.name, act.value)
    move.record("urgency", act.by.id, before=before.value, after=act.value)
    return _answer("done", act, value=act.value)


def _act_as_assignee(move: Transition, act: StaffAct) -> StaffAnswer:
    """What only who has it does; who does it while nobody has it gets it."""
    case = move.case
    if act.action == StaffAction.SUGGESTION and not case.suggestion:
        return _answer("no_suggestion", act)
    if case.status is _ALREADY.get(act.action):
        return _answer("already", act)
    if case.assignee is not None and case.assignee.id != act.by.id:
        return _answer("not_yours", act, name=case.holder)
    if case.assignee is None and act.action in (StaffAction.SUGGESTION, StaffAction.WAIT):
        _give(move, act.by, act.by, "claimed")
    match act.action:
        case StaffAction.SUGGESTION:
            staff_messages.hold(move, act, move.case.suggestion, as_written=True)
        case StaffAction.WAIT:
            _wait(move, act.by)
        case StaffAction.BACK:
            _hand_back(move, act.by)
        case _:
            close(move, "closed", act.by)
            return _answer("done", act, value=DRAFT_DUE if move.case.draft_due else "")
    return _answer("done", act)


def _wait(move: Transition, by: StaffMember) -> None:
    case = move.case
    case.status = TicketStatus.WAITING_CUSTOMER
    case.waiting_since, case.reminded, case.silent_since = move.at, False, None
    move.reckon()
    move.announce("waiting", by)


def _hand_back(move: Transition, by: StaffMember) -> None:
    staff_messages.send_held(move)
    case = move.case
    stood = case.status is TicketStatus.WAITING_CUSTOMER
    case.status, case.assignee = TicketStatus.ACTIVE, None
    case.silent_since = case.waiting_since = None
    if stood:
        move.reckon()
    move.announce("back", by, told="handed_back")


def _reopen(move: Transition, act: StaffAct) -> StaffAnswer:
    if move.case.live:
        return _answer("not_closed", act)
    open_again(move)
    move.announce("reopened", act.by)
    return _answer("done", act)


def _merge(move: Transition, act: StaffAct) -> StaffAnswer:
    """Whether the other ticket can take it, its row says: staff are shown what came of it."""
    into = ticket_in(act.value)
    if not TICKET_ID.fullmatch(into):
        return _answer("merge_which", act)
    if into == move.case.start.ticket_id:
        return _answer("merge_same", act, value=into)
    messages = tuple(words.message for words in move.case.customer)
    move.do(Merge(into=into, act=act.id, by=act.by, at=act.at, messages=messages))
    return _answer("done", act, value=into)


def _draft(move: Transition, act: StaffAct) -> StaffAnswer:
    if move.case.live:
        return _answer("draft_open", act)
    if not answers_of(move.case):
        return _answer("draft_nothing", act)
    move.do(DraftArticle(act=act.id, by=act.by, at=act.at))
    return _answer("done", act)


def _answer_offer(move: Transition, act: StaffAct) -> StaffAnswer:
    """Makes the incident that was offered, or links the ticket to it; or refuses."""
    case, incident = move.case, move.case.incident_offered.incident
    if not incident:
        return _answer("no_offer", act)
    if case.incident:
        return _answer("already", act)
    if case.incident_offered.customers:
        incidents.show_answer(move, act)
    named = act.model_copy(update={"value": incident})
    if act.action == StaffAction.INCIDENT:
        incidents.link(move, incident, act)
    if not case.incident_offered.is_open:
        incidents.act_on_all(move, named, StaffAction(act.action))
    return _answer("done", act, value=incident)


def _act_in_incident(move: Transition, act: StaffAct) -> StaffAnswer:
    """What concerns the whole incident, whoever has the ticket."""
    case, words = move.case, (act.text or act.value).strip()
    if not case.incident:
        return _answer("no_incident", act)
    match act.action:
        case StaffAction.UNLINK:
            incidents.unlink(move, act)
        case StaffAction.CLOSE_ALL:
            if case.live:  # first, as that sends words for all that are still held
                close(move, "closed", act.by)
            incidents.act_on_all(move, act, StaffAction.CLOSE)
        case StaffAction.REOPEN_ALL:
            incidents.act_on_all(move, act, StaffAction.REOPEN)
            if not case.live:
                open_again(move)
                move.announce("reopened", act.by)
        case _ if not words:
            return _answer("empty", act)
        case _ if not case.live:
            return _answer("closed", act)
        case _:
            incidents.take_from_bot(move)
            staff_messages.hold(move, act, words, to_incident=True)
    return _answer("done", act)


def _leave(move: Transition, act: StaffAct) -> StaffAnswer:
    case = move.case
    case.members = tuple(m for m in case.members if m.id != act.by.id)
    if case.assignee is None or case.assignee.id != act.by.id:
        return _answer("already", act)
    return_to_queue(move, "left", act.by)
    return _answer("done", act)


def _write(move: Transition, act: StaffAct) -> StaffAnswer:
    """A note, or words for the customer from who has the ticket; others' words are a note."""
    text, case = act.text.strip(), move.case
    bare = text.removeprefix(staff_messages.NOTE_MARK).strip()
    if not bare and act.attachment is None:
        return _answer("empty", act)
    if act.action == StaffAction.NOTE or text.startswith(staff_messages.NOTE_MARK):
        staff_messages.add_note(move, act, bare, stranger=False)
        return _answer("done", act)
    if not case.live:
        return _answer("closed", act)
    if case.assignee is not None and case.assignee.id != act.by.id:
        staff_messages.add_note(move, act, text, stranger=True)
        return _answer("not_yours", act, name=case.holder)
    if case.assignee is None:
        _give(move, act.by, act.by, "claimed")
    staff_messages.hold(move, act, text)
    return _answer("done", act)


_Apply = Callable[[Transition, StaffAct], StaffAnswer]

_ANY_TIME: dict[str, _Apply] = {
    SAY: _write,
    StaffAction.REPLY: _write,
    StaffAction.NOTE: _write,
    EDIT: lambda move, act: _answer(staff_messages.edit(move, act), act),
    StaffAction.UNDO: lambda move, act: _answer(staff_messages.undo(move, act), act),
    LEFT: _leave,
    StaffAction.REOPEN: _reopen,
    StaffAction.DRAFT: _draft,
    StaffAction.INCIDENT: _answer_offer,
    StaffAction.NO_INCIDENT: _answer_offer,
    **dict.fromkeys(
        (StaffAction.UNLINK, StaffAction.ALL, StaffAction.CLOSE_ALL, StaffAction.REOPEN_ALL),
        _act_in_incident,
    ),
}
_WHILE_LIVE: dict[str, _Apply] = {
    StaffAction.CLAIM: _claim,
    StaffAction.TAKE_OVER: _claim,
    StaffAction.ASSIGN: _assign,
    StaffAction.URGENCY: _set_urgency,
    StaffAction.SUGGESTION: _act_as_assignee,
    StaffAction.WAIT: _act_as_assignee,
    StaffAction.BACK: _act_as_assignee,
    StaffAction.CLOSE: _act_as_assignee,
    StaffAction.MERGE: _merge,
}
_OF_MERGED = (
    StaffAction.NOTE,
    StaffAction.UNDO,
    EDIT,
    LEFT,
    StaffAction.INCIDENT,
    StaffAction.NO_INCIDENT,
)
"""What may be done in the room of a ticket that goes on in another one."""
