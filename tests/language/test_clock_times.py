"""Times of day, as people say them."""

import pytest

from language.clock_times import part_of_day_in, time_in


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("at 6pm", 18 * 60),
        ("18:30", 18 * 60 + 30),
        ("at 6", 6 * 60),
        ("half past six", 6 * 60 + 30),
        ("halb sieben", 6 * 60 + 30),
        ("um 18 Uhr", 18 * 60),
        ("7 in the evening", 19 * 60),
        ("12 am", 0),
        ("pukul 8 malam", 20 * 60),
        ("jam dua belas", 12 * 60),
    ],
)
def test_a_time_is_read(said: str, minutes: int) -> None:
    found = time_in(f"come {said}, please", first_of_morning=0)
    assert found is not None
    assert (found.first, found.last, found.rest.split()) == (
        minutes,
        minutes,
        ["come", ",", "please"],
    )


def test_a_lone_hour_before_the_morning_begins_is_one_of_the_afternoon() -> None:
    for said, hour in (("at 3", 15), ("at 3 am", 3), ("at 03:00", 3), ("at 9", 9)):
        found = time_in(said, first_of_morning=8)
        assert found is not None
        assert found.first == hour * 60, said


@pytest.mark.parametrize("said", ["in 3 hours", "3 boxes", "25:00", "the 24th", "for 2 days"])
def test_other_numbers_are_no_time(said: str) -> None:
    assert time_in(said, first_of_morning=0) is None


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("friday evening", (17, 21)),
        ("Freitagabend", (17, 21)),
        ("Montag morgen", (8, 12)),
        ("isnin pagi", (8, 12)),
        ("in the afternoon", (13, 18)),
        ("morgen", None),
    ],
)
def test_a_part_of_the_day_is_read_also_behind_a_day(
    said: str, hours: tuple[int, int] | None
) -> None:
    found = part_of_day_in(said)
    assert (found and (found.first // 60, found.last // 60)) == hours
