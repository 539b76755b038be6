"""The arithmetic of clocks: business hours, holidays, nights in which the clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.support.activity_calls import HoursRequest
from agents.support.business_hours import TARGETS, Calendar, Period, Plan, Policy, hours
from agents.support.tickets import Urgency

BERLIN = ZoneInfo("Europe/Berlin")
SPLIT = (Period(9 * 60, 12 * 60 + 30), Period(13 * 60 + 30, 18 * 60))
WEEKDAYS = Calendar(BERLIN, ((Period(9 * 60, 18 * 60),),) * 5 + ((),) * 2)
HALVES = Calendar(BERLIN, (SPLIT,) * 5 + ((),) * 2, frozenset({date(2026, 12, 25)}))
NIGHTS = Calendar(BERLIN, ((Period(60, 150), Period(150, 240)),) * 7)
"""Two periods that meet at 02:30, which the clocks leave out once a year and have twice once."""
POLICY = Policy(Plan(WEEKDAYS))


def local(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=BERLIN).astimezone(UTC)  # type: ignore[misc,arg-type]


def request(urgency: Urgency, at: datetime, **more: object) -> HoursRequest:
    return HoursRequest.model_validate({"urgency": urgency, "plan": "pro", "at": at, **more})


@pytest.mark.shows("support 32")
def test_high_on_friday_evening_is_due_on_monday_morning() -> None:
    got = hours(POLICY, request(Urgency.HIGH, local(2026, 11, 20, 17, 50)))
    assert got.first_due == local(2026, 11, 23, 9, 50)
    assert got.first_warn == local(2026, 11, 23, 9, 35)
    assert got.resolve_due == local(2026, 11, 23, 16, 50)


@pytest.mark.shows("support 32")
def test_critical_runs_through_the_night() -> None:
    at = local(2026, 11, 20, 23, 50)
    got = hours(POLICY, request(Urgency.CRITICAL, at))
    assert got.first_due == at + timedelta(minutes=15)
    assert got.resolve_due == at + timedelta(hours=4)


def test_a_day_of_a_target_is_a_day_of_work() -> None:
    got = hours(POLICY, request(Urgency.MEDIUM, local(2026, 11, 19, 10)))
    assert got.resolve_due == local(2026, 11, 24, 10)


@pytest.mark.shows("support 32")
def test_a_break_and_a_holiday_do_not_count() -> None:
    christmas_eve = local(2026, 12, 24, 12)
    assert HALVES.after(christmas_eve, timedelta(hours=1)) == local(2026, 12, 24, 14)
    assert HALVES.after(christmas_eve, timedelta(hours=6)) == local(2026, 12, 28, 10)
    assert HALVES.used(christmas_eve, local(2026, 12, 28, 10)) == timedelta(hours=6)


@pytest.mark.shows("support 32")
def test_a_new_urgency_keeps_the_time_used() -> None:
    at = local(2026, 11, 23, 11)
    got = hours(
        POLICY,
        request(Urgency.HIGH, at, since=local(2026, 11, 20, 17), under=Urgency.MEDIUM),
    )
    assert got.resolve_used == timedelta(hours=3)
    assert got.resolve_due == local(2026, 11, 23, 16)
    assert got.first_due == at, "an hour is over"


def test_a_clock_that_stood_still_used_nothing() -> None:
    got = hours(
        POLICY,
        request(
            Urgency.HIGH,
            local(2026, 11, 24, 10),
            since=local(2026, 11, 23, 10),
            resolve_used=timedelta(hours=2),
            resolve_ran=False,
        ),
    )
    assert got.resolve_used == timedelta(hours=2)
    assert got.resolve_due == local(2026, 11, 24, 16)


@pytest.mark.parametrize(
    ("day", "length"),
    [((2026, 3, 28), 3), ((2026, 3, 29), 2), ((2026, 10, 25), 4), ((2026, 10, 26), 3)],
    ids=["before", "spring", "autumn", "after"],
)
def test_a_night_is_as_long_as_it_is(day: tuple[int, int, int], length: int) -> None:
    year, month, of_month = day
    night = local(year, month, of_month), local(year, month, of_month, 12)
    assert NIGHTS.used(*night) == timedelta(hours=length)


moments = st.datetimes(
    datetime(2025, 1, 1),  # noqa: DTZ001 - the zone is given apart
    datetime(2027, 12, 31),  # noqa: DTZ001
    timezones=st.just(UTC),
)
lengths = st.timedeltas(timedelta(seconds=1), timedelta(days=20))
calendars = st.sampled_from([WEEKDAYS, HALVES, NIGHTS])


@given(calendars, moments, lengths)
def test_what_is_due_is_reached_when_all_of_it_is_used(
    calendar: Calendar, at: datetime, left: timedelta
) -> None:
    due = calendar.after(at, left)
    assert calendar.used(at, due) == left
    assert calendar.used(at, due - timedelta(microseconds=1)) < left


@given(calendars, moments, lengths, lengths)
def test_time_is_used_once_however_it_is_cut(
    calendar: Calendar, at: datetime, first: timedelta, second: timedelta
) -> None:
    middle, end = at + first, at + first + second
    whole = calendar.used(at, end)
    assert whole == calendar.used(at, middle) + calendar.used(middle, end)
    assert timedelta() <= whole <= end - at


@pytest.mark.shows("support 32")
@given(moments, lengths, st.sampled_from(Urgency), st.sampled_from(Urgency))
def test_pausing_moves_what_is_due_by_the_pause(
    at: datetime, pause: timedelta, urgency: Urgency, later: Urgency
) -> None:
    """Whatever the urgency is changed to while a clock stands still."""
    stopped = hours(POLICY, request(urgency, at + timedelta(hours=1), since=at))
    resumed = hours(
        POLICY,
        request(
            later,
            at + timedelta(hours=1) + pause,
            since=at + timedelta(hours=1),
            under=urgency,
            resolve_used=stopped.resolve_used,
            resolve_ran=False,
        ),
    )
    assert resumed.resolve_used == stopped.resolve_used
    assert resumed.resolve_warn <= resumed.resolve_due
    if TARGETS[later].always:
        left = timedelta(hours=4) - resumed.resolve_used
        assert resumed.resolve_due == at + timedelta(hours=1) + pause + max(left, timedelta())
