from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.understanding import Person, Said
from language.past_days import IMPOSSIBLE, find_dates, today_of, whole_date
from language.words import clean

TODAY = date(2026, 3, 12)
MALAYSIAN = Person(user_id="p1")
GERMAN = Person(user_id="p2", locale="de_DE", currency="EUR", timezone="Europe/Berlin")
AMERICAN = Person(user_id="p3", locale="en_US", currency="USD", timezone="America/New_York")


def found(text: str, person: Person = MALAYSIAN) -> list[date]:
    return [d.day for d in find_dates(clean(text), person, TODAY) if d.day is not None]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("yesterday", date(2026, 3, 11)),
        ("semalam", date(2026, 3, 11)),
        ("gestern", date(2026, 3, 11)),
        ("today", TODAY),
        ("hari ini", TODAY),
        ("the day before yesterday", date(2026, 3, 10)),
        ("on monday", date(2026, 3, 9)),
        ("last thursday", date(2026, 3, 5)),
        ("3 days ago", date(2026, 3, 9)),
        ("two weeks ago", date(2026, 2, 26)),
        ("dua hari lepas", date(2026, 3, 10)),
        ("vor drei Tagen", date(2026, 3, 9)),
        ("12/10", date(2025, 10, 12)),
        ("Mar 3", date(2026, 3, 3)),
        ("Mar 12", TODAY),
        ("Mar 13", date(2025, 3, 13)),
        ("5.5.2025", date(2025, 5, 5)),
        ("2025-05-06", date(2025, 5, 6)),
        ("1/1/1970", date(1970, 1, 1)),
        ("5 Mac", date(2026, 3, 5)),
        ("24. Dezember", date(2025, 12, 24)),
        ("on the 5th", date(2026, 3, 5)),
        ("on the 20th", date(2026, 2, 20)),
    ],
)
def test_dates_are_resolved_against_the_persons_own_today(text: str, day: date) -> None:
    assert found(text) == [day]


@pytest.mark.parametrize("text", ["31/11", "30/2/2025", "2025-02-30", "31 November", "45/45/2025"])
def test_a_day_that_no_calendar_has_is_a_date_too_old_to_be_true(text: str) -> None:
    assert found(f"lunch 12 {text}") == [IMPOSSIBLE]


@pytest.mark.parametrize("text", ["next week", "next month", "next year", "tahun depan"])
def test_a_coming_stretch_is_a_day_beyond_tomorrow(text: str) -> None:
    (day,) = found(text)

    assert day > TODAY + timedelta(days=1)


def test_a_coming_weekday_is_not_a_past_one() -> None:
    assert found("next monday") == [date(2026, 3, 16)]


def test_a_numeric_date_is_read_in_the_order_of_the_locale() -> None:
    assert found("3/5/2025", MALAYSIAN) == [date(2025, 5, 3)]
    assert found("3/5/2025", AMERICAN) == [date(2025, 3, 5)]
    assert found("3.5.2025", GERMAN) == [date(2025, 5, 3)]


def test_an_impossible_order_is_read_the_other_way() -> None:
    assert found("12/25/2025") == [date(2025, 12, 25)]


@pytest.mark.parametrize(
    "text", ["at 7pm", "1/2 chicken", "24/7", "12.30", "may I", "march on", "35/40"]
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert found(text) == []


def test_a_whole_answer_may_be_a_date_in_any_wording_of_the_language() -> None:
    french = MALAYSIAN.model_copy(update={"locale": "fr_FR"})

    assert whole_date("il y a 2 jours", french, TODAY) == date(2026, 3, 10)
    assert whole_date("banana", MALAYSIAN, TODAY) is None


def test_today_is_the_date_in_the_persons_zone_and_not_in_utc() -> None:
    late = datetime(2026, 3, 11, 17, 0, tzinfo=UTC)
    message = Said(message_id="m", text="lunch", sent_at=late)

    assert today_of(MALAYSIAN, message) == date(2026, 3, 12)
    assert today_of(AMERICAN, message) == date(2026, 3, 11)
    nowhere = MALAYSIAN.model_copy(update={"timezone": "Mars/Olympus"})
    assert today_of(nowhere, message) == date(2026, 3, 11)


@given(day=st.dates(min_value=date(2000, 1, 1), max_value=date(2035, 12, 31)))
def test_a_full_date_is_read_back_in_each_common_form(day: date) -> None:
    for form in ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d %B %Y", "%d %b %Y", "%B %d, %Y"):
        assert found(f"lunch {day.strftime(form)}") == [day]
