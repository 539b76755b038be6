"""What the command line shows of tickets, from the sample on."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.support.activity_calls import IncidentAct
from agents.support.commands import commands
from agents.support.sample import load
from agents.support.staff_posts import StaffAction
from agents.support.store.customers import Customer, TableCustomers, import_customers
from agents.support.store.incidents import PostgresIncidents
from agents.support.store.tickets import PostgresTickets
from domain.errors import ConfigurationError, NotFoundError
from domain.staff import StaffAct, StaffMember
from tests.adapters.model.conftest import server as models
from tests.adapters.model.gateway.test_gateway_over_http import provider
from tests.agents.operating import Operating
from tests.agents.support.conftest import SAMPLES
from tests.agents.support.model.payloads import specialised, supervised, translations
from tests.agents.support.store.conftest import AT, ME, OTHER, a_request, an_event
from tests.model_server import ScriptedModelServer

__all__ = ["models"]


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


@pytest.mark.shows("support 31")
async def test_an_incident_that_is_offered_stands_below_the_list(
    operating: Operating, tickets: PostgresTickets, database: Database
) -> None:
    incidents = PostgresIncidents(database, 2, timedelta(minutes=30))
    for user in (ME, OTHER):
        request = a_request((await tickets.at_desk(user)).customer_id, user, text="charged twice")
        await tickets.save(request)
        ticket = request.state.ticket
        found = await incidents.find(ticket.customer_id, ticket.ticket_id)
    listed = await _tickets(operating, "list")
    assert "2 tickets tell of the same since" in listed.output
    assert f"“charged twice”. `steward tickets incident {ticket.ticket_id}` makes" in listed.output
    shown = await _tickets(operating, "show", ticket.ticket_id)
    assert re.search(rf"incident offered +{found.incident}", shown.output)
    stands = {StaffAction.NO_INCIDENT: "", StaffAction.INCIDENT: f"incident +{found.incident}"}
    for action, line in stands.items():
        key = {"customer_id": ticket.customer_id, "ticket_id": ticket.ticket_id}
        act = StaffAct(id="act", by=StaffMember(id="mia", name="Mia"), at=AT, action=action)
        await incidents.take_act(IncidentAct(**key, incident=found.incident, act=act))
        shown = await _tickets(operating, "show", ticket.ticket_id)
        assert (found.incident in shown.output) == bool(line)
        assert re.search(line, shown.output)


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
    assert shown.output.count("=charged twice") == 1
    assert "passed to people at once" in shown.output
    for unreadable in ("route_specialist", "first_due", "T10:", "+00:00"):
        assert unreadable not in shown.output
    told = json.loads((await _tickets(operating, "stats", "--json")).output)
    assert (told["type"], told["tickets"], told["live"]) == ("billing", 2, 1)
    exported = await _tickets(operating, "export")
    assert len(exported.output.splitlines()) == 3
    unknown = await _tickets(operating, "show", "TKT-00000000")
    assert isinstance(unknown.exception, NotFoundError)


async def _opened(database: Database, number: int, **columns: object) -> str:
    """A row of a ticket with one message; its id."""
    ticket = f"TKT-0000000{number}"
    row = {"status": "open", "assignee": "", "urgency": "low", "type": "billing", **columns}
    async with database.connection() as connection:
        await connection.execute(
            """
            INSERT INTO support_tickets (customer_id, ticket_id, task_id, user_id,
                conversation_id, number, status, queue, type, urgency, action, assignee,
                first_due, at)
            VALUES ('CUST-002', $1, $1, 'u', 'c', 1, $2, $3, $3, $4, 'escalate_human', $5,
                now() + $6, now() - interval '185 minutes')
            """,
            ticket,
            row["status"],
            row["type"],
            row["urgency"],
            row["assignee"],
            row["due_in"],
        )
        await connection.execute(
            """
            INSERT INTO support_messages
                (customer_id, ticket_id, message_id, who, body, translated, at)
            VALUES ('CUST-002', $1, 'm1', 'customer', $2, $3, now())
            """,
            ticket,
            row.get("text", "charged twice"),
            row.get("translated", ""),
        )
    return ticket


async def test_what_is_late_stands_first_and_marked_with_its_subject_and_age(
    database: Database, operating: Operating
) -> None:
    text = {"text": "Zweimal abgebucht!", "translated": "Charged twice!"}
    later = await _opened(database, 1, due_in=timedelta(days=2), urgency="critical")
    late = await _opened(database, 2, due_in=-timedelta(minutes=5), assignee="Mia", **text)
    waits = await _opened(
        database, 3, due_in=timedelta(hours=1), status="waiting_customer", type="technical"
    )
    listed = await _tickets(operating, "list")
    heading, first, second, third, *_ = listed.output.splitlines()
    assert heading.split()[:3] == ["due", "ticket", "subject"]
    assert [late in first, later in second, waits in third] == [True, True, True]
    assert first.startswith("⚠ ")
    assert all(part in first for part in ("Charged twice", "CUST-002", "low", "3 h", "Mia"))
    assert third.startswith("waiting ")
    assert max(map(len, listed.output.splitlines())) <= 100

    async def found(*options: str) -> list[str]:
        lines = (await _tickets(operating, "list", "--json", *options)).output.splitlines()
        return [json.loads(line)["ticket_id"] for line in lines]

    assert await found("--sort", "urgency") == [later, late, waits]
    assert await found("--overdue") == [late]
    assert await found("--mine", "--as", "mia") == [late]
    assert await found("--team", "technical") == [waits]


@pytest.mark.shows("support 38", "support 39")
async def test_a_file_is_triaged_with_a_model_where_there_is_one(
    database: Database, operating: Operating, models: ScriptedModelServer, tmp_path: Path
) -> None:
    await load(database, SAMPLES)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "text": "Ich habe eine Frage zu meiner Rechnung"}\n')
    files = ("--in", str(source), "--out", str(target), "--with-model")
    without = await _tickets(operating, "triage", *files)
    assert isinstance(without.exception, ConfigurationError)
    assert not target.exists()

    operating.providers = [provider(models)]
    models.answer("TranslateAnswer", translations("I have a question about my invoice"))
    models.answer("SupervisorAnswer", supervised("billing"))
    models.answer("SpecialistAnswer", specialised(action="route_specialist", missing="invoice"))
    done = await _tickets(operating, "triage", *files)
    assert done.exit_code == 0, done.output
    found = json.loads(target.read_text())
    assert found["translations"] == ["I have a question about my invoice"]
    assert (found["type"], found["route"], found["asks"]) == ("billing", "billing", "invoice")
    assert (found["engine"], found["reasoning"]) == ("one:gpt-4o-mini", "scripted")


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
    assert (found["route"], found["sentiment"]) == ("escalate", "urgent")
    assert (await tickets.at_desk(ME)).active == ()
