"""What staff do about a ticket on the command line: the acts of ``steward tickets``."""

import asyncio
import getpass
import json
import re
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from adapters.postgres.pool import Database
from agents.operator import Reach
from agents.support.staff_posts import StaffAction
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
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with all data; default: the user-data folder."),
]


class NotOneTicketError(NotFoundError):
    """No ticket has this id, or those of several customers have."""

    code = "ticket.not_one"


class NotWithPeopleError(NotFoundError):
    """The bot still has this ticket, or it is over: staff can do nothing about it."""

    code = "ticket.not_with_people"


_PLAIN = {
    StaffAction.CLAIM: "Take a ticket: it is yours if nobody has it.",
    StaffAction.TAKE_OVER: "Take a ticket that a colleague has.",
    StaffAction.SUGGESTION: "Send the suggested reply.",
    StaffAction.WAIT: "Wait for the customer: the clock of the solution stands still.",
    StaffAction.BACK: "Give a ticket back to the bot.",
    StaffAction.CLOSE: "Close a ticket; the customer is asked how it was.",
    StaffAction.REOPEN: "Open a closed ticket again.",
}
_WITH_WORDS = {
    StaffAction.REPLY: "Answer the customer.",
    StaffAction.NOTE: "Leave a note for colleagues; the customer does not see it.",
}


def add_acts(app: typer.Typer, reach: Reach) -> None:
    """Adds the acts to the group of ``steward tickets``."""
    for action, about in _PLAIN.items():
        _add_plain(app, reach, action, about)
    for action, about in _WITH_WORDS.items():
        _add_with_words(app, reach, action, about)

    @app.command()
    def assign(
        ticket: TheTicket,
        whom: Annotated[str, typer.Argument(help="Mia, or with where: 'telegram:7001 Mia'")],
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Give a ticket to somebody."""
        member = _member(whom)
        act = _an_act(StaffAction.ASSIGN, who, value=f"{member.id} {member.name}")
        asyncio.run(_act(reach, data_dir, ticket, act, as_json=as_json))

    @app.command()
    def urgency(
        ticket: TheTicket,
        new: Annotated[Urgency, typer.Argument(help="The new one.")],
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Change how urgent a ticket is; the time that was used counts."""
        act = _an_act(StaffAction.URGENCY, who, value=new)
        asyncio.run(_act(reach, data_dir, ticket, act, as_json=as_json))


def _add_plain(app: typer.Typer, reach: Reach, action: StaffAction, about: str) -> None:
    @app.command(action.replace("_", "-"), help=about)
    def run(
        ticket: TheTicket,
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        asyncio.run(_act(reach, data_dir, ticket, _an_act(action, who), as_json=as_json))


def _add_with_words(app: typer.Typer, reach: Reach, action: StaffAction, about: str) -> None:
    @app.command(action.value, help=about)
    def run(
        ticket: TheTicket,
        words: Annotated[str, typer.Argument(help="In quotes.")],
        who: As = "",
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        if not words.strip() or len(words) > MAX_TEXT_LENGTH:
            msg = f"1 to {MAX_TEXT_LENGTH} characters"
            raise typer.BadParameter(msg)
        act = _an_act(action, who, text=words)
        asyncio.run(_act(reach, data_dir, ticket, act, as_json=as_json))


def _an_act(action: StaffAction, who: str, value: str = "", text: str = "") -> StaffAct:
    return StaffAct(
        id=f"cli:{uuid.uuid4().hex}",
        by=_member(who or getpass.getuser()),
        at=datetime.now(UTC),
        action=action,
        value=value,
        text=text,
    )


def _member(named: str) -> StaffMember:
    """``Mia``, of the command line, or ``telegram:7001 Mia``."""
    found = _MEMBER.fullmatch(named.strip())
    if found is not None:
        return StaffMember(id=found["id"], name=found["name"])
    name = " ".join(named.split())
    if not _NAME.fullmatch(name):
        msg = "a name of 1 to 40 letters, or where somebody is and their name"
        raise typer.BadParameter(msg)
    return StaffMember(id=f"cli:{name.casefold()}", name=name)


async def _act(
    reach: Reach, data_dir: Path | None, ticket: str, act: StaffAct, *, as_json: bool
) -> None:
    """Exits with 1 when it was not applied. Raises ``NotWithPeopleError``."""
    async with reach(data_dir) as operator:
        case, status = await _case_of(operator.database, ticket)
        try:
            answer = await operator.act(case, act)
        except NotFoundError as error:
            raise NotWithPeopleError(_not_with_people(ticket, status)) from error
    if as_json:
        told = {"ticket": case.partition(":")[2], "action": act.action, **answer.model_dump()}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        typer.echo(_words(answer), err=not answer.applied)
    if not answer.applied:
        raise typer.Exit(1)


def _words(answer: StaffAnswer) -> str:
    words = STAFF_WORDS.get(answer.topic)
    if answer.kept:
        return "kept: nobody works on tickets now, it is done as soon as a worker is back"
    if words is None:
        return "done" if answer.applied else "not possible now: nothing was changed"
    reply = Reply(id=answer.topic, topic=answer.topic, content=answer.content)
    formats = formats_for("en", "UTC", datetime.now(UTC))
    return words.spoken(reply, formats).wording.text()


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


async def _case_of(database: Database, named: str) -> tuple[str, TicketStatus]:
    """Id of the ticket's workflow, and how the ticket stands. Raises ``NotOneTicketError``."""
    customer, _, ticket = named.strip().removeprefix("ticket:").rpartition(":")
    async with database.connection() as connection:
        rows = await connection.fetch(
            """
            SELECT customer_id, ticket_id, status FROM support_tickets
            WHERE ticket_id = upper($1) AND $2 IN ('', customer_id)
            ORDER BY customer_id
            """,
            ticket,
            customer,
        )
    if len(rows) == 1:
        (row,) = rows
        return f"ticket:{row['customer_id']}:{row['ticket_id']}", TicketStatus(row["status"])
    keys = ", ".join(f"{row['customer_id']}:{row['ticket_id']}" for row in rows)
    msg = f"several tickets: which one, {keys}" if rows else f"no ticket: {named}"
    raise NotOneTicketError(msg)
