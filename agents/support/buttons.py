"""What is done with a message, a button or a command before any ticket's own work: which ticket
it is about, and how it gets there.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from temporalio import workflow

from agents.contract import Handler, HandlerDesk
from agents.support import pressed, replies
from agents.support.activity_calls import (
    AT_DESK,
    GONE_ON,
    MATCH_TICKET,
    NOTE_EVENT,
    PASS_TO_TICKET,
    AtDesk,
    AtDeskRequest,
    CaseStart,
    CustomerSaid,
    MatchTicketRequest,
    Passed,
    PassRequest,
    TicketEvent,
)
from agents.support.card import CARD, TicketCard
from agents.support.details import SupportDetails, Taken
from agents.support.naming import TICKET_ID, message_id, message_key, numbered, ticket_id
from agents.support.state import OVER, PEOPLES, SupportState, card_of
from agents.support.tickets import (
    ACTIVE_OFFERED,
    OPEN_TICKETS,
    PROBLEMS_A_MESSAGE,
    AgentState,
    MatchResult,
    Ticket,
    Ticketed,
    TicketStatus,
    TicketSummary,
)
from domain.failures import ActivityFailed
from domain.messages import ButtonPress
from domain.tasks import Shown
from domain.topics import StaleButton

BARE_WORDS = 8
"""Words of which "a person, please" may have so many and still tell of no problem of its own; and
the answer to a question for one detail."""
GOES_ON = timedelta(days=1)
"""Behind the customer's last words: so soon, what they say more of it needs no new look."""
_SCORES = {str(score): score for score in range(1, 6)}
_UNDER_WAY = frozenset({TicketStatus.ACTIVE, TicketStatus.OPEN, TicketStatus.WAITING_CUSTOMER})
_SCORED = re.compile(r"\s*([1-5])(?:\s*/\s*5)?(?:$|[\s,.:;!–-]+(?P<comment>.*))", re.DOTALL)


@dataclass(frozen=True)
class Known:
    """A ticket of this customer: as its row has it, and its task where one goes on in the chat."""

    row: TicketSummary
    own: SupportState | None = None

    @property
    def by_people(self) -> bool:
        """Whether people have it; not while the customer is still asked whether they are to."""
        asking = self.own is not None and self.own.asks_to_pass
        return self.row.status in PEOPLES and not asking

    @property
    def in_triage(self) -> bool:
        return self.own is not None and not self.own.shown

    @property
    def card(self) -> TicketCard:
        awaits = self.own.awaits if self.own is not None else ""
        return card_of(self.row).model_copy(update={"awaits": awaits})

    def said_in(self, message: str) -> bool:
        own = self.own.messages if self.own else ()
        return any(each.id == message for each in (*own, *self.row.messages))


@dataclass(frozen=True)
class Counter:
    """What is known of the customer when they say something."""

    customer_id: str
    tickets: Sequence[Known]
    past: Sequence[TicketSummary] = ()

    def over(self, target: str) -> str:
        """The id of the one that they named and that is over for good; empty for none."""
        name, number = target.strip(), numbered(target)
        for row in self.past:
            numbered_so = number > 0 and number == row.number
            if numbered_so or name.upper() == row.ticket_id or name == row.task_id:
                return row.ticket_id
        return ""

    def named(self, target: str) -> Known | None:
        name, number = target.strip(), numbered(target)
        for each in reversed(self.tickets):
            row = each.row
            tasks = {row.task_id, *row.tasks, each.own.task_id if each.own else row.task_id}
            if name.upper() == row.ticket_id or (name and name in tasks):
                return each
            if number and number == row.number:
                return each
        return None

    @property
    def under_way(self) -> Sequence[Known]:
        return [each for each in self.tickets if each.row.status in _UNDER_WAY]


async def counter(desk: HandlerDesk) -> Counter:
    """Rows of the customer's active tickets; of those at work here their own state is newer. When
    the database cannot be asked, these have to do.
    """
    request = AtDeskRequest(
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        locale=desk.person.locale,
    )
    try:
        found = await desk.call(AT_DESK, request, "desk")
    except ActivityFailed as failure:
        workflow.logger.warning("support.desk_unknown", extra={"code": failure.code})
        found = AtDesk(customer_id="")
    states = [agent.state for agent in desk.tasks()]
    own = {state.ticket_id: state for state in states if isinstance(state, SupportState)}
    tickets = [_merged(row, own.pop(row.ticket_id, None)) for row in found.active]
    tickets += [Known(state.summary(), state) for state in own.values()]
    customer = found.customer_id or next((s.customer_id for s in own.values()), "")
    return Counter(customer, tickets, found.past)


