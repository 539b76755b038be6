"""Patience with a busy machine, a database of the test, and an operator's place on it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from temporalio import workflow
from typer.testing import CliRunner, Result

from adapters.postgres.pool import Database
from agents.operator import Operator
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer

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


@pytest.fixture(scope="package", autouse=True)
def _patient_look_ups() -> Iterator[None]:
    """A look-up that takes milliseconds has five seconds; then the chat goes on without it, and on
    a busy machine a ticket that was named would be unknown. Here each has as long as it needs.
    """
    run = workflow.execute_local_activity

    async def run_patiently(*given: Any, **how: Any) -> Any:  # noqa: ANN401 - stands for it
        return await run(*given, **how | {"schedule_to_close_timeout": timedelta(minutes=5)})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workflow, "execute_local_activity", run_patiently)
        yield


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def operating(database_url: str) -> Operating:
    return Operating(database_url)
