"""Offsets of a zone agree with the zone data they were computed from, at any moment."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from activities.zones import zone_of
from domain.conversation import Zone

NOW = datetime(2026, 11, 22, 13, 5, 7, tzinfo=UTC)
ZONES = (
    "UTC",
    "Asia/Kuala_Lumpur",
    "Asia/Kolkata",  # half an hour
    "Asia/Kathmandu",  # three quarters
    "Europe/Berlin",
    "Europe/London",
    "Europe/Dublin",  # negative summer time
    "Africa/Casablanca",  # no summer time in Ramadan
    "Africa/Cairo",  # summer time again since 2023
    "America/New_York",
    "America/St_Johns",
    "America/Asuncion",  # gave up summer time in 2024
    "Asia/Almaty",  # another offset since 2024
    "Australia/Sydney",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Antarctica/Troll",  # two hours
)


@pytest.mark.parametrize("name", ZONES)
def test_dates_are_those_of_the_zone_and_offsets_hold_from_the_minute_of_their_transition(
    name: str,
) -> None:
    """For three years back and two ahead."""
    zone, known = zone_of(name, NOW), ZoneInfo(name)
    moment = NOW - timedelta(days=3 * 365)
    while moment < NOW + timedelta(days=2 * 365):
        assert zone.date_of(moment) == moment.astimezone(known).date(), moment
        moment += timedelta(hours=29, minutes=37)
    for (_, before), (moment, minutes) in zip(zone.offsets, zone.offsets[1:], strict=False):
        assert before != minutes
        for at, expected in ((moment, minutes), (moment - timedelta(seconds=1), before)):
            assert at.astimezone(known).utcoffset() == timedelta(minutes=expected)


def test_only_transitions_are_kept() -> None:
    assert len(zone_of("Asia/Kuala_Lumpur", NOW).offsets) == 1
    assert len(zone_of("Europe/Berlin", NOW).offsets) == 11


@pytest.mark.parametrize("name", ["", "Europe/Atlantis", "../../etc/passwd", "x" * 300, "\0"])
def test_an_unknown_name_is_utc(name: str) -> None:
    assert zone_of(name, NOW) == Zone()