def _merged(row: TicketSummary, own: SupportState | None) -> Known:
    if own is None:
        return Known(row)
    newer = own.summary().model_copy(update={"tasks": (row.task_id, *row.tasks)})
    if row.status is not TicketStatus.ACTIVE and own.shown:
        own.assignee, own.awaits = row.assignee, ""  # people ask for themselves
        theirs = {"status": row.status, "assignee": row.assignee, "due": row.due}
        newer = newer.model_copy(update=theirs)
    return Known(newer, own)


# What is said


def asked(details: SupportDetails) -> Handler:
    """A message for support, whichever ticket it is about."""

    async def handler(desk: HandlerDesk) -> None:
        async with desk.in_turn():
            await _take(desk, details)

    return handler


def _message(desk: HandlerDesk, words: str) -> Ticketed:
    heard = desk.heard
    if heard is None:
        return Ticketed(id=desk.next_change_id(), text=words, at=workflow.now())
    attachment = heard.attachments[0] if heard.attachments else None
    text = words or heard.text
    return Ticketed(id=message_id(heard), text=text, at=heard.sent_at, attachment=attachment)


def _further(desk: HandlerDesk, message: Ticketed) -> tuple[Ticketed, ...]:
    """The second and further files of a message."""
    files = desk.heard.attachments[1:] if desk.heard is not None else ()
    return tuple(
        Ticketed(id=f"{message.id}/file{n}", text="", at=message.at, attachment=file)
        for n, file in enumerate(files, 2)
    )


async def _take(desk: HandlerDesk, details: SupportDetails) -> None:
    known = await counter(desk)
    if details.wish != "help":
        _of_a_ticket(desk, known, details)
        return
    if details.bare:
        _list(desk, known)
        return
    message = _message(desk, details.words or ("/human" if details.human else ""))
    if not message.text and message.attachment is None:
        _list(desk, known)
        return
    taken = Taken(
        customer_id=known.customer_id,
        message=message,
        further=_further(desk, message),
        kind="wants_person" if details.human else "said",
        agreed=desk.agreed,
    )
    heard = desk.heard
    if heard is not None and heard.edits:
        before = next((each for each in known.tickets if each.said_in(message.id)), None)
        if before is not None:
            edit = message.model_copy(update={"id": heard.id})
            edited = {"message": edit, "kind": "edited", "of": message.id}
            await _join(desk, before, taken.model_copy(update=edited), named=True)
            return
    judged = known.named(details.target) if details.verdict else None
    if judged is not None:
        await _judged(desk, known, judged, details, taken)
        return
    if details.target:
        await _to_named(desk, known, details.target, taken)
        return
    await _to_fitting(desk, known, taken)


async def _judged(
    desk: HandlerDesk, known: Counter, found: Known, details: SupportDetails, taken: Taken
) -> None:
    """What the buttons below an answer say, said in words: these are kept with it. Where people
    have the ticket by now, it is for them.
    """
    if found.by_people:
        await _join(desk, found, taken, named=False)
        return
    if details.verdict == "solved":
        await _solved(desk, known, found, details.article)
        return
    await _helped(desk, found.row, details.article, helpful=False)
    kind = taken.kind if taken.kind in GONE_ON else "not_solved"
    articles = (details.article,) if details.article else ()
    judged = taken.model_copy(update={"kind": kind, "articles": articles})
    await _join(desk, found, judged, named=True)


async def _to_named(desk: HandlerDesk, known: Counter, target: str, taken: Taken) -> None:
    """To the ticket that they named. One of theirs that was over long ago is linked to a new one;
    anybody else's is as unknown.
    """
    found = known.named(target)
    if found is None:
        own_task = target.startswith(f"{desk.conversation_id}/")
        if over := known.over(target) or (ticket_id(target) if own_task else ""):
            _open(desk, known, taken.model_copy(update={"linked_to": over}))
        else:
            desk.say(replies.Unknown(named=target))
        return
    score = _SCORED.fullmatch(taken.message.text.strip().removeprefix(target))
    if score is not None and found.row.status is TicketStatus.CLOSED:
        await _rate(desk, known, found, int(score[1]), score["comment"] or "")
        return
    await _join(desk, found, taken, named=True)


