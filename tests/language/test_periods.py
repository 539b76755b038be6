"""Stretches of days that a text names."""

from datetime import date

import pytest

from domain.understanding import Person
from language.periods import before_it, days_of, find_periods

TODAY = date(2026, 3, 12)
PERSON = Person(user_id="p", locale="en_GB")


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("last month", date(2026, 2, 1), date(2026, 2, 28)),
        ("this week", date(2026, 3, 9), TODAY),
        ("last 7 days", date(2026, 3, 6), TODAY),
        ("since february", date(2026, 2, 1), TODAY),
        ("from january to march", date(2026, 1, 1), TODAY),
        ("between 3 and 10 february", date(2026, 2, 3), date(2026, 2, 10)),
        ("november to february", date(2025, 11, 1), date(2026, 2, 28)),
        ("q4", date(2025, 10, 1), date(2025, 12, 31)),
        ("letztes Jahr", date(2025, 1, 1), date(2025, 12, 31)),
        ("before march", None, date(2026, 2, 28)),
        ("from 2026-03-01 to 2026-03-31", date(2026, 3, 1), date(2026, 3, 31)),
        ("from 1 march to 31 march", date(2026, 3, 1), date(2026, 3, 31)),
        ("vom 1.3. bis 31.3.", date(2026, 3, 1), date(2026, 3, 31)),
        ("3 to 30 march", date(2026, 3, 3), date(2026, 3, 30)),
        ("3 to 30 march 2025", date(2025, 3, 3), date(2025, 3, 30)),
    ],
)
def test_a_stretch_is_found(text: str, since: date | None, until: date) -> None:
    (found,) = find_periods(f"coffee {text}", PERSON, TODAY)
    assert (found.since, found.until) == (since, until)


def test_a_stretch_that_begins_today_is_whole() -> None:
    monday = date(2026, 3, 9)
    (found,) = find_periods("coffee this week", PERSON, monday)
    assert (found.since, found.until) == (monday, date(2026, 3, 15))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("july", (date(2025, 7, 1), date(2025, 7, 31))),
        ("für Februar", (date(2026, 2, 1), date(2026, 2, 28))),
        ("2025", (date(2025, 1, 1), date(2025, 12, 31))),
        ("octubre 2025", (date(2025, 10, 1), date(2025, 10, 31))),
        ("de julio", (date(2025, 7, 1), date(2025, 7, 31))),
        ("en mars", (date(2026, 3, 1), date(2026, 3, 12))),
        ("le mois dernier", (date(2026, 2, 1), date(2026, 2, 28))),
        ("la semana pasada", (date(2026, 3, 2), date(2026, 3, 8))),
        ("from 1.2. to 5.3.", (date(2026, 2, 1), date(2026, 3, 5))),
        ("since 1 march", (date(2026, 3, 1), TODAY)),
        ("yesterday", (date(2026, 3, 11), date(2026, 3, 11))),
        ("dari januari hingga februari", (date(2026, 1, 1), date(2026, 2, 28))),
        ("from 3 to 30 march", (date(2026, 3, 3), date(2026, 3, 30))),
        ("coffee from 3 to 30 march", None),
        ("coffee last month", None),
        ("banana", None),
    ],
)
def test_a_text_is_days_as_a_whole_or_not_at_all(text: str, days: tuple[date, date] | None) -> None:
    assert days_of(text, PERSON, TODAY) == days


def test_the_stretch_before_a_month_is_a_month() -> None:
    assert before_it(date(2026, 3, 1), date(2026, 3, 12), PERSON) == (
        date(2026, 2, 1),
        date(2026, 2, 28),
    )
