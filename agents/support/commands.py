"""``steward tickets`` and ``steward kb``: what staff and operators do for support."""

import asyncio
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table

from agents.operator import Reach
from agents.support.kb_commands import kb_commands
from agents.support.knowledge.base import KnowledgeBase
from agents.support.knowledge.meaning import LocalMeaning, embedder_of
from agents.support.offline.engine import OfflineTriage
from agents.support.offline.meaning import Meaning
from agents.support.settings import SupportSettings
from agents.support.staff_commands import AsJson, DataDir, TheTicket, add_acts
from agents.support.store import lists
from agents.support.store.customers import import_customers, link_by_staff, read_customers
from agents.support.tickets import TicketStatus, TicketType
from agents.support.triage_file import lines_of, triaged
from domain.errors import ConfigurationError

_SHOWN = ("ticket", "status", "urgency", "type", "plan", "by (UTC)", "assignee")
_EVENTS = 30

OfStatus = Annotated[TicketStatus | None, typer.Option("--status", help="Default: live ones.")]
OfQueue = Annotated[TicketType | None, typer.Option("--queue", help="Only these.")]
OfCustomer = Annotated[str | None, typer.Option("--customer", help="Only theirs.")]
Every = Annotated[bool, typer.Option("--all", help="Also those that ended.")]


def commands(reach: Reach) -> dict[str, typer.Typer]:
    return {"tickets": _tickets(reach), "kb": kb_commands(reach)}


