"""Which days a period is compared with, and what its columns are."""

from datetime import date

import pytest

from agents.expenses.features.reports.report import Grain, Period


def period(since: str, until: str) -> Period:
    return Period(since=date.fromisoformat(since), until=date.fromisoformat(until))


@pytest.mark.shows("safety 12")
@pytest.mark.parametrize(
    ("days", "before"),
    [
        (("2026-11-01", "2026-11-23"), ("2026-10-01", "2026-10-23")),
        (("2026-03-01", "2026-03-31"), ("2026-02-01", "2026-02-28")),
        (("2026-02-01", "2026-02-28"), ("2026-01-01", "2026-01-31")),
        (("2026-03-01", "2026-03-30"), ("2026-02-01", "2026-02-28")),
        (("2026-01-01", "2026-01-20"), ("2025-12-01", "2025-12-20")),
        (("2026-01-01", "2026-11-23"), ("2025-01-01", "2025-11-23")),
        (("2024-01-01", "2024-02-29"), ("2023-01-01", "2023-02-28")),
        (("2026-11-16", "2026-11-22"), ("2026-11-09", "2026-11-15")),
        (("2026-03-10", "2026-03-10"), ("2026-03-09", "2026-03-09")),
    ],
)
def test_a_period_is_compared_with_the_same_days_before(
    days: tuple[str, str], before: tuple[str, str]
) -> None:
    assert period(*days).before == period(*before)


@pytest.mark.parametrize(
    ("days", "grain", "columns"),
    [
        (("2026-10-01", "2026-10-31"), Grain.DAY, 31),
        (("2026-09-01", "2026-11-23"), Grain.WEEK, 13),
        (("2026-01-01", "2026-12-31"), Grain.MONTH, 12),
        (("2020-05-05", "2026-11-23"), Grain.YEAR, 7),
    ],
)
def test_longer_periods_have_broader_columns(
    days: tuple[str, str], grain: Grain, columns: int
) -> None:
    assert period(*days).grain is grain
    assert len(period(*days).starts()) == columns
