"""For agents that bring no workflow of their own."""

from pydantic import BaseModel

from domain.replies import Notice
from domain.timetables import Timetable


class NoCases:
    """Implements ``agents.parts.Cases``: nothing is ever passed on."""

    async def pass_on(
        self, workflow: str, case: str, start: BaseModel, signal: str, said: BaseModel
    ) -> None:
        raise NotImplementedError

    async def tell(self, conversation_id: str, user_id: str, notice: Notice) -> None:
        raise NotImplementedError

    async def keep_schedule(self, schedule: Timetable) -> None:
        raise NotImplementedError

    async def drop_schedule(self, schedule: str) -> None:
        raise NotImplementedError
