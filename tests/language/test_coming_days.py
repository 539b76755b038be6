"""Days that are to come, as people write them."""

from datetime import date

import pytest

from language.coming_days import coming_days

THURSDAY = date(2026, 11, 26)


@pytest.mark.parametrize(
    ("said", "first", "days"),
    [
        ("by friday please", date(2026, 11, 27), 1),
        ("thursday", date(2026, 12, 3), 1),
        ("next monday", date(2026, 11, 30), 1),
        ("Dienstag nächste Woche", date(2026, 12, 1), 1),
        ("el viernes", date(2026, 11, 27), 1),
        ("woensdag", date(2026, 12, 2), 1),
        ("lusa", date(2026, 11, 28), 1),
        ("in two weeks", date(2026, 12, 10), 1),
        ("3 hari lagi", date(2026, 11, 29), 1),
        ("the weekend", date(2026, 11, 28), 2),
        ("this week", THURSDAY, 4),
        ("next week", date(2026, 11, 30), 7),
        ("next week friday", date(2026, 12, 4), 1),
        ("minggu depan isnin", date(2026, 11, 30), 1),
        ("dalam dua belas hari", date(2026, 12, 8), 1),
        ("on the 20th", date(2026, 12, 20), 1),
        ("3. Dezember", date(2026, 12, 3), 1),
        ("March 2", date(2027, 3, 2), 1),
        ("3/12", date(2026, 12, 3), 1),
        ("2026-12-24", date(2026, 12, 24), 1),
        ("early January", date(2027, 1, 1), 10),
        ("end of the month", date(2026, 11, 30), 1),
    ],
)
def test_the_next_such_day_is_meant(said: str, first: date, days: int) -> None:
    (found,) = coming_days(said, THURSDAY)
    assert found.first == first
    assert found.behind is not None
    assert (found.behind - first).days == days


@pytest.mark.parametrize(
    "said",
    [
        "any day but {}", "every day except {}", "I can't do {}s", "not on {}",
        "we cannot come on {}", "{} is no good", "{}s don't work for me", "anything but {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("day", ["monday", "Tuesday", "friday"])
def test_a_day_that_does_not_suit_is_refused(said: str, day: str) -> None:
    (found,) = coming_days(said.format(day), THURSDAY)
    assert found.refused


@pytest.mark.parametrize(
    "said",
    ["not monday or tuesday", "any day but monday and tuesday", "nicht montag oder dienstag"],
)
def test_days_that_are_refused_together_are_all_refused(said: str) -> None:
    assert [found.refused for found in coming_days(said, THURSDAY)] == [True, True]


def test_of_two_days_only_one_may_be_refused() -> None:
    assert [found.refused for found in coming_days("not monday, tuesday", THURSDAY)] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    "said", ["jeder Tag außer Dienstag", "bukan hari Selasa", "am Freitag geht es nicht"]
)
def test_a_day_is_refused_in_other_languages_too(said: str) -> None:
    (found,) = coming_days(said, THURSDAY)
    assert found.refused


@pytest.mark.parametrize(
    "said",
    [
        "nothing but {}",
        "why not {}?",
        "not before {}",
        "yes, but {} suits me",
        "{} is good",
        "on {}",
    ],
)
def test_a_day_that_suits_is_not(said: str) -> None:
    (found,) = coming_days(said.format("friday"), THURSDAY)
    assert not found.refused


def test_where_months_are_written_first_they_are_read_so() -> None:
    (found,) = coming_days("12/3", THURSDAY, month_first=True)
    assert found.first == date(2026, 12, 3)


@pytest.mark.parametrize("said", ["31/11", "30 February"])
def test_a_day_that_no_calendar_has_is_found_and_is_none(said: str) -> None:
    (found,) = coming_days(said, THURSDAY)
    assert (found.first, said[found.start : found.end].strip()) == (None, said)


@pytest.mark.parametrize(
    "said", ["the 3rd floor", "3.50", "10-12", "2-3 pipes", "maybe", "2 pens", "A4 paper"]
)
def test_what_is_no_day_is_none(said: str) -> None:
    assert coming_days(said, THURSDAY) == []


def test_several_stand_in_their_order_with_the_small_words_in_front() -> None:
    text = "not on tuesday, better by friday"
    found = coming_days(text, THURSDAY)
    assert [text[d.start : d.end] for d in found] == ["on tuesday", "by friday"]
