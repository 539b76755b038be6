"""The card of a ticket in the staff's room: what it shows, its buttons and the room's title."""

from collections.abc import Sequence

from agents.support import staff_posts
from agents.support.case.ticket_case import TicketCase
from agents.support.staff_posts import StaffAction
from agents.support.tickets import TicketStatus, Urgency, subject_of
from domain.plain_text import inert
from domain.replies import Choice

SHOWN_MARK = "✅"
_DOTS = {Urgency.CRITICAL: "🔴", Urgency.HIGH: "🟠", Urgency.MEDIUM: "🟡", Urgency.LOW: "🟢"}


def title_of(case: TicketCase) -> str:
    """The title of the ticket's room: ``🟠 charged twice · TKT-7K2M9Q4D billing``."""
    dot = _DOTS[case.urgency] if case.live else SHOWN_MARK
    kind = case.type.value if case.type else ""
    subject = inert(subject_of(texts_of(case)))
    name = f"{case.start.ticket_id} {kind}".rstrip()
    return f"{dot} {subject} · {name}" if subject else f"{dot} {name}"


def texts_of(case: TicketCase) -> Sequence[str]:
    """What the customer wrote until triage, in the working language where that could be had."""
    translation = case.state.translation
    if translation is not None:
        return translation.translated_messages
    return [each.text for each in case.state.ticket.messages]


def card_of(case: TicketCase) -> staff_posts.CaseCard:
    state = case.state
    info, result, decision = state.customer_info, state.triage_result, state.supervisor_decision
    why = result.reasoning if result else decision.reasoning if decision else ""
    return staff_posts.CaseCard(
        ticket_id=case.start.ticket_id,
        customer_id=case.start.customer_id,
        number=case.start.card.number,
        status=case.status,
        plan=info.plan if info else "",
        vip=info.vip if info else False,
        flags=case.start.flags,
        earlier=case.start.earlier,
        language=case.language,
        type=case.type,
        urgency=case.urgency,
        why=why,
        summary="\n".join(texts_of(case))[:1000],
        opened_at=case.start.opened_at,
        articles=state.kb_results,
        suggested=case.suggestion,
        first_due=case.card.due,
        resolve_due=case.resolution.due if case.resolve_runs else None,
        assignee=case.holder,
        incident=case.incident,
    )


def buttons_of(case: TicketCase) -> tuple[Choice, ...]:
    """What may be done about it now."""
    if case.merged_into is not None:
        return ()
    linked = bool(case.incident)
    if not case.live:
        more = (StaffAction.REOPEN_ALL,) if linked else ()
        return staff_posts.buttons(case.id, (StaffAction.REOPEN, *more))
    possible = {
        StaffAction.CLAIM: case.assignee is None,
        StaffAction.ASSIGN: True,
        StaffAction.URGENCY: True,
        StaffAction.SUGGESTION: bool(case.suggestion),
        StaffAction.WAIT: case.status is not TicketStatus.WAITING_CUSTOMER,
        StaffAction.BACK: case.status is not TicketStatus.ACTIVE,
        StaffAction.CLOSE: True,
        StaffAction.CLOSE_ALL: linked,
        StaffAction.UNLINK: linked,
    }
    return staff_posts.buttons(case.id, [action for action, may in possible.items() if may])
