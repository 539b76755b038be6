"""Numbers are read as their separators say."""

import pytest

from language.notation import likely_values


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("1,299.50", ["1299.50"]),
        ("1.299,50", ["1299.50"]),
        ("14,90", ["14.90"]),
        ("1.299", ["1299", "1.299"]),
        ("0.125", ["0.125"]),
        ("1'000", ["1000"]),
        ("38", ["38"]),
    ],
)
def test_the_likeliest_value_comes_first(written: str, values: list[str]) -> None:
    assert [str(value) for value in likely_values(written)] == values
