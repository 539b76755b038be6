"""Which post stands where outlives the process that posted it."""

from adapters.postgres.pool import Database
from agents.staffed import ROOM, Standing
from agents.support.calls import CaseRules
from agents.support.passing import rules_of
from agents.support.settings import SupportSettings
from agents.support.staffed import bind, staff_chat
from agents.support.store.posts import PostgresStaffPosts
from domain.staff import StaffMember

STAFF = -1002001
CASE = "ticket:CUST-002:TKT-7K2M9Q4D"


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
    async with database.connection() as connection:
        for number, (assignee, status) in enumerate(
            [("Mia", "open"), ("Mia", "closed"), ("Ben", "open"), ("Mia", "waiting_customer")]
        ):
            await connection.execute(
                """
                INSERT INTO support_tickets (customer_id, ticket_id, task_id, user_id,
                    conversation_id, number, status, queue, type, urgency, action, assignee, at)
                VALUES ('CUST-002', $1, $1, 'u', 'c', 1, $2, 'billing', 'billing', 'low',
                    'escalate_human', $3, now())
                """,
                f"TKT-0000000{number}",
                status,
                assignee,
            )
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
