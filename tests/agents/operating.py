"""An operator's place in tests: runs an agent's commands on a database."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from adapters.model.gateway import ModelGateway
from adapters.model.provider import Provider
from adapters.postgres.pool import Database
from agents.operator import Operator
from bot.handover import TemporalUnreachableError
from domain.errors import AppError
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer
from tests.adapters.model.gateway.doubles import Calls


@dataclass
class Operating:
    """Keeps what persons were told by the commands, and the acts on tickets that they ask for."""

    url: str
    told: list[tuple[str, str, Notice]] = field(default_factory=list)
    acts: list[tuple[str, StaffAct]] = field(default_factory=list)
    answer: StaffAnswer | AppError = field(default_factory=lambda: StaffAnswer(applied=True))
    unreachable: bool = False
    providers: Sequence[Provider] = ()

    @asynccontextmanager
    async def reach(self, data_dir: Path | None) -> AsyncIterator[Operator]:
        del data_dir
        database = Database(self.url)  # a command has a loop, and connections, of its own
        try:
            yield Operator(database, self._tell, self._act, self._models)
        finally:
            await database.close()

    async def _tell(self, conversation: str, user_id: str, notice: Notice) -> None:
        if self.unreachable:
            raise TemporalUnreachableError("nobody there")
        self.told.append((conversation, user_id, notice))

    async def _act(self, case: str, act: StaffAct) -> StaffAnswer:
        self.acts.append((case, act))
        if isinstance(self.answer, AppError):
            raise self.answer
        return self.answer

    def _models(self) -> ModelGateway:
        return ModelGateway(self.providers, Calls())

    async def run(self, app: typer.Typer, *arguments: str) -> Result:
        return await asyncio.to_thread(CliRunner().invoke, app, arguments)
