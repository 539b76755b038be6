"""The tools over a real session, on a real database."""

import asyncio
import hashlib

import asyncpg
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.mcp.connection import Connection
from agents.service_calls.graph.loading import read_graph
from tests.agents.service_calls.graph.test_checking import SHIPPED
from tests.examples.service_tools.business import KEYED, Business, JsonObject

READ_ONLY = {"customer_get", "entity_list", "person_calendar_free", "setting_list"}


async def rows(business: Business, query: str, *values: object) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(business.url)
    try:
        return await connection.fetch(query, *values)
    finally:
        await connection.close()


@pytest.mark.shows("calls server")
async def test_every_tool_says_what_it_takes_what_it_gives_and_what_it_does(
    connection: Connection,
) -> None:
    tools = {tool.name: tool for tool in await connection.tools()}
    assert set(tools) == KEYED | READ_ONLY | {"call_hangup", "customer_erase"}
    for name, tool in tools.items():
        assert tool.description
        assert tool.output_schema is not None
        assert tool.input_schema["additionalProperties"] is False
        assert ("idempotency_key" in tool.input_schema["required"]) is (name in KEYED)
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is (name in READ_ONLY)
        assert tool.annotations.idempotent_hint is True


@pytest.mark.shows("calls server")
async def test_a_call_from_the_first_look_to_the_end(business: Business) -> None:
    catalog = (await business.told("setting_list", category="dl__service_category"))["items"]
    assert len(catalog) == 12
    assert {"drywall", "dinding kering", "Trockenbau"} <= set(catalog[0]["keywords"])
    assert await business.told("customer_get", phone="555-1234") == {
        "found": False, "customer_id": None, "name": None, "email": None
    }  # fmt: skip
    created = await business.told("customer_create", phone="555-1234", name="John Doe")
    assert created["created"]
    customer_id = created["customer_id"]
    task = await business.told(
        "task_create",
        customer_id=customer_id,
        name="Drywall Repair Service",
        service_catalog="Drywall Repair",
        description="hole in the wall",
        priority="normal",
    )
    assert (task["number"][:2], task["assigned_employee_name"]) == ("T-", "Bob Smith")
    proposed = (await business.free())[0]
    assert (proposed["from_ts"], proposed["to_ts"], proposed["employee_name"]) == (
        "2026-11-24T15:00:00Z", "2026-11-24T17:00:00Z", "Bob Smith"
    )  # fmt: skip
    friday = {"from_ts": "2026-11-27T18:00:00Z", "to_ts": "2026-11-28T00:00:00Z"}
    assert (await business.free(**friday))[0]["from_ts"] == "2026-11-27T19:00:00Z"
    booked = await business.told(
        "person_calendar_book", **business.booking(task["task_id"], proposed)
    )
    assert booked["employee_name"] == "Bob Smith"
    assert (await business.free())[0]["from_ts"] != proposed["from_ts"]
    (listed,) = (await business.told("entity_list", entity_type="task", customer_id=customer_id))[
        "items"
    ]
    assert (listed["name"], listed["status"]) == ("Drywall Repair Service", "scheduled")
    for _ in range(2):
        assert await business.told("call_hangup", call_session_id="s1") == {"status": "success"}
    cancel = {"task_id": task["task_id"]}
    assert await business.told("task_cancel", **cancel) == {
        "replayed": False, "cancelled": True, "events": 1
    }  # fmt: skip
    assert (await business.free())[0] == proposed
    assert (await business.refused(
        "person_calendar_book", **business.booking(task["task_id"], proposed)
    )).startswith("refused.task_cancelled: ")  # fmt: skip
    (first,) = await rows(business, "SELECT min(number) AS number FROM services.tasks")
    assert first["number"] == 1042


async def test_a_note_stands_behind_what_the_task_is_about(business: Business) -> None:
    task = await business.task("Roofing")
    for note in ("Note: ring at the back.", "Note: bring a ladder."):
        told = await business.told("task_note", task_id=task, note=note)
        assert told == {"replayed": False, "noted": True}
    query = "SELECT description FROM services.tasks WHERE id = $1"
    (row,) = await rows(business, query, task)
    assert str(row["description"]).endswith("Note: ring at the back. Note: bring a ladder.")
    refused = await business.refused("task_note", task_id="task-0", note="x")
    assert refused.startswith("not_found")


