"""A chat whose agents keep rows in a real database; only the channel and the models are fakes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Self

from asyncpg import Record
from temporalio.testing import WorkflowEnvironment

from activities.patience import Patience
from activities.understand import ByRules, Understand
from adapters.model.gateway import ModelGateway
from adapters.model.provider import Provider
from adapters.model.understanding import Understanding
from adapters.model.which_agent import Rules
from adapters.postgres.stores import Stores
from agents.parts import Lent
from bot.gateway import ConversationGateway
from domain.conversation import Limits
from domain.timetables import Timetable
from domain.understanding import Person
from tests.adapters.model.gateway.doubles import Calls
from tests.given import given_id
from tests.workflows.chat import Chat
from wiring.cases import TemporalCases


class SchedulesInMemory(TemporalCases):
    """With schedules that nobody runs: the test server has none."""

    def __init__(self) -> None:
        super().__init__()
        self.schedules: dict[str, Timetable] = {}

    async def keep_schedule(self, schedule: Timetable) -> None:
        self.schedules[schedule.id] = schedule

    async def drop_schedule(self, schedule: str) -> None:
        self.schedules.pop(schedule, None)


class StoredChat(Chat):
    """Of a person of its own. ``lent`` is what its agents are bound with; ``providers`` are the
    models behind their gateway.
    """

    def __init__(
        self,
        env: WorkflowEnvironment,
        limits: Limits,
        stores: Stores,
        locale: str = "en_MY",
        *,
        chat_id: str = "",
        providers: Sequence[Provider] = (),
        patience: Patience | None = None,
    ) -> None:
        super().__init__(env, limits, locale)
        self.chat_id = chat_id or given_id()
        self.user_id = f"test:{self.chat_id}"
        self.person = Person(user_id=self.user_id, locale=locale)
        self.stores, self.attachments = stores, stores.attachments
        self.cases = SchedulesInMemory()
        self.lent = Lent(
            stores.database,
            stores.attachments,
            ModelGateway(providers, Calls()),
            patience or Patience(),
            self.cases,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        gateway = ConversationGateway(
            self.client, self.transcript, self.attachments, self.users, self.person
        )
        self.cases.reach(gateway)
        async with super().open():
            yield self
        await self.lent.gateway.aclose()

    async def execute(self, sql: str, *arguments: object) -> list[Record]:
        """As an operator would; the rows that it gives."""
        async with self.stores.database.connection() as connection:
            return await connection.fetch(sql, *arguments)


class ModelReads(StoredChat):
    """Words are read by the real rules, then by the models behind the gateway."""

    def understands(self) -> tuple[ByRules, Understand]:
        fragments = {slug: own.fragment for slug, own in self.agents.items() if own.fragment}
        models = Understanding(self.lent.gateway, Rules(self.agent_rules), fragments)
        by_rules, _ = super().understands()
        return by_rules, Understand(models, self.lent.patience)
