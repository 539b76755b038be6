from datetime import date

import pytest

from agents.expenses.months import last_of_month, months_later


@pytest.mark.parametrize(
    ("day", "months", "on", "later"),
    [
        (date(2026, 1, 31), 1, None, date(2026, 2, 28)),
        (date(2026, 12, 5), 1, None, date(2027, 1, 5)),
        (date(2026, 1, 5), -1, None, date(2025, 12, 5)),
        (date(2024, 2, 29), 12, None, date(2025, 2, 28)),
        (date(2026, 3, 17), 1, 1, date(2026, 4, 1)),
        (date(2026, 3, 17), 1, 31, date(2026, 4, 30)),
    ],
)
def test_a_day_of_another_month_is_its_last_where_that_is_shorter(
    day: date, months: int, on: int | None, later: date
) -> None:
    assert months_later(day, months, on) == later


def test_a_month_ends_on_its_last_day() -> None:
    assert last_of_month(date(2024, 2, 3)) == date(2024, 2, 29)
