"""Rows whose cells run over several lines are read whole, and broken quotes cost no other row."""

import csv
from datetime import date
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.splitting import records_of
from agents.expenses.tables.tabulating import LineFault, ReadTable

HERE = ReadingPlace("MYR", "en_MY", date(2026, 4, 15))
HEADINGS = ("Date", "Amount", "Description", "Currency", "Category")
ADDRESS = ("Hotel", "Street 1", "2nd floor", "Berlin")
MANY = 9


def read(text: str) -> ReadTable:
    return read_table(text.encode(), HERE)


def shown(table: ReadTable) -> list[tuple[int, str, str, str | None]]:
    return [(row.line, str(row.amount), row.currency, row.category) for row in table.rows]


def left_out(table: ReadTable) -> list[tuple[int, LineFault]]:
    return [(left.line, left.why) for left in table.left_out]


def hotel(day: int, lines: int, delimiter: str, inner: str = "") -> str:
    """Returns a row with a cell over so many lines; each line of the cell ends with ``inner``."""
    cell = "\n".join(f"{part}{inner}" for part in (*ADDRESS[: lines - 1], ADDRESS[-1]))
    return delimiter.join((f"2026-01-{day:02}", f"{day}.50", f'"{cell}"', "EUR", "Travel"))


def plain(day: int, delimiter: str) -> str:
    return delimiter.join((f"2026-01-{day:02}", f"{day}.50", "Lidl", "EUR", "Food"))


