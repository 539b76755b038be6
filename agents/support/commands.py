"""``steward tickets`` and ``steward kb``: what staff and operators do for support."""

import asyncio
import csv
import sys
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Annotated

import typer

from agents.operator import Reach, without_models
from agents.support.activities.triage import Parts, TriageNodes
from agents.support.command_groups import AsJson, Steward, group, print_json, print_table
from agents.support.json_lines import read_lines, write_lines
from agents.support.kb_commands import kb_commands
from agents.support.knowledge.answer_check import check
from agents.support.knowledge.base import KnowledgeBase
from agents.support.knowledge.embedder import LocalMeaning, embedder_of
from agents.support.model.questions import SupportModels
from agents.support.offline.engine import OfflineTriage
from agents.support.offline.nearness import Meaning
from agents.support.policy import load_policy
from agents.support.settings import SupportSettings
from agents.support.staff_commands import ACTS, As, TheTicket, member_named
from agents.support.store import lists
from agents.support.store.customers import (
    TableCustomers,
    import_customers,
    link_by_staff,
    read_customers,
)
from agents.support.store.lists import ListOrder
from agents.support.tickets import RecommendedAction, TicketStatus, TicketType
from agents.support.triage_file import TriageLine, triage_line
from agents.support.words.staff import short_age
from bot.texts.formats import plain_line
from domain.errors import ConfigurationError
from domain.plain_text import spreadsheet_text
from settings import load_settings

_EVENTS = 30
_SUBJECT_WIDTH = 28
_NAME_WIDTH = 8
_DAYS_A_WEEK = 7
_WITH_BOT = TicketStatus.ACTIVE


def commands(reach: Reach) -> dict[str, typer.Typer]:
    tickets = group(
        "Tickets of customers.",
        reach,
        {
            "list": list_tickets,
            "show": show_ticket,
            "stats": count_tickets,
            "export": export_tickets,
            "link": link_person,
            "triage": triage_file,
            **ACTS,
        },
    )
    customers = group("Who customers are.", reach, {"import": import_file})
    tickets.add_typer(customers, name="customers")
    return {"tickets": tickets, "kb": kb_commands(reach)}


async def list_tickets(  # noqa: PLR0913, PLR0917 - what can be asked
    steward: Steward,
    status: Annotated[
        TicketStatus | None, typer.Option("--status", help="Default: live ones.")
    ] = None,
    team: Annotated[
        TicketType | None, typer.Option("--team", "--queue", help="Only those of this team.")
    ] = None,
    customer: Annotated[str | None, typer.Option("--customer", help="Only theirs.")] = None,
    mine: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--mine", help="Only those that you have, by the name of --as.")
    ] = False,
    overdue: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--overdue", help="Only those that are late.")
    ] = False,
    every: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--all", help="Also those that ended.")
    ] = False,
    sort: Annotated[ListOrder, typer.Option("--sort", help="What comes first.")] = ListOrder.DUE,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 50,
    who: As = "",
    as_json: AsJson = False,  # noqa: FBT002 - an option
) -> None:
    """List tickets: what is late first (⚠), then what is due next."""
    async with steward() as operator:
        found = await lists.listed(
            operator.database,
            status="all" if every else status,
            queue=team,
            customer=customer,
            assignee=member_named(who).name if mine else None,
            overdue=overdue,
            order=sort,
            limit=limit,
        )
        incidents = await lists.offered_incidents(operator.database)
    if as_json:
        print_json(found)
    elif not found:
        typer.echo("no tickets")
    else:
        now, zone = datetime.now(UTC), _business_zone()
        headings = ("due", "ticket", "subject", "customer", "team", "urgency", "age", "has it")
        print_table(headings, [_listed(row, now, zone) for row in found])
        for row in incidents:
            since = _near_moment(datetime.fromisoformat(row["since"]), now, zone)
            typer.echo(
                f"\n{row['tickets']} tickets tell of the same since {since}:"
                f" “{plain_line(row['subject'])}”. `steward tickets incident {row['ticket_id']}`"
                " makes it an incident, `no-incident` does not."
            )
        typer.echo(f"\nTimes of {zone or 'this machine'}. `steward tickets show TKT-…` shows one.")


