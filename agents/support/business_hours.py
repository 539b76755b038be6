"""When a clock of a ticket runs out: business hours, targets, and the time that was used already.

Pure, but for the tables of time zones: workflows never load this, they ask ``business_hours``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agents.support.activity_calls import Hours, HoursRequest
from agents.support.tickets import Urgency

WARNED_AT = 0.75
"""Of a clock's time: then whoever has the ticket is warned."""

_DAY = timedelta(days=1)
_MINUTES_OF_A_DAY = 24 * 60
_NONE = timedelta()


@dataclass(frozen=True, order=True)
class Period:
    """Open from one minute of the day to another, local time; 1440 is the end of the day."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end <= _MINUTES_OF_A_DAY:
            raise ValueError("a period ends after it starts, within a day")


@dataclass(frozen=True)
class Calendar:
    """Business hours of a place. ``week`` begins on Monday; periods of a day do not overlap."""

    zone: ZoneInfo
    week: tuple[tuple[Period, ...], ...]
    holidays: frozenset[date] = frozenset()

    def __post_init__(self) -> None:
        if not any(self.week):
            raise ValueError("there is no hour at which anybody works")

    @property
    def day(self) -> timedelta:
        """What a day of work is: of the days on which anybody works, the average."""
        open_days = [periods for periods in self.week if periods]
        minutes = sum(period.end - period.start for day in open_days for period in day)
        return timedelta(minutes=minutes) / len(open_days)

    def used(self, since: datetime, until: datetime) -> timedelta:
        """Of the time between two moments, what was business time."""
        found = _NONE
        for start, end in self._open(since):
            if start >= until:
                break
            found += max(min(end, until) - max(start, since), _NONE)
        return found

    def after(self, at: datetime, left: timedelta) -> datetime:
        """The moment (UTC) at which so much business time has gone by since ``at``."""
        if left <= _NONE:
            return at
        for start, end in self._open(at):
            begin = max(start, at)
            if end - begin >= left:
                return begin + left
            left -= max(end - begin, _NONE)
        raise ValueError("the calendar has an end")

    def _open(self, at: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Open intervals in UTC from the local day before ``at`` on, in order, never two at once:
        in the night when clocks go back, two periods may want the same hour.
        """
        day = at.astimezone(self.zone).date() - _DAY
        last = datetime.min.replace(tzinfo=UTC)
        while day < date.max:
            for period in () if day in self.holidays else self.week[day.weekday()]:
                start = max(self._moment(day, period.start, 0), last)
                end = self._moment(day, period.end, 1)
                if start < end:
                    yield start, end
                    last = end
            day += _DAY

    def _moment(self, day: date, minute: int, fold: int) -> datetime:
        """A minute of a local day in UTC. One that there is twice is the first for a start, the
        second for an end; one that the clocks leave out is the moment at which they do.
        """
        naive = datetime.combine(day, time()) + timedelta(minutes=minute)
        local = naive.replace(tzinfo=self.zone, fold=fold)
        moment = local.astimezone(UTC)
        if moment.astimezone(self.zone).replace(tzinfo=None) == naive:
            return moment
        return self._change_between(
            naive.replace(tzinfo=self.zone, fold=1).astimezone(UTC),
            naive.replace(tzinfo=self.zone, fold=0).astimezone(UTC),
        )

    def _change_between(self, before: datetime, after: datetime) -> datetime:
        """The second at which the zone's offset changes between two moments."""
        offset = before.astimezone(self.zone).utcoffset()
        while after - before > timedelta(seconds=1):
            middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
            if middle.astimezone(self.zone).utcoffset() == offset:
                before = middle
            else:
                after = middle
        return after


@dataclass(frozen=True)
class TimeAllowance:
    """``days`` are days of work where business hours count, else of 24 hours."""

    hours: timedelta = _NONE
    days: int = 0

    def of(self, day: timedelta) -> timedelta:
        return self.hours + self.days * day


@dataclass(frozen=True)
class TimeTarget:
    """``always``: it runs in the night and on holidays, too."""

    first: TimeAllowance
    resolution: TimeAllowance
    always: bool = False


TARGETS: Mapping[Urgency, TimeTarget] = {
    Urgency.CRITICAL: TimeTarget(
        TimeAllowance(timedelta(minutes=15)), TimeAllowance(timedelta(hours=4)), always=True
    ),
    Urgency.HIGH: TimeTarget(TimeAllowance(timedelta(hours=1)), TimeAllowance(timedelta(hours=8))),
    Urgency.MEDIUM: TimeTarget(TimeAllowance(timedelta(hours=8)), TimeAllowance(days=3)),
    Urgency.LOW: TimeTarget(TimeAllowance(timedelta(hours=24)), TimeAllowance(days=5)),
}
"""First answer and resolution, where the policy says nothing else."""


@dataclass(frozen=True)
class Plan:
    """What holds for the customers of one plan."""

    calendar: Calendar
    targets: Mapping[Urgency, TimeTarget] = field(default_factory=lambda: TARGETS)


@dataclass(frozen=True)
class Policy:
    """Business hours and targets of the company. ``plans`` where one differs from the others."""

    usual: Plan
    plans: Mapping[str, Plan] = field(default_factory=dict)

    def plan(self, name: str) -> Plan:
        return self.plans.get(name, self.usual)


def hours(policy: Policy, request: HoursRequest) -> Hours:
    """When a ticket's clocks run out, and how much of their time is used by ``request.at``.

    The time since ``request.since`` is used under the urgency of then; the targets are those of
    now, so a new urgency keeps the time used.
    """
    plan = policy.plan(request.plan)
    first_used, resolve_used = request.first_used, request.resolve_used
    if request.since is not None:
        gone = _used(plan, request.under or request.urgency, request.since, request.at)
        first_used += gone if request.first_ran else _NONE
        resolve_used += gone if request.resolve_ran else _NONE
    target = plan.targets[request.urgency]
    day = _DAY if target.always else plan.calendar.day
    first, resolution = target.first.of(day), target.resolution.of(day)

    def due(total: timedelta, used: timedelta) -> datetime:
        left = max(total - used, _NONE)
        return request.at + left if target.always else plan.calendar.after(request.at, left)

    return Hours(
        first_due=due(first, first_used),
        first_warn=due(first * WARNED_AT, first_used),
        resolve_due=due(resolution, resolve_used),
        resolve_warn=due(resolution * WARNED_AT, resolve_used),
        first_used=first_used,
        resolve_used=resolve_used,
    )


def _used(plan: Plan, urgency: Urgency, since: datetime, until: datetime) -> timedelta:
    if plan.targets[urgency].always:
        return max(until - since, _NONE)
    return plan.calendar.used(since, until)
