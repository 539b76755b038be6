"""Days and times that a text names, compared with those of another one."""

import pytest

from language.named_times import (
    NamedTime,
    clocks,
    days_from_now,
    may_be_named,
    months,
    parts_of_day,
    weekdays,
)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("from 10:00–12:00", [(10, 0), (12, 0)]),
        ("at 3 pm or 15:30", [(15, 0), (15, 30)]),
        ("um zehn Uhr", [(10, 0)]),
        ("pukul 8 pagi", [(8, 0)]),
        ("on 24.11. at 12 Harbour Road", []),
    ],
)
def test_times_of_day_are_found(text: str, times: list[tuple[int, int]]) -> None:
    assert [(each.hour, each.minute) for each in clocks(text)] == times


def test_a_lone_number_may_be_a_time_where_times_stand() -> None:
    ten = NamedTime(10, 0, certain=True)
    assert may_be_named(ten, "between 10 and 12")
    assert not may_be_named(ten, "task 10")
    assert NamedTime(3, 0, certain=False).may_be(NamedTime(15, 0, certain=True))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("tomorrow", {1}),
        ("the day after tomorrow", {2}),
        ("übermorgen, nicht morgen", {1, 2}),
        ("guten Morgen", set()),
        ("明天", {1}),
        ("domani", {1}),
        ("how can we help you today?", set()),
    ],
)
def test_days_near_today_are_found(text: str, days: set[int]) -> None:
    assert days_from_now(text) == days


def test_weekdays_and_months_are_found_in_the_texts_language_and_ours() -> None:
    assert weekdays("Tue 24 Nov, dienstags, am Mittwoch", "en") >= {1, 2}
    assert weekdays("martedì", "it") == {1}
    assert weekdays("the sun shines", "en") == set()
    assert months("24 Nov, may be", "en") == {11}
    assert months("24 novembre", "it") == {11}


def test_a_part_of_the_day_is_no_greeting() -> None:
    assert parts_of_day("good morning, see you in the afternoon") == {(12, 18)}
