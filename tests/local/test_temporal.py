"""The Temporal server's database, which a kill may leave in any state."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from local.errors import StackError
from local.ports import choose
from local.temporal import TemporalServer, remove_unfinished
from tests.local.waiting import eventually

TABLES = "CREATE TABLE namespaces (name)", "CREATE TABLE executions (id)"


def made(folder: Path, *statements: str) -> Path:
    database = folder / "temporal.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return database


@pytest.mark.parametrize("statements", [(), TABLES[1:], TABLES[:1], TABLES])
def test_a_database_without_all_tables_and_a_namespace_is_removed_to_be_made_again(
    tmp_path: Path, statements: Sequence[str]
) -> None:
    database = made(tmp_path, *statements)
    log = tmp_path / "temporal.db-wal"
    log.touch()
    remove_unfinished(database)
    assert not list(tmp_path.iterdir())
    remove_unfinished(database)


def test_one_with_a_namespace_is_kept_and_one_that_cannot_be_read_is_told_and_kept(
    tmp_path: Path,
) -> None:
    whole = made(tmp_path, *TABLES, "INSERT INTO namespaces VALUES ('default')")
    remove_unfinished(whole)
    assert whole.exists()
    broken = tmp_path / "other.db"
    broken.write_bytes(b"no database" * 1000)
    with pytest.raises(StackError, match=r"other\.db cannot be read \(file is not a database\)"):
        remove_unfinished(broken)
    assert broken.exists()


async def test_the_server_starts_where_it_was_killed_while_it_made_its_tables(
    data_dir: Path,
) -> None:
    (data_dir / "logs").mkdir(parents=True)
    made(data_dir, *TABLES)
    ports: dict[str, int] = {}
    for name in ("port", "ui-port", "http-port", "metrics-port"):
        ports[name] = choose(None, None, ports.values())
    server = TemporalServer(data_dir, ports, dict(os.environ))
    process = await (await server.command()).spawn(server.log)
    try:

        async def is_serving() -> bool:
            assert process.returncode is None, server.log.last_line()
            return await server.answers()

        await eventually(is_serving)
    finally:
        process.kill()
        await process.wait()
