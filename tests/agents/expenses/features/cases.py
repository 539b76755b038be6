"""Schedules in memory, and what conversations were told."""

from pydantic import BaseModel

from domain.errors import AppError
from domain.replies import Notice
from domain.timetables import Timetable


class RecordedCases:
    """Implements ``Cases`` as far as schedules need it."""

    def __init__(self) -> None:
        self.failure: AppError | None = None
        self.schedules: dict[str, Timetable] = {}
        self.notices: list[tuple[str, str, Notice]] = []

    async def keep_schedule(self, schedule: Timetable) -> None:
        if self.failure is not None:
            raise self.failure
        self.schedules[schedule.id] = schedule

    async def drop_schedule(self, schedule: str) -> None:
        self.schedules.pop(schedule, None)

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        self.notices.append((conversation_id, user_id, notice))

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        raise NotImplementedError
