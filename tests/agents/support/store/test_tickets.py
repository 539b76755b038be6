"""Tickets as rows: the same twice, in both orders, of one person, and gone when they are erased."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from adapters.postgres.erasure import PostgresErasure
from adapters.postgres.parts import rows
from adapters.postgres.pool import Database
from agents.staffed import ROOM, Standing
from agents.support.case.ticket_case import case_id
from agents.support.naming import ticket_id
from agents.support.store.part import PART
from agents.support.store.posts import PostgresStaffPosts
from agents.support.store.tickets import MergeTarget, PostgresTickets, TicketNotSavedError
from agents.support.tickets import Ticketed, TicketStatus
from tests.agents.support.store.conftest import AT, ME, OTHER, a_request, an_event, keep_draft


async def everything(database: Database) -> dict[str, list[dict[str, JsonValue]]]:
    async with database.connection() as connection:
        return {
            table: sorted(await rows(connection, f"SELECT * FROM {table}"), key=str)  # noqa: S608
            for table in PART.tables
        }


async def test_a_person_nobody_knows_is_one_customer_for_good(tickets: PostgresTickets) -> None:
    first, again = await tickets.at_desk(ME), await tickets.at_desk(ME)
    assert first.customer_id == again.customer_id
    assert (first.customer_id.startswith("CUST-"), first.linked) == (True, False)
    assert (await tickets.at_desk(OTHER)).customer_id != first.customer_id


@pytest.mark.shows("support 25")
async def test_a_ticket_that_is_saved_twice_is_there_once(
    me: str, tickets: PostgresTickets, database: Database
) -> None:
    request = a_request(me)
    saved = await tickets.save(request)
    before = await everything(database)
    again = await tickets.save(request)
    assert (again.ticket_id, again.first_due) == (saved.ticket_id, saved.first_due)
    assert saved.first_due is not None
    assert await everything(database) == before
    assert {table: len(found) for table, found in before.items() if found} == {
        "support_customers": 1, "support_links": 1, "support_tickets": 1, "support_messages": 2,
        "support_runs": 1,
    }  # fmt: skip


@pytest.mark.shows("support 3")
def test_a_tickets_id_is_a_hash_of_its_task_and_collisions_take_the_next() -> None:
    names = {ticket_id("conversation:x/support/4-a", attempt) for attempt in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"TKT-[0-9A-Z]{8}", name) for name in names)
    assert ticket_id("conversation:x/support/4-a") in names


@pytest.mark.shows("support 3")
async def test_an_id_that_another_ticket_has_gives_the_next_one(
    me: str, tickets: PostgresTickets
) -> None:
    first, second = a_request(me, n=1), a_request(me, n=2)
    taken = second.state.ticket.model_copy(update={"ticket_id": first.state.ticket.ticket_id})
    second = second.model_copy(update={"state": second.state.model_copy(update={"ticket": taken})})
    await tickets.save(first)
    saved = await tickets.save(second)
    assert saved.ticket_id == ticket_id(second.task_id, 1)
    assert (await tickets.save(second)).ticket_id == saved.ticket_id


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_events_move_a_ticket_alike_in_both_orders_and_twice(
    order: tuple[int, int], me: str, tickets: PostgresTickets, database: Database
) -> None:
    request = a_request(me)
    await tickets.save(request)
    events = (
        an_event(request, "claimed", 1, status="open", urgency="high", assignee="Mia"),
        an_event(request, "closed", 9, status="closed", urgency="high", assignee="Mia"),
    )
    noted = [await tickets.note(events[n]) for n in order]
    assert [each.new for each in noted] == [True, True]
    assert not (await tickets.note(events[0])).new
    key = request.state.ticket.customer_id, request.state.ticket.ticket_id
    assert await tickets.standing(*key) == (TicketStatus.CLOSED, "Mia")
    found = await everything(database)
    assert len(found["support_events"]) == 2
    await tickets.save(request.model_copy(update={"run": 2, "status": TicketStatus.ACTIVE}))
    assert await tickets.standing(*key) == (TicketStatus.CLOSED, "Mia"), "people moved it"


async def test_other_due_times_and_a_plan_found_later_move_the_row_whatever_came_meanwhile(
    me: str, tickets: PostgresTickets, database: Database
) -> None:
    request = a_request(me)
    with pytest.raises(TicketNotSavedError) as raised:
        await tickets.note(an_event(request, "claimed", 5, status="open", assignee="Mia"))
    assert raised.value.retryable, "it waits for its ticket"
    await tickets.save(request)
    soon, later = AT + timedelta(minutes=15), AT + timedelta(hours=4)
    await tickets.note(an_event(request, "claimed", 5, status="open", assignee="Mia"))
    await tickets.note(an_event(request, "looked_up", 2, plan="pro"))
    await tickets.note(an_event(request, "due", 4, first_due=soon, resolve_due=later))
    await tickets.note(an_event(request, "due", 3, first_due=later, resolve_due=soon))
    (row,) = (await everything(database))["support_tickets"]
    assert (row["plan"], row["assignee"]) == ("pro", "Mia")
    due = [datetime.fromisoformat(str(row[name])) for name in ("first_due", "resolve_due")]
    assert due == [soon, later]


async def test_the_last_rating_counts_and_all_are_kept(
    me: str, tickets: PostgresTickets, database: Database
) -> None:
    request = a_request(me)
    await tickets.save(request)
    await tickets.note(an_event(request, "closed", 5, status="closed"))
    for after, score in ((6, 2), (7, 5)):
        await tickets.note(an_event(request, "rated", after, status="closed", rating=score))
    assert len((await everything(database))["support_ratings"]) == 2
    saved = await tickets.save(a_request(me, n=2))
    assert any("5/5" in line for line in saved.earlier)
    assert any(request.state.ticket.ticket_id in line for line in saved.earlier)


@pytest.mark.shows("support 1", "support 3")
async def test_tickets_of_strangers_are_not_at_the_desk(me: str, tickets: PostgresTickets) -> None:
    theirs = (await tickets.at_desk(OTHER)).customer_id
    await tickets.save(a_request(me, text="my card"))
    await tickets.save(a_request(theirs, OTHER, text="their card"))
    desk = await tickets.at_desk(ME)
    assert [each.text for each in desk.active] == ["my card"]
    theirs_id = a_request(theirs, OTHER).state.ticket.ticket_id
    assert await tickets.standing(me, theirs_id) is None


@pytest.mark.shows("support 35")
async def test_a_closed_ticket_is_offered_until_its_window_is_over(
    me: str,
    tickets: PostgresTickets,
) -> None:
    request = a_request(me)
    await tickets.save(request)
    await tickets.note(an_event(request, "closed", 5, status="closed"))
    assert [each.status for each in (await tickets.at_desk(ME)).active] == [TicketStatus.CLOSED]
    later = a_request((await tickets.at_desk(ME)).customer_id, n=2)
    await tickets.save(later)
    long_ago = -60 * 24 * 8
    await tickets.note(an_event(later, "closed", long_ago, status="closed"))
    desk = await tickets.at_desk(ME)
    assert [each.number for each in desk.active] == [1]
    assert [each.number for each in desk.past] == [2]


@pytest.mark.shows("support data")
async def test_erasure_leaves_nothing_of_a_person_and_all_of_another(
    tickets: PostgresTickets, database: Database
) -> None:
    erasure, posts = PostgresErasure(database, (PART,)), PostgresStaffPosts(database)
    for user in (ME, OTHER):
        request = a_request((await tickets.at_desk(user)).customer_id, user)
        await tickets.save(request)
        await tickets.note(an_event(request, "rated", 2, status="open", rating=4))
        no = an_event(request, "not_solved", 3, helpful=False, articles=("kb_002",))
        await tickets.note(no)
        await keep_draft(database, *no.key)
        [case] = await erasure.conversations_of(user)
        assert case == case_id(request.state.ticket.customer_id, request.state.ticket.ticket_id)
        assert await erasure.rooms_of(user) == ()
        await posts.remember(Standing(case, ROOM, -1, 10, None, "🟠 billing"))
    [room] = await erasure.rooms_of(ME)
    async with database.transaction() as connection:
        exported = await PART.export(connection, ME)
        assert all(exported.values())
    assert (await erasure.erase(ME)).counts == {"tickets": 1}
    async with database.transaction() as connection:
        assert not any((await PART.export(connection, ME)).values())
        assert all((await PART.export(connection, OTHER)).values())
    assert await posts.of(room), "who removes the room has to find it"
    await posts.forget(room)
    left = await everything(database)
    filled = {table for table, found in left.items() if found}
    assert filled == {*exported, "support_posts"}
    assert {len(left[table]) for table in filled - {"support_messages", "support_events"}} == {1}
    assert ME not in str(left)
    assert room not in str(left)


@pytest.mark.shows("support data")
async def test_tickets_stay_unless_a_setting_says_how_long(
    me: str,
    tickets: PostgresTickets,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = a_request(me, n=1), a_request(me, n=2)
    await tickets.save(old)
    await tickets.save(new)
    await tickets.note(an_event(old, "closed", -60 * 24 * 40, status="closed"))
    assert await PART.purge(database, datetime.now(UTC)) == {}
    monkeypatch.setenv("SUPPORT_TICKET_RETENTION_DAYS", "30")
    assert await PART.purge(database, datetime.now(UTC)) == {"tickets": 1}
    [left] = (await everything(database))["support_tickets"]
    assert left["number"] == 2


async def test_what_did_not_help_is_known_and_a_ticket_taken_up_again_is_due_from_then(
    me: str,
    tickets: PostgresTickets,
) -> None:
    await tickets.save(a_request(me, status=TicketStatus.SOLVED))
    request = a_request(me)
    made_up = (7, "kb_003 or any other words: it was not the answer")
    for after, article in ((3, "kb_002"), (5, "kb_001"), made_up):
        no = an_event(request, "not_solved", after, helpful=False, articles=(article,))
        await tickets.note(no)
    (row,) = (await tickets.at_desk(ME)).active
    assert row.unhelpful == ("kb_002", "kb_001")
    since = AT + timedelta(days=3)
    again = request.model_copy(
        update={"task_id": f"{request.task_id}/2", "taken_up": True, "since": since}
    )
    saved = await tickets.save(again)
    assert saved.ticket_id == request.state.ticket.ticket_id
    assert saved.first_due is not None
    assert saved.first_due > since
    moved = an_event(request, "closed", 60 * 24 * 4, status="closed")
    await tickets.note(moved)
    later = AT + timedelta(days=6)
    reopened = again.model_copy(update={"run": 2, "since": later})
    due = (await tickets.save(reopened)).first_due
    assert due is not None
    assert due > later, "the customer is told no time that is gone"


@pytest.mark.shows("support 30")
async def test_a_merged_ticket_is_found_by_its_names_in_the_one_that_goes_on(
    tickets: PostgresTickets, me: str
) -> None:
    first = await tickets.save(a_request(me, n=1, text="charged twice"))
    other = await tickets.save(a_request(me, n=2, text="no refund yet"))
    for _ in range(2):
        target = await tickets.merge(me, first.ticket_id, other.ticket_id)
        assert isinstance(target, MergeTarget)
        assert (target.row.ticket_id, target.row.subject) == (other.ticket_id, "no refund yet")
    (row,) = (await tickets.at_desk(ME)).active
    assert row.ticket_id == other.ticket_id
    for name in (first.ticket_id.lower(), "#1", f"conversation:{ME}/support/1", "#2"):
        assert row.is_named(name), name
    assert {"charged twice", "no refund yet"} == set(row.text.splitlines())


async def test_a_ticket_goes_into_none_that_was_merged_itself(
    tickets: PostgresTickets, me: str
) -> None:
    one, two, three = [
        (await tickets.save(a_request(me, n=n, text=f"problem {n}"))).ticket_id for n in (1, 2, 3)
    ]
    assert isinstance(await tickets.merge(me, one, two), MergeTarget)
    assert await tickets.merge(me, two, one) == "merged"
    assert await tickets.merge(me, three, one) == "merged"
    assert [row.ticket_id for row in (await tickets.at_desk(ME)).active] == [two, three]


async def test_a_merge_that_is_tried_again_follows_its_target(
    tickets: PostgresTickets, me: str
) -> None:
    one, two, three = [
        (await tickets.save(a_request(me, n=n, text=f"problem {n}"))).ticket_id for n in (1, 2, 3)
    ]
    await tickets.merge(me, one, two)
    await tickets.merge(me, two, three)
    target = await tickets.merge(me, one, two)
    assert isinstance(target, MergeTarget)
    assert target.row.ticket_id == three


async def test_a_merge_that_is_tried_again_when_its_target_has_ended_for_good_is_undone(
    tickets: PostgresTickets, me: str
) -> None:
    one = (await tickets.save(a_request(me, n=1))).ticket_id
    request = a_request(me, n=2)
    two = (await tickets.save(request)).ticket_id
    await tickets.merge(me, one, two)
    ended = an_event(request, "closed", 1, status="withdrawn")
    await tickets.note(ended)
    assert await tickets.merge(me, one, two) == "over"
    assert [row.ticket_id for row in (await tickets.at_desk(ME)).active] == [one]


async def test_what_is_kept_of_both_tickets_is_read_once(tickets: PostgresTickets, me: str) -> None:
    one, two = a_request(me, n=1, text="charged twice"), a_request(me, n=2, text="no refund yet")
    keys = [(await tickets.save(each)).ticket_id for each in (one, two)]
    message = Ticketed(id=f"{ME}:9", text="card ending 1234", at=AT)
    for request in (one, two):
        await tickets.note(an_event(request, "said", 1, message=message, who="customer"))
    await tickets.merge(me, *keys)
    (row,) = (await tickets.at_desk(ME)).active
    assert row.text.count("card ending 1234") == 1


async def test_tickets_of_different_people_and_those_that_are_over_are_not_merged(
    tickets: PostgresTickets, database: Database, me: str
) -> None:
    own = (await tickets.save(a_request(me))).ticket_id
    theirs = a_request((await tickets.at_desk(OTHER)).customer_id, OTHER)
    other = (await tickets.save(theirs)).ticket_id
    over = a_request(me, n=2)
    closed = (await tickets.save(over)).ticket_id
    await tickets.note(an_event(over, "closed", 1, status="closed"))
    colleague = (await tickets.save(a_request(me, "terminal:colleague", n=3))).ticket_id
    assert await tickets.merge(me, own, other) == "other_customer"
    assert await tickets.merge(me, own, colleague) == "other_person"
    assert await tickets.merge(me, own, closed) == "over"
    assert await tickets.merge(me, own, "TKT-ZZZZZZZZ") == "unknown"
    assert await tickets.merge(me, own, own) == "same"
    async with database.connection() as connection:
        merged = await connection.fetchval(
            "SELECT count(*) FROM support_tickets WHERE merged_into <> ''"
        )
    assert merged == 0
