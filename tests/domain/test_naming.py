"""Which task a text names by itself."""

import pytest

from domain.naming import OfRow, row_in


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [("#3: 12.50", 3, "12.50"), ("3: 12.50", 3, "12.50"), ("#3 is transport", 3, "transport"),
     ("3 is transport", 3, "transport"), ("3 war gestern", 3, "gestern"),
     ("#12 Kopi Pagi", 12, "Kopi Pagi"), ("#12 : 12,50", 12, "12,50")],
)  # fmt: skip
def test_a_row_of_a_list_is_named_in_front_of_what_is_said_of_it(
    text: str, number: int, words: str
) -> None:
    assert row_in(text) == OfRow(number=number, words=words)


@pytest.mark.parametrize("text", ["3 coffees", "12.50", "lunch 12: with Siti", "#3", "#12", "3"])
def test_a_number_that_is_an_amount_names_no_row(text: str) -> None:
    assert row_in(text) is None
