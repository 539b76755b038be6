"""The server as a process: over HTTP, beside another one, on a database that comes and goes."""

import asyncio
import signal
import tomllib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import asyncpg
import httpx2
import pytest

from adapters.mcp.errors import RemoteUnavailableError
from domain.errors import ConfigurationError
from examples.service_tools.sample import load
from examples.service_tools.schema import ROLE
from examples.service_tools.serving import ServiceTools
from examples.service_tools.settings import ServicesSettings
from tests.conftest import Server
from tests.e2e.commands import begin, execute
from tests.examples.service_tools.business import (
    COMMAND,
    NOW,
    ROOT,
    TOKEN,
    Business,
    environment,
    over_http,
    text_of,
)
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
    stranger, known = over_http(port, "some-other-token"), over_http(port)
    with pytest.raises(RemoteUnavailableError):
        await stranger.tools()
    assert await known.tools()
    for connection in (stranger, known):
        await connection.aclose()


async def test_without_a_token_worth_its_name_nothing_is_served_over_http(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = environment(postgres_url, SERVICES_TOKEN="")
    ended = await execute(*COMMAND, "--http", "127.0.0.1:0", environment=lacking, folder=ROOT)
    assert ended.code == 2
    assert "SERVICES_TOKEN" in ended.err.splitlines()[-1]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERVICES_TOKEN", "short-token")
    with pytest.raises(ConfigurationError, match="SERVICES_TOKEN"):
        ServicesSettings.load()


@pytest.mark.shows("calls E5")
async def test_servers_that_start_at_once_fill_the_tables_once_and_give_a_slot_to_one(
    empty_database: str,
) -> None:
    servers = [ServiceTools(empty_database, "US", now, load) for _ in range(4)]
    await asyncio.gather(*(tools.database() for tools in servers))
    keys = count(1)
    several = [Business(empty_database, tools, keys) for tools in servers]
    for each in several:
        listed = await each.told("setting_list", category="dl__service_category")
        assert len(listed["items"]) == 12
    tasks = await asyncio.gather(*(each.task("Roofing") for each in several * 3))
    for slot in await several[0].free("Roofing", limit=3):
        del slot["employee_id"]  # whoever can
        results = await asyncio.gather(
            *(
                each.result("person_calendar_book", **each.booking(task, slot))
                for each, task in zip(several * 3, tasks, strict=True)
            )
        )
        assert [result.is_error for result in results].count(False) == 1
        refused = {text_of(result) for result in results if result.is_error}
        assert refused == {"conflict.slot_taken: this slot is taken"}
    for tools in servers:
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


def test_the_server_and_steward_import_nothing_of_each_other() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    named = {each["name"]: each for each in contracts["contracts"]}
    outward = named["an example is a process of its own"]
    assert outward["forbidden_modules"] == ["examples"]
    assert {*outward["source_modules"]} == {*contracts["root_packages"]} - {"examples"}
    assert "agents" in named["an example knows no agent and no channel"]["forbidden_modules"]
