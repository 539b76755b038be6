import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.speech.spoken import as_typed, is_looped


@pytest.mark.parametrize(
    ("heard", "typed"),
    [
        ("Lunch 12 ringgit 30.", "Lunch 12.30 ringgit."),
        ("Lunch, 12 Ringgit and 30", "Lunch, 12.30 Ringgit"),
        ("32 pounds ten at Tesco", "32.10 pounds at Tesco"),
        ("5 euros ninety-five", "5.95 euros"),
        ("5 euros ninety five today", "5.95 euros today"),
        ("100 and 20 dollars for dinner", "120 dollars for dinner"),
        ("Starbucks $15.50.", "Starbucks $15.50."),
        (" Lunch\n\n twelve\x00  \ud800ringgit\u202e ", "Lunch twelve ringgit"),
    ],
)
def test_an_amount_is_written_as_people_type_it_in_one_line_that_can_be_stored(
    heard: str, typed: str
) -> None:
    assert as_typed(heard) == typed


@pytest.mark.parametrize(
    "heard",
    [
        "20 dollars 12 eggs",
        "12 ringgit 30 sen",
        "12.50 ringgit 30",
        "$100 and $20 for dinner",
        "Starbucks 1550",
        "Lunch for 2, 30 ringgit",
        "10 ringgit 30.50",
        "paid 300 and 500 dollars",
        "we played 4 won 20 in the lottery",
        "ramen 900 yen 50",
    ],
)
def test_what_could_mean_something_else_stays_as_heard(heard: str) -> None:
    assert as_typed(heard) == heard


@given(st.text())
def test_writing_it_again_changes_nothing(text: str) -> None:
    once = as_typed(text)

    assert as_typed(once) == once


@pytest.mark.parametrize(
    ("heard", "looped"),
    [
        ("Thank you. Thank you. Thank you. Thank you.", True),
        ("lunch twelve and then and then and then and then and then", True),
        ("you you you you you you you", True),
        (" ".join(["I'm going to the shop"] * 4), True),
        ("hahahahahahahahahaha", True),
        ("no no no, it was 12", False),
        ("nasi lemak, nasi goreng, nasi ayam", False),
        ("5, 5, 5 and 5", False),
        ("12 12.50", False),
        ("", False),
    ],
)
def test_going_round_in_circles_is_noticed_and_people_may_repeat_themselves(
    heard: str, *, looped: bool
) -> None:
    assert is_looped(heard) is looped
