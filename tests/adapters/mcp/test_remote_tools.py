"""Tools of somebody else's server: what they may do, what they are given, what comes of them."""

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from mcp.types import ToolAnnotations
from pydantic import ValidationError
from structlog.testing import capture_logs

from adapters.mcp.config import RemoteServer, Vouched, servers_in
from adapters.mcp.errors import RemoteUnknownError
from adapters.mcp.sessions import ToolSessions, sessions_of
from adapters.mcp.tools import RemoteTool, RemoteTools, effect_of
from domain.errors import ConfigurationError, ToolRefusedError
from domain.tools import Effect, refused_arguments
from settings import Settings
from tests.given import mentions
from wiring.tools import remote_tools

pytestmark = pytest.mark.shows("models 10")


SERVER = Path(__file__).parent / "server.py"
EVERYTHING = "mcp-server-everything"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("mcp") / "seen"
    file.touch()
    return file


SHELF = {
    "command": sys.executable,
    "args": [str(SERVER), "${SHELF_SEEN}"],
    "agents": ["shop"],
    "only": ["look", "page", "sleep", "break_down", "put", "die", "empty_shelf"],
    "tools": {
        **dict.fromkeys(("look", "page", "sleep", "break_down"), "read"),
        "put": "write",
        "die": "idempotent",
    },
}


@pytest.fixture(scope="module")
async def shelf(seen: Path) -> AsyncIterator[RemoteTools]:
    """As a worker has them: from the file that its settings name."""
    file = seen.with_suffix(".json")
    file.write_text(json.dumps({"mcpServers": {"shelf": SHELF, "other": {"command": "/no/such"}}}))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SHELF_SEEN", str(seen))
        sessions = sessions_of(Settings(mcp_servers_file=file))
    remote = await remote_tools(sessions)
    assert remote is not None
    yield remote
    await remote.aclose()


def named(remote: RemoteTools, name: str) -> RemoteTool:
    return next(tool for tool in remote.of("shop") if tool.tool.name == f"shelf.{name}")


def done_of(seen: Path) -> list[str]:
    return seen.read_text().splitlines()


async def called(remote: RemoteTools, name: str, arguments: str = "{}") -> object:
    tool = named(remote, name)
    given = tool.tool.arguments.model_validate_json(arguments)
    return (await tool.call("task/t1/r1/c1", given)).value


@pytest.mark.parametrize(
    ("configured", "hint", "effect"),
    [
        (Vouched.READ, True, Effect.READ),
        (Vouched.READ, False, Effect.IRREVERSIBLE),
        (Vouched.READ, None, Effect.IRREVERSIBLE),
        (Vouched.WRITE, None, Effect.WRITE),
        (Vouched.WRITE, True, Effect.WRITE),
        (Vouched.IDEMPOTENT, True, Effect.WRITE),
        (None, True, Effect.IRREVERSIBLE),
        (Vouched.IRREVERSIBLE, True, Effect.IRREVERSIBLE),
    ],
)
def test_a_tool_only_reads_if_both_sides_say_so(
    configured: Vouched | None, hint: object, effect: Effect
) -> None:
    told = {"readOnlyHint": hint}
    said = None if hint is None else ToolAnnotations.model_validate(told)
    assert effect_of(configured, said) is effect


async def test_tools_are_offered_under_our_contract(shelf: RemoteTools) -> None:
    specs = {spec.name: spec for spec in shelf.specs()["shop"]}
    assert list(shelf.specs()) == ["shop"]
    assert "shelf.hidden" not in specs, "only what the operator offers"
    look = specs["shelf.look"]
    assert (look.purpose, look.effect) == ("Looks at a shelf.", Effect.READ)
    assert look.parameters["additionalProperties"] is False
    assert "SYSTEM" not in str(look.parameters)
    assert specs["shelf.empty_shelf"].effect is Effect.IRREVERSIBLE, "nobody said what it does"
    put = specs["shelf.put"]
    assert "idempotency_key" not in str(put.parameters)
    assert (put.effect, put.repeatable) == (Effect.WRITE, True)
    assert not specs["shelf.die"].repeatable


async def test_arguments_fit_the_servers_schema_before_it_is_asked(shelf: RemoteTools) -> None:
    tool = named(shelf, "look").tool
    for wrong, told in (
        ('{"place": "top", "most": 9}', '"maximum": 5'),
        ('{"most": 1}', '"required"'),
        ('{"place": "top", "user_id": "7"}', '"additionalProperties"'),
        ('{"place": ', "JSON"),
    ):
        with pytest.raises(ValidationError) as caught:
            tool.arguments.model_validate_json(wrong)
        assert told in refused_arguments(tool, caught.value).message


async def test_a_write_has_the_id_of_its_call_as_its_key(shelf: RemoteTools, seen: Path) -> None:
    await called(shelf, "put", '{"thing": "pen"}')
    assert "put pen task/t1/r1/c1" in done_of(seen)


