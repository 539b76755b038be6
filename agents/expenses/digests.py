"""Reports that come by themselves: of each week or each month, when it is over."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from hashlib import sha256

from agents.expenses.reporting import Period, earlier
from domain.messages import Frozen
from domain.timetables import Timetable
from domain.understanding import Person

WORKFLOW = "spending_digest"
"""Permanent name of its workflow's type."""

HOUR = 9
"""On the person's clock."""

_MONDAY, _FIRST = 1, 1
_RUN = "/run-"


class Cadence(StrEnum):
    WEEK = "week"
    """On Mondays."""
    MONTH = "month"
    """On the first."""


class DigestOrder(Frozen):
    """``every``: from now on so often; None with ``off``, and where only the state is asked for."""

    every: Cadence | None = None
    off: bool = False


class DigestRequest(Frozen):
    """``asked``: the person's words, or what follows the command."""

    person: Person
    conversation_id: str
    asked: str


class DigestSet(Frozen):
    """How it is now: ``every`` is None when none comes. ``understood`` is False for words of
    something else, which change nothing.
    """

    understood: bool = True
    every: Cadence | None = None


class KeptDigest(Frozen):
    """A digest as it is kept. ``timezone`` is the one that its schedule has."""

    schedule_id: str
    user_id: str
    conversation_id: str
    every: Cadence
    timezone: str


class DigestDue(Frozen):
    """A run of a schedule: its own workflow's id, and when it was to be."""

    schedule_id: str
    run_id: str
    at: datetime


class DigestSent(Frozen):
    """``waited_for``: the conversation tells the run what became of the report."""

    waited_for: bool = False


def schedule_of(conversation_id: str, user_id: str) -> str:
    """The id of a person's digest in a conversation; it says nothing of either."""
    named = f"{conversation_id}\n{user_id}".encode()
    return f"digest:{sha256(named).hexdigest()[:32]}"


def timetable(kept: KeptDigest) -> Timetable:
    weekly = kept.every is Cadence.WEEK
    return Timetable(
        id=kept.schedule_id,
        workflow=WORKFLOW,
        timezone=kept.timezone,
        hour=HOUR,
        weekday=_MONDAY if weekly else None,
        day=None if weekly else _FIRST,
    )


def due(run_id: str, started: datetime) -> DigestDue:
    """What a run is for, by the id that its schedule gave it: ``{schedule}/run-{time in UTC}``."""
    schedule_id, _, written = run_id.partition(_RUN)
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        at = started  # begun by hand
    return DigestDue(schedule_id=schedule_id, run_id=run_id, at=at)


def period_over(every: Cadence, today: date) -> Period:
    """The last whole week, Monday to Sunday, or month before ``today``."""
    if every is Cadence.WEEK:
        until = today - timedelta(days=today.weekday() + 1)
        return Period(since=until - timedelta(days=6), until=until)
    since = earlier(today.replace(day=1), 1)
    return Period(since=since, until=today.replace(day=1) - timedelta(days=1))
