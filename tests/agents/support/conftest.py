"""Patience with a busy machine, a database of the test, and an operator's place on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from adapters.postgres.pool import Database
from agents.operator import Operator
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from tests.workflows.patience import patient_look_ups

__all__ = ["patient_look_ups"]

SAMPLES = Path(__file__).parents[3] / "local" / "samples"


@dataclass
class Operating:
    """Runs commands; keeps the acts on tickets that they ask for."""

    url: str
    acts: list[tuple[str, StaffAct]] = field(default_factory=list)
    answer: StaffAnswer = field(default_factory=lambda: StaffAnswer(applied=True))

    @asynccontextmanager
    async def reach(self, data_dir: Path | None) -> AsyncIterator[Operator]:
        del data_dir
        database = Database(self.url)  # a command has a loop, and connections, of its own
        try:
            yield Operator(database, self._tell, self._act)
        finally:
            await database.close()

    async def _tell(self, conversation: str, user_id: str, notice: Notice) -> None:
        raise AssertionError((conversation, user_id, notice))

    async def _act(self, case: str, act: StaffAct) -> StaffAnswer:
        self.acts.append((case, act))
        return self.answer

    async def run(self, app: typer.Typer, *arguments: str) -> Result:
        return await asyncio.to_thread(CliRunner().invoke, app, arguments)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def operating(database_url: str) -> Operating:
    return Operating(database_url)
