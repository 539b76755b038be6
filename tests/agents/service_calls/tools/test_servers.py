"""Tools of other servers: what is asked, how often, and what is taken from the answer."""

import asyncio
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import JsonValue
from structlog.testing import capture_logs
from temporalio.testing import ActivityEnvironment

from adapters.mcp.config import EraseTool, RemoteServer, Vouched
from adapters.mcp.sessions import ToolSessions
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.doctor import found_of
from agents.service_calls.exchange import (
    CatalogItem,
    ServiceToolResult,
    ServiceToolStatus,
    ToolRequest,
    Window,
)
from agents.service_calls.results import taken
from agents.service_calls.servers import OURS, McpToolServers, ours
from domain.errors import AppError
from domain.health import Health
from tests.agents.service_calls.server.conftest import new_database
from tests.local.waiting import eventually

TROUBLED = Path(__file__).parent / "troubled.py"
CATALOG = "dl__service_category"
EVERYTHING = "mcp-server-everything"
FAILED, UNKNOWN, OK = ServiceToolStatus.FAILED, ServiceToolStatus.UNKNOWN, ServiceToolStatus.OK

READS = ("find", "sleep", "shout", "lie", "refuse")


class KeywordsFit:
    """The items of which a keyword was said; a name counts as one."""

    def fitting(self, wanted: str, items: Sequence[CatalogItem], language: str) -> tuple[str, ...]:
        del language
        said = wanted.casefold()
        return tuple(
            item.name
            for item in items
            if any(word.casefold() in said for word in (item.name, *item.keywords))
        )


def request(tool: str, key: str = "", **more: object) -> ToolRequest:
    given = {"server": "troubled", "arguments": {}, **more}
    return ToolRequest.model_validate(
        {"user_id": "u", "task_id": "t", "step": 1, "tool": tool, "key": key, **given}
    )


@dataclass
class Troubled:
    """The server, and what it did."""

    servers: McpToolServers
    sessions: ToolSessions
    file: Path

    async def call(
        self, tool: str, key: str = "", *, attempt: int = 1, **more: object
    ) -> ServiceToolResult:
        return await self.servers.call(request(tool, key, **more), attempt)

    def done(self, tool: str) -> int:
        """How often it was asked for, as far as it does not know keys again."""
        return sum(line.split()[0] == tool for line in self.file.read_text().splitlines())


AS_LONG_AS_IT_TAKES = timedelta(minutes=4)
"""For a server's process to start and to answer: no test here is about these limits, and a busy
machine needs longer than a person is made to wait."""
SOON = 1_500
"""Milliseconds that a call may take to a tool that never answers."""


def configured(**way: object) -> RemoteServer:
    vouched = {**dict.fromkeys(READS, Vouched.READ), "set_and_die": Vouched.IDEMPOTENT}
    erase = EraseTool(tool="forget", argument="what")
    return RemoteServer.model_validate(
        {"timeout_ms": 10_000, "tools": vouched, "erase": erase, **way}
    )


def sessions_with(
    servers: Mapping[str, RemoteServer] | None = None, rpm: int = 120
) -> ToolSessions:
    return ToolSessions(servers, opening=AS_LONG_AS_IT_TAKES, rpm=rpm)


def servers_of(sessions: ToolSessions, **how: timedelta) -> McpToolServers:
    return McpToolServers(sessions, KeywordsFit(), opening=AS_LONG_AS_IT_TAKES, **how)


def troubled_on(file: Path, **way: object) -> Troubled:
    file.touch()
    sessions = sessions_with({"troubled": configured(**way)}, rpm=10_000)
    servers = servers_of(sessions, pause=timedelta(milliseconds=1))
    return Troubled(servers, sessions, file)


@pytest.fixture(scope="module")
async def troubled(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Troubled]:
    file = tmp_path_factory.mktemp("troubled") / "done"
    server = troubled_on(file, command=sys.executable, args=[str(TROUBLED), str(file)])
    yield server
    await server.servers.aclose()