async def test_a_result_that_is_too_long_is_cut_at_whole_lines(shelf: RemoteTools) -> None:
    tool = named(shelf, "page")
    result = await tool.call("c", tool.tool.arguments.model_validate_json('{"lines": 5000}'))
    assert result.note
    text = str(result.value)
    text = text if text.startswith("line") else text[text.index("line") :]
    assert len(text) <= 8_000


async def test_what_a_server_fails_with_is_told_without_its_insides(shelf: RemoteTools) -> None:
    with pytest.raises(ToolRefusedError) as caught:
        await called(shelf, "break_down")
    assert caught.value.hint
    assert "/etc" not in str(caught.value)


async def test_a_slow_call_can_be_left_and_the_session_goes_on(shelf: RemoteTools) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await called(shelf, "sleep")
    assert await called(shelf, "look", '{"place": "a", "most": 1}') == {"rows": [{"id": "a-0"}]}


async def test_a_write_in_which_the_server_dies_is_not_known_and_the_next_call_finds_it_again(
    shelf: RemoteTools, seen: Path
) -> None:
    with pytest.raises(RemoteUnknownError):
        await called(shelf, "die")
    assert done_of(seen).count("died") == 1, "asked once, not again"
    assert await called(shelf, "look", '{"place": "b", "most": 1}') == {"rows": [{"id": "b-0"}]}


async def test_a_slow_start_is_not_given_up_by_a_call_that_leaves(shelf: RemoteTools) -> None:
    await shelf.aclose()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await called(shelf, "look", '{"place": "c", "most": 1}')
    connection = named(shelf, "look").connection
    starting = connection._keeper
    assert await called(shelf, "look", '{"place": "c", "most": 1}') == {"rows": [{"id": "c-0"}]}
    assert connection._keeper is starting, "the same start, waited for"


async def test_a_server_that_cannot_be_started_takes_nothing_else_along() -> None:
    gone = RemoteServer(command="/no/such/server", agents=("shop",))
    remote = RemoteTools(ToolSessions({"gone": gone}))
    assert await remote_tools(sessions_of(Settings(mcp_servers_file=None))) is None
    with capture_logs() as logs:
        await remote.load()
    assert remote.specs() == {}
    assert [line["event"] for line in logs] == ["remote.no_tools"]
    await remote.aclose()


def test_a_file_names_servers_and_what_their_tools_do(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"

    def read(written: object) -> dict[str, RemoteServer]:
        file.write_text(json.dumps({"mcpServers": written}))
        return servers_in(file, {"KEY": "very-secret"})

    far = {"type": "http", "url": "https://a.test/mcp", "headers": {"Authorization": "B ${KEY}"}}
    erase = {"tool": "forget", "argument": "id"}
    clock = {
        "command": "clock",
        "args": ["--utc"],
        "env": {"K": "${KEY}"},
        "tools": {"now": "read"},
    }
    servers = read({"clock": {**clock, "erase": erase}, "far": {**far, "timeout_ms": 900}})
    assert servers["clock"].tools == {"now": Vouched.READ}
    assert servers["clock"].env["K"].get_secret_value() == "very-secret"
    assert servers["far"].headers["Authorization"].get_secret_value() == "B very-secret"
    assert not servers["clock"].offers("forget")
    sessions = ToolSessions(servers, timeout=timedelta(seconds=3))
    assert sessions.timeout("far") == timedelta(seconds=0.9)
    assert sessions.timeout("clock") == timedelta(seconds=3)
    assert sessions.for_models == ()
    for wrong, told in (
        ({"far": {"headers": {"key": "${KEY}"}}}, r"mcpServers\.far: .*a command or a url"),
        ({"far": {**far, "headers": {"a": "${OTHER}"}}}, "the variable OTHER, which is not set"),
        ({"far": {**far, "tmeout_ms": 9}}, r"far\.tmeout_ms: Extra"),
    ):
        with pytest.raises(ConfigurationError, match=told) as caught:
            read(wrong)
        assert "very-secret" not in str(caught.value)
    file.write_text('{"mcpServers": {]}')
    with pytest.raises(ConfigurationError, match="line 1, column 17"):
        servers_in(file, {})


@pytest.mark.shows("shop other servers")
async def test_the_reference_server_with_everything_can_be_used() -> None:
    command = shutil.which(EVERYTHING)
    if command is None:
        pytest.skip(f"no {EVERYTHING} here: npm install -g @modelcontextprotocol/server-everything")
    server = RemoteServer(
        command=command,
        args=("stdio",),
        agents=("shop",),
        tools={"echo": Vouched.READ, "get-sum": Vouched.READ},
    )
    remote = RemoteTools(ToolSessions({"all": server}))
    try:
        await remote.load()
        tools = {tool.remote_name: tool for tool in remote.of("shop")}
        total = tools["get-sum"]
        given = total.tool.arguments.model_validate_json('{"a": 2, "b": 40}')
        assert mentions(str((await total.call("c", given)).value), "42")
        with pytest.raises(ValidationError):
            total.tool.arguments.model_validate_json('{"a": 2, "b": "forty"}')
    finally:
        await remote.aclose()
