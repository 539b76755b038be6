"""The currency of a table is what the file says, else what the person says."""

from datetime import date

import pytest

from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.tabulating import TableWish

HERE = ReadingPlace("MYR", "en_MY", date(2026, 4, 15))
ROWS = "Date,Description,Amount\n2026-03-02,Coffee,-5.00\n2026-03-03,Tea,-4.00\n"


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("Account statement,GBP\n" + ROWS, "GBP"),
        ("Currency: USD\n\n" + ROWS, "USD"),
        ('Kontostand vom 27.11.2026:,"1.234,56 €"\n' + ROWS, "EUR"),
        ("IBAN: DE12 3456 7890 1234 5678 90\n" + ROWS, "EUR"),
        (ROWS.replace("Amount\n", "Amount,Balance (SGD)\n").replace("00\n", "00,9\n"), "SGD"),
        (ROWS.replace("-5.00", "-CHF 5.00").replace("-4.00", "-CHF 4.00"), "CHF"),
    ],
)
def test_a_currency_that_the_file_names_is_never_assumed(text: str, currency: str) -> None:
    table = read_table(text.encode(), HERE)
    assert {row.currency for row in table.rows} == {currency}
    assert table.assumed_currency is None


@pytest.mark.parametrize("above", ["", "Try all top accounts\n", "From USD to GBP\n"])
def test_a_currency_that_no_line_tells_is_in_doubt_and_can_be_chosen(above: str) -> None:
    content = (above + ROWS).encode()
    table = read_table(content, HERE)
    assert (table.rows[0].currency, table.assumed_currency) == ("MYR", "MYR")
    chosen = read_table(content, HERE, TableWish(currency="USD"))
    assert {row.currency for row in chosen.rows} == {"USD"}
    assert chosen.assumed_currency is None


def test_a_chosen_currency_leaves_rows_that_name_theirs() -> None:
    content = b"Date,Description,Amount,Currency\n2026-03-02,Coffee,-5.00,EUR\n2026-03-03,Tea,-4,\n"
    table = read_table(content, HERE, TableWish(currency="USD"))
    assert [row.currency for row in table.rows] == ["EUR", "USD"]