@pytest.mark.shows("calls server")
async def test_a_service_goes_to_who_has_the_skill_and_the_rest_to_jonas(
    business: Business,
) -> None:
    wanted = {
        "Painting": "Bob Smith",
        "electrical": "Siti Rahman",
        "Roofing": "Ravi Kumar",
        "Locksmith": "Jonas Weber",
        "Pest Control": "Jonas Weber",
        "": "Jonas Weber",
    }
    found = {each: (await business.free(each))[0]["employee_name"] for each in wanted}
    assert found == wanted


@pytest.mark.shows("calls server")
async def test_one_number_is_one_customer_however_it_is_written(business: Business) -> None:
    async def owner(phone: str) -> str | None:
        told = await business.told("customer_get", phone=phone)
        return told["customer_id"] if told["found"] else None

    ana = await business.customer(phone="415-555-2671", name="Ana Lim")
    assert [await owner(phone) for phone in ("(415) 555 2671", "+1 4155552671")] == [ana, ana]
    assert await owner("+44 415 555 2671") is None
    local = await business.customer(phone="555-1299")
    assert await owner("555 1299") == local
    again = await business.told("customer_create", phone="+14155552671", name="Eve")
    assert (again["created"], again["customer_id"], again["name"]) == (False, ana, "Ana Lim")
    assert (await business.refused("customer_get", phone="12")).startswith("invalid.phone: ")

    update = {"customer_id": local}
    taken = await business.refused("customer_update", phone="4155552671", **update)
    assert taken.startswith("conflict.phone_taken: ")
    moved = await business.told("customer_update", phone="555-9999", name="Lou", **update)
    assert (moved["customer_id"], moved["name"]) == (local, "Lou")
    assert (await owner("555-1299"), await owner("555-9999")) == (None, local)


@pytest.mark.shows("calls E1, E4")
async def test_the_same_key_brings_the_first_result_whatever_else_is_asked(
    business: Business,
) -> None:
    customer_id, key = await business.customer(), business.key()

    def task(name: str) -> JsonObject:
        asked = {"name": name, "service_catalog": "Plumbing", "priority": "urgent"}
        return {"customer_id": customer_id, "idempotency_key": key, **asked}

    refused = await business.refused("task_create", **{**task("x"), "customer_id": "cust-1"})
    assert refused.startswith("not_found.customer: ")
    at_once = [business.told("task_create", **task(f"Sink {n}")) for n in range(6)]
    told = await asyncio.gather(*at_once, business.told("task_create", **task("Tap")))
    assert sorted(each.pop("replayed") for each in told) == [False] + 6 * [True]
    assert all(each == told[0] for each in told)
    query = "SELECT name FROM services.tasks WHERE customer_id = $1"
    assert [row["name"] for row in await rows(business, query, customer_id)] == [told[0]["name"]]
    other = {"task_id": told[0]["task_id"], "idempotency_key": key}
    assert (await business.refused("task_cancel", **other)).startswith("conflict.key: ")


@pytest.mark.shows("calls server")
async def test_booking_again_moves_and_what_is_taken_moves_nothing(business: Business) -> None:
    mine, hers = await business.task("Roofing"), await business.task("Lawn Care")
    first, second, third = await business.free("Roofing")
    made = await business.told("person_calendar_book", **business.booking(mine, first))
    await business.told("person_calendar_book", **business.booking(hers, second))
    taken = await business.refused("person_calendar_book", **business.booking(mine, second))
    assert taken.startswith("conflict.slot_taken: ")
    assert first not in await business.free("Roofing"), "the booking from before still stands"
    moved = await business.told("person_calendar_book", **business.booking(mine, third))
    assert moved["event_id"] == made["event_id"]
    assert (await business.free("Roofing"))[0] == first
    booked = "SELECT from_ts FROM services.calendar WHERE task_id = $1 AND status = 'booked'"
    assert len(await rows(business, booked, mine)) == 1
    odd = {**business.booking(mine, first), "to_ts": second["to_ts"]}
    assert (await business.refused("person_calendar_book", **odd)).startswith("invalid.slot: ")
    past = {**first, "from_ts": "2026-11-21T15:00:00Z", "to_ts": "2026-11-21T17:00:00Z"}
    gone = await business.refused("person_calendar_book", **business.booking(mine, past))
    assert gone.startswith("conflict.slot_past: ")


