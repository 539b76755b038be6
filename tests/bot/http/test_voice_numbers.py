import pytest

from bot.http.voice.numbers import numbers_in, unconfirmed


@pytest.mark.parametrize(
    ("heard", "read"),
    [
        ("It's 555-1234, please.", ("5 5 5 1 2 3 4",)),
        ("my number is five five five, one two three four", ("5 5 5 1 2 3 4",)),
        ("Lima lima lima satu dua", ("5 5 5 1 2",)),
        ("lunch was 15.50 ringgit", ("15.50",)),
        ("1,234.50 for 2 chairs", ("1,234.50",)),
        ("call +60 12-345 6789", ("6 0 1 2 3 4 5 6 7 8 9",)),
        ("one of the two, at 12", ()),
    ],
)
def test_longer_numbers_are_read_back_as_they_are_spoken(heard: str, read: tuple[str, ...]) -> None:
    assert numbers_in(heard) == read


def test_a_number_that_the_answer_names_is_not_read_back_again() -> None:
    heard = "lunch 15.50 and my card ends in 4711"
    assert unconfirmed(heard, "Saved: RM 15.50, lunch.") == ("4 7 1 1",)
