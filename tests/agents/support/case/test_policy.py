"""``support.toml`` is checked when a process starts, and what is wrong is named by its key."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.support.business_hours import TARGETS, Period, TimeAllowance
from agents.support.policy import USUAL_HOURS, load_policy
from agents.support.tickets import Urgency
from domain.errors import ConfigurationError

ZONE = "Asia/Kuala_Lumpur"
SAMPLE = Path(__file__).parents[4] / "local" / "samples" / "support" / "support.toml"


def test_the_sample_says_what_is_usual() -> None:
    usual = load_policy(SAMPLE, ZONE).plan("enterprise")
    assert usual.calendar.week == USUAL_HOURS
    assert dict(usual.targets) == dict(TARGETS)
    assert date(2026, 12, 25) in usual.calendar.holidays
    assert usual.calendar.zone.key == "Europe/Berlin"


def test_without_a_file_the_usual_holds(tmp_path: Path) -> None:
    calendar = load_policy(tmp_path / "support.toml", ZONE).usual.calendar
    assert (calendar.week, calendar.zone.key) == (USUAL_HOURS, ZONE)


def test_a_plan_has_the_rest_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "support.toml"
    file.write_text(
        'zone = "Asia/Kuala_Lumpur"\n'
        '[hours]\nmonday = ["13:00-17:00", "08:00-12:00"]\nsunday = ["22:00-24:00"]\n'
        '[plans.enterprise.targets.high]\nfirst = "30 min"\nresolution = "1 d"\nalways = true\n'
    )
    policy = load_policy(file, ZONE)
    enterprise, free = policy.plan("enterprise"), policy.plan("free")
    assert enterprise.calendar == free.calendar
    assert free.calendar.week[0] == (Period(480, 720), Period(780, 1020))
    assert free.calendar.week[6] == (Period(1320, 1440),)
    assert free.calendar.day == timedelta(hours=5)
    assert enterprise.targets[Urgency.HIGH].first == TimeAllowance(timedelta(minutes=30))
    assert enterprise.targets[Urgency.HIGH].always
    assert free.targets[Urgency.HIGH] == TARGETS[Urgency.HIGH]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("zone = 3", "zone: 3"),
        ('zone = "Mars/Base"', "zone: 'Mars/Base'"),
        ('zone = "../etc/passwd"', "zone: "),
        ("holidays = [2026-12-25T00:00:00]", "holidays: "),
        ("[hours]\nmonday = 9", "hours.monday: "),
        ('[hours]\nmonday = ["9-18"]', "hours.monday: '9-18'"),
        ('[hours]\nmonday = ["18:00-09:00"]', "hours.monday: "),
        ('[hours]\nmonday = ["09:00-12:00", "11:00-13:00"]', "hours.monday: two"),
        ('[hours]\nmonday = ["09:61-12:00"]', "hours.monday: "),
        ("[hours]\nmonday = []", "hours: there is no hour"),
        ("[hours]\nmontag = []", "hours.montag: unknown"),
        ('[targets.urgent]\nfirst = "1 h"', "targets.urgent: unknown"),
        ('[targets.high]\nfirst = "0 h"', "targets.high.first: "),
        ("[targets.high]\nfirst = 60", "targets.high.first: "),
        ('[targets.high]\nalways = "yes"', "targets.high.always: "),
        ('[plans.gold]\nzone = "UTC"', "plans.gold: unknown"),
        ("plans.free = 3", "plans.free: a table"),
        ("zone = 1 2", "line 1"),
    ],
)
def test_what_is_wrong_is_named_by_its_key(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "support.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError) as refused:
        load_policy(file, ZONE)
    assert str(file) in str(refused.value)
    assert named in str(refused.value)