@pytest.fixture(scope="module")
async def hasty(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Troubled]:
    """The same server, whose tools are not waited for."""
    file = tmp_path_factory.mktemp("hasty") / "done"
    args = [str(TROUBLED), str(file)]
    server = troubled_on(file, command=sys.executable, args=args, timeout_ms=SOON)
    yield server
    await server.servers.aclose()


@pytest.mark.shows("calls E1, E4")
@pytest.mark.parametrize(
    ("tool", "key", "came_to", "asked"),
    [
        ("sleep", "", (FAILED, "timeout"), 2),
        ("shout", "", (FAILED, "result_too_large"), 1),
        ("lie", "", (FAILED, "invalid_result"), 1),
        ("refuse", "", (FAILED, "failed"), 1),
        ("write_and_lie", "", (UNKNOWN, "invalid_result"), 1),
        ("write_and_sleep", "no/key/taken", (UNKNOWN, "timeout"), 1),
        ("set_and_die", "", (FAILED, "lost"), 2),
        ("set_unvouched_and_die", "", (UNKNOWN, "lost"), 1),
        ("keep_and_die", "t/keep/1", (OK, ""), 1),
        ("keep_and_sleep", "t/keep/1", (OK, ""), 1),
        ("gone", "", (FAILED, "unknown_tool"), 0),
        ("forget", "", (FAILED, "unknown_tool"), 0),
        ("elsewhere", "", (FAILED, "invalid_arguments"), 0),
    ],
)
async def test_a_call_is_sent_again_only_where_that_is_as_good_as_once(
    troubled: Troubled,
    hasty: Troubled,
    *,
    tool: str,
    key: str,
    came_to: tuple[ServiceToolStatus, str],
    asked: int,
) -> None:
    server = hasty if tool.endswith("sleep") else troubled
    before = server.done(tool)
    given = {"what": "where"} if tool == "elsewhere" else {}
    result = await server.call(tool, key, arguments=given)
    assert (result.status, result.code) == came_to
    assert server.done(tool) - before == asked
    assert result.replayed is (came_to[0] is OK), "the second attempt brings what the first did"


@pytest.mark.shows("calls E1, E4")
@pytest.mark.parametrize(
    ("tool", "key", "status", "asked"),
    [("write", "", UNKNOWN, 0), ("find", "", OK, 1), ("keep", "t/keep/2", OK, 1)],
)
async def test_after_a_worker_died_only_what_may_be_repeated_is_called(
    troubled: Troubled, tool: str, key: str, status: ServiceToolStatus, asked: int
) -> None:
    before = troubled.done(tool)
    assert (await troubled.call(tool, key, attempt=2)).status is status
    assert troubled.done(tool) - before == asked


async def test_a_server_that_ended_unnoticed_is_started_again_and_asked_once(
    troubled: Troubled,
) -> None:
    before = troubled.done("write")
    first = await troubled.call("write", results={"process": "/process"})
    process = first.values["process"]
    assert isinstance(process, int)
    os.kill(process, signal.SIGKILL)
    assert (await troubled.call("write")).status is OK
    assert troubled.done("write") == before + 2


@pytest.mark.shows("calls tools")
async def test_wrong_arguments_are_not_sent_and_a_servers_code_is_kept(
    troubled: Troubled,
) -> None:
    before = troubled.done("find")
    for wrong in ({"what": "x" * 21}, {"what": 1}, {"which": "x"}):
        assert (await troubled.call("find", arguments=wrong)).code == "invalid_arguments"
    assert troubled.done("find") == before
    assert (await troubled.call("write", server="none")).code == "unknown_server"
    taken_slot = await troubled.call("refuse", arguments={"what": "conflict.slot: gone"})
    assert (taken_slot.status, taken_slot.code) == (ServiceToolStatus.CONFLICT, "conflict.slot")
    refused = await troubled.call("refuse", arguments={"what": "limit.day: no more"})
    assert (refused.status, refused.code) == (FAILED, "limit.day")
    before = troubled.done("refuse")
    await troubled.call("refuse", arguments={"what": "unavailable: later"})
    assert troubled.done("refuse") == before + 2, "a passing fault"


