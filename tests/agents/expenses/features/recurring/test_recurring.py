"""What comes again and again is noticed by its days and amounts."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.features.recurring.recurring import (
    Every,
    Occurrence,
    RecurringItem,
    after,
    before,
    monthly_sums,
    next_on,
    rhythm_of,
)

WEEK, MONTH, YEAR = Every.WEEK, Every.MONTH, Every.YEAR


def found(*days: str, amounts: tuple[str, ...] = ()) -> list[Occurrence]:
    return [
        Occurrence(
            day=date.fromisoformat(day),
            amount=Decimal(amounts[at] if amounts else "54.90"),
        )
        for at, day in enumerate(days)
    ]


def item(every: Every, amount: str, currency: str = "MYR") -> RecurringItem:
    return RecurringItem(
        name="x", amount=Decimal(amount), currency=currency, every=every, anchor=date(2026, 1, 31)
    )


@pytest.mark.shows("safety 22")
@pytest.mark.parametrize(
    ("days", "every"),
    [
        (("2026-01-05", "2026-02-05", "2026-03-05"), MONTH),
        (("2026-01-31", "2026-02-28", "2026-03-31"), MONTH),
        (("2026-01-03", "2026-02-02", "2026-03-06"), MONTH),
        (("2026-03-02", "2026-03-09", "2026-03-16"), WEEK),
        (("2025-08-31", "2025-12-01", "2026-03-02"), Every.QUARTER),
        (("2024-03-02", "2025-03-02", "2026-03-04"), YEAR),
        (("2026-01-05", "2026-01-07", "2026-02-05", "2026-03-05"), MONTH),
        (("2026-02-05", "2026-03-05"), None),
        (("2026-03-05", "2026-03-05", "2026-03-05"), None),
        (("2026-03-02", "2026-03-03", "2026-03-04"), None),
        (("2026-01-05", "2026-02-05", "2026-03-25"), None),
        (("2026-01-05", "2026-02-05", "2026-02-12"), None),
        ((), None),
    ],
)
def test_three_at_even_distances_are_noticed(days: tuple[str, ...], every: Every | None) -> None:
    assert rhythm_of(found(*days)) is every


@pytest.mark.parametrize(
    ("amounts", "every"),
    [
        (("54.90", "50.00", "54.90"), MONTH),
        (("54.90", "60.40", "59.90"), MONTH),
        (("54.90", "49.00", "54.90"), None),
        (("10", "100", "54.90"), None),
    ],
)
def test_only_like_amounts_count(amounts: tuple[str, ...], every: Every | None) -> None:
    days = ("2026-01-05", "2026-02-05", "2026-03-05")
    assert rhythm_of(found(*days, amounts=amounts)) is every


@pytest.mark.parametrize(
    ("day", "every", "anchor", "due"),
    [
        ("2026-01-31", MONTH, "2025-12-31", "2026-02-28"),
        ("2026-02-28", MONTH, "2025-12-31", "2026-03-31"),
        ("2026-12-01", MONTH, "2026-10-31", "2026-12-31"),
        ("2026-03-07", MONTH, "2026-02-05", "2026-04-05"),
        ("2026-12-05", MONTH, "2026-12-05", "2027-01-05"),
        ("2026-12-05", Every.TWO_MONTHS, "2026-12-05", "2027-02-05"),
        ("2026-12-02", Every.QUARTER, "2026-08-31", "2027-02-28"),
        ("2026-03-04", Every.HALF_YEAR, "2025-09-01", "2026-09-01"),
        ("2024-02-29", YEAR, "2024-02-29", "2025-02-28"),
        ("2026-03-20", YEAR, "2025-03-03", "2027-03-03"),
        ("2026-03-02", WEEK, "2026-03-02", "2026-03-09"),
        ("2026-03-04", WEEK, "2026-02-23", "2026-03-09"),
        ("2026-03-01", WEEK, "2026-02-23", "2026-03-09"),
        ("2026-03-02", Every.TWO_WEEKS, "2026-03-02", "2026-03-16"),
    ],
)
def test_the_next_one_is_due_on_its_own_day_however_late_the_last_one_was(
    day: str, every: Every, anchor: str, due: str
) -> None:
    found = after(date.fromisoformat(day), every, date.fromisoformat(anchor))
    assert found == date.fromisoformat(due)


@pytest.mark.parametrize(
    ("day", "every", "first"),
    [
        (5, MONTH, "2026-12-05"),
        (29, MONTH, "2026-12-29"),
        (31, MONTH, "2026-11-30"),
        (2, WEEK, "2026-12-01"),
        (7, WEEK, "2026-12-06"),
        (1, Every.TWO_WEEKS, "2026-11-30"),
        (5, Every.QUARTER, "2026-12-05"),
        (5, YEAR, "2027-11-05"),
    ],
)
def test_the_day_that_is_said_comes_next(day: int, every: Every, first: str) -> None:
    """29 November 2026 is a Sunday."""
    assert next_on(day, date(2026, 11, 29), every) == date.fromisoformat(first)


def test_what_is_due_on_the_31st_was_due_on_one() -> None:
    assert before(date(2026, 4, 30), MONTH, 31) == date(2026, 3, 31)
    assert before(date(2026, 3, 31), MONTH, 31) == date(2026, 1, 31)
    assert before(date(2026, 11, 30), YEAR, 31) == date(2025, 11, 30)


@pytest.mark.shows("safety 22")
def test_it_is_missing_when_some_days_have_gone_by() -> None:
    monthly = item(MONTH, "54.90")
    assert monthly.due == date(2026, 2, 28)
    assert not monthly.is_missing(date(2026, 3, 3))
    assert monthly.is_missing(date(2026, 3, 4))


def test_the_sum_of_a_month_is_told_in_each_currency() -> None:
    items = [item(MONTH, "54.90"), item(WEEK, "30"), item(YEAR, "120"), item(MONTH, "10", "USD")]
    assert monthly_sums(items) == (("MYR", Decimal("194.90")), ("USD", Decimal("10.00")))
    rarer = [item(Every.TWO_MONTHS, "20"), item(Every.QUARTER, "30"), item(Every.HALF_YEAR, "60")]
    assert monthly_sums(rarer) == (("MYR", Decimal("30.00")),)
