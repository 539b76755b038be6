"""Which ticket a message is for, and how it gets there: to a task, to people, to a new ticket."""

import re
from collections.abc import Sequence
from datetime import timedelta

from temporalio import workflow

from agents.contract import HandlerDesk
from agents.support import buttons, replies
from agents.support.activity_calls import (
    GONE_ON,
    MATCH_TICKET,
    PASS_TO_TICKET,
    CustomerSaid,
    MatchTicketRequest,
    Passed,
    PassRequest,
)
from agents.support.details import SupportDetails, Taken
from agents.support.handlers.customer_tickets import CustomerTickets, KnownTicket
from agents.support.naming import message_id, message_key, ticket_id
from agents.support.tickets import (
    ACTIVE_OFFERED,
    LIVE,
    OPEN_TICKETS,
    OVER,
    PROBLEMS_A_MESSAGE,
    MatchResult,
    Ticketed,
    TicketStatus,
    TicketSummary,
)
from agents.support.triage_state import card_of, start_of
from domain.failures import ActivityFailed

BARE_WORDS = 8
"""Words of which "a person, please" may have so many and still tell of no problem of its own; and
the answer to a question for one detail."""
GOES_ON = timedelta(days=1)
"""Behind the customer's last words: so soon, what they say more of it needs no new look."""
_SCORED = re.compile(r"\s*([1-5])(?:\s*/\s*5)?(?:$|[\s,.:;!–-]+(?P<comment>.*))", re.DOTALL)


def message_of(desk: HandlerDesk, text: str) -> Ticketed:
    """What they said, in these words of it; or pressed, without any."""
    heard = desk.heard
    if heard is None:
        return Ticketed(id=desk.next_change_id(), text=text, at=workflow.now())
    attachment = heard.attachments[0] if heard.attachments else None
    return Ticketed(
        id=message_id(heard), text=text or heard.text, at=heard.sent_at, attachment=attachment
    )


def press_of(desk: HandlerDesk) -> Ticketed:
    return Ticketed(id=desk.next_change_id(), text="", at=workflow.now())


def taken_from(
    desk: HandlerDesk, known: CustomerTickets, message: Ticketed, *, human: bool
) -> Taken:
    """A message, with its second and further files."""
    files = desk.heard.attachments[1:] if desk.heard is not None else ()
    return Taken(
        customer_id=known.customer_id,
        message=message,
        further=tuple(
            Ticketed(id=f"{message.id}/file{n}", text="", at=message.at, attachment=file)
            for n, file in enumerate(files, 2)
        ),
        kind="wants_person" if human else "said",
        agreed=desk.agreed,
    )


async def join_edited(desk: HandlerDesk, known: CustomerTickets, taken: Taken) -> bool:
    """Whether the message is an edit of one that a ticket has: it goes there."""
    heard, message = desk.heard, taken.message
    if heard is None or not heard.edits:
        return False
    before = next((each for each in known.tickets if each.has_message(message.id)), None)
    if before is None:
        return False
    edit = message.model_copy(update={"id": heard.id})
    edited = {"message": edit, "kind": "edited", "of": message.id}
    await join(desk, before, taken.model_copy(update=edited), named=True)
    return True


async def send_to_named(
    desk: HandlerDesk, known: CustomerTickets, target: str, taken: Taken
) -> None:
    """To the ticket that they named. One of theirs that was over long ago is linked to a new one;
    anybody else's is as unknown.
    """
    found = known.find(target)
    if found is None:
        own_task = target.startswith(f"{desk.conversation_id}/")
        if over := known.find_past(target) or (ticket_id(target) if own_task else ""):
            open_ticket(desk, known, taken.model_copy(update={"linked_to": over}))
        else:
            desk.say(replies.Unknown(named=target))
        return
    score = _SCORED.fullmatch(taken.message.text.strip().removeprefix(target))
    if score is not None and found.row.status is TicketStatus.CLOSED:
        await rate(desk, found, int(score[1]), score["comment"] or "")
        return
    await join(desk, found, taken, named=True)