@pytest.mark.shows("calls tools")
async def test_only_what_is_named_is_taken_and_texts_are_cut(troubled: Troubled) -> None:
    results = {"name": "/who", "nothing": "/what/not"}
    found = await troubled.call("find", results=results)
    assert found.values == {"name": "x" * 2_000}
    none = await troubled.call("find", arguments={"what": "none"}, results=results)
    assert (none.status, none.empty, none.values) == (OK, True, {})
    for text, pointer, value in (
        ('{"a/b": [1, 2]}', "/a~1b/1", 2),
        ('["x"]', "/0", "x"),
        ("plain words", "/text", "plain words"),
    ):
        told = await troubled.call("find", arguments={"what": text}, results={"it": pointer})
        assert told.values == {"it": value}


@pytest.mark.shows("calls cancel")
async def test_a_customer_is_erased_where_the_server_has_a_way(troubled: Troubled) -> None:
    assert await troubled.servers.erase("troubled", "cust-1")
    assert troubled.done("forget") == 1
    assert not await troubled.servers.erase("none", "cust-1")


@pytest.mark.shows("calls tools")
async def test_a_server_that_is_asked_too_often_is_not_asked_and_one_that_is_not_there_is_told(
    tmp_path: Path,
) -> None:
    file, way = tmp_path / "done", {"command": sys.executable, "args": [str(TROUBLED)]}
    file.touch()
    servers = {
        "slow": configured(**{**way, "args": [*way["args"], str(file)], "rate_rpm": 1}),
        "gone": configured(command="/no/such/server"),
        "others": configured(**way, agents=["procurement"]),
    }
    sessions = sessions_with(servers)
    own = servers_of(sessions, patience=timedelta(milliseconds=1))
    try:
        assert (await own.call(request("write", server="slow"), 1)).status is OK
        busy = await own.call(request("write", server="slow"), 1)
        assert (busy.status, busy.code) == (FAILED, "busy")
        assert file.read_text().split() == ["write"]
        gone = await own.call(request("write", server="gone"), 1)
        assert (gone.status, gone.code) == (FAILED, "unavailable")
        assert (await own.call(request("write", server="gone"), 2)).status is UNKNOWN
        assert (await own.call(request("write", server="others"), 1)).code == "unknown_server"
        with pytest.raises(AppError):
            await own.offered("gone")
        found = await found_of(sessions)
        assert found.health is Health.DEGRADED
        assert "slow.write" in await own.schemas()
        assert re.fullmatch(r"slow: \d+ tools, \d+ ms; gone: cannot be reached", found.detail)
    finally:
        await own.aclose()


