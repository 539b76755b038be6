"""A call and what it changes are one: done once, or certainly not done."""

import asyncio

import pytest
from pydantic import BaseModel

from adapters.postgres.pool import Connection
from adapters.postgres.stores import Stores
from domain.errors import OtherCallError, ToolRefusedError
from domain.messages import Frozen
from domain.tools import (
    CallRecord,
    Effect,
    ErrorCode,
    RecordCallsRequest,
    RunToolRequest,
    ToolCall,
    ToolError,
    ToolResult,
    ToolStatus,
    digest_of,
)
from domain.understanding import Person
from tests.adapters.postgres.requests import ANN, BOB, CHAT, task

CALL = f"{task(1)}/t1/r1/c1"


class Toys(Frozen):
    count: int


def asking(
    call_id: str = CALL, arguments: str = '{"toy": "bear"}', user_id: str = ANN
) -> RunToolRequest:
    call = ToolCall(
        call_id=call_id, name="buy", arguments=arguments, digest=digest_of("buy", arguments)
    )
    return RunToolRequest(
        person=Person(user_id=user_id),
        conversation_id=CHAT,
        task_id=task(1),
        agent="toy",
        call=call,
        turn=1,
        round=1,
    )


async def buy(connection: Connection) -> BaseModel:
    """Its effect: one more row of another table."""
    await connection.execute(
        "INSERT INTO users (user_id, locale, currency, timezone)"
        " VALUES (gen_random_uuid()::text, 'en_MY', 'MYR', 'UTC')"
    )
    return Toys(count=await bought(connection))


async def bought(connection: Connection) -> int:
    count: int = await connection.fetchval("SELECT count(*) FROM users")
    return count


async def effects(stores: Stores) -> int:
    async with stores.database.connection() as connection:
        return await bought(connection)


@pytest.mark.shows("shop 17")
async def test_an_id_is_of_one_call_that_is_carried_out_once_and_told_again(stores: Stores) -> None:
    calls = stores.tool_calls
    first, second = await asyncio.gather(
        *(calls.carry_out(asking(), Effect.WRITE, buy) for _ in range(2))
    )
    assert (first.value, first.recorded) == ({"count": 1}, True)
    assert first == second == await calls.carry_out(asking(), Effect.WRITE, buy, attempt=2)
    assert await calls.settle(asking(), Effect.WRITE) == first
    for other in (asking(arguments='{"toy": "car"}'), asking(user_id=BOB)):
        with pytest.raises(OtherCallError):
            await calls.carry_out(other, Effect.WRITE, buy)
    assert await effects(stores) == 1
    (row,) = (await stores.export.of_person(ANN))["tool_calls"]
    told = {name: row[name] for name in ("tool", "effect", "status", "attempts", "arguments")}
    assert told == {"tool": "buy", "effect": "write", "status": "ok", "attempts": 1,
                    "arguments": {"toy": "bear"}}  # fmt: skip


async def test_what_is_refused_changes_nothing(stores: Stores) -> None:
    async def refused(connection: Connection) -> BaseModel:
        await buy(connection)
        raise ToolRefusedError(ErrorCode.LIMIT, "too many toys")

    with pytest.raises(ToolRefusedError):
        await stores.tool_calls.carry_out(asking(), Effect.WRITE, refused)
    assert await effects(stores) == 0
    error = ToolError(code=ErrorCode.LIMIT, message="too many toys")
    failed = ToolResult(call_id=CALL, status=ToolStatus.FAILED, error=error)
    kept = await stores.tool_calls.keep(asking(), Effect.WRITE, failed)
    assert await stores.tool_calls.carry_out(asking(), Effect.WRITE, buy, attempt=2) == kept
    assert await effects(stores) == 0


class TestSettling:
    async def test_what_was_not_can_no_longer_be_done(self, stores: Stores) -> None:
        assert await stores.tool_calls.checked(buy) == Toys(count=1), "a look before a yes"
        settled = await stores.tool_calls.settle(asking(), Effect.WRITE)
        assert settled.status is ToolStatus.NOT_EXECUTED
        assert await stores.tool_calls.carry_out(asking(), Effect.WRITE, buy) == settled
        assert await effects(stores) == 0

    async def test_a_call_under_way_is_waited_for(self, stores: Stores) -> None:
        begun, gate = asyncio.Event(), asyncio.Event()

        async def slowly(connection: Connection) -> BaseModel:
            begun.set()
            await gate.wait()
            return await buy(connection)

        calls = stores.tool_calls
        running = asyncio.create_task(calls.carry_out(asking(), Effect.WRITE, slowly))
        await begun.wait()
        settling = asyncio.create_task(calls.settle(asking(), Effect.WRITE))
        async with stores.database.connection() as connection:
            while not await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                pass
        gate.set()
        assert await settling == await running
        assert (await settling).status is ToolStatus.OK

    async def test_one_that_was_cut_off_never_happened(self, stores: Stores) -> None:
        begun = asyncio.Event()

        async def hangs(connection: Connection) -> BaseModel:
            value = await buy(connection)
            begun.set()
            await asyncio.Event().wait()
            return value

        running = asyncio.create_task(stores.tool_calls.carry_out(asking(), Effect.WRITE, hangs))
        await begun.wait()
        running.cancel()
        settled = await stores.tool_calls.settle(asking(), Effect.WRITE)
        assert settled.status is ToolStatus.NOT_EXECUTED
        assert await effects(stores) == 0


@pytest.mark.shows("shop 54")
async def test_refused_calls_are_rows_once(stores: Stores) -> None:
    error = ToolError(code=ErrorCode.UNKNOWN_TOOL, message="there is no such tool")
    refused = CallRecord(
        call=asking(arguments="no json").call,
        result=ToolResult(call_id=CALL, status=ToolStatus.NOT_EXECUTED, error=error),
        turn=1,
        round=2,
    )
    request = RecordCallsRequest(
        user_id=ANN, conversation_id=CHAT, task_id=task(1), agent="toy", calls=(refused,)
    )
    for _ in range(2):
        await stores.tool_calls.record(request)
    (row,) = (await stores.export.of_person(ANN))["tool_calls"]
    told = [row[name] for name in ("status", "error_code", "arguments", "effect", "attempts")]
    assert told == ["not_executed", "unknown_tool", "no json", None, 0]
    await stores.erasure.erase(ANN)
    assert (await stores.export.of_person(ANN))["tool_calls"] == []
