"""When a digest comes, and which days it is about."""

from datetime import UTC, date, datetime

import pytest

from agents.expenses.features.reports.digests import (
    Cadence,
    DigestSetting,
    KeptDigest,
    cadence_of,
    period_over,
    schedule_of,
    timetable,
)
from agents.expenses.features.reports.report import Period
from agents.expenses.schedules import RunDue, run_due

KEPT = KeptDigest(
    schedule_id="digest:a",
    user_id="ali",
    conversation_id="c",
    every=Cadence.WEEK,
    timezone="Asia/Kuala_Lumpur",
)

WEEKLY = DigestSetting(every=Cadence.WEEK)
SUNDAYS = DigestSetting(every=Cadence.WEEK, weekday=7)
MONTHLY = DigestSetting(every=Cadence.MONTH)


@pytest.mark.parametrize(
    ("setting", "today", "since", "until"),
    [
        (WEEKLY, date(2026, 11, 23), date(2026, 11, 16), date(2026, 11, 22)),
        (WEEKLY, date(2026, 11, 24), date(2026, 11, 16), date(2026, 11, 22)),
        (SUNDAYS, date(2026, 11, 22), date(2026, 11, 15), date(2026, 11, 21)),
        (SUNDAYS, date(2026, 11, 23), date(2026, 11, 15), date(2026, 11, 21)),
        (MONTHLY, date(2026, 3, 1), date(2026, 2, 1), date(2026, 2, 28)),
        (MONTHLY, date(2026, 1, 2), date(2025, 12, 1), date(2025, 12, 31)),
    ],
)
def test_it_is_about_the_period_that_is_over_also_when_it_comes_late(
    setting: DigestSetting, today: date, since: date, until: date
) -> None:
    assert period_over(setting, today) == Period(since=since, until=until)


@pytest.mark.parametrize(
    ("since", "until", "every"),
    [
        (date(2026, 11, 16), date(2026, 11, 22), Cadence.WEEK),
        (date(2026, 11, 15), date(2026, 11, 18), Cadence.WEEK),
        (date(2026, 11, 1), date(2026, 11, 23), Cadence.MONTH),
        (date(2026, 11, 16), date(2026, 11, 16), None),
        (date(2026, 11, 1), date(2026, 12, 2), None),
        (date(2026, 11, 18), date(2026, 11, 24), None),
    ],
)
def test_a_week_and_a_month_are_offered_to_come_regularly(
    since: date, until: date, every: Cadence | None
) -> None:
    assert cadence_of(Period(since=since, until=until)) is every


def test_it_comes_where_the_person_lives_at_nine_unless_they_say_otherwise() -> None:
    weekly, monthly = timetable(KEPT), timetable(KEPT.model_copy(update={"every": Cadence.MONTH}))
    assert (weekly.hour, weekly.weekday, weekly.day) == (9, 1, None)
    assert (monthly.hour, monthly.weekday, monthly.day) == (9, None, 1)
    assert weekly.timezone == "Asia/Kuala_Lumpur"
    sundays = timetable(KEPT.model_copy(update={"weekday": 7, "hour": 20}))
    assert (sundays.hour, sundays.weekday, sundays.day) == (20, 0, None)


def test_a_run_knows_by_its_id_what_it_is_for() -> None:
    started = datetime(2026, 11, 23, 5, tzinfo=UTC)
    run = "digest:a/run-2026-11-23T01:00:00Z"
    at = datetime(2026, 11, 23, 1, tzinfo=UTC)
    assert run_due(run, started) == RunDue(schedule_id="digest:a", run_id=run, at=at)
    assert run_due("digest:a/run-by-hand", started).at == started


def test_the_id_is_of_one_person_in_one_chat_and_names_neither() -> None:
    ids = {schedule_of(*names) for names in (("c1", "ali"), ("c1", "bob"), ("c2", "ali"))}
    assert len(ids) == 3
    assert "ali" not in "".join(ids)
