"""Staff do all they can do without Telegram, too: each act once, on the ticket that they name."""

import json

import pytest
import typer
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.support.posts import ActAnswered
from agents.support.staff_commands import NotOneTicketError, add_acts
from domain.staff import StaffAnswer
from tests.agents.support.conftest import Operating

TICKET = "TKT-7K2M9Q4D"


class Place(Operating):
    async def does(self, *arguments: str) -> Result:
        app = typer.Typer()
        add_acts(app, self.reach)
        return await self.run(app, *arguments)


@pytest.fixture
async def place(database: Database) -> Place:
    async with database.connection() as connection:
        for customer, ticket in (
            ("CUST-002", TICKET),
            ("CUST-001", "TKT-00000000"),
            ("CUST-002", "TKT-00000000"),
        ):
            await connection.execute(
                """
                INSERT INTO support_tickets (customer_id, ticket_id, task_id, user_id,
                    conversation_id, number, status, queue, type, urgency, action, at)
                VALUES ($1, $2, $1 || $2, 'u', 'c', 1, 'open', 'billing', 'billing', 'low',
                    'escalate_human', now())
                """,
                customer,
                ticket,
            )
    return Place(database.url)


@pytest.mark.shows("support 30")
async def test_every_act_reaches_the_ticket_s_case(place: Place) -> None:
    for arguments in (
        ("claim", TICKET),
        ("assign", TICKET, "Ben"),
        ("assign", TICKET, "telegram:7001 Mia Mint"),
        ("reply", TICKET, "It is refunded."),
        ("note", TICKET, "ask finance"),
        ("urgency", TICKET, "critical"),
        ("wait", TICKET),
        ("back", TICKET),
        ("close", TICKET.lower()),
        ("reopen", f"CUST-002:{TICKET}"),
    ):
        result = await place.does(*arguments, "--as", "Mia")
        assert result.exit_code == 0, result.output
    assert {case for case, _ in place.acts} == {f"ticket:CUST-002:{TICKET}"}
    assert len({act.id for _, act in place.acts}) == len(place.acts)
    assert [(act.action, act.value or act.text, act.by.id) for _, act in place.acts] == [
        ("claim", "", "cli:mia"),
        ("assign", "cli:ben Ben", "cli:mia"),
        ("assign", "telegram:7001 Mia Mint", "cli:mia"),
        ("reply", "It is refunded.", "cli:mia"),
        ("note", "ask finance", "cli:mia"),
        ("urgency", "critical", "cli:mia"),
        ("wait", "", "cli:mia"),
        ("back", "", "cli:mia"),
        ("close", "", "cli:mia"),
        ("reopen", "", "cli:mia"),
    ]


@pytest.mark.shows("support 30")
async def test_what_is_refused_is_said_and_ends_with_one(place: Place) -> None:
    taken = ActAnswered(what="taken", name="Mia")
    place.answer = StaffAnswer(
        applied=False, topic=taken.topic, content=taken.model_dump(mode="json")
    )
    result = await place.does("claim", TICKET, "--as", "Ben", "--json")
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert (told["ticket"], told["action"], told["applied"]) == (
        f"CUST-002:{TICKET}",
        "claim",
        False,
    )
    assert told["content"]["name"] == "Mia"


async def test_a_ticket_must_be_named_so_that_it_is_one(place: Place) -> None:
    unknown = await place.does("claim", "TKT-XXXXXXXX")
    doubled = await place.does("claim", "TKT-00000000")
    assert isinstance(unknown.exception, NotOneTicketError)
    assert isinstance(doubled.exception, NotOneTicketError)
    assert "CUST-001:TKT-00000000" in str(doubled.exception)
    assert (await place.does("claim", "CUST-001:TKT-00000000")).exit_code == 0
    assert (await place.does("note", TICKET, " ")).exit_code == 2
    assert (await place.does("claim", TICKET, "--as", "a/b")).exit_code == 2
    assert len(place.acts) == 1
