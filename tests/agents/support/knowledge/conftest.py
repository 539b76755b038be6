"""A knowledge base on a fresh database, and the commands about it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adapters.postgres.migrate import migrate
from adapters.postgres.pool import Database
from agents.operator import Operator
from agents.support.kb_commands import kb_commands
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer

SAMPLES = Path("local/samples/support/kb")


class Office:
    def __init__(self, url: str) -> None:
        self._url = url

    @asynccontextmanager
    async def reach(self, data_dir: Path | None) -> AsyncIterator[Operator]:
        del data_dir
        database = Database(self._url)  # a command has a loop, and connections, of its own
        try:
            yield Operator(database, self._tell, self._act)
        finally:
            await database.close()

    async def _tell(self, conversation: str, user_id: str, notice: Notice) -> None:
        raise NotImplementedError

    async def _act(self, case: str, act: StaffAct) -> StaffAnswer:
        raise NotImplementedError

    async def kb(self, *arguments: str) -> Result:
        app = kb_commands(self.reach, "off")
        return await asyncio.to_thread(CliRunner().invoke, app, arguments)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    await migrate(database_url, ("support",))
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def office(database_url: str, database: Database) -> Office:
    del database  # only that it is migrated
    return Office(database_url)