def _listed(row: lists.Table, now: datetime, zone: tzinfo | None) -> tuple[str, ...]:
    """A row of the list, as wide as a terminal of 100 columns has room for."""
    status = TicketStatus(row["status"])
    due = status.value.removesuffix("_customer")
    if row["due"]:
        mark = "⚠" if row["overdue"] else " "
        due = f"{mark} {_near_moment(datetime.fromisoformat(row['due']), now, zone)}"
    return (
        due,
        row["ticket_id"],
        plain_line(row["subject"], _SUBJECT_WIDTH),
        row["customer_id"],
        row["type"],
        row["urgency"],
        short_age(now - datetime.fromisoformat(row["at"])),
        plain_line(row["assignee"], _NAME_WIDTH) or ("bot" if status is _WITH_BOT else ""),
    )


def _business_zone() -> tzinfo:
    """The zone of the business hours."""
    own = SupportSettings.load()
    return load_policy(own.policy_file, load_settings().default_timezone).usual.calendar.zone


def _near_moment(at: datetime, now: datetime, zone: tzinfo | None) -> str:
    """``14:05`` today, ``Fri 14:05`` within six days, else ``27 Nov 14:05``."""
    local = at.astimezone(zone)
    days = (local.date() - now.astimezone(zone).date()).days
    if days == 0:
        return f"{local:%H:%M}"
    return f"{local:%a %H:%M}" if 0 < days < _DAYS_A_WEEK else f"{local.day} {local:%b %H:%M}"


async def show_ticket(
    steward: Steward,
    ticket: TheTicket,
    as_json: AsJson = False,  # noqa: FBT002 - an option
) -> None:
    """Show a ticket with all that was said and done."""
    async with steward() as operator:
        found = await lists.one(operator.database, ticket)
    if as_json:
        print_json([found])
        return
    zone = _business_zone()
    typer.echo(f"{found['customer_id']}:{found['ticket_id']} · {found['status']}")
    facts = (
        ("urgency", found["urgency"]),
        ("team", found["type"]),
        ("plan", found["plan"]),
        ("language", found["language"]),
        ("has it", found["assignee"]),
        ("first answer by", _moment(found["first_due"], zone)),
        ("solution by", _moment(found["resolve_due"], zone)),
        ("closed", _moment(found["closed_at"], zone)),
        ("belongs to", found["linked_to"]),
        (_INCIDENTS.get(found["incident_status"], ""), found["incident"]),
        ("triage", _ACTIONS.get(found["action"], found["action"])),
        ("why", (found["reasoning"] or "").removeprefix(f"{found['type']}: ").replace("; ", " · ")),
    )
    print_table(("", ""), [fact for fact in facts if all(fact)])
    said = []
    for row in found["messages"]:
        words = row["body"] or ("(a file)" if row["attachment"] else "")
        said.append((_moment(row["at"], zone), row["who"], words))
        if row["translated"] and row["translated"] != row["body"]:
            said.append(("", "", f"→ {row['translated']}"))
    print_table(("at", "who", "said"), said)
    done = [
        (_moment(row["at"], zone), row["actor"], row["kind"],
         " → ".join(filter(None, (row["before"], row["after"]))))
        for row in found["events"][-_EVENTS:]
    ]  # fmt: skip
    if done:
        print_table(("at", "by", "what", ""), done)
    typer.echo(f"\nTimes of {zone or 'this machine'}.")