@pytest.mark.shows("calls E5")
async def test_two_bookings_of_one_person_cannot_overlap_whoever_writes_them(
    business: Business,
) -> None:
    task_id, slot = await business.task("Electrical"), (await business.free("Electrical"))[0]
    await business.told("person_calendar_book", **business.booking(task_id, slot))
    other = await business.task("Electrical")
    query = """
        INSERT INTO services.calendar (employee_no, task_id, from_ts, to_ts)
        SELECT employee_no, $2, from_ts + interval '1 hour', to_ts + interval '1 hour'
        FROM services.calendar WHERE task_id = $1
    """
    with pytest.raises(asyncpg.ExclusionViolationError):
        await rows(business, query, task_id, other)


@pytest.mark.shows("calls server")
async def test_nothing_of_an_erased_customer_is_left(business: Business) -> None:
    customer_id = await business.customer(phone="555-7777", name="Zoltan Unique")
    task_id = await business.task("Plumbing", customer_id)
    slot = (await business.free("Plumbing"))[0]
    booked = await business.told("person_calendar_book", **business.booking(task_id, slot))
    kept = await business.task("Plumbing")
    for _ in range(2):
        told = await business.told("customer_erase", customer_id=customer_id)
        assert told == {"erased": True}
    traces = {customer_id, task_id, booked["event_id"], "Zoltan"}
    for table in ("customers", "tasks", "calendar", "idempotency"):
        query = f"SELECT t::text AS row FROM services.{table} t"  # noqa: S608 - our own names
        texts = [row["row"] for row in await rows(business, query)]
        assert [trace for trace in traces if trace in str(texts)] == []
    assert (await business.free("Plumbing"))[0] == slot
    assert await rows(business, "SELECT FROM services.tasks WHERE id = $1", kept)


async def test_tasks_are_told_of_one_customer_alone_and_a_query_names_projects(
    business: Business,
) -> None:
    await business.task()
    assert await business.told("entity_list", entity_type="task") == {"items": []}
    projects = await business.told("entity_list", entity_type="project", query="my roof leaks")
    assert [each["id"] for each in projects["items"]] == ["proj-outdoors"]
    everything = await business.told("entity_list", entity_type="project", limit=2)
    assert len(everything["items"]) == 2


async def test_what_does_not_fit_is_named_and_never_quoted(business: Business) -> None:
    secret = "very-private" * 30
    told = await business.refused("customer_get", phone=secret, extra=secret)
    assert told == "invalid.arguments: do not fit: extra, phone"
    times = {"from_ts": "2026-11-24T10:00:00", "to_ts": "9999-12-31T00:00:00Z"}
    told = await business.refused("person_calendar_free", service_catalog="Painting", **times)
    assert told == "invalid.arguments: do not fit: from_ts, to_ts"
    assert (await business.refused("drop_tables")).startswith("not_found.tool: ")


@pytest.mark.parametrize("name", SHIPPED)
async def test_the_shipped_graphs_call_the_tools_with_what_these_take(
    connection: Connection, name: str
) -> None:
    offered = await connection.offered_tools()
    tools = {f"services.{tool.name}": tool.arguments for tool in offered}
    assert not read_graph(SHIPPED[name], tools).warnings


@pytest.mark.shows("calls A8 (3)")
async def test_photos_are_fetched_kept_with_the_task_and_deleted_with_the_customer(
    business: Business,
) -> None:
    content = b"a photo"
    digest = hashlib.sha256(content).hexdigest()

    async def give(_: web.Request) -> web.Response:
        return web.Response(body=content)

    app = web.Application()
    app.add_routes([web.get("/photo", give)])
    async with TestServer(app) as server:
        url = str(server.make_url("/photo"))
        photos = [
            {"sha256": digest, "mime_type": "image/jpeg", "size": len(content), "url": url},
            {"sha256": "1" * 64, "url": url},
            {"sha256": "2" * 64, "url": str(server.make_url("/gone"))},
            {"sha256": "3" * 64},
        ]
        customer = await business.customer()
        task = await business.task(customer_id=customer)
        await business.told("task_note", task_id=task, note="look", photos=photos)
    kept = "SELECT sha256, content FROM services.task_photos WHERE task_id = $1 ORDER BY sha256"
    found = {row["sha256"]: row["content"] for row in await rows(business, kept, task)}
    assert found == {digest: content, "1" * 64: None, "2" * 64: None, "3" * 64: None}
    await business.told("customer_erase", customer_id=customer)
    assert await rows(business, kept, task) == []


async def test_an_address_that_is_none_is_refused(business: Business) -> None:
    task = await business.task()
    photos = [{"sha256": "1" * 64, "url": "file:///etc/passwd"}]
    refused = await business.refused("task_note", task_id=task, note="look", photos=photos)
    assert "invalid.arguments" in refused
