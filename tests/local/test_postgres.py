"""PostgreSQL alone, under circumstances that it does not like."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from local.postgres import PostgresServer
from local.record import make_folder
from local.supervisor import Supervisor
from tests.local.waiting import alive


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


async def test_what_a_stopped_machine_left_half_done_does_not_hinder_a_start(
    data_dir: Path,
) -> None:
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
