"""What staff do about a ticket on the command line: the acts of ``steward tickets``."""

import getpass
import re
import uuid
from datetime import UTC, datetime
from typing import Annotated

import typer
from pydantic import JsonValue

from agents.operator import Operator
from agents.support.case.staff_acts import DRAFT_DUE
from agents.support.case.ticket_case import case_id
from agents.support.command_groups import AsJson, Command, Steward, print_json
from agents.support.staff_posts import ActAnswered, StaffAction
from agents.support.store.lists import find_ticket
from agents.support.store.tickets import lock_to_merge, refuse_merge
from agents.support.tickets import LIVE, TicketStatus, Urgency
from agents.support.words.staff import STAFF_WORDS
from bot.texts.wording import formats_for
from domain.errors import NotFoundError
from domain.messages import MAX_TEXT_LENGTH
from domain.replies import Reply
from domain.staff import StaffAct, StaffAnswer, StaffMember

_NAME = re.compile(r"[^\s:/]{1,40}")
_MEMBER = re.compile(r"(?P<id>[a-z]+:\S{1,40}) (?P<name>.{1,60})")

TheTicket = Annotated[str, typer.Argument(metavar="TICKET", help="TKT-… or CUST-…:TKT-…")]
As = Annotated[str, typer.Option("--as", help="Your name; default: of your login.")]


class NotWithPeopleError(NotFoundError):
    """The bot still has this ticket, or it is over: staff can do nothing about it."""

    code = "ticket.not_with_people"


class NotMergedError(NotFoundError):
    """The other ticket cannot take what is said about this one."""

    code = "ticket.not_merged"


async def assign(
    steward: Steward,
    ticket: TheTicket,
    whom: Annotated[str, typer.Argument(help="Mia, or with where: 'telegram:7001 Mia'")],
    who: As = "",
    as_json: AsJson = False,  # noqa: FBT002 - an option
) -> None:
    """Give a ticket to somebody."""
    member = member_named(whom)
    act = an_act(StaffAction.ASSIGN, who, value=f"{member.id} {member.name}")
    await _act(steward, ticket, act, as_json=as_json)


async def urgency(
    steward: Steward,
    ticket: TheTicket,
    new: Annotated[Urgency, typer.Argument(help="The new one.")],
    who: As = "",
    as_json: AsJson = False,  # noqa: FBT002 - an option
) -> None:
    """Change how urgent a ticket is; the time that was used counts."""
    await _act(steward, ticket, an_act(StaffAction.URGENCY, who, value=new), as_json=as_json)


async def merge(
    steward: Steward,
    ticket: TheTicket,
    into: Annotated[str, typer.Option("--into", metavar="TICKET", help="Where it goes on.")],
    who: As = "",
    as_json: AsJson = False,  # noqa: FBT002 - an option
) -> None:
    """Put a ticket into another one of the same customer, who is told once."""
    async with steward() as operator, operator.database.transaction() as connection:
        own = await find_ticket(connection, ticket)
        other = into.strip().rpartition(":")[2].upper()
        tickets = await lock_to_merge(connection, own["ticket_id"], other)
        own_row = tickets[own["customer_id"], own["ticket_id"]]
    if why := refuse_merge(tickets, own_row, other):
        refused = ActAnswered(what=f"merge_{why}", value=other)
        raise NotMergedError(_word_post(refused.topic, refused.model_dump(mode="json")))
    await _act(steward, ticket, an_act(StaffAction.MERGE, who, value=other), as_json=as_json)


def _plain(action: StaffAction, about: str) -> Command:
    async def run(
        steward: Steward,
        ticket: TheTicket,
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
    ) -> None:
        await _act(steward, ticket, an_act(action, who), as_json=as_json)

    run.__doc__ = about
    return run


def _with_words(action: StaffAction, about: str) -> Command:
    async def run(
        steward: Steward,
        ticket: TheTicket,
        words: Annotated[str, typer.Argument(help="In quotes.")],
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
    ) -> None:
        if not words.strip() or len(words) > MAX_TEXT_LENGTH:
            raise typer.BadParameter(f"1 to {MAX_TEXT_LENGTH} characters")
        await _act(steward, ticket, an_act(action, who, text=words), as_json=as_json)

    run.__doc__ = about
    return run


def an_act(action: StaffAction, who: str, value: str = "", text: str = "") -> StaffAct:
    return StaffAct(
        id=f"cli:{uuid.uuid4().hex}",
        by=member_named(who),
        at=datetime.now(UTC),
        action=action,
        value=value,
        text=text,
    )


