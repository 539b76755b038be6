"""Digests and their schedules in memory."""

from collections.abc import Mapping

from pydantic import BaseModel

from agents.expenses.digests import KeptDigest
from domain.errors import AppError
from domain.replies import Notice
from domain.timetables import Timetable
from domain.understanding import Person


class InMemoryDigests:
    """Implements ``Digests`` and ``KnownPersons``, and ``Cases`` as far as digests need it."""

    def __init__(self, persons: Mapping[str, Person]) -> None:
        self.persons = persons
        self.failure: AppError | None = None
        self.rows: dict[str, KeptDigest] = {}
        self.schedules: dict[str, Timetable] = {}
        self.told: list[tuple[str, str, Notice]] = []

    async def known(self, user_id: str) -> Person | None:
        return self.persons.get(user_id)

    async def keep(self, kept: KeptDigest) -> None:
        self.rows[kept.schedule_id] = kept

    async def find(self, schedule_id: str) -> KeptDigest | None:
        return self.rows.get(schedule_id)

    async def drop(self, schedule_id: str) -> None:
        self.rows.pop(schedule_id, None)

    async def keep_schedule(self, schedule: Timetable) -> None:
        if self.failure is not None:
            raise self.failure
        self.schedules[schedule.id] = schedule

    async def drop_schedule(self, schedule: str) -> None:
        self.schedules.pop(schedule, None)

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        self.told.append((conversation_id, user_id, notice))

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        raise NotImplementedError
