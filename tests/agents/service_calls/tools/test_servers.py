"""Tools of other servers: what is asked, how often, and what is taken from the answer."""

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import JsonValue
from structlog.testing import capture_logs
from temporalio.testing import ActivityEnvironment

from adapters.mcp.config import EraseTool, RemoteServer, Vouched
from adapters.mcp.sessions import ToolSessions
from agents.service_calls.activities.call_tool import CallTool
from agents.service_calls.doctor import found_of
from agents.service_calls.exchange import ServiceToolResult, ServiceToolStatus, ToolRequest, Window
from agents.service_calls.offline.engine import OfflineCalls
from agents.service_calls.servers import OURS, McpToolServers, ours
from agents.service_calls.tool_results import taken
from domain.errors import AppError
from domain.health import Health
from domain.tools import Effect
from settings import Settings
from tests.agents.service_calls.tools import troubled as program
from tests.agents.service_calls.tools.troubled import DiedError, answer
from tests.examples.service_tools.conftest import new_database
from tests.local.waiting import eventually
from wiring.tools import tools_in_use

CATALOG = "dl__service_category"
FAILED, UNKNOWN, OK = ServiceToolStatus.FAILED, ServiceToolStatus.UNKNOWN, ServiceToolStatus.OK

READS = ("find", "sleep", "shout", "lie", "refuse")


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

    async def comes_to(self, tool: str, times: int) -> None:
        """Waits until it has done this so often: who was not waited for may be slow."""
        await eventually(lambda: self.done(tool) == times)


AS_LONG_AS_IT_TAKES = timedelta(minutes=4)
"""For a server's process to start and to answer: no test here is about these limits, and a busy
machine needs longer than a person is made to wait."""
SOON = 200
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


def servers_of(
    sessions: ToolSessions,
    **how: Any,  # noqa: ANN401 - of the servers
) -> McpToolServers:
    return McpToolServers(sessions, OfflineCalls(), opening=AS_LONG_AS_IT_TAKES, **how)


def troubled_on(file: Path, **way: object) -> Troubled:
    file.touch()
    sessions = sessions_with({"troubled": configured(**way)}, rpm=10_000)
    servers = servers_of(sessions, pause=timedelta(milliseconds=1))
    return Troubled(servers, sessions, file)


def over_streams(file: Path) -> dict[str, object]:
    return {"command": sys.executable, "args": [program.__file__, str(file)]}


@pytest.fixture(scope="module")
async def troubled(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Troubled]:
    file = tmp_path_factory.mktemp("troubled") / "done"
    server = troubled_on(file, **over_streams(file))
    yield server
    await server.servers.aclose()


@pytest.mark.shows("calls E1, E4")
@pytest.mark.parametrize(
    ("tool", "key", "came_to", "asked"),
    [
        ("shout", "", (FAILED, "result_too_large"), 1),
        ("lie", "", (FAILED, "invalid_result"), 1),
        ("refuse", "", (FAILED, "failed"), 1),
        ("write_and_lie", "", (UNKNOWN, "invalid_result"), 1),
        ("set_and_die", "", (FAILED, "lost"), 2),
        ("set_unvouched_and_die", "", (UNKNOWN, "lost"), 1),
        ("keep_and_die", "t/keep/1", (OK, ""), 1),
        ("gone", "", (FAILED, "unknown_tool"), 0),
        ("forget", "", (FAILED, "unknown_tool"), 0),
        ("elsewhere", "", (FAILED, "invalid_arguments"), 0),
    ],
)
async def test_a_call_is_sent_again_only_where_that_is_as_good_as_once(
    troubled: Troubled, tool: str, key: str, came_to: tuple[ServiceToolStatus, str], asked: int
) -> None:
    before = troubled.done(tool)
    given = {"what": "where"} if tool == "elsewhere" else {}
    result = await troubled.call(tool, key, arguments=given)
    assert (result.status, result.code) == came_to
    assert troubled.done(tool) - before == asked
    assert result.replayed is (came_to[0] is OK), "the second attempt brings what the first did"


