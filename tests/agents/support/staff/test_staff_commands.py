"""What staff do without Telegram: each act once, on the ticket named; and where posts stand."""

import json

import pytest
from typer.testing import Result

from adapters.postgres.pool import Database
from agents.staffed import ROOM, Standing
from agents.support.activities.passing import rules_of
from agents.support.activity_calls import CaseRules
from agents.support.command_groups import group
from agents.support.settings import SupportSettings
from agents.support.staff_commands import ACTS, NotMergedError, NotWithPeopleError
from agents.support.staff_posts import ActAnswered
from agents.support.staffed import bind, staff_chat
from agents.support.store.lists import NotOneTicketError
from agents.support.store.posts import PostgresStaffPosts
from domain.errors import NotFoundError
from domain.staff import StaffAnswer, StaffMember
from tests.agents.operating import Operating

TICKET = "TKT-7K2M9Q4D"
STAFF = -1002001
CASE = f"ticket:CUST-002:{TICKET}"


class Place(Operating):
    async def does(self, *arguments: str) -> Result:
        return await self.run(group("Acts.", self.reach, ACTS), *arguments)


async def insert(database: Database, customer: str, ticket: str, **columns: str) -> None:
    """A row of a ticket as far as staff look at it."""
    row = {"assignee": "", "status": "open", **columns}
    async with database.connection() as connection:
        await connection.execute(
            """
            INSERT INTO support_tickets (customer_id, ticket_id, task_id, user_id,
                conversation_id, number, status, queue, type, urgency, action, assignee, at)
            VALUES ($1, $2, $1 || $2, 'u', 'c', 1, $3, 'billing', 'billing', 'low',
                'escalate_human', $4, now())
            """,
            customer,
            ticket,
            row["status"],
            row["assignee"],
        )


@pytest.fixture
async def place(database: Database) -> Place:
    for customer, ticket in (
        ("CUST-002", TICKET), ("CUST-001", "TKT-00000000"), ("CUST-002", "TKT-00000000"),
    ):  # fmt: skip
        await insert(database, customer, ticket)
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
        ("incident", TICKET),
        ("no-incident", TICKET),
        ("reply-all", TICKET, "It is fixed."),
        ("close-all", TICKET),
        ("reopen-all", TICKET),
        ("unlink", TICKET),
    ):
        result = await place.does(*arguments, "--as", "Mia")
        assert result.exit_code == 0, result.output
    assert {case for case, _ in place.acts} == {CASE}
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
        ("incident", "", "cli:mia"),
        ("no_incident", "", "cli:mia"),
        ("all", "It is fixed.", "cli:mia"),
        ("close_all", "", "cli:mia"),
        ("reopen_all", "", "cli:mia"),
        ("unlink", "", "cli:mia"),
    ]


@pytest.mark.shows("support 30")
async def test_a_ticket_is_merged_only_into_another_one_of_the_same_person(
    place: Place, database: Database
) -> None:
    other = "TKT-00000005"
    await insert(database, "CUST-002", other)
    done = await place.does("merge", TICKET, "--into", f"CUST-002:{other}", "--as", "Mia")
    assert done.exit_code == 0, done.output
    ((case, act),) = place.acts
    assert (case, act.action, act.value) == (CASE, "merge", other)
    await insert(database, "CUST-007", "TKT-00000007")
    refused = await place.does("merge", TICKET, "--into", "TKT-00000007")
    assert isinstance(refused.exception, NotMergedError)
    assert "another customer's" in str(refused.exception)
    async with database.connection() as connection:
        await connection.execute(
            "UPDATE support_tickets SET merged_into = $2 WHERE ticket_id = $1", other, TICKET
        )
    refused = await place.does("merge", TICKET, "--into", other)
    assert isinstance(refused.exception, NotMergedError)
    assert "was merged into another ticket" in str(refused.exception)
    assert len(place.acts) == 1


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


@pytest.mark.parametrize(("status", "told"), [("active", "with the bot"), ("closed", "is over")])
async def test_of_a_ticket_that_no_person_has_it_is_said_who_has_it(
    place: Place, database: Database, status: str, told: str
) -> None:
    await insert(database, "CUST-002", "TKT-00000001", status=status)
    place.answer = NotFoundError("no such case")
    result = await place.does("claim", "TKT-00000001")
    assert isinstance(result.exception, NotWithPeopleError)
    assert told in str(result.exception)


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


async def test_a_post_is_found_by_its_name_its_message_and_its_topic(database: Database) -> None:
    posts = PostgresStaffPosts(database)
    room = Standing(CASE, ROOM, STAFF, 10, None, "🟠 TKT-7K2M9Q4D")
    card = Standing(CASE, "card", STAFF, 10, 11)
    await posts.remember(room)
    await posts.remember(card)
    await posts.remember(card)
    moved = Standing(CASE, "card", STAFF, 20, 21)
    assert await posts.find(CASE, "card") == card
    assert await posts.at(STAFF, 11) == card
    assert await posts.at(STAFF - 1, 11) is None
    assert await posts.case_in(STAFF, 10) == CASE
    await posts.remember(moved)
    assert await posts.at(STAFF, 11) is None
    assert await posts.of(CASE) == [moved, room]
    await posts.forget(CASE)
    assert await posts.of(CASE) == []
    assert await posts.case_in(STAFF, 10) is None


async def test_open_tickets_of_a_member_are_found_by_their_name(database: Database) -> None:
    for number, (assignee, status) in enumerate(
        [("Mia", "open"), ("Mia", "closed"), ("Ben", "open"), ("Mia", "waiting_customer")]
    ):
        name = f"TKT-0000000{number}"
        await insert(database, "CUST-002", name, assignee=assignee, status=status)
    found = await PostgresStaffPosts(database).held_by(StaffMember(id="telegram:1", name="Mia"))
    assert found == ["ticket:CUST-002:TKT-00000000", "ticket:CUST-002:TKT-00000003"]


def test_a_case_goes_by_today_s_settings() -> None:
    settings = SupportSettings(
        support_staff_chat=STAFF,
        support_oncall="8, 7",
        support_send_delay_s=0,
        support_translate=False,
    )
    rules = rules_of(settings)
    assert rules.staff_chat
    assert rules.oncall == ("7", "8")
    assert not rules.send_delay
    assert not rules.translate
    assert rules_of(SupportSettings()) == CaseRules()


async def test_staff_have_a_chat_only_where_one_is_set(database: Database) -> None:
    none, some = SupportSettings(), SupportSettings(support_staff_chat=STAFF, support_staff="7, 8")
    assert bind(database, none) is None
    assert staff_chat(some) == STAFF
    staffed = bind(database, some)
    assert staffed is not None
    assert staffed.members == {7, 8}
