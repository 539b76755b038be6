"""What cases ask of the process that holds the staff's chat."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pydantic import TypeAdapter
from temporalio import activity

from activities.boundary import app_errors, heartbeating, to_its_end
from agents.staffed import Standing
from bot.telegram.staff.rooms import UNKNOWN, StaffRooms
from domain.staff import CloseRoom, Posted, StaffPost

_STANDINGS = TypeAdapter(list[Standing])


def note(sent: Sequence[Standing]) -> None:
    """In the heartbeat: what was sent, before the database has it. As for replies, only a crash
    between sending and noting shows a post twice.
    """
    if activity.in_activity():
        activity.heartbeat([asdict(each) for each in sent])


@dataclass(eq=False)
class StaffActivities:
    """Both are tried until they work; 429 says when."""

    rooms: Sequence[StaffRooms]

    @activity.defn
    async def post_to_staff(self, post: StaffPost) -> Posted:
        """Idempotent on case and post: the same again edits what stands there. A cancel waits for
        what is being sent.
        """
        room = next((each for each in self.rooms if each.shows(post)), None)
        if room is None:
            return Posted(missing=UNKNOWN)
        for noted in activity.info().heartbeat_details:
            room.know(_STANDINGS.validate_python(noted))
        with app_errors():
            async with heartbeating(details=lambda: ([asdict(s) for s in room.sent(post.case)],)):
                return await to_its_end(room.post(post))

    @activity.defn
    async def remove_topic(self, request: CloseRoom) -> Posted:
        """Idempotent."""
        with app_errors():
            async with heartbeating():
                for room in self.rooms:
                    await room.close(request)
        return Posted()
