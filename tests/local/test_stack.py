"""The stack with real servers; the worker has its own tests."""

import os
import signal
import socket
from pathlib import Path

import asyncpg
import pytest
from aiohttp import ClientSession
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.common import SearchAttributeKey, SearchAttributePair, TypedSearchAttributes
from temporalio.service import RPCError

from adapters.postgres.schema import code_version, schema_version
from local import postgres
from local.errors import StackBusyError, StackError
from local.ports import choose
from local.processes import matching
from local.record import read_record
from local.stack import LocalStack, RunningStack, StackPorts, running_stack
from tests.local.waiting import alive, eventually

STATE = SearchAttributeKey.for_keyword("StewardState")


async def begin_conversation(stack: RunningStack, name: str) -> None:
    client = await Client.connect(stack.temporal_address)
    await client.start_workflow(
        "conversation",
        id=name,
        task_queue="nobody-listens",
        search_attributes=TypedSearchAttributes([SearchAttributePair(STATE, "idle")]),
    )


async def has_conversation(stack: RunningStack, name: str) -> bool:
    try:
        client = await Client.connect(stack.temporal_address)
        described = await client.get_workflow_handle(name).describe()
    except (RPCError, RuntimeError):
        return False
    return described.status is WorkflowExecutionStatus.RUNNING


async def remember(stack: RunningStack, word: str) -> None:
    connection = await asyncpg.connect(stack.database_url)
    await connection.execute("CREATE TABLE IF NOT EXISTS remembered (word text)")
    await connection.execute("INSERT INTO remembered VALUES ($1)", word)
    await connection.close()


async def remembers(stack: RunningStack, word: str) -> bool:
    try:
        connection = await asyncpg.connect(stack.database_url)
    except (OSError, asyncpg.PostgresError):
        return False
    found = await connection.fetchval("SELECT count(*) FROM remembered WHERE word = $1", word)
    await connection.close()
    return bool(found)


@pytest.mark.shows("13.3", "13.4")
async def test_killed_servers_and_the_next_start_are_back_with_their_data_at_the_same_addresses(
    data_dir: Path,
) -> None:
    told: list[str] = []
    wanted = StackPorts(temporal=choose(None, None))
    async with LocalStack(data_dir, wanted, report=told.append).running(worker=False) as first:
        assert first.temporal_address == f"127.0.0.1:{wanted.temporal}"
        assert await schema_version(first.database_url) == code_version()
        await begin_conversation(first, "chat")
        await remember(first, "kopi")
        killed = first.pids()
        assert set(killed) == {"PostgreSQL", "Temporal"}
        for pid in killed.values():
            os.kill(pid, signal.SIGKILL)

        async def are_back() -> bool:
            return {"PostgreSQL is back", "Temporal is back"} <= set(told)

        await eventually(are_back)
        pids = first.pids()
        assert not set(pids.values()) & set(killed.values())
        assert await has_conversation(first, "chat")
        assert await remembers(first, "kopi")
    assert not any(alive(pid) for pid in pids.values())
    assert running_stack(data_dir) is None

    async with LocalStack(data_dir).running(worker=False) as second:
        assert second == first
        assert await has_conversation(second, "chat")
        assert await remembers(second, "kopi")


async def test_two_stacks_cannot_share_a_folder_but_the_second_can_join(
    embedded_stack: RunningStack,
) -> None:
    with pytest.raises(StackBusyError):
        async with LocalStack(embedded_stack.data_dir).running(worker=False):
            pass
    assert running_stack(embedded_stack.data_dir) == embedded_stack


async def test_a_port_that_is_taken_or_a_folder_that_cannot_be_written_is_refused_in_one_line(
    data_dir: Path,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ports = StackPorts(temporal=taken.getsockname()[1])
        with pytest.raises(StackError, match=r"port \d+ is in use: free it, or leave"):
            async with LocalStack(data_dir, ports).running(worker=False):
                pass
    data_dir.parent.joinpath("file").write_text("")
    with pytest.raises(StackError, match="choose another one with --data-dir"):
        async with LocalStack(data_dir.parent / "file" / "data").running(worker=False):
            pass


async def test_a_server_that_cannot_start_is_named_and_the_other_one_is_stopped(
    data_dir: Path,
) -> None:
    (data_dir / "temporal.db").mkdir(parents=True)
    with pytest.raises(StackError, match="Temporal did not start: "):
        async with LocalStack(data_dir).running(worker=False):
            pass
    assert read_record(data_dir).pids == {}
    assert not await matching(postgres.signatures(data_dir))


async def test_no_page_in_a_browser_gets_at_the_temporal_server(
    embedded_stack: RunningStack,
) -> None:
    """Neither by a plain form to its HTTP API nor by a host name that points to this machine."""
    ports = read_record(embedded_stack.data_dir)
    start = "/api/v1/namespaces/default/workflows/evil"
    body = '{"workflowType":{"name":"conversation"},"taskQueue":{"name":"steward"}}'
    plain = {"Content-Type": "text/plain", "Origin": "http://evil.example"}
    async with ClientSession() as page:
        for port in (ports.http_port, ports.ui_port):
            for host in (f"127.0.0.1:{port}", f"localhost:{port}", "evil.example"):
                if port == ports.ui_port and host != "evil.example":
                    continue
                url, headers = f"http://127.0.0.1:{port}{start}", {**plain, "Host": host}
                async with page.post(url, data=body, headers=headers) as answer:
                    assert answer.status == 403, (url, host)
                async with page.get(url, headers={"Host": host}) as answer:
                    assert answer.status == 403, (url, host)
        async with page.get(f"{embedded_stack.ui_address}/api/v1/settings") as answer:
            assert answer.status == 200
    assert not await has_conversation(embedded_stack, "evil")
