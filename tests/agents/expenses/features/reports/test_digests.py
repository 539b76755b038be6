"""When a digest comes, and which days it is about."""

from datetime import UTC, date, datetime

import pytest

from agents.expenses.features.reports.digests import (
    Cadence,
    DigestDue,
    KeptDigest,
    due,
    period_over,
    schedule_of,
    timetable,
)
from agents.expenses.features.reports.report import Period

KEPT = KeptDigest(
    schedule_id="digest:a",
    user_id="ali",
    conversation_id="c",
    every=Cadence.WEEK,
    timezone="Asia/Kuala_Lumpur",
)


@pytest.mark.parametrize(
    ("every", "today", "since", "until"),
    [
        (Cadence.WEEK, date(2026, 11, 23), date(2026, 11, 16), date(2026, 11, 22)),
        (Cadence.WEEK, date(2026, 11, 24), date(2026, 11, 16), date(2026, 11, 22)),
        (Cadence.MONTH, date(2026, 3, 1), date(2026, 2, 1), date(2026, 2, 28)),
        (Cadence.MONTH, date(2026, 1, 2), date(2025, 12, 1), date(2025, 12, 31)),
    ],
)
def test_it_is_about_the_period_that_is_over_also_when_it_comes_late(
    every: Cadence, today: date, since: date, until: date
) -> None:
    assert period_over(every, today) == Period(since=since, until=until)


def test_it_comes_at_nine_where_the_person_lives() -> None:
    weekly, monthly = timetable(KEPT), timetable(KEPT.model_copy(update={"every": Cadence.MONTH}))
    assert (weekly.hour, weekly.weekday, weekly.day) == (9, 1, None)
    assert (monthly.hour, monthly.weekday, monthly.day) == (9, None, 1)
    assert weekly.timezone == "Asia/Kuala_Lumpur"


def test_a_run_knows_by_its_id_what_it_is_for() -> None:
    started = datetime(2026, 11, 23, 5, tzinfo=UTC)
    run = "digest:a/run-2026-11-23T01:00:00Z"
    at = datetime(2026, 11, 23, 1, tzinfo=UTC)
    assert due(run, started) == DigestDue(schedule_id="digest:a", run_id=run, at=at)
    assert due("digest:a/run-by-hand", started).at == started


def test_the_id_is_of_one_person_in_one_chat_and_names_neither() -> None:
    ids = {schedule_of(*names) for names in (("c1", "ali"), ("c1", "bob"), ("c2", "ali"))}
    assert len(ids) == 3
    assert "ali" not in "".join(ids)
