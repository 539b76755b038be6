"""Runs of a person's schedules. A run gets no input: it knows by its own id what it is for."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Protocol

from domain.messages import Frozen

RUN_WITHIN = timedelta(days=1)
"""A run waits so long for the database, and then for the person's channel."""

_RUN = "/run-"


class RunDue(Frozen):
    """A run of a schedule: its own workflow's id, and when it was to be."""

    schedule_id: str
    run_id: str
    at: datetime


class RunTold(Frozen):
    """``waited_for``: the conversation tells the run what became of what it was told."""

    waited_for: bool = False


class RunEnded(Frozen):
    """Its row and its schedule are gone."""


class Schedules(Protocol):
    async def drop_schedule(self, schedule: str) -> None: ...


def eraser_of(kind: str, schedules: Schedules) -> Callable[[str, str], Awaitable[bool]]:
    """For ``AgentParts.erase_elsewhere``: drops a schedule of this kind and tells whether it was
    one. Its row goes with the person's others.
    """

    async def erase(system: str, schedule: str) -> bool:
        if system != kind:
            return False
        await schedules.drop_schedule(schedule)
        return True

    return erase


def schedule_id(kind: str, *names: str) -> str:
    """The id of a schedule of this kind; it says nothing of the names."""
    named = "\n".join(names).encode()
    return f"{kind}:{sha256(named).hexdigest()[:32]}"


def run_due(run_id: str, started: datetime) -> RunDue:
    """What a run is for, by the id that its schedule gave it: ``{schedule}/run-{time in UTC}``."""
    schedule, _, written = run_id.partition(_RUN)
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        at = started  # begun by hand
    return RunDue(schedule_id=schedule, run_id=run_id, at=at)
