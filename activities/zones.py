"""A person's time zone as plain offsets, computed from the zone data of this machine."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.conversation import Zone

_BACK = timedelta(days=3 * 366)
_AHEAD = timedelta(days=2 * 366)
"""A run of a conversation asks anew when it starts, and none lasts for years. What is said of
older days ("in March 2020") names a date, not a moment."""

_STEP = timedelta(days=1)
"""No zone changes its offset twice within a day."""
_MINUTE = timedelta(minutes=1)


def zone_of(name: str, now: datetime) -> Zone:
    """The offsets of an IANA zone for three years back and two ahead; UTC for an unknown name."""
    try:
        zone = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return Zone()
    moment = (now.astimezone(UTC) - _BACK).replace(second=0, microsecond=0)
    end = moment + _BACK + _AHEAD
    offset = _minutes(zone, moment)
    offsets = [(moment, offset)]
    while moment < end:
        following = moment + _STEP
        if (changed := _minutes(zone, following)) != offset:
            offsets.append((_first(zone, moment, following, changed), changed))
            offset = changed
        moment = following
    return Zone(name=name, offsets=tuple(offsets))


def _first(zone: ZoneInfo, before: datetime, after: datetime, offset: int) -> datetime:
    """The first minute between the two from which the offset holds."""
    while after - before > _MINUTE:
        middle = before + (after - before) // _MINUTE // 2 * _MINUTE
        if _minutes(zone, middle) == offset:
            after = middle
        else:
            before = middle
    return after


def _minutes(zone: ZoneInfo, moment: datetime) -> int:
    offset = moment.astimezone(zone).utcoffset() or timedelta(0)
    return offset // _MINUTE
