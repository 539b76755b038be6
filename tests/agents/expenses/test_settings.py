"""The agent's own settings."""

from pathlib import Path

import pytest

from agents.expenses.rules import ExpenseLimits
from agents.expenses.settings import ExpenseSettings
from domain.errors import ConfigurationError


@pytest.fixture(autouse=True)
def _no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_settings_the_limits_are_those_of_the_rules() -> None:
    assert ExpenseSettings.load().limits() == ExpenseLimits()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("CATEGORY_CONFIDENCE_THRESHOLD", "1.1", "must be a number from 0 to 1"),
        ("CATEGORY_CONFIDENCE_THRESHOLD", "high", "must be a number from 0 to 1"),
        ("EXTRACTION_CONFIDENCE_THRESHOLD", "-0.1", "must be a number from 0 to 1"),
        ("OCR_PROCESSES", "0", "must be a whole number above 0"),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(
    name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as raised:
        ExpenseSettings.load()
    assert str(raised.value) == f"a setting is wrong: {name}: {reason}"