_INCIDENTS = {"open": "incident", "offered": "incident offered"}
"""Words for the state of an incident, printed beside a ticket of it; none once it was declined."""
_ACTIONS = {
    RecommendedAction.AUTO_RESPOND: "answered by the bot",
    RecommendedAction.ROUTE_SPECIALIST: "passed to the team",
    RecommendedAction.ESCALATE_HUMAN: "passed to people at once",
}


async def count_tickets(steward: Steward, as_json: AsJson = False) -> None:  # noqa: FBT002 - an option
    """Count tickets, how long they took, and how they were rated."""
    async with steward() as operator:
        found = await lists.stats(operator.database)
    if as_json:
        print_json(found)
    else:
        headings = tuple(found[0]) if found else ("no tickets",)
        print_table(headings, [tuple(row.values()) for row in found])


async def export_tickets(steward: Steward, as_json: AsJson = False) -> None:  # noqa: FBT002 - an option
    """Write all tickets as CSV, or as JSON lines."""
    async with steward() as operator:
        found = await lists.listed(operator.database, status="all")
    if as_json or not found:
        print_json(found)
        return
    writer = csv.DictWriter(sys.stdout, list(found[0]), lineterminator="\n")
    writer.writeheader()
    for row in found:
        writer.writerow(
            {
                name: spreadsheet_text(value) if isinstance(value, str) else value
                for name, value in row.items()
            }
        )


async def link_person(
    steward: Steward,
    customer: Annotated[str, typer.Argument(help="CUST-002")],
    person: Annotated[str, typer.Argument(help="telegram:7001")],
) -> None:
    """Say which customer a person in a chat is."""
    async with steward() as operator:
        await link_by_staff(operator.database, person, customer)
    typer.echo(f"{person} is {customer}")


async def import_file(
    steward: Steward,
    file: Annotated[
        Path,
        typer.Argument(help="CSV: customer_id, plan, tenure_months, seats, region, vip."),
    ],
) -> None:
    """Add customers or change those there are."""
    customers = await asyncio.to_thread(read_customers, file)
    async with steward() as operator:
        number = await import_customers(operator.database, customers)
    typer.echo(f"imported {number} customers")


async def triage_file(
    steward: Steward,
    source: Annotated[Path, typer.Option("--in", help="JSON lines: id, text, plan?, active?.")],
    target: Annotated[Path, typer.Option("--out", help="What triage finds, a line each.")],
    with_model: Annotated[  # noqa: FBT002 - an option
        bool, typer.Option("--with-model", help="Ask the configured models, as in chats.")
    ] = False,
) -> None:
    """Triage a file of messages by rules or with a model, storing nothing."""
    own = SupportSettings.load()
    given = await asyncio.to_thread(read_lines, source, TriageLine)
    rules, lines = OfflineTriage(own.support_working_language), []
    async with steward() as operator:
        gateway = operator.models() if with_model else without_models()
        if with_model and not gateway.available:
            raise ConfigurationError("no model is configured: `steward doctor` says how")
        embedder = embedder_of(own.support_embeddings)
        knowledge = KnowledgeBase(
            operator.database, embedder, default_language=own.support_working_language
        )
        meaning = Meaning(embedder, patience=None) if isinstance(embedder, LocalMeaning) else None
        models = SupportModels(gateway, rules, check, working=own.support_working_language)
        customers = TableCustomers(operator.database)
        parts = Parts(models, rules, knowledge, customers, top=own.support_kb_top, meaning=meaning)
        nodes = TriageNodes(parts)
        try:
            for each in given:
                found = await triage_line(each, nodes)
                lines.append(found.model_dump_json())
        finally:
            await gateway.aclose()
    await asyncio.to_thread(write_lines, target, lines)
    typer.echo(f"{len(lines)} messages triaged")


def _moment(at: str | None, zone: tzinfo | None) -> str:
    """``27 Nov 2026 14:05`` in that zone; empty for none."""
    if not at:
        return ""
    local = datetime.fromisoformat(at).astimezone(zone)
    return f"{local.day} {local:%b %Y %H:%M}"
