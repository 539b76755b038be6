"""Reports that come by themselves: of each week or each month, when it is over."""

from datetime import date, timedelta
from enum import StrEnum

from pydantic import Field

from agents.expenses.features.reports.report import Period
from agents.expenses.months import last_of_month, months_later
from agents.expenses.schedules import RunDue, RunEnded, RunTold, schedule_id
from domain.activity_calls import ActivityCall
from domain.messages import Frozen
from domain.timetables import Timetable
from domain.tools import Arguments

WORKFLOW = "spending_digest"
"""Permanent name of its workflow's type."""

HOUR, MONDAY = 9, 1
"""When it comes unless the person says otherwise: on their clock, and by ISO 8601 the day."""

_FIRST = 1
_WEEK = 7


class Cadence(StrEnum):
    WEEK = "week"
    """On one day of the week."""
    MONTH = "month"
    """On the first."""


def cadence_of(period: Period) -> Cadence | None:
    """Of which reports one of this period may be: it is a week or a month, or the beginning of one.
    A day alone is neither.
    """
    days = (period.until - period.since).days + 1
    if 1 < days <= _WEEK and period.since.isoweekday() in {MONDAY, _WEEK}:
        return Cadence.WEEK
    within = period.until <= last_of_month(period.since)
    return Cadence.MONTH if period.since.day == _FIRST and days > 1 and within else None


class DigestSetting(Arguments):
    every: Cadence = Field(description="How often it comes")
    weekday: int | None = Field(
        None, ge=1, le=_WEEK, description="Of each week, 1 is Monday; null as before"
    )
    hour: int | None = Field(None, ge=0, le=23, description="0 to 23; null as before")


class KeptDigest(Frozen):
    """A digest as it is kept. ``timezone`` is the one that its schedule has."""

    schedule_id: str
    user_id: str
    conversation_id: str
    every: Cadence
    weekday: int = MONDAY
    hour: int = HOUR
    timezone: str

    @property
    def setting(self) -> DigestSetting:
        return DigestSetting(every=self.every, weekday=self.weekday, hour=self.hour)


SEND_DIGEST = ActivityCall("send_digest", RunDue, RunTold, timedelta(minutes=1))
END_DIGEST = ActivityCall("end_digest", RunDue, RunEnded, timedelta(seconds=30))


def schedule_of(conversation_id: str, user_id: str) -> str:
    """The id of a person's digest in a conversation; it says nothing of either."""
    return schedule_id("digest", conversation_id, user_id)


def timetable(kept: KeptDigest) -> Timetable:
    weekly = kept.every is Cadence.WEEK
    return Timetable(
        id=kept.schedule_id,
        workflow=WORKFLOW,
        timezone=kept.timezone,
        hour=kept.hour,
        weekday=kept.weekday % _WEEK if weekly else None,
        day=None if weekly else _FIRST,
    )


def period_over(setting: DigestSetting, today: date) -> Period:
    """The seven days before the last day on which it was due, or the last whole month."""
    if setting.every is Cadence.WEEK:
        late = (today.isoweekday() - (setting.weekday or MONDAY)) % _WEEK
        until = today - timedelta(days=late + 1)
        return Period(since=until - timedelta(days=_WEEK - 1), until=until)
    since = months_later(today, -1, 1)
    return Period(since=since, until=last_of_month(since))
