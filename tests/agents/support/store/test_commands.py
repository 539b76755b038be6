"""What the command line shows of tickets, from the sample on."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adapters.postgres.pool import Database
from agents.operator import Operator
from agents.support.commands import commands
from agents.support.sample import load
from agents.support.store.customers import TableCustomers
from agents.support.store.tickets import PostgresTickets
from domain.errors import NotFoundError
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from tests.agents.support.store.test_tickets import (
    ME,
    OTHER,
    a_request,
    an_event,
    database,
    tickets,
)

__all__ = ["database", "tickets"]
SAMPLES = Path(__file__).parents[4] / "local" / "samples"


async def _run(url: str, group: str, *arguments: str) -> Result:
    @asynccontextmanager
    async def reach(data_dir: Path | None) -> AsyncIterator[Operator]:
        del data_dir
        own = Database(url)  # a command has a loop, and connections, of its own
        try:
            yield Operator(own, _tell, _act)
        finally:
            await own.close()

    return await asyncio.to_thread(CliRunner().invoke, commands(reach)[group], arguments)


async def _tell(conversation: str, user_id: str, notice: Notice) -> None:
    raise AssertionError((conversation, user_id, notice))


async def _act(case: str, act: StaffAct) -> StaffAnswer:
    raise AssertionError((case, act))


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
    database_url: str,
    tickets: PostgresTickets,
) -> None:
    request = a_request((await tickets.at_desk(ME)).customer_id, text="=charged twice")
    saved = await tickets.save(request)
    await tickets.note(an_event(request, "claimed", 1, status="open", assignee="Mia"))
    gone = a_request((await tickets.at_desk(OTHER)).customer_id, OTHER)
    await tickets.save(gone)
    await tickets.note(an_event(gone, "closed", 5, status="closed"))

    listed = await _run(database_url, "tickets", "list")
    assert (saved.ticket_id in listed.output, "Mia" in listed.output) == (True, True)
    assert gone.state.ticket.ticket_id not in listed.output
    every = await _run(database_url, "tickets", "list", "--all", "--json")
    assert len([json.loads(line) for line in every.output.splitlines()]) == 2
    shown = await _run(database_url, "tickets", "show", saved.ticket_id.lower())
    assert "=charged twice" in shown.output
    assert "claimed" in shown.output
    told = json.loads((await _run(database_url, "tickets", "stats", "--json")).output)
    assert (told["type"], told["tickets"], told["live"]) == ("billing", 2, 1)
    exported = await _run(database_url, "tickets", "export")
    assert len(exported.output.splitlines()) == 3
    unknown = await _run(database_url, "tickets", "show", "TKT-00000000")
    assert isinstance(unknown.exception, NotFoundError)


async def test_staff_say_which_customer_a_person_is(
    database_url: str,
    tickets: PostgresTickets,
) -> None:
    done = await _run(database_url, "tickets", "link", "CUST-003", ME)
    assert done.exit_code == 0
    assert (await tickets.at_desk(ME)).customer_id == "CUST-003"


@pytest.mark.shows("support 38")
async def test_a_file_of_messages_is_triaged_and_nothing_is_kept(
    database: Database, database_url: str, tickets: PostgresTickets, tmp_path: Path
) -> None:
    await load(database, SAMPLES)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "text": "somebody logged into my account!", "plan": "free"}\n')
    done = await _run(database_url, "tickets", "triage", "--in", str(source), "--out", str(target))
    assert done.exit_code == 0, done.output
    [found] = [json.loads(line) for line in target.read_text().splitlines()]
    assert (found["urgency"], found["requires_escalation"]) == ("critical", True)
    assert (await tickets.at_desk(ME)).active == ()