async def _to_fitting(desk: HandlerDesk, known: Counter, taken: Taken) -> None:
    """To the ticket in triage, else to the one that is matched, else to a new one."""
    others = [each for each in known.tickets if not each.said_in(taken.message.id)]
    already = [each for each in known.tickets if each.said_in(taken.message.id)]
    if len(already) >= PROBLEMS_A_MESSAGE:
        last = already[-1]
        said = [*(last.own.messages if last.own else ()), *last.row.messages]
        more = taken.message.model_copy(update={"id": f"{taken.message.id}/more{len(said)}"})
        await _join(desk, last, taken.model_copy(update={"message": more}), named=True)
        return
    now = [each for each in others if each.in_triage]
    text = taken.message.text.strip()
    bare = len(text.split()) <= BARE_WORDS
    answering = [each for each in others if each.own is not None and each.own.awaits]
    answers = bare and not text.endswith("?") and len(answering) == 1
    if len(now) == 1:
        await _join(desk, now[0], taken, named=True)
        return
    if answers and len(others) == 1:
        await _join(desk, answering[0], taken, named=True)
        return
    under_way = [each for each in others if each.row.status in _UNDER_WAY]
    if not text and under_way:  # a picture without words, for what is talked about
        await _join(desk, under_way[-1], taken, named=False)
        return
    match = await _match(desk, known, others, taken)
    found = next((each for each in others if each.row.ticket_id == match.ticket_id), None)
    if found is None and answers:  # what was asked for, in words like those of no ticket
        await _join(desk, answering[0], taken, named=True)
        return
    asks_person = taken.kind == "wants_person" and bare
    if found is None and asks_person and others:
        found = (under_way or others)[-1]
    if found is None and len(known.under_way) >= OPEN_TICKETS:
        offered = match.matched_ticket_id
        found = next((each for each in others if each.row.ticket_id == offered), None)
        if found is None:
            cards = tuple(card_of(each.row) for each in known.under_way)
            desk.say(replies.TooManyTickets(cards=cards))
            return
    if found is not None:
        await _join(desk, found, taken, named=False)
    else:
        _open(desk, known, taken)


