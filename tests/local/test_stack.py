"""The stack with real servers; the worker has its own tests."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from local.postgres import PostgresServer
from local.processes import matching
from local.record import make_folder, read_record
from local.stack import LocalStack, RunningStack, StackPorts, running_stack
from local.supervisor import Supervisor
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


async def in_the_database(stack: RunningStack, statement: str) -> object:
    connection = await asyncpg.connect(stack.database_url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


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
        await in_the_database(first, "CREATE TABLE remembered AS SELECT 'kopi' AS word")
        killed = first.pids()
        assert set(killed) == {"PostgreSQL", "Temporal"}
        for pid in killed.values():
            os.kill(pid, signal.SIGKILL)
        await eventually(lambda: {"PostgreSQL is back", "Temporal is back"} <= set(told))
        pids = first.pids()
        assert not set(pids.values()) & set(killed.values())
        assert await has_conversation(first, "chat")
        assert await in_the_database(first, "SELECT word FROM remembered") == "kopi"
    assert not any(alive(pid) for pid in pids.values())
    assert running_stack(data_dir) is None

    async with LocalStack(data_dir).running(worker=False) as second:
        assert second == first
        assert await has_conversation(second, "chat")
        assert await in_the_database(second, "SELECT word FROM remembered") == "kopi"


async def test_two_stacks_share_no_folder_but_one_joins(embedded_stack: RunningStack) -> None:
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


async def test_a_server_that_cannot_start_is_named_and_the_other_stopped(data_dir: Path) -> None:
    (data_dir / "temporal.db").mkdir(parents=True)
    with pytest.raises(StackError, match="Temporal did not start: "):
        async with LocalStack(data_dir).running(worker=False):
            pass
    assert read_record(data_dir).pids == {}
    assert not await matching(postgres.signatures(data_dir))


async def test_no_page_in_a_browser_reaches_temporal(embedded_stack: RunningStack) -> None:
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


# PostgreSQL alone, under circumstances that it does not like.


@asynccontextmanager
async def serving(data_dir: Path) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    make_folder(data_dir)
    server = PostgresServer(data_dir)
    supervisor = Supervisor(server, lambda _: None, lambda _: None)
    try:
        await supervisor.start()
        connection = await asyncpg.connect(server.url)
        yield connection
        await connection.close()
    finally:
        await supervisor.stop()


async def test_a_long_folder_name_with_spaces_and_quotes_works_and_is_closed_to_other_accounts(
    data_dir: Path,
) -> None:
    folder = data_dir / "my steward's data, 100%" / ("x" * 100)
    async with serving(folder) as connection:
        assert await connection.fetchval("SELECT 1") == 1
        sockets = PostgresServer(folder)._sockets
        for private in (folder / "postgres", sockets):
            assert private.stat().st_mode & 0o077 == 0
    sockets.rmdir()  # outside the data folder; must be empty by now


async def test_what_a_stopped_machine_left_half_done_hinders_no_start(data_dir: Path) -> None:
    unfinished = data_dir / "postgres.new"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")
    async with serving(data_dir) as connection:
        await connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    cluster = data_dir / "postgres"
    # The id in the lock was given to another program of the same account meanwhile.
    other = await asyncio.create_subprocess_exec("sleep", "600", user=cluster.stat().st_uid)
    (cluster / "postmaster.pid").write_text(f"{other.pid}\n{cluster}\n")
    async with serving(data_dir) as connection:
        assert await connection.fetchval("SELECT number FROM kept") == 7
        for private in (cluster, data_dir / "run"):
            assert private.stat().st_mode & 0o077 == 0
    assert alive(other.pid)
    other.kill()
    await other.wait()
