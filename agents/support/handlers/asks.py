"""All that a customer can ask support for, by what it is asked by: words, a command, a button."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from agents.contract import Handler, HandlerDesk
from agents.support import buttons, replies
from agents.support.activity_calls import CustomerSaid
from agents.support.card import CARD
from agents.support.details import SupportDetails, Taken
from agents.support.handlers import messages, verdicts
from agents.support.handlers.customer_tickets import CustomerTickets, TicketAsk, find_tickets
from agents.support.naming import TICKET_ID, message_key
from agents.support.tickets import LIVE, TicketStatus
from agents.support.triage_state import card_of
from domain.messages import ButtonPress
from domain.tasks import Shown
from domain.topics import StaleButton

_SCORES = {str(score): score for score in range(1, 6)}


# By words


def by_words(details: SupportDetails) -> Handler:
    """A message for support, whichever ticket it is about."""

    async def handler(desk: HandlerDesk) -> None:
        async with desk.in_turn():
            known = await find_tickets(desk)
            if details.wish == "withdraw":
                _ask_to_withdraw(desk, known, details.target)
            elif details.wish == "state":
                _show_tickets(desk, known, details.target)
            else:
                await _take_message(desk, known, details)

    return handler


async def _take_message(desk: HandlerDesk, known: CustomerTickets, details: SupportDetails) -> None:
    if details.bare:
        _list_tickets(desk, known)
        return
    message = messages.message_of(desk, details.words or ("/human" if details.human else ""))
    if not message.text and message.attachment is None:
        _list_tickets(desk, known)
        return
    taken = messages.taken_from(desk, known, message, human=details.human)
    if await messages.join_edited(desk, known, taken):
        return
    judged = known.find(details.target) if details.verdict else None
    if judged is not None:
        await verdicts.take_verdict(TicketAsk(desk, known, judged), details, taken)
    elif details.target:
        await messages.send_to_named(desk, known, details.target, taken)
    else:
        await messages.send_to_fitting(desk, known, taken)


def _show_tickets(desk: HandlerDesk, known: CustomerTickets, target: str) -> None:
    """How the ticket stands that is meant, else all that are under way, else the last one."""
    named = known.find(target)
    shown = (named,) if named is not None else known.listed or known.tickets[-1:]
    desk.say(replies.Tickets(cards=tuple(each.card for each in shown)))


def _ask_to_withdraw(
    desk: HandlerDesk, known: CustomerTickets, target: str = "", *, cancelled: bool = False
) -> None:
    """Asks about the ticket that was named, else about the newest under way."""
    named = known.find(target)
    is_reply = target.startswith(f"{desk.conversation_id}/")
    if target and named is None and not is_reply:
        desk.say(replies.Unknown(named=target))
    elif named is not None and named.row.status not in LIVE:
        _show_tickets(desk, known, target)
    elif named is not None or known.under_way:
        row = (named or known.under_way[-1]).row
        content = replies.AskWithdraw(card=card_of(row), cancelled=cancelled)
        desk.say(content, buttons.below_withdrawing(row.ticket_id, cancelled=cancelled))
    else:
        _list_tickets(desk, known)


def _list_tickets(desk: HandlerDesk, known: CustomerTickets) -> None:
    desk.say(replies.Tickets(cards=tuple(each.card for each in known.listed)))


# By a command, or by one of the platform's


def by_command(name: str, value: str) -> Handler | None:
    if name == "tickets" or (name == "support" and not value.strip()):
        return _tickets
    if name in {"support", "human"}:
        return by_words(SupportDetails(words=value.strip(), human=name == "human"))
    return None


async def _tickets(desk: HandlerDesk) -> None:
    _list_tickets(desk, await find_tickets(desk))


async def standing(desk: HandlerDesk) -> Sequence[Shown]:
    """The tickets under way, also those that people have."""
    known = await find_tickets(desk)
    return [
        Shown(
            task_id=each.own.task_id if each.own else each.row.task_id,
            agent=CARD.slug,
            number=each.row.number,
            card=each.card.model_dump(mode="json"),
        )
        for each in known.listed
    ]


async def cancelling(desk: HandlerDesk) -> None:
    """A cancel that met no task: the newest ticket that people have is asked about."""
    known = await find_tickets(desk)
    if known.listed:
        _ask_to_withdraw(desk, known, cancelled=True)


# By a button


def by_press(press: ButtonPress) -> Handler | None:
    """A press on a ticket of this customer; on any other it is told so, and nothing is done. None
    for a button that is none of this agent's.
    """
    apply = PRESSES.get(press.action)
    if apply is None:
        return None

    async def handler(desk: HandlerDesk) -> None:
        async with desk.in_turn():
            known = await find_tickets(desk)
            found = known.find(press.subject) if TICKET_ID.fullmatch(press.subject) else None
            if found is None:
                desk.say(replies.Unknown(named=press.subject))
            else:
                await apply(TicketAsk(desk, known, found, press.value))

    return handler


async def _withdraw(ask: TicketAsk) -> None:
    if ask.row.status in LIVE and ask.value != "yes":
        _ask_to_withdraw(ask.desk, ask.known, ask.row.ticket_id)
    else:
        await _withdraw_now(ask)


async def _withdraw_now(ask: TicketAsk) -> None:
    if ask.row.status not in LIVE:
        ask.tell("solved")
    else:
        await verdicts.end(ask, "withdrawn")
        ask.tell("withdrawn", TicketStatus.WITHDRAWN)


async def _keep(ask: TicketAsk) -> None:
    ask.tell("kept")


async def _not_this_one(ask: TicketAsk) -> None:
    """The message that had joined gets a ticket of its own."""
    linked = ask.row.ticket_id
    said = [message for message in ask.ticket.messages if message_key(message.id) == ask.value]
    if said:
        taken = Taken(customer_id=ask.known.customer_id, message=said[-1], linked_to=linked)
        messages.open_ticket(ask.desk, ask.known, taken)
    else:
        ask.desk.say(replies.Unknown(named=linked))


async def _rate(ask: TicketAsk) -> None:
    score = _SCORES.get(ask.value)
    if score is None or ask.row.status in LIVE:
        ask.desk.say(StaleButton())
    else:
        await messages.rate(ask.desk, ask.ticket, score)


async def _show_original(ask: TicketAsk) -> None:
    said = CustomerSaid(message=messages.press_of(ask.desk), kind="original", of=ask.value)
    await messages.pass_on(ask.desk, ask.row, said)


PRESSES: Mapping[str, Callable[[TicketAsk], Awaitable[None]]] = {
    buttons.SOLVED: verdicts.solve,
    buttons.NOT_SOLVED: verdicts.not_solve,
    buttons.PERSON: verdicts.ask_person,
    buttons.WITHDRAW: _withdraw,
    buttons.WITHDRAW_NOW: _withdraw_now,
    buttons.KEEP: _keep,
    buttons.NOT_THIS_ONE: _not_this_one,
    buttons.RATE: _rate,
    buttons.ORIGINAL: _show_original,
}
