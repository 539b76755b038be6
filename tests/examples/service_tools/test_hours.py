"""Which slots are offered: a rule of the business, in its own zone."""

from datetime import UTC, datetime, timedelta

import pytest

from examples.service_tools.hours import BusinessHours, SlotPeriod
from examples.service_tools.sample import sample_business

HOURS = BusinessHours.model_validate(sample_business().calendar)


def at(moment: str) -> datetime:
    return datetime.fromisoformat(moment).astimezone(UTC)


def offered(hours: BusinessHours, now: str, days: int = 7) -> list[datetime]:
    first = at(now) + timedelta(hours=2)
    period = SlotPeriod(first, first + timedelta(days=days))
    return [slot.from_ts for slot in hours.offered(period, at(now))]


@pytest.mark.shows("calls server")
@pytest.mark.parametrize(
    ("now", "first"),
    [
        ("2026-11-23T12:00-05:00", "2026-11-24T10:00-05:00"),
        ("2026-11-23T23:30-05:00", "2026-11-24T10:00-05:00"),
        ("2026-11-24T00:10-05:00", "2026-11-25T10:00-05:00"),
        ("2026-11-28T09:00-05:00", "2026-11-30T10:00-05:00"),
        ("2027-03-12T12:00-05:00", "2027-03-13T10:00-05:00"),
        ("2027-03-13T12:00-05:00", "2027-03-15T10:00-04:00"),
    ],
)
def test_the_first_slot_is_that_of_the_next_working_day(now: str, first: str) -> None:
    assert offered(HOURS, now)[0] == at(first)


def test_a_business_may_come_on_the_day_itself() -> None:
    hours = HOURS.model_copy(update={"earliest": "now"})
    assert offered(hours, "2026-11-23T12:00-05:00")[0] == at("2026-11-23T14:00-05:00")


def test_a_week_has_its_slots_and_a_long_period_ends() -> None:
    assert len(offered(HOURS, "2026-11-23T12:00-05:00")) == 5 * 4 + 2
    assert len(offered(HOURS, "2026-11-23T12:00-05:00", days=50_000)) < 400


@pytest.mark.shows("calls A5")
def test_sample_words_lead_to_one_service_but_for_a_wall() -> None:
    business = sample_business()
    words = [
        (w.casefold(), c.name)
        for c in business.categories
        for ws in c.keywords.values()
        for w in ws
    ]
    twice = {word for word, _ in words if len({name for w, name in words if w == word}) > 1}
    assert twice == {"wall", "dinding", "wand", "pared", "mur"}
    assert {tuple(each.keywords) for each in business.categories} == {
        ("en", "ms", "de", "es", "fr")
    }
    names = {each.name for each in business.categories}
    assert {skill for each in business.employees for skill in each.skills} <= {*names, "*"}
    assert (
        len(names),
        len(business.employees),
        len(business.projects),
        len(business.customers),
    ) == (12, 4, 3, 5)