@pytest.mark.parametrize("lines", [2, 3, 4])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("long_rows", [1, MANY // 2, MANY - 1, MANY])
@pytest.mark.parametrize("inner", ["", ", x", "; x", ", a, b, c"])
@pytest.mark.parametrize("headed", [True, False])
def test_rows_with_cells_over_several_lines_are_read_whole(
    lines: int, delimiter: str, long_rows: int, inner: str, *, headed: bool
) -> None:
    text = delimiter.join(HEADINGS) + "\n" if headed else ""
    expected = []
    for day in range(1, MANY + 1):
        is_long = day <= long_rows
        category = "Travel" if is_long else "Food"
        expected.append((text.count("\n") + 1, f"{day}.50", "EUR", category if headed else None))
        row = hotel(day, lines, delimiter, inner) if is_long else plain(day, delimiter)
        text += row + "\n"
    table = read(text)
    assert shown(table) == expected
    assert table.left_out == ()


def test_a_long_cell_at_the_beginning_or_the_end_of_a_row_is_read_whole() -> None:
    first = 'Description,Date,Amount\n"Hotel\n1 Street\nBerlin",2026-01-05,250.00\n' * 3
    last = 'Date,Amount,Description\n2026-01-05,250.00,"Hotel\n\nStreet\nBerlin"\n' * 3
    for text in (first, last):
        table = read(text)
        assert [str(row.amount) for row in table.rows] == ["250.00"] * 3
        assert table.left_out == ()


def test_a_whole_row_below_a_long_preamble_is_read_whole() -> None:
    preamble = "".join(f"Key {number},Value\n" for number in range(12))
    table = read(f"{preamble}{','.join(HEADINGS)}\n{hotel(5, 3, ',')}\n{hotel(6, 3, ',')}\n")
    assert shown(table) == [(14, "5.50", "EUR", "Travel"), (17, "6.50", "EUR", "Travel")]


def test_a_whole_row_with_fewer_cells_than_the_others_takes_its_lines_with_it() -> None:
    short = '2026-01-07,7.50,"Hotel\nStreet 1\nBerlin"\n'
    table = read(f"{','.join(HEADINGS)}\n{plain(5, ',')}\n{short}{plain(8, ',')}\n")
    assert [row[0] for row in shown(table)] == [2, 6]
    assert left_out(table) == [(3, LineFault.BROKEN)]


def test_a_cell_longer_than_any_is_named_line_by_line_and_costs_no_other_row() -> None:
    cell = "\n".join(f"line {number} of it" for number in range(1, 26))
    text = f'{",".join(HEADINGS)}\n2026-01-07,7.50,"{cell}",EUR,Travel\n{hotel(8, 3, ",")}\n'
    table = read(text)
    assert shown(table) == [(27, "8.50", "EUR", "Travel")]
    assert [left.line for left in table.left_out] == list(range(2, 27))


@pytest.mark.parametrize(
    "broken",
    [
        '2026-01-05,5.50,"Aldi,EUR,Food',
        '2026-01-05,5.50,Aldi",EUR,Food',
        '2026-01-05,5.50,"TV 12"",EUR,Food',
        '2026-01-05,5.50,12" pipe,EUR,Food',
        '2026-01-05,"5.50",12" pipe,EUR,Food',
        '2026-01-05,5.50,12" pipe,"EUR,Food',
        '2026-01-05,5.50,The "Corner" shop,EUR,Food',
        '2026-01-05,5.50,"The "Corner" shop",EUR,Food',
    ],
)
@pytest.mark.parametrize(
    "follows",
    [
        plain(6, ","),
        hotel(6, 2, ","),
        hotel(6, 3, ","),
        '2026-01-06,6.50,14" pipe,EUR,Food',
        '2026-01-06,6.50,Pipe 14",EUR,Food',
        '2026-01-06,6.50,"Pipe 14,EUR,Food',
        '2026-01-06,6.50,"TV 14"",EUR,Food',
        '2026-01-06,6.50,"The "Corner" shop",EUR,Food',
    ],
)
def test_a_broken_quote_costs_neither_its_own_row_nor_the_next(broken: str, follows: str) -> None:
    rows = f"{broken}\n{follows}\n{plain(7, ',')}\n"
    table = read(f"{','.join(HEADINGS)}\n{rows}")
    assert [row[1:3] for row in shown(table)] == [("5.50", "EUR"), ("6.50", "EUR"), ("7.50", "EUR")]
    assert table.left_out == ()


def test_stray_quotes_of_two_rows_are_not_the_quotes_of_one_cell() -> None:
    table = read('Date,Merchant,Amount\n2026-01-03,"Aldi,5.00\n2026-01-04,Spar",6.00\n')
    assert [(row.merchant, str(row.amount)) for row in table.rows] == [
        ("Aldi", "5.00"),
        ("Spar", "6.00"),
    ]


def test_quotes_that_are_not_doubled_inside_of_a_long_cell_are_read() -> None:
    table = read(
        "Date,Merchant,Amount\n2026-01-02,Lidl,4.00\n"
        '2026-01-03,"Hotel\nThe "Blue" house",5.00\n2026-01-04,"Hotel\nBerlin" ,6.00\n'
    )
    assert [str(row.amount) for row in table.rows] == ["4.00", "5.00", "6.00"]
    assert table.left_out == ()


def test_a_row_whose_open_quote_hides_delimiters_is_named_instead_of_read_shifted() -> None:
    table = read('Date,Merchant,Amount\n2026-01-03,"TV, 12"",5.00\n2026-01-04,Spar,6.00\n')
    assert [str(row.amount) for row in table.rows] == ["6.00"]
    assert left_out(table) == [(2, LineFault.BROKEN)]


def test_a_row_that_ends_before_its_currency_is_named_and_an_empty_currency_is_the_persons() -> (
    None
):
    rows = "2026-01-05,5.50,Lidl,EUR\n2026-01-06,6.50,Aldi\n2026-01-07,7.50,Spar,\n"
    table = read(f"Date,Amount,Description,Currency\n{rows}2026-01-08,EUR 8.50,Rewe\n")
    assert [(row.line, row.currency) for row in table.rows] == [(2, "EUR"), (4, "MYR"), (5, "EUR")]
    assert left_out(table) == [(3, LineFault.BROKEN)]


def test_a_row_that_ends_before_its_currency_is_read_in_the_currency_of_the_heading() -> None:
    table = read("Date,Amount (EUR),Description,Currency\n2026-01-06,6.50,Aldi\n")
    assert [(row.line, row.currency) for row in table.rows] == [(2, "EUR")]


_CELL = st.text(alphabet='ab1 ",;\t|\n', max_size=12)


@given(
    st.lists(st.lists(_CELL, min_size=4, max_size=4), min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
)
def test_any_table_that_is_written_properly_has_its_cells_back(
    rows: list[list[str]], delimiter: str
) -> None:
    written = StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator="\n")
    writer.writerows([HEADINGS, *(["2026-01-05", *row] for row in rows)])
    bare = [tuple(" ".join(cell.split()) for cell in row) for row in rows]
    kept = [record.cells for record in records_of(written.getvalue())]
    assert kept == [HEADINGS, *(("2026-01-05", *row) for row in bare)]
