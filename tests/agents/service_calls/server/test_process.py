"""The server as a process: over HTTP, beside another one, on a database that comes and goes."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import asyncpg
import httpx2
import pytest
from pydantic import JsonValue

from adapters.mcp.errors import RemoteUnavailableError
from agents.service_calls.server.sample import load
from agents.service_calls.server.schema import ROLE
from agents.service_calls.server.serving import ServiceTools
from tests.agents.service_calls.server.business import (
    COMMAND,
    NOW,
    ROOT,
    TOKEN,
    Business,
    environment,
    over_http,
    text_of,
)
from tests.conftest import Server
from tests.e2e.commands import begin, execute
from tests.metrics import free_port


def now() -> datetime:
    return datetime.fromisoformat(NOW).astimezone(UTC)


@pytest.fixture(scope="module")
async def port(business: Business) -> AsyncIterator[int]:
    """Of a second server on the same database, over HTTP."""
    number = free_port()
    command = (*COMMAND, "--now", NOW, "--http", f"127.0.0.1:{number}")
    process = await begin(command, environment(business.url, SERVICES_TOKEN=TOKEN), ROOT)
    assert process.stderr is not None
    async for line in process.stderr:
        if b"services.listening" in line:
            break
    yield number
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0


@pytest.mark.shows("calls server")
async def test_who_does_not_present_the_token_learns_nothing(port: int) -> None:
    async with httpx2.AsyncClient() as http:
        for shown in ({}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": TOKEN}):
            for method in ("GET", "POST"):
                answer = await http.request(
                    method, f"http://127.0.0.1:{port}/mcp", headers=shown, json={}
                )
                assert (answer.status_code, answer.json()) == (401, {"error": "unauthorized"})
    stranger = over_http(port, "some-other-token")
    with pytest.raises(RemoteUnavailableError):
        await stranger.tools()
    await stranger.aclose()


@pytest.mark.shows("calls E5")
async def test_two_servers_never_give_the_last_slot_to_two(business: Business, port: int) -> None:
    far = Business(business.url, over_http(port), business.numbers)
    tasks = [await business.task("Electrical") for _ in range(8)]
    for slot in await far.free("Electrical", limit=2):
        asked = [
            (business, far)[n % 2].result("person_calendar_book", **business.booking(task, slot))
            for n, task in enumerate(tasks)
        ]
        results = await asyncio.gather(*asked)
        assert [result.is_error for result in results].count(False) == 1
        told = {text_of(result) for result in results if result.is_error}
        assert told == {"conflict.slot_taken: this slot is taken"}
    await far.connection.aclose()


async def test_without_a_token_worth_its_name_nothing_is_served_over_http(
    postgres_url: str,
) -> None:
    command = (*COMMAND, "--http", "127.0.0.1:0")
    lacking = [environment(postgres_url, SERVICES_TOKEN=token) for token in ("", "short-token")]
    for ended in await asyncio.gather(
        *(execute(*command, environment=each, folder=ROOT) for each in lacking)
    ):
        assert ended.code == 2
        assert "SERVICES_TOKEN" in ended.err.splitlines()[-1]


async def test_servers_that_start_at_once_fill_the_tables_once_and_do_not_hold_each_other_up(
    empty_database: str,
) -> None:
    several = [ServiceTools(empty_database, "US", now, load) for _ in range(4)]
    await asyncio.gather(*(tools.database() for tools in several))
    for tools in several:
        listed = await tools.call("setting_list", {"category": "dl__service_category"})
        assert len(listed.structured_content["items"]) == 12

    async def task(n: int) -> str:
        roof = {"customer_id": "cust-mary-major", "name": "Roof", "service_catalog": "Roofing"}
        made = await several[n % 4].call("task_create", {**roof, "idempotency_key": f"task {n}"})
        task_id: str = made.structured_content["task_id"]
        return task_id

    tasks = await asyncio.gather(*(task(n) for n in range(12)))
    period: dict[str, JsonValue] = {
        "from_ts": "2026-11-24T00:00:00Z",
        "to_ts": "2026-12-24T00:00:00Z",
        "limit": 15,
    }
    free = await several[0].call("person_calendar_free", {"service_catalog": "Roofing", **period})
    for slot in free.structured_content["slots"]:
        times = {name: slot[name] for name in ("from_ts", "to_ts")}
        booking = [
            several[n % 4].call(
                "person_calendar_book",
                {"task_id": each, **times, "idempotency_key": f"{each}/{slot['from_ts']}"},
            )
            for n, each in enumerate(tasks)
        ]
        results = await asyncio.gather(*booking)
        assert [result.is_error for result in results].count(False) == 1
        refused = {text_of(result) for result in results if result.is_error}
        assert refused == {"conflict.slot_taken: this slot is taken"}
    for tools in several:
        await tools.aclose()


@pytest.mark.shows("calls server")
async def test_the_tools_work_under_a_role_that_cannot_read_other_tables(
    empty_database: str,
) -> None:
    connection = await asyncpg.connect(empty_database)
    await connection.execute("CREATE TABLE public.chats (words text)")
    tools = ServiceTools(empty_database, "US", now)
    database = await tools.database()
    async with database.connection() as under:
        assert await under.fetchval("SELECT current_user") == ROLE
        for statement in ("SELECT * FROM public.chats", "CREATE TABLE services.more ()"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await under.execute(statement)
    await tools.aclose()
    await connection.close()


async def test_who_may_not_make_roles_works_under_the_one_they_have(empty_database: str) -> None:
    connection = await asyncpg.connect(empty_database)
    await connection.execute(
        """
        CREATE ROLE clerk LOGIN;
        GRANT CREATE ON DATABASE services_of_one_test TO clerk;
        """
    )
    tools = ServiceTools(empty_database.replace("postgres:@", "clerk:@"), "US", now, load)
    told = await tools.call("customer_get", {"phone": "555-0100"})
    assert told.structured_content["name"] == "Mary Major"
    async with (await tools.database()).connection() as under:
        assert await under.fetchval("SELECT current_user") == "clerk"
    await tools.aclose()
    await connection.execute("DROP OWNED BY clerk; DROP ROLE clerk")
    await connection.close()


@pytest.mark.shows("calls server")
async def test_while_the_database_is_away_callers_are_told_and_then_it_goes_on(
    own_server: Server,
) -> None:
    url = own_server.get_uri()
    tools = ServiceTools(url, "US", now, load)
    for _ in range(2):
        own_server.stop()
        await tools.begin()
        away = await tools.call("customer_get", {"phone": "555-0100"})
        assert text_of(away) == "unavailable: the database does not answer"
        own_server.ensure_postgres_running()
        told = await tools.call("customer_get", {"phone": "555-0100"})
        assert told.structured_content["found"]
    await tools.aclose()


def test_the_server_and_the_agent_import_nothing_of_each_other() -> None:
    agent = ROOT / "agents" / "service_calls"
    crossing = [
        (file.name, module)
        for file in agent.rglob("*.py")
        for module in re.findall(r"^(?:from|import) (agents\.\S+)", file.read_text(), re.MULTILINE)
        if f"{module}.".startswith("agents.service_calls.server.")
        != file.is_relative_to(agent / "server")
    ]
    assert [each for each in crossing if "agents.service_calls" in each[1]] == []