@pytest.mark.shows("calls E1, E4")
async def test_what_never_answers_is_asked_again_only_where_it_reads(tmp_path: Path) -> None:
    hasty = troubled_on(tmp_path / "done", **over_streams(tmp_path / "done"), timeout_ms=SOON)
    try:
        for tool, status, asked in (("sleep", FAILED, 2), ("write_and_sleep", UNKNOWN, 1)):
            result = await hasty.call(tool, "no/key/taken")
            assert (result.status, result.code) == (status, "timeout")
            await hasty.comes_to(tool, asked)
    finally:
        await hasty.servers.aclose()


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
    file = tmp_path / "done"
    file.touch()
    way = over_streams(file)
    servers = {
        "slow": configured(**way, rate_rpm=1),
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


class OverHttp:
    """The same server over HTTP, in this process. Started again, it knows no session of before."""

    def __init__(self, file: Path) -> None:
        self.port = 0
        self.ending: asyncio.Task[None] | None = None
        self._file = file
        self._numbers = count()

    async def start(self) -> None:
        self._sessions: set[str] = set()
        app = web.Application()
        app.router.add_post("/mcp", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.01)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def kill(self) -> None:
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        asked, session = await request.json(), request.headers.get("mcp-session-id", "")
        if asked["method"] == "initialize":
            session = str(next(self._numbers))
            self._sessions.add(session)
        elif session not in self._sessions and asked["method"].startswith("tools/"):
            error = {"code": -32001, "message": "Session not found"}
            return web.json_response({"jsonrpc": "2.0", "id": None, "error": error}, status=404)
        if "id" not in asked:
            return web.Response(status=202)
        try:
            reply = answer(self._file, asked)
        except DiedError:
            reply, self.ending = None, asyncio.create_task(self.kill())
        if reply is None:
            await asyncio.Event().wait()
        return web.json_response(reply, headers={"mcp-session-id": session})


async def test_a_server_over_http_that_was_started_again_is_asked_as_before(
    tmp_path: Path,
) -> None:
    file = tmp_path / "done"
    server = OverHttp(file)
    await server.start()
    url = f"http://127.0.0.1:{server.port}/mcp"
    troubled, hasty = troubled_on(file, url=url), troubled_on(file, url=url, timeout_ms=SOON)
    try:
        assert (await troubled.call("write")).status is OK
        await server.kill()
        await server.start()
        assert (await troubled.call("write")).status is OK, "it does not know the session any more"
        await server.kill()
        await server.start()
        answered = await troubled.sessions.connection("troubled").ask("write", {})
        assert answered.error is None, "it was not done, so once more"
        slept = await hasty.call("write_and_sleep")
        assert (slept.status, slept.code) == (UNKNOWN, "timeout")
        await hasty.comes_to("write_and_sleep", 1)
        died = await troubled.call("write_and_die")
        assert died.status is UNKNOWN
        assert server.ending is not None
        await server.ending
        away = await troubled.call("write")
        assert (away.status, away.code) == (FAILED, "unavailable")
        await server.start()
        assert (await troubled.call("write")).status is OK
        assert troubled.done("write") == 4
        assert troubled.done("write_and_die") == 1
    finally:
        await hasty.servers.aclose()
        await troubled.servers.aclose()
        await server.kill()


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
        server = ours({"DATABASE_URL": url, "OTHER": "secret"})
        with_sample = server.model_copy(update={"args": (*server.args, "--sample")})
        sessions.add(OURS, with_sample)
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
        return taken(asked.model_copy(update=more), given, OfflineCalls())

    assert found(fits="a hole").values == {
        "service": "Drywall",
        "all": ["Painting", "Drywall", "Roofing"],
    }
    unsure = found(fits="my wall")
    assert (unsure.values["service"], unsure.candidates) == ("", ("Painting", "Drywall"))
    assert found(fits="my wall", chosen="painting").values["service"] == "Painting"
    assert [each.name for each in unsure.offered] == ["Painting", "Drywall", "Roofing"]
    more_of_it = found(fits="my wall", known={"service": "Drywall"})
    assert (more_of_it.values["service"], more_of_it.offered) == ("Drywall", ())
    nothing = taken(asked, {"items": []}, OfflineCalls())
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
    result = taken(asked, given, OfflineCalls())
    assert [each.from_ts.hour for each in result.slots] == [14, 16, 10]
    words = "Scheduled for 2026-11-24 at 10:00 AM with Bob Smith"
    assert result.values["appointment"] == {**booked, "details": words}


async def test_an_operator_sees_the_tools_of_all_servers_that_calls_use(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    troubled = {"command": sys.executable, "args": [program.__file__, str(tmp_path / "seen")]}
    file.write_text(json.dumps({"mcpServers": {"troubled": {**troubled, "only": ["find"]}}}))
    specs = await tools_in_use(Settings(mcp_servers_file=file), ["service_calls"])
    by_server = Counter(spec.name.partition(".")[0] for spec in specs)
    assert by_server == {"troubled": 1, OURS: 11}, "but for the one that erases"
    assert all("erase" not in spec.name for spec in specs)
    effects = {spec.name: spec.effect for spec in specs}
    assert effects[f"{OURS}.person_calendar_free"] is Effect.READ
    assert effects[f"{OURS}.task_create"] is not Effect.READ