async def _match(
    desk: HandlerDesk, known: Counter, others: Sequence[Known], taken: Taken
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


def _hand(desk: HandlerDesk, taken: Taken, task_id: str | None = None) -> str | None:
    details = SupportDetails(taken=taken)
    return desk.hand(details.model_dump(mode="json"), task_id)


def _open(desk: HandlerDesk, known: Counter, taken: Taken) -> None:
    if len(known.under_way) >= OPEN_TICKETS:
        desk.say(replies.TooManyTickets(cards=tuple(card_of(each.row) for each in known.under_way)))
        return
    _hand(desk, taken)


async def _join(desk: HandlerDesk, found: Known, taken: Taken, *, named: bool) -> None:
    """``named``: it needs no telling which ticket it joins."""
    row, own = found.row, found.own
    choices = [pressed.choice(pressed.NOT_THIS_ONE, row.ticket_id, message_key(taken.message.id))]
    joins = own is not None and own.shown and not named
    handed = taken.model_copy(update={"by_people": found.by_people, "told": joins})
    if own is not None and _hand(desk, handed, own.task_id):
        if joins:
            desk.say(replies.Joined(card=card_of(row)), choices)
        return
    if found.by_people:
        said = CustomerSaid(
            message=taken.message, kind=taken.kind, of=taken.of, language=row.language
        )
        passed = await _pass(desk, row, said)
        for file in taken.further:
            passed = await _pass(desk, row, CustomerSaid(message=file, language=row.language))
        if not named:
            desk.say(replies.Joined(card=_with_person(row, passed)), choices)
        return
    again = taken.model_copy(update={"ticket": row, "reopened": _reopens(row, taken)})
    if not named:
        desk.say(replies.Joined(card=card_of(row)), choices)
    _hand(desk, again)


def _reopens(row: TicketSummary, taken: Taken) -> bool:
    """An answer of the bot that did not help, that a person is asked for after, or behind which
    more is said within a day is gone on from, unless the customer said that it solved it.
    """
    if row.status is TicketStatus.SOLVED and not (row.assignee or row.confirmed):
        soon = row.last_at is not None and taken.message.at - row.last_at < GOES_ON
        if soon or taken.kind in GONE_ON:
            return False
    return row.status in OVER and taken.kind != "edited"


def _with_person(row: TicketSummary, passed: Passed) -> TicketCard:
    return card_of(row).model_copy(update={"assignee": passed.held_by or row.assignee})


async def _pass(desk: HandlerDesk, row: TicketSummary, said: CustomerSaid) -> Passed:
    """Tells the ticket's own workflow, which is begun again from its row where it had ended."""
    ticket = Ticket(
        customer_id=row.customer_id,
        ticket_id=row.ticket_id,
        messages=row.messages or (said.message,),
    )
    start = CaseStart(
        customer_id=row.customer_id,
        ticket_id=row.ticket_id,
        user_id=desk.person.user_id,
        conversation_id=desk.conversation_id,
        person=desk.person,
        card=card_of(row),
        state=AgentState(ticket=ticket),
        first_due=row.due,
        opened_at=ticket.messages[0].at,
        status=row.status,
    )
    return await desk.call(PASS_TO_TICKET, PassRequest(start=start, said=said), "pass")


# Commands


def command(name: str, value: str) -> Handler | None:
    if name == "tickets" or (name == "support" and not value.strip()):
        return _tickets
    if name in {"support", "human"}:
        return asked(SupportDetails(words=value.strip(), human=name == "human"))
    return None


async def _tickets(desk: HandlerDesk) -> None:
    _list(desk, await counter(desk))


async def standing(desk: HandlerDesk) -> Sequence[Shown]:
    """The tickets under way, also those that people have."""
    known = await counter(desk)
    return [
        Shown(
            task_id=each.own.task_id if each.own else each.row.task_id,
            agent=CARD.slug,
            number=each.row.number,
            card=each.card.model_dump(mode="json"),
        )
        for each in known.under_way
    ]


async def cancelling(desk: HandlerDesk) -> None:
    """A cancel that met no task: the newest ticket that people have is asked about."""
    known = await counter(desk)
    if known.under_way:
        _ask_to_withdraw(desk, known)


def _of_a_ticket(desk: HandlerDesk, known: Counter, details: SupportDetails) -> None:
    """Shows how the ticket stands that is meant, or asks whether to drop it."""
    named = known.named(details.target)
    if details.wish == "withdraw":
        _ask_to_withdraw(desk, known, named)
        return
    shown = (named,) if named is not None else known.under_way or known.tickets[-1:]
    desk.say(replies.Tickets(cards=tuple(each.card for each in shown)))


def _ask_to_withdraw(desk: HandlerDesk, known: Counter, named: Known | None = None) -> None:
    """Asks about the ticket that was named, else about the newest under way."""
    newest = known.under_way[-1] if known.under_way else None
    found = named if named in known.under_way else newest
    if found is None:
        _list(desk, known)
        return
    row = found.row
    desk.say(replies.AskWithdraw(card=card_of(row)), pressed.below_withdrawing(row.ticket_id))


def _list(desk: HandlerDesk, known: Counter) -> None:
    desk.say(replies.Tickets(cards=tuple(each.card for each in known.under_way)))


# Buttons


def handler_of(press: ButtonPress) -> Handler | None:
    """What a button does; None for one that is none of this agent's."""
    made = _BUTTONS.get(press.action)
    return made(press) if made is not None else None


_Apply = Callable[[HandlerDesk, Counter, Known, str], Awaitable[None]]


def _on(press: ButtonPress, apply: _Apply) -> Handler:
    """A press on a ticket of this customer; on any other it is told so, and nothing is done."""

    async def handler(desk: HandlerDesk) -> None:
        async with desk.in_turn():
            known = await counter(desk)
            found = known.named(press.subject) if TICKET_ID.fullmatch(press.subject) else None
            if found is None:
                desk.say(replies.Unknown(named=press.subject))
            else:
                await apply(desk, known, found, press.value)

    return handler


def _pressed(desk: HandlerDesk) -> Ticketed:
    return Ticketed(id=desk.next_change_id(), text="", at=workflow.now())


async def _helped(desk: HandlerDesk, row: TicketSummary, article: str, *, helpful: bool) -> None:
    """Counts for the article that was the answer."""
    if article:
        event = TicketEvent(
            event_id=desk.next_change_id(),
            customer_id=row.customer_id,
            ticket_id=row.ticket_id,
            kind="solved" if helpful else "not_solved",
            actor="customer",
            at=workflow.now(),
            helpful=helpful,
            articles=(article,),
        )
        await desk.call(NOTE_EVENT, event, "note")


async def _end(desk: HandlerDesk, known: Counter, found: Known, kind: str) -> None:
    """What ends a ticket, told to its people."""
    row, message = found.row, _pressed(desk)
    taken = Taken(customer_id=known.customer_id, message=message, kind=kind)
    if found.own is None or _hand(desk, taken, found.own.task_id) is None:
        await _pass(desk, row, CustomerSaid(message=message, kind=kind))


async def _solved(desk: HandlerDesk, known: Counter, found: Known, article: str) -> None:
    await _helped(desk, found.row, article, helpful=True)
    if found.row.status in _UNDER_WAY:
        await _end(desk, known, found, "solved")
    card = card_of(found.row).model_copy(update={"status": TicketStatus.SOLVED})
    desk.say(replies.TicketTold(card=card, what="solved"))


async def _not_solved(desk: HandlerDesk, known: Counter, found: Known, article: str) -> None:
    await _helped(desk, found.row, article, helpful=False)
    await _again(desk, known, found, "not_solved", article)


async def _person(desk: HandlerDesk, known: Counter, found: Known, article: str) -> None:
    await _again(desk, known, found, "wants_person", article)


async def _again(desk: HandlerDesk, known: Counter, found: Known, kind: str, article: str) -> None:
    taken = Taken(
        customer_id=known.customer_id,
        message=_pressed(desk),
        kind=kind,
        articles=(article,) if article else (),
    )
    await _join(desk, found, taken, named=True)
    if found.by_people:
        desk.say(replies.HandedOver(card=card_of(found.row)))


async def _withdraw(desk: HandlerDesk, known: Counter, found: Known, value: str) -> None:
    if found.row.status not in _UNDER_WAY:
        desk.say(replies.TicketTold(card=card_of(found.row), what="solved"))
        return
    if value != "yes":
        content = replies.AskWithdraw(card=card_of(found.row))
        desk.say(content, pressed.below_withdrawing(found.row.ticket_id))
        return
    await _end(desk, known, found, "withdrawn")
    card = card_of(found.row).model_copy(update={"status": TicketStatus.WITHDRAWN})
    desk.say(replies.TicketTold(card=card, what="withdrawn"))


async def _keep(desk: HandlerDesk, known: Counter, found: Known, value: str) -> None:
    del known, value
    desk.say(replies.TicketTold(card=card_of(found.row), what="kept"))


async def _not_this_one(desk: HandlerDesk, known: Counter, found: Known, key: str) -> None:
    """The message that had joined gets a ticket of its own."""
    own = found.own.messages if found.own else ()
    said = [m for m in (*own, *found.row.messages) if message_key(m.id) == key]
    if not said:
        desk.say(replies.Unknown(named=found.row.ticket_id))
        return
    linked = found.row.ticket_id
    taken = Taken(customer_id=known.customer_id, message=said[-1], linked_to=linked)
    _open(desk, known, taken)


async def _rated(desk: HandlerDesk, known: Counter, found: Known, value: str) -> None:
    score = _SCORES.get(value)
    if score is None or found.row.status in _UNDER_WAY:
        desk.say(StaleButton())
        return
    await _rate(desk, known, found, score, "")


async def _rate(desk: HandlerDesk, known: Counter, found: Known, score: int, comment: str) -> None:
    del known
    message = _message(desk, comment) if comment else _pressed(desk)
    if comment:
        message = message.model_copy(update={"text": comment})
    await _pass(desk, found.row, CustomerSaid(message=message, kind="rated", rating=score))
    desk.say(replies.Rated(card=card_of(found.row), score=score))


async def _original(desk: HandlerDesk, known: Counter, found: Known, key: str) -> None:
    del known
    said = CustomerSaid(message=_pressed(desk), kind="original", of=key)
    await _pass(desk, found.row, said)


_BUTTONS: dict[str, Callable[[ButtonPress], Handler]] = {
    pressed.SOLVED: lambda press: _on(press, _solved),
    pressed.NOT_SOLVED: lambda press: _on(press, _not_solved),
    pressed.PERSON: lambda press: _on(press, _person),
    pressed.WITHDRAW: lambda press: _on(press, _withdraw),
    pressed.KEEP: lambda press: _on(press, _keep),
    pressed.NOT_THIS_ONE: lambda press: _on(press, _not_this_one),
    pressed.RATE: lambda press: _on(press, _rated),
    pressed.ORIGINAL: lambda press: _on(press, _original),
}