async def send_to_fitting(desk: HandlerDesk, known: CustomerTickets, taken: Taken) -> None:
    """To the ticket in triage, else to the one that is matched, else to a new one."""
    others = [each for each in known.tickets if not each.has_message(taken.message.id)]
    already = [each for each in known.tickets if each.has_message(taken.message.id)]
    if len(already) >= PROBLEMS_A_MESSAGE:
        last = already[-1]
        more = {"id": f"{taken.message.id}/more{len(last.messages)}"}
        message = taken.message.model_copy(update=more)
        await join(desk, last, taken.model_copy(update={"message": message}), named=True)
        return
    now = [each for each in others if each.in_triage]
    text = taken.message.text.strip()
    bare = len(text.split()) <= BARE_WORDS
    answering = [each for each in others if each.own is not None and each.own.awaits]
    answers = bare and not text.endswith("?") and len(answering) == 1
    if len(now) == 1:
        await join(desk, now[0], taken, named=True)
        return
    if answers and len(others) == 1:
        await join(desk, answering[0], taken, named=True)
        return
    under_way = [each for each in others if each.row.status in LIVE]
    if not text and under_way:  # a picture without words, for what is talked about
        await join(desk, under_way[-1], taken, named=False)
        return
    match = await _find_match(desk, known, others, taken)
    offered = {each.row.ticket_id: each for each in others}
    found = offered.get(match.ticket_id or "")
    if found is None and answers:  # what was asked for, in words like those of no ticket
        await join(desk, answering[0], taken, named=True)
        return
    asks_person = taken.kind == "wants_person" and bare
    if found is None and asks_person and others:
        found = (under_way or others)[-1]
    if found is None and len(known.under_way) >= OPEN_TICKETS:
        found = offered.get(match.matched_ticket_id or "")
    if found is not None:
        await join(desk, found, taken, named=False)
    else:
        open_ticket(desk, known, taken)


async def _find_match(
    desk: HandlerDesk, known: CustomerTickets, others: Sequence[KnownTicket], taken: Taken
) -> MatchResult:
    """An id that was not offered is none."""
    offered = [each.row for each in others][-ACTIVE_OFFERED:]
    if not offered:
        return MatchResult()
    request = MatchTicketRequest(
        person=desk.person,
        customer_id=known.customer_id,
        text=taken.message.text,
        tickets=tuple(row.model_copy(update={"messages": (), "answer": ""}) for row in offered),
    )
    try:
        match = (await desk.call(MATCH_TICKET, request, "match")).match
    except ActivityFailed as failure:
        workflow.logger.warning("ticket.not_matched", extra={"code": failure.code})
        return MatchResult()
    known_ids = {row.ticket_id for row in offered}
    return match if match.matched_ticket_id in known_ids else MatchResult()


def hand(desk: HandlerDesk, taken: Taken, task_id: str | None = None) -> str | None:
    """To a task, else to a new one."""
    return desk.hand(SupportDetails(taken=taken).model_dump(mode="json"), task_id)


def open_ticket(desk: HandlerDesk, known: CustomerTickets, taken: Taken) -> None:
    if len(known.under_way) >= OPEN_TICKETS:
        desk.say(replies.TooManyTickets(cards=tuple(card_of(each.row) for each in known.under_way)))
    else:
        hand(desk, taken)


async def join(desk: HandlerDesk, found: KnownTicket, taken: Taken, *, named: bool) -> None:
    """``named``: it needs no telling which ticket it joins."""
    row, own = found.row, found.own
    choices = [buttons.choice(buttons.NOT_THIS_ONE, row.ticket_id, message_key(taken.message.id))]
    joins = own is not None and own.shown and not named
    handed = taken.model_copy(update={"by_people": found.by_people, "told": joins})
    if own is not None and hand(desk, handed, own.task_id):
        if joins:
            desk.say(replies.Joined(card=card_of(row)), choices)
        return
    card = card_of(row)
    if found.by_people:
        said = CustomerSaid(
            message=taken.message, kind=taken.kind, of=taken.of, language=row.language
        )
        passed = await pass_on(desk, row, said)
        for file in taken.further:
            passed = await pass_on(desk, row, CustomerSaid(message=file, language=row.language))
        card = card.model_copy(update={"assignee": passed.held_by or row.assignee})
    if not named:
        desk.say(replies.Joined(card=card), choices)
    if not found.by_people:
        hand(desk, taken.model_copy(update={"ticket": row, "reopened": _reopens(row, taken)}))


def _reopens(row: TicketSummary, taken: Taken) -> bool:
    """An answer of the bot that did not help, that a person is asked for after, or behind which
    more is said within a day is gone on from, unless the customer said that it solved it.
    """
    if row.status is TicketStatus.SOLVED and not (row.assignee or row.confirmed):
        soon = row.last_at is not None and taken.message.at - row.last_at < GOES_ON
        if soon or taken.kind in GONE_ON:
            return False
    return row.status in OVER and taken.kind != "edited"


async def pass_on(desk: HandlerDesk, row: TicketSummary, said: CustomerSaid) -> Passed:
    """Tells the ticket's own workflow, which is begun again from its row where it had ended."""
    start = start_of(row, desk.person, desk.conversation_id, said.message)
    return await desk.call(PASS_TO_TICKET, PassRequest(start=start, said=said), "pass")


async def rate(desk: HandlerDesk, found: KnownTicket, score: int, comment: str = "") -> None:
    message = press_of(desk)
    if comment:
        message = message_of(desk, comment)
    await pass_on(desk, found.row, CustomerSaid(message=message, kind="rated", rating=score))
    desk.say(replies.Rated(card=card_of(found.row), score=score))