def _tickets(reach: Reach) -> typer.Typer:
    app = typer.Typer(help="Tickets of customers.", no_args_is_help=True)

    @app.command("list")
    def show_list(  # noqa: PLR0913, PLR0917 - what can be asked
        status: OfStatus = None,
        queue: OfQueue = None,
        customer: OfCustomer = None,
        every: Every = False,  # noqa: FBT002 - an option
        limit: Annotated[int, typer.Option(min=1, max=10_000)] = 50,
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """List tickets, the most urgent first."""
        wanted = "all" if every else status.value if status else None
        asyncio.run(_list(reach, data_dir, (wanted, queue, customer, limit), as_json=as_json))

    @app.command()
    def show(
        ticket: TheTicket,
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Show a ticket with all that was said and done."""
        asyncio.run(_show(reach, data_dir, ticket, as_json=as_json))

    @app.command()
    def stats(
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Count tickets, how long they took, and how they were rated."""
        asyncio.run(_stats(reach, data_dir, as_json=as_json))

    @app.command()
    def export(
        as_json: AsJson = False,  # noqa: FBT002 - an option
        data_dir: DataDir = None,
    ) -> None:
        """Write all tickets as CSV, or as JSON lines."""
        asyncio.run(_export(reach, data_dir, as_json=as_json))

    @app.command()
    def link(
        customer: Annotated[str, typer.Argument(help="CUST-002")],
        person: Annotated[str, typer.Argument(help="telegram:7001")],
        data_dir: DataDir = None,
    ) -> None:
        """Say which customer a person in a chat is."""
        asyncio.run(_link(reach, data_dir, customer, person))

    @app.command()
    def triage(
        source: Annotated[Path, typer.Option("--in", help="JSON lines: id, text, plan?, active?.")],
        target: Annotated[Path, typer.Option("--out", help="What triage finds, a line each.")],
        data_dir: DataDir = None,
    ) -> None:
        """Triage a file of messages by rules, storing nothing."""
        asyncio.run(_triage(reach, data_dir, source, target))

    customers = typer.Typer(help="Who customers are.", no_args_is_help=True)

    @customers.command("import")
    def bring(
        file: Annotated[
            Path,
            typer.Argument(help="CSV: customer_id, plan, tenure_months, seats, region, vip."),
        ],
        data_dir: DataDir = None,
    ) -> None:
        """Add customers or change those there are."""
        asyncio.run(_import(reach, data_dir, file))

    app.add_typer(customers, name="customers")
    add_acts(app, reach)
    return app


Wanted = tuple[str | None, TicketType | None, str | None, int]


async def _list(reach: Reach, data_dir: Path | None, wanted: Wanted, *, as_json: bool) -> None:
    status, queue, customer, limit = wanted
    async with reach(data_dir) as operator:
        found = await lists.listed(
            operator.database,
            status=status,
            queue=queue.value if queue else None,
            customer=customer,
            limit=limit,
        )
    if as_json:
        _json_lines(found)
        return
    if not found:
        typer.echo("no tickets")
        return
    table = _table(*_SHOWN)
    for row in found:
        due = row["resolve_due"] if row["first_at"] else row["first_due"]
        table.add_row(
            f"{row['customer_id']}:{row['ticket_id']}", row["status"], row["urgency"], row["type"],
            row["plan"], _moment(due), row["assignee"],
        )  # fmt: skip
    _print(table)


async def _show(reach: Reach, data_dir: Path | None, named: str, *, as_json: bool) -> None:
    async with reach(data_dir) as operator:
        found = await lists.one(operator.database, named)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    typer.echo(f"{found['customer_id']}:{found['ticket_id']} · {found['status']}")
    facts = _table("", "")
    for name in (
        "urgency", "type", "action", "plan", "language", "assignee", "first_due", "resolve_due",
        "closed_at", "linked_to", "reasoning",
    ):  # fmt: skip
        if found[name]:
            facts.add_row(name, str(found[name]))
    _print(facts)
    said = _table("at (UTC)", "who", "said")
    for row in found["messages"]:
        words = row["body"] or ("(a file)" if row["attachment"] else "")
        said.add_row(_moment(row["at"]), row["who"], words)
        if row["translated"]:
            said.add_row("", "", f"→ {row['translated']}")
    _print(said)
    done = _table("at (UTC)", "by", "what", "")
    for row in found["events"][-_EVENTS:]:
        change = " → ".join(filter(None, (row["before"], row["after"])))
        done.add_row(_moment(row["at"]), row["actor"], row["kind"], change)
    _print(done)


async def _stats(reach: Reach, data_dir: Path | None, *, as_json: bool) -> None:
    async with reach(data_dir) as operator:
        found = await lists.stats(operator.database)
    if as_json:
        _json_lines(found)
        return
    table = _table(*(found[0] if found else ("no tickets",)))
    for row in found:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    _print(table)


async def _export(reach: Reach, data_dir: Path | None, *, as_json: bool) -> None:
    async with reach(data_dir) as operator:
        found = await lists.listed(operator.database, status="all")
    if as_json or not found:
        _json_lines(found)
        return
    writer = csv.DictWriter(sys.stdout, list(found[0]), lineterminator="\n")
    writer.writeheader()
    for row in found:
        writer.writerow({name: _inert(value) for name, value in row.items()})


async def _link(reach: Reach, data_dir: Path | None, customer: str, person: str) -> None:
    async with reach(data_dir) as operator:
        await link_by_staff(operator.database, person, customer)
    typer.echo(f"{person} is {customer}")


async def _import(reach: Reach, data_dir: Path | None, file: Path) -> None:
    customers = await asyncio.to_thread(read_customers, file)
    async with reach(data_dir) as operator:
        number = await import_customers(operator.database, customers)
    typer.echo(f"imported {number} customers")


async def _triage(reach: Reach, data_dir: Path | None, source: Path, target: Path) -> None:
    own = SupportSettings.load()
    try:
        given = list(lines_of((await asyncio.to_thread(source.read_text, "utf-8")).splitlines()))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        msg = f"{source} cannot be read: {error}"
        raise ConfigurationError(msg) from error
    rules, lines = OfflineTriage(own.support_working_language), []
    async with reach(data_dir) as operator:
        embedder = embedder_of(own.support_embeddings)
        knowledge = KnowledgeBase(operator.database, embedder)
        meaning = Meaning(embedder, patience=None) if isinstance(embedder, LocalMeaning) else None
        for each in given:
            found = await triaged(each, rules, knowledge, meaning)
            lines.append(f"{found.model_dump_json()}\n")
    await asyncio.to_thread(target.write_text, "".join(lines), "utf-8")
    typer.echo(f"{len(lines)} messages triaged")


def _json_lines(found: Sequence[Mapping[str, Any]]) -> None:
    for row in found:
        typer.echo(json.dumps(row, ensure_ascii=False))


def _inert(value: object) -> object:
    """Text that a spreadsheet would take for a formula is shown as text."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{value}"
    return value


def _moment(at: str | None) -> str:
    return at[:16].replace("T", " ") if at else ""


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _print(table: Table) -> None:
    console = Console()
    Console(width=None if console.is_terminal else 200).print(table)
