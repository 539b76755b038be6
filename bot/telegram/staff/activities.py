"""What cases ask of the process that holds the staff's chat."""

from collections.abc import Sequence

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from bot.telegram.staff.rooms import UNKNOWN, StaffRooms
from domain.staff import CloseRoom, Posted, StaffPost


class StaffActivities:
    """Both are tried until they work; 429 says when."""

    def __init__(self, rooms: Sequence[StaffRooms]) -> None:
        self._rooms = rooms

    @activity.defn
    async def post_to_staff(self, post: StaffPost) -> Posted:
        """Idempotent on case and post: the same again edits what stands there."""
        with app_errors():
            async with heartbeating():
                for room in self._rooms:
                    if room.shows(post):
                        return await room.post(post)
        return Posted(missing=UNKNOWN)

    @activity.defn
    async def remove_topic(self, request: CloseRoom) -> Posted:
        """Idempotent."""
        with app_errors():
            async with heartbeating():
                for room in self._rooms:
                    await room.close(request)
        return Posted()
