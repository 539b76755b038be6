"""Which task a text names by itself."""

import pytest

from domain.naming import OfRow, rows_in


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [("#3: 12.50", 3, "12.50"), ("3: 12.50", 3, "12.50"), ("#3 is transport", 3, "transport"),
     ("3 is transport", 3, "transport"), ("3 war gestern", 3, "gestern"),
     ("#12 Kopi Pagi", 12, "Kopi Pagi"), ("#12 : 12,50", 12, "12,50")],
)  # fmt: skip
def test_a_row_of_a_list_is_named_in_front_of_what_is_said_of_it(
    text: str, number: int, words: str
) -> None:
    assert rows_in(text) == (OfRow(number=number, words=words),)


@pytest.mark.parametrize("text", ["3 coffees", "12.50", "lunch 12: with Siti", "#3", "#12", "3",
                                  "2:30 coffee 5", "14:30", "2:30 is lunch"])  # fmt: skip
def test_a_number_that_is_an_amount_names_no_row(text: str) -> None:
    assert rows_in(text) == ()


@pytest.mark.parametrize(
    "text",
    ["#1: 12.50, #2: 13.50", "#1: 12.50\n#2: 13.50", "1: 12.50; 2: 13.50", "#1: 12.50 #2: 13.50"],
)  # fmt: skip
def test_each_of_several_rows_is_named_in_front_of_what_is_said_of_it(text: str) -> None:
    assert rows_in(text) == (OfRow(number=1, words="12.50"), OfRow(number=2, words="13.50"))


def test_a_comma_in_what_is_said_of_a_row_begins_no_other_one() -> None:
    assert rows_in("#1: 12.50, cash") == (OfRow(number=1, words="12.50, cash"),)


@pytest.mark.parametrize(
    "text",
    [
        "#6, #8 and #11 food",
        "#6, 8 and 11: food",
        "6, 8 und 11 sind food",
        "6, 8 dan 11 ialah food",
        "6, 8 y 11 son food",
        "6, 8 et 11 sont food",
    ],
)
def test_what_is_said_of_several_rows_is_said_of_each(text: str) -> None:
    assert rows_in(text) == tuple(OfRow(number=number, words="food") for number in (6, 8, 11))
