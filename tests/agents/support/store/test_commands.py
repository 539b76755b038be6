"""What the command line shows of tickets, from the sample on."""

import json
from pathlib import Path

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.support.commands import commands
from agents.support.sample import load
from agents.support.store.customers import Customer, TableCustomers, import_customers
from agents.support.store.tickets import PostgresTickets
from domain.errors import NotFoundError
from tests.agents.operating import Operating
from tests.agents.support.conftest import SAMPLES
from tests.agents.support.store.conftest import ME, OTHER, a_request, an_event


async def _tickets(operating: Operating, *arguments: str) -> Result:
    return await operating.run(commands(operating.reach)["tickets"], *arguments)


async def test_a_fresh_steward_has_articles_and_customers_once(
    database: Database,
    tickets: PostgresTickets,
) -> None:
    assert "steward tickets list" in await load(database, SAMPLES)
    assert not await load(database, SAMPLES)
    desk = await tickets.at_desk(ME)
    assert (desk.customer_id, desk.linked) == ("CUST-002", True)
    assert (await TableCustomers(database).lookup("CUST-002")).plan == "enterprise"
    assert (await TableCustomers(database).lookup("CUST-004")).vip
    assert not (await TableCustomers(database).lookup("CUST-999")).known


@pytest.mark.shows("support 26", "support 30")
async def test_tickets_are_listed_shown_counted_and_exported(
    operating: Operating,
    tickets: PostgresTickets,
) -> None:
    request = a_request((await tickets.at_desk(ME)).customer_id, text="=charged twice")
    saved = await tickets.save(request)
    await tickets.note(an_event(request, "claimed", 1, status="open", assignee="Mia"))
    gone = a_request((await tickets.at_desk(OTHER)).customer_id, OTHER)
    await tickets.save(gone)
    await tickets.note(an_event(gone, "closed", 5, status="closed"))

    listed = await _tickets(operating, "list")
    assert (saved.ticket_id in listed.output, "Mia" in listed.output) == (True, True)
    assert gone.state.ticket.ticket_id not in listed.output
    every = await _tickets(operating, "list", "--all", "--json")
    assert len([json.loads(line) for line in every.output.splitlines()]) == 2
    shown = await _tickets(operating, "show", saved.ticket_id.lower())
    assert "=charged twice" in shown.output
    assert "claimed" in shown.output
    told = json.loads((await _tickets(operating, "stats", "--json")).output)
    assert (told["type"], told["tickets"], told["live"]) == ("billing", 2, 1)
    exported = await _tickets(operating, "export")
    assert len(exported.output.splitlines()) == 3
    unknown = await _tickets(operating, "show", "TKT-00000000")
    assert isinstance(unknown.exception, NotFoundError)


async def test_staff_say_which_customer_a_person_is(
    database: Database, operating: Operating, tickets: PostgresTickets, me: str
) -> None:
    await import_customers(database, {"CUST-002": Customer(plan="enterprise", seats=50)})
    done = await _tickets(operating, "link", "CUST-002", ME)
    assert done.exit_code == 0
    desk = await tickets.at_desk(ME)
    assert (desk.customer_id, desk.linked) == ("CUST-002", True)
    assert (await TableCustomers(database).lookup("CUST-002")).plan == "enterprise"
    async with database.connection() as connection:
        left = await connection.fetch("SELECT customer_id FROM support_customers")
    assert me not in [row["customer_id"] for row in left]


@pytest.mark.shows("support 14", "support 38")
async def test_a_file_of_messages_is_triaged_and_nothing_is_kept(
    database: Database, operating: Operating, tickets: PostgresTickets, tmp_path: Path
) -> None:
    await load(database, SAMPLES)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "text": "somebody logged into my account!", "plan": "free"}\n')
    done = await _tickets(operating, "triage", "--in", str(source), "--out", str(target))
    assert done.exit_code == 0, done.output
    [found] = [json.loads(line) for line in target.read_text().splitlines()]
    assert (found["urgency"], found["requires_escalation"]) == ("critical", True)
    assert (found["language"], found["recommended_action"]) == ("en", "escalate_human")
    assert (await tickets.at_desk(ME)).active == ()
