"""When somebody can come: the business's days and slots, in its own zone."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal, NamedTuple
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, Field

FARTHEST = timedelta(days=92)
"""How much of a period is looked through."""

_DAY = timedelta(days=1)


def _zone(name: str) -> str:
    ZoneInfo(name)
    return name


class SlotPeriod(NamedTuple):
    """From its beginning to just before its end, in UTC."""

    from_ts: datetime
    to_ts: datetime


class BusinessHours(BaseModel):
    """``metadata`` of the setting ``dl__calendar``; the defaults hold where there is none."""

    timezone: Annotated[str, AfterValidator(_zone)] = "America/New_York"
    days: frozenset[Annotated[int, Field(ge=1, le=7)]] = frozenset({1, 2, 3, 4, 5, 6})
    """Monday is 1."""
    begins: tuple[time, ...] = (time(10), time(12), time(14), time(16))
    """Of the slots of a day."""
    minutes: Annotated[int, Field(gt=0, le=720)] = 120
    """How long a slot is."""
    earliest: Literal["now", "next_business_day"] = "next_business_day"
    """From when on slots are offered: the day itself may be too short to plan for."""

    def offered(self, period: SlotPeriod, now: datetime) -> Iterator[SlotPeriod]:
        """Slots that begin in a period and may still be booked, earliest first."""
        first = max(period.from_ts, now if self.earliest == "now" else self._next_day(now))
        last = min(period.to_ts, first + FARTHEST)
        day = self._day_of(first)
        while day <= self._day_of(last):
            yield from (slot for slot in self._slots_of(day) if first <= slot.from_ts < last)
            day += _DAY

    def is_slot(self, period: SlotPeriod) -> bool:
        return period in self._slots_of(self._day_of(period.from_ts))

    def _slots_of(self, day: date) -> Iterator[SlotPeriod]:
        if day.isoweekday() not in self.days:
            return
        for begin in sorted(self.begins):
            start = datetime.combine(day, begin, ZoneInfo(self.timezone)).astimezone(UTC)
            yield SlotPeriod(start, start + timedelta(minutes=self.minutes))

    def _next_day(self, now: datetime) -> datetime:
        """The beginning of tomorrow; that of a day off has no slots in any case."""
        return datetime.combine(self._day_of(now) + _DAY, time(), ZoneInfo(self.timezone))

    def _day_of(self, at: datetime) -> date:
        return at.astimezone(ZoneInfo(self.timezone)).date()