def member_named(named: str) -> StaffMember:
    """``Mia``, of the command line, or ``telegram:7001 Mia``; empty for who is logged in."""
    named = named or getpass.getuser()
    found = _MEMBER.fullmatch(named.strip())
    if found is not None:
        return StaffMember(id=found["id"], name=found["name"])
    name = " ".join(named.split())
    if not _NAME.fullmatch(name):
        raise typer.BadParameter("a name of 1 to 40 letters, or where somebody is and their name")
    return StaffMember(id=f"cli:{name.casefold()}", name=name)


async def _act(steward: Steward, ticket: str, act: StaffAct, *, as_json: bool) -> None:
    """Exits with 1 when it was not applied. Raises as ``act_on``."""
    async with steward() as operator:
        case, answer = await act_on(operator, ticket, act)
    if as_json:
        told = {"ticket": case.partition(":")[2], "action": act.action, **answer.model_dump()}
        print_json([told])
    else:
        tell_answer(answer)
    if not answer.applied:
        raise typer.Exit(1)
    offers = isinstance(answer.content, dict) and answer.content.get("value") == DRAFT_DUE
    if act.action == StaffAction.CLOSE and offers and not as_json:
        typer.echo(f"No article answers this: `steward kb draft {ticket}` drafts one from yours")


async def act_on(operator: Operator, ticket: str, act: StaffAct) -> tuple[str, StaffAnswer]:
    """The id of the ticket's workflow, and what came of the act.

    Raises ``NotOneTicketError``, and ``NotWithPeopleError``.
    """
    async with operator.database.connection() as connection:
        row = await find_ticket(connection, ticket)
    case, status = case_id(row["customer_id"], row["ticket_id"]), TicketStatus(row["status"])
    try:
        return case, await operator.act(case, act)
    except NotFoundError as error:
        raise NotWithPeopleError(_not_with_people(ticket, status)) from error


def tell_answer(answer: StaffAnswer) -> None:
    typer.echo(_words(answer), err=not answer.applied)


def _words(answer: StaffAnswer) -> str:
    if answer.kept:
        return "kept: nobody works on tickets now, it is done as soon as a worker is back"
    if answer.topic not in STAFF_WORDS:
        return "done" if answer.applied else "not possible now: nothing was changed"
    return _word_post(answer.topic, answer.content)


def _word_post(topic: str, content: JsonValue) -> str:
    formats = formats_for("en", "UTC", datetime.now(UTC))
    reply = Reply(id=topic, topic=topic, content=content)
    return STAFF_WORDS[topic].spoken(reply, formats).wording.text()


def _not_with_people(ticket: str, status: TicketStatus) -> str:
    if status is TicketStatus.ACTIVE:
        return (
            f"{ticket} is still with the bot; nothing was changed. People get it when the customer"
            " asks for them or says that the answer did not help"
        )
    if status in LIVE:
        return (
            f"{ticket} is {status}, and nothing works on it: nothing was changed. It goes on when"
            " its customer writes again"
        )
    return f"{ticket} is over ({status}); nothing was changed"


ACTS: dict[str, Command] = {
    "claim": _plain(StaffAction.CLAIM, "Take a ticket: it is yours if nobody has it."),
    "take-over": _plain(StaffAction.TAKE_OVER, "Take a ticket that a colleague has."),
    "suggestion": _plain(StaffAction.SUGGESTION, "Send the suggested reply."),
    "wait": _plain(
        StaffAction.WAIT, "Wait for the customer: the clock of the solution stands still."
    ),
    "back": _plain(StaffAction.BACK, "Give a ticket back to the bot."),
    "close": _plain(StaffAction.CLOSE, "Close a ticket; the customer is asked how it was."),
    "reopen": _plain(StaffAction.REOPEN, "Open a closed ticket again."),
    "reply": _with_words(StaffAction.REPLY, "Answer the customer."),
    "note": _with_words(
        StaffAction.NOTE, "Leave a note for colleagues; the customer does not see it."
    ),
    "incident": _plain(
        StaffAction.INCIDENT, "Make the incident that is offered, or link the ticket to it."
    ),
    "no-incident": _plain(StaffAction.NO_INCIDENT, "Make none of what is offered."),
    "unlink": _plain(StaffAction.UNLINK, "Take a ticket out of its incident."),
    "reply-all": _with_words(StaffAction.ALL, "Answer every customer of the ticket's incident."),
    "close-all": _plain(StaffAction.CLOSE_ALL, "Close every ticket of the incident."),
    "reopen-all": _plain(StaffAction.REOPEN_ALL, "Open every closed ticket of the incident again."),
    "assign": assign,
    "urgency": urgency,
    "merge": merge,
}
"""The acts, by the names of their commands."""