async def test_a_server_over_http_that_was_started_again_is_asked_as_before(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file, url = tmp_path / "done", f"http://127.0.0.1:{port}/mcp"
    troubled, hasty = troubled_on(file, url=url), troubled_on(file, url=url, timeout_ms=SOON)

    async def started() -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(TROUBLED), str(file), str(port)
        )

        async def listens() -> bool:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                return False
            writer.close()
            return True

        await eventually(listens)
        return process

    process = await started()
    try:
        assert (await troubled.call("write")).status is OK
        process.kill()
        await process.wait()
        process = await started()
        assert (await troubled.call("write")).status is OK, "it does not know the session any more"
        slept = await hasty.call("write_and_sleep")
        assert (slept.status, slept.code) == (UNKNOWN, "timeout")
        died = await troubled.call("write_and_die")
        assert died.status is UNKNOWN
        away = await troubled.call("write")
        assert (away.status, away.code) == (FAILED, "unavailable")
        await process.wait()
        process = await started()
        assert (await troubled.call("write")).status is OK
        assert troubled.done("write") == 3
        assert troubled.done("write_and_sleep") == troubled.done("write_and_die") == 1
    finally:
        await hasty.servers.aclose()
        await troubled.servers.aclose()
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_a_session_that_an_older_server_forgot_is_opened_again() -> None:
    sessions: set[str] = set()
    done: list[str] = []

    async def answer(asked: web.Request) -> web.Response:
        said = await asked.json()
        method, known = said["method"], asked.headers.get("mcp-session-id") in sessions
        replies = {
            "initialize": {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "old", "version": "1"},
            },
            "tools/list": {"tools": [{"name": "write", "inputSchema": {"type": "object"}}]},
            "tools/call": {"content": [{"type": "text", "text": "done"}]},
        }
        if method == "initialize":
            sessions.add(str(len(done)))
        elif method == "server/discover":
            error = {"code": -32601, "message": "unknown method"}
            return web.json_response({"jsonrpc": "2.0", "id": said["id"], "error": error})
        elif not known:
            error = {"code": -32001, "message": "Session not found"}
            return web.json_response({"jsonrpc": "2.0", "id": None, "error": error}, status=404)
        if "id" not in said:
            return web.Response(status=202)
        done.append(method)
        reply = {"jsonrpc": "2.0", "id": said["id"], "result": replies[method]}
        return web.json_response(reply, headers={"mcp-session-id": str(len(done) - 1)})

    app = web.Application()
    app.router.add_post("/mcp", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server = RemoteServer(url=f"http://127.0.0.1:{runner.addresses[0][1]}/mcp")
    own = sessions_with({"troubled": server})
    servers, connection = servers_of(own), own.connection("troubled")
    try:
        assert (await servers.call(request("write"), 1)).status is OK
        sessions.clear()
        assert (await servers.call(request("write"), 1)).status is OK
        sessions.clear()
        assert (await connection.ask("write", {})).error is None, "it was not done, so once more"
        assert done.count("tools/call") == done.count("initialize") == 3
    finally:
        await servers.aclose()
        await runner.cleanup()


@pytest.mark.shows("calls F3, G1")
async def test_the_activity_tells_what_came_of_it_and_logs_no_words(troubled: Troubled) -> None:
    secret = "555-1234"
    asked = request("write", arguments={"what": secret}, results={"id": "/id"})
    with capture_logs() as logs:
        wrong = asked.model_copy(update={"arguments": {"which": secret}})
        assert (await ActivityEnvironment().run(CallTool(troubled.servers).call_tool, wrong)).code
        result = await ActivityEnvironment().run(CallTool(troubled.servers).call_tool, asked)
    assert result.values == {"id": "write-1"}
    assert result.milliseconds > 0
    assert [line["status"] for line in logs] == ["failed", "ok"]
    assert secret not in str(logs)


async def test_our_own_server_is_there_without_a_file(postgres_url: str) -> None:
    async with new_database(postgres_url, "services_called") as url:
        sessions = sessions_with()
        sessions.add(OURS, ours({"DATABASE_URL": url, "OTHER": "secret"}, sample=True))
        servers = servers_of(sessions)

        async def call(tool: str, results: dict[str, str], **given: str) -> ServiceToolResult:
            asked = request(tool, f"t/{tool}/1", server=OURS, arguments=given, results=results)
            return await servers.call(asked.model_copy(update={"fits": "a hole in the drywall"}), 1)

        try:
            catalog = await call("setting_list", {"service": "/items"}, category=CATALOG)
            assert "Drywall Repair" in (catalog.values["service"], *catalog.candidates)
            assert (await call("customer_get", {"id": "/customer_id"}, phone="555-9876")).empty
            new = await call("customer_create", {"id": "/customer_id"}, phone="555-9876")
            again = await call("customer_create", {"id": "/customer_id"}, phone="555-9876")
            assert (again.values, again.replayed) == (new.values, True)
            customer = str(new.values["id"])
            week = {"from_ts": "2031-03-03T00:00:00Z", "to_ts": "2031-03-10T00:00:00Z"}
            free = await call(
                "person_calendar_free",
                {"slots": "/slots"},
                service_catalog="Drywall Repair",
                **week,
            )
            slot = free.slots[0].model_dump(mode="json", exclude={"employee_name"})
            made = await call(
                "task_create", {"id": "/task_id"}, customer_id=customer, name="Drywall Service",
                service_catalog="Drywall Repair", priority="normal",
            )  # fmt: skip
            task = {"task_id": str(made.values["id"])}
            booked = await call("person_calendar_book", {"appointment": "/"}, **task, **slot)
            appointment = booked.values["appointment"]
            assert isinstance(appointment, dict)
            assert appointment["from_ts"] == slot["from_ts"]
            assert (await call("customer_erase", {}, customer_id=customer)).code == "unknown_tool"
            assert await servers.erase(OURS, customer)
            assert (await call("customer_get", {}, phone="555-9876")).empty
        finally:
            await servers.aclose()


def item(name: str, *keywords: str) -> JsonValue:
    return {"name": name, "keywords": list(keywords)}


@pytest.mark.shows("calls A5")
def test_of_a_list_the_item_that_fits_is_chosen_and_the_customers_choice_wins() -> None:
    given: JsonValue = {
        "items": [item("Painting", "wall"), item("Drywall", "wall", "hole"), "Roofing", 7]
    }
    asked = request("t", results={"service": "/items", "all": "/items"}, lists=("all",))

    def found(**more: object) -> ServiceToolResult:
        return taken(asked.model_copy(update=more), given, KeywordsFit())

    assert found(fits="a hole").values == {
        "service": "Drywall",
        "all": ["Painting", "Drywall", "Roofing"],
    }
    unsure = found(fits="my wall")
    assert (unsure.values["service"], unsure.candidates) == ("", ("Painting", "Drywall"))
    assert found(fits="my wall", chosen="painting").values["service"] == "Painting"
    nothing = taken(asked, {"items": []}, KeywordsFit())
    assert nothing.empty
    assert nothing.values["all"] == []


@pytest.mark.shows("calls A7")
def test_slots_that_are_wished_come_first_and_a_booking_brings_its_time_and_person() -> None:
    day = datetime(2026, 11, 24, tzinfo=UTC)

    def slot(hour: int) -> dict[str, JsonValue]:
        begins = day + timedelta(hours=hour)
        ends = begins + timedelta(hours=2)
        return {"from_ts": begins.isoformat(), "to_ts": ends.isoformat(), "employee_id": "e"}

    wish = Window(from_ts=day + timedelta(hours=14), to_ts=day + timedelta(hours=18))
    results = {"slots": "/slots", "appointment": "/"}
    asked = request("t", results=results, wish=wish, timezone="America/New_York")
    broken: JsonValue = {"from_ts": "soon", "to_ts": "later"}
    booked: dict[str, JsonValue] = {**slot(15), "employee_name": "Bob Smith"}
    naive: JsonValue = {"from_ts": "2026-11-24T15:00:00", "to_ts": "2026-11-24T17:00:00"}
    given: JsonValue = {
        "slots": [slot(16), broken, slot(10), naive, slot(14)],
        **booked,
        "more": 1,
    }
    result = taken(asked, given, KeywordsFit())
    assert [each.from_ts.hour for each in result.slots] == [14, 16, 10]
    words = "Scheduled for 2026-11-24 at 10:00 AM with Bob Smith"
    assert result.values["appointment"] == {**booked, "details": words}


@pytest.mark.shows("calls D4")
async def test_a_server_of_somebody_else_is_asked_as_ours() -> None:
    found = shutil.which(EVERYTHING)
    if found is None:
        pytest.skip(f"no {EVERYTHING} here")
    servers = servers_of(sessions_with({"foreign": RemoteServer(command=found, args=("stdio",))}))
    try:
        hello, results = {"message": "hello"}, {"said": "/text"}
        asked = request("echo", server="foreign", arguments=hello, results=results)
        result = await servers.call(asked, 1)
        assert "hello" in str(result.values["said"])
    finally:
        await servers.aclose()
