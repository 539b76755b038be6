"""A call as a worker carries it out, with a real database: once, in time, and told truly."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from pydantic import BaseModel
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

from adapters.postgres.pool import Connection, Database
from adapters.postgres.stores import Stores
from adapters.postgres.tool_calls import PostgresToolCalls
from agents.parts import AgentParts, ToolKit
from domain.errors import (
    OtherCallError,
    StorageUnavailableError,
    ToolRefusedError,
    UnknownToolError,
)
from domain.tools import (
    ErrorCode,
    RunToolRequest,
    Step,
    ToolCall,
    ToolResult,
    ToolStatus,
    digest_of,
)
from domain.understanding import Person
from tests.toy.box.things import LOOK, PUT, Put, Things
from wiring.tools import bind_tools

PATIENT, HASTY = timedelta(seconds=30), timedelta(seconds=0.3)
"""For a tool; what hangs is hasty, so that no test depends on how fast the machine is."""


class Shelf:
    """Handlers whose effect is a row."""

    def __init__(self) -> None:
        self.hangs = False
        self.refuses = False

    async def put(
        self, connection: Connection, request: RunToolRequest, arguments: BaseModel
    ) -> Things:
        assert isinstance(arguments, Put)
        await connection.execute(
            "INSERT INTO users (user_id, locale, currency, timezone)"
            " VALUES ($1, 'en_MY', 'MYR', 'UTC')",
            arguments.thing,
        )
        if self.hangs:
            await asyncio.Event().wait()
        if self.refuses:
            raise ToolRefusedError(ErrorCode.LIMIT, "full", "take something out", {"most": 9})
        return await self.look(connection, request, arguments)

    async def look(
        self, connection: Connection, request: RunToolRequest, arguments: BaseModel
    ) -> Things:
        del request, arguments
        found = await connection.fetch("SELECT user_id FROM users ORDER BY user_id")
        return Things(things=tuple(row["user_id"] for row in found))


class NoRules:
    def step(self, request: object) -> Step:
        del request
        return Step()


class Bench:
    def __init__(self, stores: Stores) -> None:
        self.shelf = Shelf()
        self.calls = stores.tool_calls
        tools = ((PUT, self.shelf.put), (LOOK, self.shelf.look))
        kit = ToolKit(tools=tools, instructions="", rules=NoRules())
        self._agents = [AgentParts("box", {}, toolkit=kit)]

    async def run(
        self, name: str = "put", arguments: str = '{"thing": "pen"}', **how: object
    ) -> ToolResult:
        call = ToolCall(
            call_id="c1", name=name, arguments=arguments, digest=digest_of(name, arguments)
        )
        request = RunToolRequest.model_validate(
            {
                "person": Person(user_id="test:ann"),
                "conversation_id": "conversation:test:ann",
                "task_id": "conversation:test:ann/box/s1",
                "agent": "box",
                "call": call,
                **how,
            }
        )
        limit = HASTY if self.shelf.hangs else PATIENT
        tools = bind_tools(self._agents, self.calls, limit).run
        result = await ActivityEnvironment().run(tools.run_tool, request)
        assert isinstance(result, ToolResult)
        return result


@pytest.fixture
def bench(stores: Stores) -> Bench:
    return Bench(stores)


async def test_a_second_attempt_gives_the_first_ones_result(bench: Bench) -> None:
    first = await bench.run()
    assert first.value == {"things": ["pen"]}
    assert await bench.run() == first


async def test_a_look_before_a_yes_leaves_nothing_behind(bench: Bench) -> None:
    assert (await bench.run(check=True)).value == {"things": ["pen"]}
    assert (await bench.run("look", "{}")).value == {"things": []}


@pytest.fixture
async def silent() -> AsyncIterator[Database]:
    """A database that takes a connection and then says nothing, for longer than a hasty tool may
    take.
    """
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as server:
        _, port = server.sockets[0].getsockname()
        url = f"postgresql://nobody@127.0.0.1:{port}/nothing"
        database = Database(url, connect_timeout=2 * HASTY)
        yield database
        await database.close()


@pytest.mark.parametrize("check", [False, True])
async def test_a_database_that_does_not_answer_is_an_outage_and_no_slow_tool(
    bench: Bench, silent: Database, *, check: bool
) -> None:
    bench.calls, bench.shelf.hangs = PostgresToolCalls(silent), True
    with pytest.raises(ApplicationError) as raised:
        await bench.run(check=check)
    assert (raised.value.type, raised.value.non_retryable) == (StorageUnavailableError.code, False)


@pytest.mark.shows("shop 17")
async def test_a_write_that_takes_too_long_is_settled_as_not_done(bench: Bench) -> None:
    bench.shelf.hangs = True
    late = await bench.run()
    assert (late.status, late.recorded) == (ToolStatus.FAILED, False)
    assert late.error is not None
    assert late.error.code is ErrorCode.TIMEOUT
    settled = await bench.run(settle=True)
    assert settled.status is ToolStatus.NOT_EXECUTED
    bench.shelf.hangs = False
    assert await bench.run() == settled  # an attempt that comes late does nothing


async def test_what_a_tool_refuses_is_a_result_that_says_what_would_do(bench: Bench) -> None:
    bench.shelf.refuses = True
    refused = await bench.run()
    assert refused.recorded
    assert refused.error is not None
    assert (refused.error.code, refused.error.hint) == (ErrorCode.LIMIT, "take something out")
    assert refused.error.details == {"most": 9}
    bench.shelf.refuses = False
    assert await bench.run() == refused


async def test_an_id_used_for_another_call_is_a_defect(bench: Bench) -> None:
    await bench.run()
    with pytest.raises(ApplicationError) as raised:
        await bench.run(arguments='{"thing": "cup"}')
    assert (raised.value.type, raised.value.non_retryable) == (OtherCallError.code, True)


async def test_a_tool_that_this_worker_lacks_is_left_to_one_that_has_it(bench: Bench) -> None:
    with pytest.raises(ApplicationError) as raised:
        await bench.run("burn", "{}")
    assert (raised.value.type, raised.value.non_retryable) == (UnknownToolError.code, False)
