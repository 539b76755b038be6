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
    rows = (OfRow(number=number, words="food", shared=True) for number in (6, 8, 11))
    assert rows_in(text) == tuple(rows)


def test_what_is_said_of_several_rows_ends_where_another_row_begins() -> None:
    *several, last = rows_in("#1 and #2 are food, #3: 15")
    assert several == [OfRow(number=number, words="food", shared=True) for number in (1, 2)]
    assert last == OfRow(number=3, words="15")


@pytest.mark.parametrize(
    "text",
    [
        "#1 and #2 were 30 in total",
        "#1 and #2 were 15 and 20",
        "#1, #2 and taxi 15",
        "#1 + #3 is 30",
        "#1 und #3 waren zusammen 30",
        "#1, #3 15, 20",
    ],
)
def test_a_number_is_not_said_of_each_of_several_rows(text: str) -> None:
    (row,) = rows_in(text)
    assert row.number == 1
    assert not row.shared


@pytest.mark.parametrize(
    "text",
    [
        "12,15 war das Mittagessen",
        "1,2 war der Kaffee",
        "12,15 was lunch",
        "2,000 was rent",
        "1,5 era el café",
        "1,5 et 2,5 sont trop",
        "1 and 2 are 3",
        "2 are wrong",
        "2 sind falsch",
    ],
)
def test_an_amount_or_a_count_names_no_row(text: str) -> None:
    assert rows_in(text) == ()


def test_an_amount_with_a_decimal_comma_is_said_of_one_row() -> None:
    text = "12,15 war das Mittagessen"
    assert rows_in(f"#3: {text}") == (OfRow(number=3, words=text),)


@pytest.mark.parametrize("count", [28, 1000])
@pytest.mark.parametrize("end", ["", " are food", " are 30"])
def test_any_count_of_numbers_is_read(count: int, end: str) -> None:
    """What takes twice as long for each further number would not end."""
    numbers = ", ".join(map(str, range(1, count + 1)))
    assert len(rows_in(numbers + end)) == (count if end == " are food" else 0)
    assert rows_in(f"lunches this month: {numbers}{end}") == ()
    assert rows_in(f"{'1,' * count}is") == ()
